/*
 * Owns playing one program in collect in the three ways there are: by the handle, by the checkpoint as JSON text in another sandbox each
 * time, and by the batch hook. What must hold: each way shows the cards, runs the calls and ends as the program's entry says, and the three
 * tell the same story to the last record and event. Deliberately absent: the programs (collect-cards.js, collect-decisions.js).
 */
import { equal, sleep, throughJson } from './kit.js';

const schema = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'], additionalProperties: false };

/** The app's functions; what they are given is added to `ran` as `fn input`. */
export function world() {
  const ran = [];
  const spec = (fn, execute, more) => ({
    ...more,
    async execute(input, call) {
      ran.push(`${fn} ${JSON.stringify(input)}`);
      return execute(input, call);
    },
  });
  const approval = true;
  const functions = {
    r: spec('r', input => ({ read: input })),
    slow: spec('slow', input => sleep(40).then(() => input)),
    w: spec('w', input => ({ id: input?.id ?? input }), { approval }),
    u: spec('u', input => ({ id: input.id }), { approval }),
    archive: spec('archive', ({ id }) => ({ archived: id }), { approval }),
    fails: spec('fails', ({ id }) => Promise.reject(new RangeError(`no record ${id}`)), { approval }),
    hangs: spec('hangs', () => new Promise(() => {}), { approval }),
    set: spec('set', ({ id }) => ({ set: id }), { approval, inputSchema: schema }),
    put: spec('put', ([key, value]) => ({ [key]: value }), { approval, positional: true }),
    // How many calls of `w` it sees: a read that must see the writes before it, and one that need not.
    fresh: spec('fresh', () => ran.filter(line => line.startsWith('w ')).length, { fresh: true }),
    stale: spec('stale', () => ran.filter(line => line.startsWith('w ')).length),
    audit: spec('audit', text => `noted ${text}`, { sideEffects: ['log'] }),
    pay: spec('pay', ({ amount }) => ({ paid: amount }), { approval: ({ amount }) => amount > 100 }),
    team: { invite: spec('team.invite', ({ name }) => ({ invited: name }), { approval }) },
  };
  return { ran, functions };
}

const policy = ({ input }) => (input?.verdict === 'deny' ? { verdict: 'deny', reason: 'by policy' } : input?.verdict);

/** A card as text, a line for each row. */
export const lines = pending => pending.map(({ seq, fn, input }) => `${seq} ${fn} ${JSON.stringify(input)}`);

/** Decisions of an entry, which name calls by `seq`. */
function decisionsFor(pending, decide) {
  if ('all' in decide || 'defaultDecision' in decide) return decide;
  const id = seq => pending.find(call => call.seq === seq)?.callId ?? `no call ${seq}`;
  const { approve = [], edit = [], reject = [], respond = [] } = decide;
  return {
    approve: [...approve.map(id), ...edit.map(([seq, input]) => ({ callId: id(seq), input }))],
    reject: reject.map(([seq, reason]) => ({ callId: id(seq), reason })),
    respond: respond.map(([seq, value]) => ({ callId: id(seq), value })),
  };
}

/** Plays every program of `programs` in the three ways. Two sandboxes pass a checkpoint to and fro, each with a store that knows nothing of the other's. */
export async function playAll(countersign, programs) {
  const make = () => countersign.createSandbox({ policy });
  const sandboxes = { handle: make(), one: make(), other: make(), hook: make() };
  for (const program of programs) {
    const told = [];
    for (const way of [byHandle, byCheckpoint, byHook]) {
      const where = `${program.name}, ${way.name}`;
      try {
        const story = await way(sandboxes, program);
        check(program, story);
        told.push(comparable(story));
        equal(told.at(-1), told[0], 'not what the handle gave');
      } catch (error) {
        error.message = `${where}: ${error.message}`;
        throw error;
      }
    }
  }
  for (const sandbox of Object.values(sandboxes)) await sandbox.dispose();
}

/** What a run asks for, the same in each way. */
const requestOf = ({ code, input, limits }, functions, onEvent) => ({
  functions,
  approval: { mode: 'collect' },
  onEvent,
  ...(input === undefined ? {} : { input }),
  ...(limits && { limits }),
  code,
});

async function byHandle({ handle }, program) {
  const { ran, functions } = world();
  const story = { ran, cards: [], events: [] };
  let result = await handle.run(requestOf(program, functions, event => story.events.push(event)));
  while (result.status === 'pending') result = await result.resume(next(program, story, result.pending));
  return { ...story, result };
}

async function byCheckpoint({ one, other }, program) {
  const { ran, functions } = world();
  const story = { ran, cards: [], events: [] };
  const onEvent = event => story.events.push(event);
  const sandboxes = [other, one];
  let result = await one.run(requestOf(program, functions, onEvent));
  while (result.status === 'pending') {
    const decisions = next(program, story, result.pending);
    result = await sandboxes[(story.cards.length - 1) % 2].resume(throughJson(result.checkpoint), decisions, { functions, onEvent });
  }
  return { ...story, result };
}

async function byHook({ hook }, program) {
  const { ran, functions } = world();
  const story = { ran, cards: [], events: [] };
  const request = requestOf(program, functions, event => story.events.push(event));
  const approval = { mode: 'collect', onApproval: pending => next(program, story, pending) };
  return { ...story, result: await hook.run({ ...request, approval }) };
}

/** Writes the card down and gives the decisions about it. */
function next({ cards = [] }, story, pending) {
  const at = story.cards.push(lines(pending)) - 1;
  if (!cards[at]) throw new Error(`a card more than expected: ${lines(pending).join(', ')}`);
  return decisionsFor(pending, cards[at].decide);
}

function check({ cards = [], value, error, ran, states, logs, passes }, story) {
  const { result } = story;
  const expected = cards.map(card => card.shows);
  equal(story.cards, expected, 'the cards');
  const outcome = result.status === 'failed' ? failure(result.error) : { value: result.value };
  equal(outcome, error === undefined ? { value } : { ...outcome, ...error }, 'the outcome');
  equal(story.ran, ran, 'what ran');
  equal(
    result.calls.map(call => call.state),
    states,
    'the states',
  );
  if (logs !== undefined) equal(texts(result.logs), logs, 'the log');
  equal(result.stats.passes, passes ?? 1 + 2 * cards.length, 'the passes');
  once(story.events, 'call');
  once(story.events, 'settled');
}

function once(events, type) {
  const ids = events.filter(event => event.type === type).map(event => event.call.callId);
  equal(new Set(ids).size, ids.length, `a call was told twice as '${type}'`);
}

const texts = logs => logs.map(({ level, text, line }) => `${level === 'log' ? '' : `${level} `}${line ?? '?'}: ${text}`);

const failure = ({ name, message, line, fn, input, reason, guestName }) => ({ name, message, line, fn, input, reason, guestName });

/** What must be the same in each way: all that is told, but for ids and times, and the endings that a hook does without. */
function comparable({ ran, cards, events, result }) {
  const call = ({ callId, startedAt, settledAt, decidedAt, ...rest }) => rest;
  const plain = value => throughJson(value ?? null);
  return {
    ran,
    cards,
    calls: result.calls.map(call),
    logs: result.logs,
    outcome: result.status === 'failed' ? failure(result.error) : result.value,
    events: events
      .filter(event => !(event.type === 'ended' && event.status === 'pending'))
      .map(({ runId, generation, callId, pending, ...event }) => ({
        ...event,
        ...(event.call && { call: plain(call(event.call)) }),
        ...(pending && { pending: lines(pending) }),
        ...(callId && { seq: callId.slice(runId.length + 1) }),
      })),
  };
}
