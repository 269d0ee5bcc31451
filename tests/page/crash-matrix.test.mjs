/*
 * Owns the crash matrix: the page is ended before and after every write to the store and every start and end of a host function, in collect and in pause,
 * closed at even points and killed at odd ones. What must hold at each: the next page continues the run to its end; each effect ran once, or was
 * `unknown` and ran again because the person said so; nothing vanished, and before the record begins (K1) nothing had to be kept.
 */
import { strict as assert } from 'node:assert';
import { pageTest } from './harness.mjs';
import { wanted } from './crash-program.js';

/** Some of the points at a time, so that a failure names few and no case takes long. */
const parts = 4;

const runIn = (page, what, given) =>
  page.evaluate(`(async () => {
    const countersign = await import('/pkg/index.js');
    const program = await import('/tests/page/crash-program.js');
    return program.${what}(countersign, ${JSON.stringify(given)});
  })()`);

for (const mode of ['collect', 'pause']) {
  for (let part = 0; part < parts; part++) {
    pageTest(
      `the page ends anywhere, and another continues (${mode}, part ${part + 1} of ${parts})`,
      async (first, { origin }) => {
        const matrix = await matrixOn(first, origin, mode);
        const all = await matrix.points();
        const mine = all.flatMap((name, at) => (at % parts === part ? [{ name, stopAt: at + 1 }] : []));
        for (const point of mine) await matrix.check(point);
        if (part === 0) console.log(`${mode}: ${all.length} points`);
      },
      { timeoutMs: 240_000 },
    );
  }
}

async function matrixOn(first, origin, mode) {
  const profile = first.context();
  let effects = [];
  let reached = () => {};
  await profile.exposeBinding('effect', (_source, callId, name, input) => void effects.push({ callId, name, input }));
  await profile.exposeBinding('reached', (_source, name) => reached(name));
  const open = async () => {
    const page = await profile.newPage();
    await page.goto(`${origin}/blank`);
    return page;
  };
  return {
    /** Every point of a run that nothing stops. */
    async points() {
      const page = await open();
      const { names, value, error } = await runIn(page, 'begin', { mode, database: `${mode}-whole`, stopAt: 0 });
      assert.deepEqual([value, error], [wanted, undefined]);
      await page.close();
      effects = [];
      return names;
    },
    async check({ name, stopAt }) {
      const where = `${mode}, point ${stopAt}: ${name}`;
      const database = `${mode}-${stopAt}`;
      effects = [];
      const page = await open();
      const there = new Promise(resolve => (reached = resolve));
      runIn(page, 'begin', { mode, database, stopAt }).catch(() => {});
      assert.equal(await there, name, where);
      if (stopAt % 2 === 0) await page.close();
      else await crash(page);
      const next = await open();
      const told = await runIn(next, 'goOn', { mode, database });
      await next.close();
      judge(where, told, effects);
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

function judge(where, told, effects) {
  const writes = effects.filter(({ name }) => name !== 'list');
  const times = new Map();
  for (const { callId } of writes) times.set(callId, (times.get(callId) ?? 0) + 1);
  assert.equal(told.more, 0, where);
  assert.ok(!writes.some(({ input }) => input === '{"id":2}'), `${where}: what was refused ran`);
  if (!told.listed) {
    // It had ended, or lived in its page alone.
    assert.ok(told.kept.length === 0 ? writes.length === 0 : told.kept[0] === 'completed', `${where}: ${JSON.stringify({ told, writes })}`);
    return;
  }
  assert.deepEqual([told.value, told.error, told.left], [wanted, undefined, 0], where);
  for (const [callId, count] of times) {
    const allowed = told.unknown.includes(callId) ? [1, 2] : [1];
    assert.ok(allowed.includes(count), `${where}: ${callId} ran ${count} times (${JSON.stringify({ told, writes })})`);
  }
  assert.equal(times.size, 3, `${where}: ${JSON.stringify({ told, writes })}`);
}
