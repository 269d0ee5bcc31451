import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked } from '../../js/asked.ts';
import { CardAsking } from '../../js/card-asking.ts';

const never = () => new Promise(() => {});

test('whatever ends a question first is its answer, and what comes later is none', async () => {
  const wanted = () => new AbortController().signal;
  assert.deepEqual(await asked(wanted(), () => 'yes'), { said: 'yes' });
  assert.deepEqual(await asked(wanted(), async () => undefined), { said: undefined });
  const thrower = () => {
    throw 5;
  };
  assert.deepEqual(await asked(wanted(), thrower), { threw: 5 });
  const controller = new AbortController();
  const open = asked(controller.signal, never);
  controller.abort();
  assert.equal(await open, undefined);
  let called = false;
  assert.equal(await asked(controller.signal, () => (called = true)), undefined);
  assert.equal(called, false);
  // Answered and withdrawn in the same turn.
  const both = new AbortController();
  const late = asked(both.signal, () => 'yes');
  both.abort();
  assert.equal(await late, undefined);
});

test('a card that is withdrawn before its hook is asked is not asked about', async () => {
  let called = false;
  const hook = () => (called = true);
  const about = { hook, runId: 'run', generation: 1 };
  const asking = new CardAsking({ ...about, signal: undefined });
  asking.withdraw('elsewhere', 'decided');
  asking.withdraw('disposed', 'later');
  assert.deepEqual([await asking.ask([]), called], [{ kind: 'elsewhere', why: 'decided' }, false]);
  const aborted = new CardAsking({ ...about, signal: AbortSignal.abort() });
  assert.deepEqual([await aborted.ask([]), called], [{ kind: 'aborted' }, false]);
});
