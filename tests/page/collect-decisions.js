/*
 * Owns the programs that show what decisions do (rules R3 to R8, R10). Entries are as in collect-cards.js; decisions name calls by `seq`:
 * `approve: [1]`, `edit: [[1, input]]`, `reject: [[1, reason]]`, `respond: [[1, value]]`. Played in three ways by collect-ways.js.
 */
const all = { all: 'approve' };
const fulfilled = count => Array(count).fill('fulfilled');

const told = 'const tell = async call => { try { return (await call).id } catch (e) { return e.name + ": " + (e.reason ?? e.message) } };';

export const decided = [
  {
    name: 'R3: approved, refused, given by a person, each at its call',
    code: `${told}
      const out = []
      for (const id of [1, 2, 3]) out.push(await tell(w({ id })))
      return out`,
    cards: [
      {
        shows: ['1 w {"id":1}'],
        decide: { approve: [1] },
      },
      { shows: ['2 w {"id":2}'], decide: { reject: [[2, 'keep it']] } },
      { shows: ['3 w {"id":3}'], decide: { respond: [[3, { id: 'by hand' }]] } },
    ],
    value: [1, 'ApprovalRejected: keep it', 'by hand'],
    ran: ['w {"id":1}'],
    states: ['fulfilled', 'declined', 'responded'],
  },
  {
    name: 'R3: all of them on one card',
    code: `
      const out = await Promise.allSettled([1, 2, 3, 4].map(id => w({ id })))
      return out.map(({ status, value, reason }) => [status, value?.id ?? reason?.reason])`,
    cards: [
      {
        shows: ['1 w {"id":1}', '2 w {"id":2}', '3 w {"id":3}', '4 w {"id":4}'],
        decide: { approve: [1], reject: [[2, 'keep it'], [3]], respond: [[4, { id: 'by hand' }]] },
      },
    ],
    value: [
      ['fulfilled', 1],
      ['rejected', 'keep it'],
      ['rejected', undefined],
      ['fulfilled', 'by hand'],
    ],
    ran: ['w {"id":1}'],
    states: ['fulfilled', 'declined', 'declined', 'responded'],
  },
  {
    name: 'R3: what a refusal carries',
    code: `try { await w({ id: 1 }) } catch (e) { return [e instanceof ApprovalRejected, e instanceof Error, e.fn, e.input, typeof e.callId, e.reason] }`,
    cards: [{ shows: ['1 w {"id":1}'], decide: { reject: [[1, 'no']] } }],
    value: [true, true, 'w', { id: 1 }, 'string', 'no'],
    ran: [],
    states: ['declined'],
  },
  {
    name: 'R3: a refusal nobody catches ends the run; what was approved after it is not reached',
    code: `for (let id = 1; id < 5; id++)\n  await w({ id })`,
    cards: [
      {
        shows: ['1 w {"id":1}', '2 w {"id":2}', '3 w {"id":3}', '4 w {"id":4}'],
        decide: { approve: [1, 3], reject: [[2, 'no']] },
      },
    ],
    error: { name: 'ApprovalRejected', fn: 'w', input: { id: 2 }, reason: 'no', line: 2 },
    ran: ['w {"id":1}'],
    states: ['fulfilled', 'declined', 'not-reached', 'not-reached'],
  },
  {
    name: 'R3: the default decides about the rest',
    code: `return (await Promise.allSettled([w({ id: 1 }), w({ id: 2 })])).map(({ reason }) => reason?.reason)`,
    cards: [{ shows: ['1 w {"id":1}', '2 w {"id":2}'], decide: { defaultDecision: { approved: false, reason: 'none of them' } } }],
    value: ['none of them', 'none of them'],
    ran: [],
    states: ['declined', 'declined'],
  },
  {
    name: 'R4: some, one after another; nothing runs again',
    code: `await r(1); return (await Promise.all([w({ id: 'a' }), w({ id: 'b' }), w({ id: 'c' })])).map(x => x.id)`,
    cards: [
      { shows: ['2 w {"id":"a"}', '3 w {"id":"b"}', '4 w {"id":"c"}'], decide: { approve: [3] } },
      { shows: ['2 w {"id":"a"}', '4 w {"id":"c"}'], decide: { approve: [4] } },
      { shows: ['2 w {"id":"a"}'], decide: { approve: [2] } },
    ],
    value: ['a', 'b', 'c'],
    ran: ['r 1', 'w {"id":"b"}', 'w {"id":"c"}', 'w {"id":"a"}'],
    states: fulfilled(4),
  },
  {
    name: 'R10: an edit replaces what the code passed, and the code sees what came of it',
    code: `return [await set({ id: 1 }), await set({ id: 2 })]`,
    cards: [{ shows: ['1 set {"id":1}', '2 set {"id":2}'], decide: { approve: [1], edit: [[2, { id: 22 }]] } }],
    value: [{ set: 1 }, { set: 22 }],
    ran: ['set {"id":1}', 'set {"id":22}'],
    states: fulfilled(2),
  },
];

