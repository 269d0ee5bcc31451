/*
 * Owns the programs that show what a first pass does: which card comes of it, what runs before anybody is asked (rules C1 to C7, C9). An
 * entry: the code, each card with the rows it shows (`seq fn input`) and what is decided, and then the value or the error, what ran in
 * order, and the state of each call. Played in three ways by collect-ways.js.
 */
const all = { all: 'approve' };
const fulfilled = count => Array(count).fill('fulfilled');
const range = (count, text) => Array.from({ length: count }, (_, at) => text(at + 1));

export const oneCard = [
  {
    name: 'C1: a loop of sixteen deletes is one card',
    code: `const list = await r('users'); for (let id = 1; id <= 16; id++) await w({ id }); return list.read`,
    cards: [{ shows: range(16, id => `${id + 1} w {"id":${id}}`), decide: all }],
    value: 'users',
    ran: ['r "users"', ...range(16, id => `w {"id":${id}}`)],
    states: fulfilled(17),
  },
  {
    name: 'C1: without a marked call there is no card',
    code: `return (await Promise.all([r(1), r(2)])).map(x => x.read)`,
    value: [1, 2],
    ran: ['r 1', 'r 2'],
    states: fulfilled(2),
  },
  {
    name: 'C1: calls are serialised in the order of their creation, whatever time each takes',
    code: `const seen = []; await Promise.all([slow(1), r(2), slow(3)].map(async p => seen.push(await p))); return seen.length`,
    value: 3,
    ran: ['slow 1', 'r 2', 'slow 3'],
    states: fulfilled(3),
  },
  {
    name: 'C1: in namespaces, with several arguments, in generators, classes and callbacks',
    code: `
      async function* each() { for (const id of [1, 2]) yield await w({ id }) }
      class Task { #id; constructor(id) { this.#id = id } async run() { return w({ id: this.#id }) } }
      const out = []
      for await (const x of each()) out.push(x)
      out.push(await new Task(3).run(), await put('key', 4), await team.invite({ name: 'Ann' }))
      out.push(...await Promise.all([5, 6].map(id => w({ id }))))
      return { get out() { return out } }`,
    cards: [
      {
        shows: [
          '1 w {"id":1}',
          '2 w {"id":2}',
          '3 w {"id":3}',
          '4 put ["key",4]',
          '5 team.invite {"name":"Ann"}',
          '6 w {"id":5}',
          '7 w {"id":6}',
        ],
        decide: all,
      },
    ],
    value: { out: [{ id: 1 }, { id: 2 }, { id: 3 }, { key: 4 }, { invited: 'Ann' }, { id: 5 }, { id: 6 }] },
    ran: ['w {"id":1}', 'w {"id":2}', 'w {"id":3}', 'put ["key",4]', 'team.invite {"name":"Ann"}', 'w {"id":5}', 'w {"id":6}'],
    states: fulfilled(7),
  },
  {
    name: 'a sleep between marked calls is no reason for another card',
    code: `for (const id of [1, 2, 3]) { await w({ id }); await new Promise(done => setTimeout(done, 20)) } return 'ok'`,
    cards: [{ shows: ['1 w {"id":1}', '2 w {"id":2}', '3 w {"id":3}'], decide: all }],
    value: 'ok',
    ran: ['w {"id":1}', 'w {"id":2}', 'w {"id":3}'],
    states: fulfilled(3),
  },
  {
    name: 'predicates and the policy: what needs no decision is not on the card, what is denied throws',
    code: `
      const out = [await pay({ amount: 5 }), (await w({ id: 1, verdict: 'allow' })).id]
      try { await r({ verdict: 'deny' }) } catch (error) { out.push(error.reason) }
      out.push(await pay({ amount: 500 }))
      return out`,
    cards: [{ shows: ['4 pay {"amount":500}'], decide: all }],
    value: [{ paid: 5 }, 1, 'by policy', { paid: 500 }],
    ran: ['pay {"amount":5}', 'w {"id":1,"verdict":"allow"}', 'pay {"amount":500}'],
    states: ['fulfilled', 'fulfilled', 'denied', 'fulfilled'],
  },
  {
    name: 'what the schema or the border refuses throws at once, and is met again in the next pass',
    code: `
      const why = []
      await set({ id: 'one' }).catch(error => why.push(error.name))
      await r({ f() {} }).catch(error => why.push(error.name))
      await w({ id: why.length })
      return why.length`,
    cards: [{ shows: ['3 w {"id":2}'], decide: all }],
    value: 2,
    ran: ['w {"id":2}'],
    states: ['invalid', 'invalid', 'fulfilled'],
  },
];

