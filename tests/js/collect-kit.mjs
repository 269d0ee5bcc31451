/*
 * Owns what the tests of collect are written with: a sandbox whose workers play the core for a straight program, `await` after `await`, as
 * the core would speak on the wire. What must hold: it knows nothing but the request and the replies. Deliberately absent: doing what a
 * sound core never does; tests for that speak for themselves.
 */
import { completed, failed, finish, sandboxOf } from './sandbox-kit.mjs';

export const collect = { mode: 'collect' };
export const yes = { all: 'approve' };

/** What the record says of each call, by `seq`. */
function known(journal) {
  const calls = [undefined];
  for (const entry of journal) {
    if (entry.e === 'call') calls.push({});
    if (entry.seq !== undefined) calls[entry.seq][entry.e] = entry;
    // A person decided anew about a start nobody saw the end of (K5).
    if (entry.e === 'decided') delete calls[entry.seq].started;
  }
  return calls;
}

/** One pass of a program under way: what the core says of it, in words. */
export function passOf(request, talk) {
  const calls = known(request.journal);
  const came = [];
  const open = [];
  let at = 1;
  const tell = entry => talk.say({ type: 'journal', entries: [entry] });
  const shown = (end, place = {}) => tell({ e: 'shown', calls: came.map(seq => [seq, seq]), end, ...place });
  const pass = {
    calls,
    came,
    /** Calls whose pending value the code has. */
    open,
    tell,
    shown,
    begin: () => request.journal.length > 0 && tell({ e: 'began' }),
    deliver: (seq, more = {}) => tell({ e: 'delivered', seq, at: at++, ...more }),
    call: (fn, input, more = {}) => {
      const seq = calls.length;
      calls.push({});
      const behind = open.length > 0 ? { behind: true } : {};
      return talk.request({ type: 'call', call: { seq, fn, input: JSON.stringify(input), go: false, line: seq, ...behind, ...more } });
    },
    execute: (seq, ahead = open.length > 0) => talk.request({ type: 'execute', seq, ...(ahead ? { ahead: true } : {}) }),
    pend: (end, place) => {
      shown(end, place);
      talk.say(finish({ status: 'pending' }));
    },
    fail: error => {
      shown('failed');
      talk.say(failed(error));
    },
    complete: value => {
      shown('body');
      talk.say(completed(value));
    },
  };
  return pass;
}

const refusal = ({ call, decided }, seq) => ({
  name: 'ApprovalRejected',
  message: 'refused',
  fn: call.fn,
  input: call.input,
  seq,
  ...(decided.reason ? { reason: decided.reason } : {}),
});

/**
 * Plays `await fn(input)` for each step in order; `look: true` reads the value, `log: text` logs a line, `caught: true` catches a refusal.
 * `input` may be a function of the values so far. Ends with the list of values.
 */
export const program = steps => async (request, talk, worker) => {
  const pass = passOf(request, talk);
  const values = [];
  pass.begin();
  for (const [index, step] of steps.entries()) {
    if (worker.ended > 0) return;
    if (step.log !== undefined) {
      talk.say({ type: 'log', entry: { level: 'log', text: step.log } });
      continue;
    }
    const seq = pass.came.length + 1;
    const reply = await outcome(pass, step, seq, values);
    if (reply.kind === 'cut') return pass.pend('call', { line: seq });
    pass.came.push(seq);
    if (reply.kind === 'ask') {
      pass.deliver(seq, { pending: true });
      pass.open.push(seq);
      if (step.look) return pass.pend('look', { line: index + 1, column: 3 });
      values.push(undefined);
    } else {
      pass.deliver(seq);
      if (reply.value === undefined && !step.caught) return pass.fail(reply.error);
      values.push(reply.value === undefined ? reply.error.name : JSON.parse(reply.value));
    }
  }
  if (pass.open.length > 0) return pass.pend('body');
  return pass.complete(JSON.stringify(values));
};

async function outcome(pass, step, seq, values) {
  const call = pass.calls[seq];
  if (call === undefined) {
    const input = typeof step.input === 'function' ? step.input(values) : step.input;
    const reply = await pass.call(step.fn, input);
    if (reply.kind === 'denied') return { error: { name: 'ApprovalRejected', message: 'denied', seq } };
    return reply.kind === 'allowed' ? pass.execute(seq) : reply;
  }
  if (call.settled) return call.settled.value === undefined ? { error: { ...call.settled.error, name: 'GuestError' } } : call.settled;
  if (call.judged?.verdict === 'deny') return { error: { name: 'ApprovalRejected', message: 'denied', seq } };
  const decision = call.decided?.decision;
  const effect = call.judged?.verdict === 'ask' || call.judged?.lifted === true;
  if (call.started && effect) return { kind: 'ask' };
  if (call.judged?.verdict === 'allow') return pass.execute(seq);
  if (decision === 'respond') return call.decided;
  if (decision === 'reject') return { error: refusal(call, seq) };
  if (decision === 'approve' && pass.open.length === 0) return pass.execute(seq, false);
  return { kind: 'ask' };
}

/** A function that keeps what it was called with. */
export const spy = (execute = input => input, extra = {}) => {
  const inputs = [];
  const spec = {
    ...extra,
    execute: (input, call) => {
      inputs.push(input);
      return execute(input, call);
    },
  };
  return { inputs, spec };
};

/** A sandbox with a marked function, a read and an effect that needs no decision, all giving back their input. */
export function collecting(steps, { execute, inputSchema, read, limits, ...options } = {}) {
  const w = spy(execute, { approval: true, ...(inputSchema ? { inputSchema } : {}) });
  const r = spy(read);
  const mail = spy(undefined, { sideEffects: ['external'] });
  const functions = { w: w.spec, r: r.spec, mail: mail.spec };
  const events = [];
  const made = sandboxOf(typeof steps === 'function' ? steps : program(steps), { functions, limits, ...options });
  const request = { code: 'shown to nobody', approval: collect, onEvent: event => events.push(event) };
  const types = () =>
    events.map(({ type, call, pass, decision, status }) => [type, call?.seq ?? pass ?? decision ?? status].filter(Boolean).join(' '));
  return { ...made, w, r, mail, functions, events, types, run: more => made.sandbox.run({ ...request, ...more }) };
}

export const states = result => result.calls.map(({ state }) => state);
export const ids = result => result.pending.map(({ callId }) => callId);
export const wt = (input, more) => ({ fn: 'w', input, ...more });

/** How the pass of the last card ended. */
export const ends = ({ checkpoint }) => checkpoint.journal.filter(({ e }) => e === 'shown').at(-1);
export const log = text => ({ type: 'log', entry: { level: 'log', text } });

/** Lets everything that is due happen, without a timer. */
export const settle = async () => {
  for (let i = 0; i < 8; i++) await new Promise(done => setImmediate(done));
};

/** Something to wait for, and who lets it pass. */
export function gate() {
  let open;
  const passed = new Promise(done => {
    open = done;
  });
  return { passed, open };
}