export const effects = [
  {
    name: 'R5: an approved call behind an undecided one waits for it',
    code: `await w({ id: 'backup' }); await u({ id: 'delete' }); return 'ok'`,
    cards: [
      { shows: ['1 w {"id":"backup"}', '2 u {"id":"delete"}'], decide: { approve: [2] } },
      { shows: ['1 w {"id":"backup"}'], decide: { approve: [1] } },
    ],
    value: 'ok',
    ran: ['w {"id":"backup"}', 'u {"id":"delete"}'],
    states: fulfilled(2),
  },
  {
    name: 'R5: is that one refused, it is not reached',
    code: `await w({ id: 'backup' }); await u({ id: 'delete' }); return 'ok'`,
    cards: [
      { shows: ['1 w {"id":"backup"}', '2 u {"id":"delete"}'], decide: { approve: [2] } },
      { shows: ['1 w {"id":"backup"}'], decide: { all: 'reject' } },
    ],
    error: { name: 'ApprovalRejected' },
    ran: [],
    states: ['declined', 'not-reached'],
  },
  {
    name: 'R6: an approved call that was made is executed, although its sibling was refused and the run failed',
    code: `await Promise.all([w({ id: 1 }), w({ id: 2 })])`,
    cards: [{ shows: ['1 w {"id":1}', '2 w {"id":2}'], decide: { approve: [2], reject: [[1, 'no']] } }],
    error: { name: 'ApprovalRejected', input: { id: 1 } },
    ran: ['w {"id":2}'],
    states: ['declined', 'fulfilled'],
  },
  {
    name: 'R6: unless it is held: then it is not run',
    code: `const a = w({ id: 'a' }); await u({ id: 'b' }); w({ id: 'c' }); await a`,
    cards: [{ shows: ['1 w {"id":"a"}', '2 u {"id":"b"}', '3 w {"id":"c"}'], decide: { approve: [3], reject: [[1, 'no']] } }],
    error: { name: 'ApprovalRejected' },
    ran: [],
    states: ['declined', 'not-run', 'not-run'],
  },
];

export const ways = [
  {
    name: 'R7: after a refusal the code goes another way; what was approved behind it takes its decision along',
    code: `
      const out = []
      for (const id of [1, 2, 3]) {
        try { await w({ id }); out.push('deleted') } catch { await r({ skipped: id }); await archive({ id }); out.push('archived') }
      }
      return out`,
    cards: [
      { shows: ['1 w {"id":1}', '2 w {"id":2}', '3 w {"id":3}'], decide: { approve: [1, 3], reject: [[2, 'in use']] } },
      { shows: ['5 archive {"id":2}'], decide: all },
    ],
    value: ['deleted', 'archived', 'deleted'],
    ran: ['w {"id":1}', 'r {"skipped":2}', 'archive {"id":2}', 'w {"id":3}'],
    states: ['fulfilled', 'declined', 'fulfilled', 'fulfilled', 'fulfilled'],
  },
  {
    name: 'R7: after a failure in the host too',
    code: `
      const out = []
      for (const id of [1, 2]) { try { await fails({ id }) } catch (e) { out.push(e.name); await r({ failed: id }) } }
      return out`,
    cards: [{ shows: ['1 fails {"id":1}', '2 fails {"id":2}'], decide: all }],
    value: ['RangeError', 'RangeError'],
    ran: ['fails {"id":1}', 'r {"failed":1}', 'fails {"id":2}', 'r {"failed":2}'],
    states: ['rejected', 'rejected', 'fulfilled', 'fulfilled'],
  },
  {
    name: 'R7: and after a timeout; what became of it nobody knows',
    code: `try { await hangs(1) } catch (e) { await w({ id: e.name }); return e.name }`,
    limits: { callTimeoutMs: 60 },
    cards: [
      { shows: ['1 hangs 1'], decide: all },
      { shows: ['2 w {"id":"TimeoutError"}'], decide: all },
    ],
    value: 'TimeoutError',
    ran: ['hangs 1', 'w {"id":"TimeoutError"}'],
    states: ['unknown', 'fulfilled'],
  },
  {
    name: 'R7: the same call at the same place takes its records in order',
    code: `const out = []; for (let i = 0; i < 4; i++) { try { out.push(await w({ id: 7 })) } catch { out.push('no') } } return out`,
    cards: [
      {
        shows: ['1 w {"id":7}', '2 w {"id":7}', '3 w {"id":7}', '4 w {"id":7}'],
        decide: { approve: [1, 3, 4], reject: [[2, 'no']] },
      },
    ],
    value: [{ id: 7 }, 'no', { id: 7 }, { id: 7 }],
    ran: ['w {"id":7}', 'w {"id":7}', 'w {"id":7}'],
    states: ['fulfilled', 'declined', 'fulfilled', 'fulfilled'],
  },
  {
    name: 'R7: tried again in a catch it is a new call',
    code: `try { await w({ id: 1 }) } catch { await w({ id: 1 }) } return 'ok'`,
    cards: [
      { shows: ['1 w {"id":1}'], decide: { all: 'reject' } },
      { shows: ['2 w {"id":1}'], decide: all },
    ],
    value: 'ok',
    ran: ['w {"id":1}'],
    states: ['declined', 'fulfilled'],
  },
  {
    name: 'R8: what the other way never comes to is neither asked for nor run',
    code: `
      try { await w({ id: 1 }); await u({ id: 2 }); await u({ id: 3 }) } catch {}
      const last = await w({ id: 4 })
      await w({ id: last.id + 1 })
      return 'ok'`,
    cards: [
      {
        shows: ['1 w {"id":1}', '2 u {"id":2}', '3 u {"id":3}', '4 w {"id":4}'],
        decide: { approve: [2, 4], reject: [[1, 'no']] },
      },
      { shows: ['5 w {"id":5}'], decide: all },
    ],
    value: 'ok',
    ran: ['w {"id":4}', 'w {"id":5}'],
    states: ['declined', 'not-reached', 'not-reached', 'fulfilled', 'fulfilled'],
  },
];