export const cuts = [
  {
    name: 'C2: a look cuts, and nothing after it is seen',
    code: `
      const p = await w({ id: 1 })
      console.log('before')
      try { if (p.id === 1) await w({ id: 2 }) } catch { await r('caught') } finally { await r('finally') }
      console.log('after')
      return 'end'`,
    cards: [
      { shows: ['1 w {"id":1}'], decide: all },
      { shows: ['2 w {"id":2}'], decide: all },
    ],
    value: 'end',
    ran: ['w {"id":1}', 'r "finally"', 'w {"id":2}'],
    states: fulfilled(3),
    logs: [
      '3: before',
      'warn 4: `r` on line 4 was read before `w` on line 4 ran (C6): what it gave may be out of date. Declare it `fresh: true` to have it wait.',
      '5: after',
    ],
  },
  {
    name: 'C2: a second card only where a result was needed',
    code: `const issue = await w({ id: 41 }); await w({ id: 'note' }); await w({ id: issue.id + 1 }); return 'end'`,
    cards: [
      { shows: ['1 w {"id":41}', '2 w {"id":"note"}'], decide: all },
      { shows: ['3 w {"id":42}'], decide: all },
    ],
    value: 'end',
    ran: ['w {"id":41}', 'w {"id":"note"}', 'w {"id":42}'],
    states: fulfilled(3),
  },
  {
    name: 'C2: a pending value that is stored, passed, returned, collected and logged is not looked at',
    code: `
      const out = []
      for (let id = 0; id < 2; id++) {
        const x = await w({ id })
        out.push({ x, list: [x] })
        console.log('deleted', x)
      }
      const { list, ...rest } = out[0]
      const [first] = list
      return [first, (() => rest)(), await Promise.all(out.map(async each => each.x))]`,
    cards: [{ shows: ['1 w {"id":0}', '2 w {"id":1}'], decide: all }],
    value: (() => {
      const [a, b] = [{ id: 0 }, { id: 1 }];
      return [a, { x: a }, [a, b]];
    })(),
    ran: ['w {"id":0}', 'w {"id":1}'],
    states: fulfilled(2),
    logs: ['6: deleted { id: 0 }', '6: deleted { id: 1 }'],
  },
  {
    name: 'C2: a pass that waits for nothing but people ends there',
    code: `return await new Promise(done => { w({ id: 1 }).then(() => done('told')) })`,
    cards: [{ shows: ['1 w {"id":1}'], decide: all }],
    value: 'told',
    ran: ['w {"id":1}'],
    states: fulfilled(1),
  },
  {
    name: 'C2: and what nothing can settle then is a Deadlock',
    code: `await w({ id: 1 }); await new Promise(() => {})`,
    cards: [{ shows: ['1 w {"id":1}'], decide: all }],
    error: { name: 'Deadlock' },
    ran: ['w {"id":1}'],
    states: fulfilled(1),
  },
  {
    name: 'C2: a call nobody awaits is on the card and runs once',
    code: `w({ id: 1 }); return 'ok'`,
    cards: [{ shows: ['1 w {"id":1}'], decide: all }],
    value: 'ok',
    ran: ['w {"id":1}'],
    states: fulfilled(1),
  },
  {
    name: 'C2: being input of another call is a look; thrown and caught is none',
    code: `const p = await w({ id: 1 }); try { throw p } catch { await w({ id: 2 }) } await w({ id: [p] }); return 'ok'`,
    cards: [
      { shows: ['1 w {"id":1}', '2 w {"id":2}'], decide: all },
      { shows: ['3 w {"id":[{"id":1}]}'], decide: all },
    ],
    value: 'ok',
    ran: ['w {"id":1}', 'w {"id":2}', 'w {"id":[{"id":1}]}'],
    states: fulfilled(3),
  },
  {
    name: 'C2: being thrown out of the run is a look',
    code: `throw await w({ id: 1 })`,
    cards: [{ shows: ['1 w {"id":1}'], decide: all }],
    error: { name: 'GuestError', message: 'the code threw { id: 1 }, which is not an Error' },
    ran: ['w {"id":1}'],
    states: fulfilled(1),
  },
  {
    name: 'C3: what was called before the cut is on the card, and its reads are done',
    code: `
      const p = await w({ id: 1 })
      const rest = [slow('a'), w({ id: 2 }), r('b')]
      if (p) await w({ id: 3 })
      return (await Promise.all(rest)).length`,
    cards: [
      { shows: ['1 w {"id":1}', '3 w {"id":2}'], decide: all },
      { shows: ['5 w {"id":3}'], decide: all },
    ],
    value: 3,
    ran: ['slow "a"', 'r "b"', 'w {"id":1}', 'w {"id":2}', 'w {"id":3}'],
    states: fulfilled(5),
  },
  {
    name: 'C7: a program that fails anyway costs nobody an approval',
    code: `await w({ id: 1 });\nnull.x`,
    error: { name: 'GuestError', guestName: 'TypeError', line: 2 },
    ran: [],
    states: ['not-run'],
  },
  {
    name: 'C7: a result that cannot cross is found before anyone is asked',
    code: `return { done: await w({ id: 1 }), onClick() {} }`,
    error: { name: 'UnsupportedValue' },
    ran: [],
    states: ['not-run'],
  },
  {
    name: 'C7: what an earlier card ran stays what it is',
    code: `const p = await w({ id: 1 }); await w({ id: p.id + 1 }); throw new RangeError('no good')`,
    cards: [{ shows: ['1 w {"id":1}'], decide: all }],
    error: { name: 'GuestError', guestName: 'RangeError', message: 'no good' },
    ran: ['w {"id":1}'],
    states: ['fulfilled', 'not-run'],
  },
];

