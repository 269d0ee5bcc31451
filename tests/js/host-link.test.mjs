import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { HostLink } from '../../js/host-link.ts';
import { Outbox } from '../../js/outbox.ts';

function linked() {
  const sent = [];
  const out = new Outbox(messages => sent.push(...[messages].flat()));
  return { sent, out, link: new HostLink(out) };
}

const yes = { kind: 'approve', at: 1 };
const done = { kind: 'fulfilled', value: '1', at: 1 };

test('a reply finds the promise that waits for it, whatever the order', async () => {
  const { sent, out, link } = linked();
  const asked = link.onApproval(1);
  const executed = link.execute(2);
  out.flush();
  const [ask, execute] = sent;
  assert.deepEqual([ask.type, execute.type], ['ask', 'execute']);
  link.settle(execute.id, done);
  link.settle(ask.id, yes);
  assert.deepEqual([await asked, await executed], [yes, done]);
});

test('what the engine says of a call is passed on, and nothing it does not say', () => {
  const { sent, out, link } = linked();
  void link.execute(1, true);
  void link.execute(2, false);
  void link.call({ seq: 3, fn: 'w', input: '1', go: false, behind: true });
  const shown = { e: 'shown', calls: [[1, 3]], end: 'look', line: 1 };
  link.journal([{ e: 'began' }, shown]);
  out.flush();
  assert.deepEqual(sent, [
    { type: 'execute', id: 1, seq: 1, ahead: true },
    { type: 'execute', id: 2, seq: 2 },
    { type: 'call', id: 3, call: { seq: 3, fn: 'w', input: '1', go: false, behind: true } },
    { type: 'journal', entries: [{ e: 'began' }, shown] },
  ]);
});

test('a reply nobody waits for is ignored', () => {
  const { sent, out, link } = linked();
  link.onApproval(1);
  link.withdraw(1);
  out.flush();
  link.settle(sent[0].id, yes);
  link.settle(99, yes);
  assert.deepEqual(sent.slice(1), [{ type: 'withdraw', seq: 1 }]);
});

test('after it is closed nothing of the run is sent, and no timer of it is left', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { sent, link } = linked();
    let woken = false;
    void link.sleep(10).then(() => {
      woken = true;
    });
    link.close();
    link.log({ level: 'log', text: 'late' });
    void link.call({ seq: 1, fn: 'w', input: '1', go: true });
    mock.timers.tick(100);
    await null;
    assert.deepEqual([sent, woken], [[], false]);
  } finally {
    mock.timers.reset();
  }
});

test('what is told before a loop that never ends is sent at once, behind all that came before it', () => {
  for (const [tell, type] of [
    [link => link.log({ level: 'log', text: 'here' }), 'log'],
    [link => link.journal([{ e: 'began' }]), 'journal'],
    [link => link.journal([{ e: 'shown', calls: [], end: 'look' }]), 'journal'],
    [link => link.repeated(), 'repeated'],
  ]) {
    const { sent, link } = linked();
    void link.execute(1, false);
    void link.execute(2, false);
    link.journal([{ e: 'delivered', seq: 1, at: 1 }]);
    assert.equal(sent.length, 1);
    tell(link);
    assert.deepEqual(
      sent.map(message => message.type),
      ['execute', 'execute', 'journal', type],
    );
  }
});

test('time does not go back', () => {
  const { link } = linked();
  const first = link.now();
  assert.ok(Math.abs(first - Date.now()) < 1000);
  assert.ok(link.now() >= first);
});
