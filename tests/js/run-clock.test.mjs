import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Line } from '../../js/line.ts';
import { RunClock } from '../../js/run-clock.ts';

/** A clock on a time that only `pass` moves. */
async function withClock(timeoutMs, body, places = 1) {
  let now = 0;
  const due = new Map();
  const mocks = [
    mock.method(performance, 'now', () => now),
    mock.method(globalThis, 'setTimeout', (run, ms) => {
      const timer = {};
      due.set(timer, { run, at: now + ms });
      return timer;
    }),
    mock.method(globalThis, 'clearTimeout', timer => due.delete(timer)),
  ];
  const settle = async () => {
    for (let i = 0; i < 20; i++) await null;
  };
  try {
    const line = new Line(places);
    const place = line.place();
    await place.take();
    let timeouts = 0;
    const clock = new RunClock(timeoutMs, place, () => (timeouts += 1));
    const pass = async ms => {
      await settle();
      now += ms;
      const ripe = () => [...due].find(([, { at }]) => at <= now);
      for (let next = ripe(); next; next = ripe()) {
        due.delete(next[0]);
        next[1].run();
      }
      await settle();
    };
    await body({ clock, place, line, pass, timeouts: () => timeouts });
  } finally {
    for (const one of mocks) one.mock.restore();
  }
}

const hook = () => {
  let answer;
  const asked = new Promise(done => {
    answer = done;
  });
  return { answer, open: () => asked };
};

test('the deadline counts from the start and ends once', () =>
  withClock(100, async ({ clock, pass, timeouts }) => {
    await pass(500);
    clock.start();
    await pass(99);
    assert.equal(timeouts(), 0);
    await pass(1);
    assert.equal(timeouts(), 1);
  }));

test('it stands while a person decides, and the place is free meanwhile', () =>
  withClock(100, async ({ clock, place, pass, timeouts }) => {
    clock.start();
    await pass(60);
    const person = hook();
    const asked = clock.asking(person.open);
    await pass(1000);
    assert.equal(place.held, false);
    person.answer();
    await asked;
    assert.equal(place.held, true);
    await pass(39);
    assert.equal(timeouts(), 0);
    await pass(1);
    assert.equal(timeouts(), 1);
    assert.equal(clock.humanMs, 1000);
    assert.equal(clock.runningMs, 100);
  }));

test('hooks that overlap count once', () =>
  withClock(1000, async ({ clock, pass }) => {
    clock.start();
    const [a, b] = [hook(), hook()];
    const first = clock.asking(a.open);
    await pass(100);
    const second = clock.asking(b.open);
    await pass(50);
    a.answer();
    await first;
    await pass(25);
    b.answer();
    await second;
    assert.equal(clock.humanMs, 175);
  }));

test('after the answer the run waits for a place, and that is not counted', () =>
  withClock(100, async ({ clock, line, pass, timeouts }) => {
    clock.start();
    const person = hook();
    let on = false;
    const asked = clock.asking(person.open).then(() => (on = true));
    const other = line.place();
    await other.take();
    person.answer();
    await pass(5000);
    assert.deepEqual([on, timeouts()], [false, 0]);
    other.leave();
    await asked;
    assert.equal(on, true);
  }));

test('a hook that opens while the run is in line lets the earlier answer pass', () =>
  withClock(100, async ({ clock, line, pass, timeouts }) => {
    clock.start();
    const [a, b] = [hook(), hook()];
    const first = clock.asking(a.open);
    const other = line.place();
    await other.take();
    a.answer();
    await pass(10);
    const second = clock.asking(b.open);
    await first;
    await pass(10_000);
    assert.equal(timeouts(), 0);
    other.leave();
    b.answer();
    await second;
    await pass(100);
    assert.equal(timeouts(), 1);
  }));

test('what is new has the whole limit for itself', () =>
  withClock(100, async ({ clock, pass, timeouts }) => {
    clock.start();
    await pass(90);
    clock.renew();
    await pass(99);
    assert.equal(timeouts(), 0);
    assert.equal(clock.runningMs, 189);
  }));

test('an ended run counts nothing more', () =>
  withClock(100, async ({ clock, pass, timeouts }) => {
    clock.start();
    const person = hook();
    const asked = clock.asking(person.open);
    await pass(10);
    clock.end();
    await pass(1000);
    person.answer();
    await asked;
    await pass(1000);
    assert.deepEqual([clock.humanMs, timeouts()], [10, 0]);
  }));

test('a limit longer than a platform timer is kept', () =>
  withClock(2 ** 31 + 100, async ({ clock, pass, timeouts }) => {
    clock.start();
    await pass(2 ** 31 - 1);
    assert.equal(timeouts(), 0);
    await pass(101);
    assert.equal(timeouts(), 1);
  }));