export const order = [
  {
    name: 'C4: calls side by side are not behind each other: an effect among them runs',
    code: `return await Promise.all([w({ id: 1 }), audit('hi'), w({ id: 2 })])`,
    cards: [
      { shows: ['1 w {"id":1}', '3 w {"id":2}'], decide: { approve: [3] } },
      { shows: ['1 w {"id":1}'], decide: all },
    ],
    value: [{ id: 1 }, 'noted hi', { id: 2 }],
    ran: ['audit "hi"', 'w {"id":2}', 'w {"id":1}'],
    states: fulfilled(3),
  },
  {
    name: 'C5: an effect that needs no decision does not run ahead: it cuts, and counts as not made',
    code: `
      await w({ id: 1 })
      console.log('before')
      const sent = audit('one')
      console.log('after')
      await w({ id: 2 })
      return await sent`,
    cards: [
      { shows: ['1 w {"id":1}'], decide: all },
      { shows: ['3 w {"id":2}'], decide: all },
    ],
    value: 'noted one',
    ran: ['w {"id":1}', 'audit "one"', 'w {"id":2}'],
    states: fulfilled(3),
    logs: ['3: before', '5: after'],
  },
  {
    name: 'C5: a mark that was lifted is such an effect',
    code: `await pay({ amount: 5 }); await pay({ amount: 500 }); await pay({ amount: 6 }); return 'ok'`,
    cards: [{ shows: ['2 pay {"amount":500}'], decide: all }],
    value: 'ok',
    ran: ['pay {"amount":5}', 'pay {"amount":500}', 'pay {"amount":6}'],
    states: fulfilled(3),
  },
  {
    name: 'C5: what the code throws right after such an effect never happened',
    code: `await w({ id: 1 }); audit('one'); throw new Error('later')`,
    cards: [{ shows: ['1 w {"id":1}'], decide: all }],
    error: { name: 'GuestError', message: 'later' },
    ran: ['w {"id":1}', 'audit "one"'],
    states: fulfilled(2),
  },
  {
    name: 'C5: a read that says fresh sees the writes before it',
    code: `await w({ id: 1 }); await w({ id: 2 }); return await fresh()`,
    cards: [{ shows: ['1 w {"id":1}', '2 w {"id":2}'], decide: all }],
    value: 2,
    ran: ['w {"id":1}', 'w {"id":2}', 'fresh undefined'],
    states: fulfilled(3),
  },
  {
    name: 'C6: another read runs ahead, and the log says so once for its place',
    code: `
      const seen = []
      for (const id of [1, 2]) {
        await w({ id })
        seen.push(await stale())
      }
      return seen`,
    cards: [{ shows: ['1 w {"id":1}', '3 w {"id":2}'], decide: all }],
    value: [0, 0],
    ran: ['stale undefined', 'stale undefined', 'w {"id":1}', 'w {"id":2}'],
    states: fulfilled(4),
    logs: [
      'warn 5: `stale` on line 5 was read before `w` on line 4 ran (C6): what it gave may be out of date. Declare it `fresh: true` to have it wait.',
    ],
  },
  {
    name: 'C6: what ran ahead of a refused call ran ahead of nothing: no warning',
    code: `try { await w({ id: 1 }) } catch {} return await stale()`,
    cards: [{ shows: ['1 w {"id":1}'], decide: { all: 'reject' } }],
    value: 0,
    ran: ['stale undefined'],
    states: ['declined', 'fulfilled'],
    logs: [],
  },
  {
    name: 'C9: race goes on with what settles first; the marked call is still listed, and its approval runs it once',
    code: `const first = await Promise.race([r('fast'), w({ id: 1 })]); return first.read`,
    cards: [{ shows: ['2 w {"id":1}'], decide: all }],
    value: 'fast',
    ran: ['r "fast"', 'w {"id":1}'],
    states: fulfilled(2),
  },
  {
    name: 'C9: and its failure after that does not fail the run',
    code: `return (await Promise.any([r('fast'), fails({ id: 1 })])).read`,
    cards: [{ shows: ['2 fails {"id":1}'], decide: all }],
    value: 'fast',
    ran: ['r "fast"', 'fails {"id":1}'],
    states: ['fulfilled', 'rejected'],
  },
  {
    name: 'C9: neither does its refusal',
    code: `return (await Promise.race([r('fast'), w({ id: 1 })])).read`,
    cards: [{ shows: ['2 w {"id":1}'], decide: { all: 'reject', reason: 'no need' } }],
    value: 'fast',
    ran: ['r "fast"'],
    states: ['fulfilled', 'declined'],
  },
];
