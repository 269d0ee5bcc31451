/*
 * Owns the list of what golden checkpoints show: runs that wait, each in another way, and checkpoints that must be refused by name. What must hold:
 * names begin with the version of the format. tests/page/golden-kit.js has the functions they call.
 */
import { contentOf, digestOf } from './seal.mjs';

const key = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
const cleanUp = `const old = (await list({})).filter(row => row.year < 2023)
for (const { id } of old) await records.delete({ id })
return old.length`;

/** `make`'s: code, mode, answers, cards, request, key, input. Then the `decisions` it is resumed with, and in pause the answers `later`. */
export const accepted = {
  'v1-collect': { what: 'A card of two calls, all approved.', mode: 'collect', code: cleanUp, decisions: { all: 'approve' } },
  'v1-collect-decided-apart': {
    what: 'One approved with another input, one refused; the code goes another way.',
    mode: 'collect',
    code: `const said = []
for (const to of ['a@x', 'b@x']) {
  try { said.push(await mail.send({ to })) } catch (error) { said.push(error.name + ': ' + error.reason) }
}
return said`,
    decisions: { approve: [{ callId: 1, input: { to: 'c@x.org' } }], reject: [{ callId: 2, reason: 'not him' }] },
  },
  'v1-collect-second-card': {
    what: 'The first card is decided in part: what was approved behind an undecided call waits for its turn.',
    mode: 'collect',
    code: `const one = records.delete({ id: 1 }); await one
await records.delete({ id: 2 })
await records.delete({ id: 3 })
return (await one).deleted`,
    cards: [{ approve: [1, 3] }],
    decisions: { approve: [2] },
  },
  'v1-collect-reads-ahead': {
    what: 'A read that ran ahead of the card, an effect behind it that does not run, values that JSON cannot carry.',
    mode: 'collect',
    code: `const before = await when({})
await records.delete({ id: 1 })
const rows = await list({})
await note({ text: 'done' })
return [before.get('at').getTime(), rows.length]`,
    decisions: { all: 'approve' },
  },
  'v1-collect-world': {
    what: 'Owner, metadata, input, the clock, chance and timers, in TypeScript.',
    mode: 'collect',
    input: 'rich',
    code: `interface Row { id: number }
const began: number = Date.now()
await new Promise<void>(done => setTimeout(done, 250))
const seen = [Date.now() - began, Math.random(), input.since.getTime(), [...input.ids].length, typeof input.big]
const gone = await records.delete({ id: 1 } as Row)
return [...seen, gone.deleted]`,
    request: { owner: 'ada', metadata: { title: 'clean up', tags: ['a', null] }, expiresInMs: 9e15 },
    decisions: { all: 'approve' },
  },
  'v1-collect-failures': {
    what: 'Calls that failed, were denied, and did not fit their schema.',
    mode: 'collect',
    code: `const said = []
for (const attempt of [() => fail({}), () => wipe({}), () => mail.send({ to: 5 })]) {
  try { await attempt() } catch (error) { said.push(error.name + ' ' + (error.code ?? error.reason ?? '')) }
}
await add(1, 2)
await records.delete({ id: 9 })
return said`,
    decisions: { respond: [{ callId: 5, value: 'a person did it' }] },
  },
  'v1-pause': {
    what: 'Paused at its second marked call; the first was executed.',
    mode: 'pause',
    code: cleanUp,
    answers: ['approve', 'pause'],
    decisions: { approve: [3] },
  },
  'v1-pause-goes-on': {
    what: 'Paused, and asked about the next call when it is resumed.',
    mode: 'pause',
    code: `${cleanUp.replace('return', 'const sent = await mail.send({ to: "a@x" })\nreturn sent +')}`,
    answers: ['approve', 'pause'],
    decisions: { respond: [{ callId: 3, value: 'done by hand' }] },
    later: ['approve'],
  },
  'v1-pause-side-by-side': {
    what: 'Several wait at once, and a read was under way.',
    mode: 'pause',
    code: `return (await Promise.all([records.delete({ id: 1 }), list({}), records.delete({ id: 2 })])).map(x => x.deleted ?? x.length)`,
    decisions: { all: 'approve' },
  },
  'v1-signed': { what: 'Signed, and met by a sandbox with the key.', mode: 'collect', code: cleanUp, key, decisions: { all: 'approve' } },
};

/** Records of runs whose page went away in the middle of call `during`; `later` continues them. */
export const records = {
  'v1-record-interrupted': {
    what: 'Its page went away while an approved call was executed: what came of that is for a person to say.',
    mode: 'collect',
    code: cleanUp,
    decisions: { all: 'approve' },
    during: 3,
    later: { respond: [{ callId: 3, value: 'it was done' }] },
  },
  'v1-record-interrupted-at-a-read': {
    what: 'Its page went away during a plain read, which is made again.',
    mode: 'collect',
    code: `const gone = await records.delete({ id: 1 })
const said = gone.deleted === 1 ? await when({}) : undefined
return said.get('at').getTime()`,
    decisions: { all: 'approve' },
    during: 2,
    later: { approve: [] },
  },
};

const whole = accepted['v1-collect'];
const sealed = checkpoint => ({ ...checkpoint, digest: digestOf(contentOf(checkpoint)) });

/** Made of the run `of`, and altered. */
export const refused = {
  'v1-refused-altered': {
    what: 'Somebody changed an input.',
    of: whole,
    alter: checkpoint => JSON.parse(JSON.stringify(checkpoint).replaceAll('{\\"id\\":1}', '{\\"id\\":7}')),
  },
  'v1-refused-no-digest': { what: 'The digest is gone.', of: whole, alter: ({ digest, ...rest }) => rest },
  'v1-refused-no-history': {
    what: 'A decision about a call that was not made, under a digest that fits.',
    of: whole,
    alter: checkpoint => sealed({ ...checkpoint, journal: [{ e: 'decided', seq: 1, decision: 'approve', at: 1 }, ...checkpoint.journal] }),
  },
  'v1-refused-limits': {
    what: 'A limit that is no limit, under a digest that fits.',
    of: whole,
    alter: checkpoint => sealed({ ...checkpoint, limits: { ...checkpoint.limits, memoryBytes: 1e300 } }),
  },
  'v1-refused-stray': {
    what: 'A field that this version does not know, under a digest that fits.',
    of: whole,
    alter: checkpoint => sealed({ ...checkpoint, trusted: true }),
  },
  'v1-refused-unsigned': { what: 'Unsigned, met by a sandbox with a key.', of: whole, key, alter: checkpoint => checkpoint },
  'v1-refused-other-key': {
    what: 'Signed with another key.',
    of: accepted['v1-signed'],
    key: key.replaceAll('0', 'f'),
    alter: checkpoint => checkpoint,
  },
  'v1-refused-forged': {
    what: 'Signed, then the code was replaced and the digest made anew.',
    of: accepted['v1-signed'],
    alter: checkpoint => sealed({ ...checkpoint, code: 'await mail.send({ to: "me" })' }),
  },
  'v0-refused': { what: 'A version before the first.', of: whole, alter: checkpoint => sealed({ ...checkpoint, version: 0 }) },
  'v2-refused': { what: 'A version that is not there yet.', of: whole, alter: checkpoint => sealed({ ...checkpoint, version: 2 }) },
};
