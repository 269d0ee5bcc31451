/*
 * Owns the crash matrix: the page is ended before and after every write to the store and every start and end of a host function, in collect and in pause,
 * closed at even points and killed at odd ones, and ended again while the run is continued; and the same points with a store that fails there.
 * What must hold at each: the next page continues the run to its end; each effect ran once, or was `unknown` and ran again because the person said
 * so; nothing vanished, and before the record begins (K1) nothing had to be kept. `THOROUGH=1` tries every point, without it some.
 */
import { strict as assert } from 'node:assert';
import { wanted } from './crash-program.js';
import { pageTest, thorough } from './harness.mjs';

/** Some of the points at a time, so that no case takes long. */
const parts = 3;
const timeoutMs = 240_000;

const runIn = (page, what, given) =>
  page.evaluate(`(async () => {
    const countersign = await import('/pkg/index.js');
    const program = await import('/tests/page/crash-program.js');
    return program.${what}(countersign, ${JSON.stringify(given)});
  })()`);

for (const mode of ['collect', 'pause']) {
  for (let part = 0; part < (thorough || mode === 'collect' ? parts : 1); part++) {
    const about = `${mode}, part ${part + 1} of ${parts}`;
    const mine = all => all.filter(({ stopAt }) => stopAt % parts === part);
    const crashes = async (first, { origin }) => {
      const matrix = await matrixOn(first, origin, mode);
      for (const { name, stopAt } of mine(await matrix.points())) await matrix.check(name, [stopAt]);
    };
    pageTest(`the page ends anywhere, and another continues (${about})`, crashes, { timeoutMs });
  }
  const twice = async (first, { origin }) => {
    const matrix = await matrixOn(first, origin, mode);
    const points = await matrix.points();
    console.log(`${mode}: ${points.length} points`);
    // Every third point, and then one that differs each time.
    for (const { name, stopAt } of points) if (stopAt % 3 === 1) await matrix.check(name, [stopAt, 1 + ((stopAt * 7) % 11)]);
  };
  if (thorough) pageTest(`the page ends twice (${mode})`, twice, { timeoutMs });

  for (const appends of thorough ? [true, false] : [mode === 'collect']) {
    const failures = async (page, { origin }) => {
      const matrix = await matrixOn(page, origin, mode);
      for (const { stopAt } of await matrix.points()) await matrix.fail(page, stopAt, appends);
    };
    pageTest(`the store fails anywhere, once (${mode}, ${appends ? 'with' : 'without'} append)`, failures, { timeoutMs });
  }
}

async function matrixOn(first, origin, mode) {
  const profile = first.context();
  const seen = { effects: [], again: [] };
  let reached = () => {};
  await profile.exposeBinding('effect', (_source, callId, name, input) => void seen.effects.push({ callId, name, input }));
  await profile.exposeBinding('again', (_source, callId) => void seen.again.push(callId));
  await profile.exposeBinding('reached', (_source, name) => reached(name));
  await first.reload();
  const clear = () => {
    seen.effects = [];
    seen.again = [];
  };
  const open = async () => {
    const page = await profile.newPage();
    await page.goto(`${origin}/blank`);
    return page;
  };
  /** False: it came to its end before that. */
  const endAt = async (what, database, stopAt) => {
    const page = await open();
    const there = new Promise(resolve => (reached = resolve));
    const over = runIn(page, what, { mode, database, stopAt }).then(
      told => ({ told }),
      () => ({}),
    );
    const name = await Promise.race([there, over]);
    if (stopAt % 2 === 0 || typeof name !== 'string') await page.close();
    else await crash(page);
    return name;
  };
  return {
    /** Every point of a run that nothing stops. */
    async points() {
      const { names, value, error } = await runIn(first, 'begin', { mode, database: `${mode}-whole`, stopAt: 0 });
      assert.deepEqual([value, error], [wanted, undefined]);
      return names.map((name, at) => ({ name, stopAt: at + 1 }));
    },
    async check(name, [stopAt, ...more]) {
      const database = `${mode}-${stopAt}`;
      clear();
      assert.equal(await endAt('begin', database, stopAt), name);
      let where = `${mode}, point ${stopAt}: ${name}`;
      for (const next of more) {
        const second = await endAt('goOn', database, next);
        // The run may be over before the second point comes.
        if (typeof second !== 'string') return judge(where, second.told, seen);
        where += `, then ${next}: ${second}`;
      }
      const page = await open();
      const told = await runIn(page, 'goOn', { mode, database });
      await page.close();
      judge(where, told, seen);
    },
    async fail(page, failAt, appends) {
      clear();
      const {
        names,
        first: outcome,
        told,
      } = await runIn(page, 'failOnce', { mode, database: `fails-${failAt}-${appends}`, failAt, appends });
      const where = `${mode}, failing at ${failAt}: ${names[failAt - 1]} ${JSON.stringify({ outcome, told })}`;
      judgeFailure(where, outcome, told, seen);
    },
  };
}

async function crash(page) {
  const session = await page.context().newCDPSession(page);
  const gone = new Promise(resolve => page.once('crash', resolve));
  session.send('Page.crash').catch(() => {});
  await gone;
  await page.close();
}

function judge(where, told, seen) {
  const writes = judgeEffects(where, seen);
  assert.equal(told?.more, 0, where);
  if (!told.listed) {
    // It had ended, or lived in its page alone.
    assert.ok(told.kept.length === 0 ? writes.length === 0 : told.kept[0] === 'completed', `${where}: ${JSON.stringify({ told, writes })}`);
    return;
  }
  assert.deepEqual([told.value, told.error, told.left], [wanted, undefined, 0], where);
  assert.equal(new Set(writes.map(({ callId }) => callId)).size, 3, `${where}: ${JSON.stringify({ told, writes })}`);
}

/** What may be told of a failure: that the store failed, and nothing else; a run that is said to be complete is. */
function judgeFailure(where, outcome, told, seen) {
  const writes = judgeEffects(where, seen);
  const { status, name, message, value } = outcome;
  if (status === 'completed') {
    assert.deepEqual([value, told.listed, told.kept], [wanted, false, ['completed']], where);
    return;
  }
  assert.deepEqual([name, /the disk is full/.test(message)], ['StoreFailed', true], where);
  if (told.listed) assert.deepEqual([told.value, told.left], [wanted, 0], where);
  // Before the record begins there is nothing to continue.
  else assert.deepEqual([told.kept, writes], [[], []], where);
}

/** The effects, each as often as the person said. */
function judgeEffects(where, { effects, again }) {
  const writes = effects.filter(({ name }) => name !== 'list');
  assert.ok(!writes.some(({ input }) => input === '{"id":2}'), `${where}: what was refused ran`);
  for (const callId of new Set(writes.map(each => each.callId))) {
    const times = writes.filter(each => each.callId === callId).length;
    const most = 1 + again.filter(each => each === callId).length;
    assert.ok(times <= most, `${where}: ${callId} ran ${times} times, and ${most - 1} times a person said so`);
  }
  return writes;
}
