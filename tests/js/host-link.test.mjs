import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { HostLink } from '../../js/host-link.ts';

function linked() {
  const sent = [];
  return { sent, link: new HostLink(message => sent.push(message)) };
}

const yes = { kind: 'approve', at: 1 };
const done = { kind: 'fulfilled', value: '1', at: 1 };

test('a reply finds the promise that waits for it, whatever the order', async () => {
  const { sent, link } = linked();
  const asked = link.onApproval(1);
  const executed = link.execute(2);
  const [ask, execute] = sent;
  assert.deepEqual([ask.type, execute.type], ['ask', 'execute']);
  link.settle(execute.id, done);
  link.settle(ask.id, yes);
  assert.deepEqual([await asked, await executed], [yes, done]);
});

test('a reply nobody waits for is ignored', () => {
  const { sent, link } = linked();
  link.onApproval(1);
  link.withdraw(1);
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

test('time does not go back', () => {
  const { link } = linked();
  const first = link.now();
  assert.ok(Math.abs(first - Date.now()) < 1000);
  assert.ok(link.now() >= first);
});
