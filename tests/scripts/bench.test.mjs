/*
 * Tests what the benchmark makes of its figures, and the page it makes of a report: arithmetic, without a browser.
 */
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { goals } from '../../benches/goals.mjs';
import { reportPage } from '../../benches/report.mjs';
import { geometricMean, median, merged, ratio, Samples } from '../../benches/samples.mjs';
import { consoleText, markdown } from '../../benches/table.mjs';

function report() {
  const samples = new Samples();
  for (const [round, ms] of [20, 40, 10].entries()) {
    samples.add('cold', 'HTTP cache empty', 'countersign', round, ms);
    samples.add('cold', 'HTTP cache empty', 'quickjs', round, ms * 2);
  }
  samples.fail('micro', 'a | b', 'countersign', 'MemoryLimit: </script>');
  const machine = { cpu: 'a cpu', count: 2 };
  const bytes = [{ who: 'countersign', name: 'countersign_bg.wasm', raw: 7e6, gzip: 2e6, brotli: 1.1e6 }];
  const memory = [{ peer: 'quickjs', idle: 1, held: 2, later: 3 }];
  return {
    made: '2026-01-02T00:00:00Z',
    chromium: '1',
    machine,
    rounds: 3,
    rows: samples.rows(),
    failures: samples.failures,
    bytes,
    memory,
  };
}

test('a round counts once, by the median of what was measured in it, and peers are compared within rounds', () => {
  const samples = new Samples();
  for (const ms of [1, 100, 2]) samples.add('g', 'n', 'a', 0, ms);
  samples.add('g', 'n', 'a', 2, 8);
  assert.deepEqual(samples.rows(), [{ group: 'g', name: 'n', peers: { a: [2, null, 8] } }]);
  assert.equal(ratio([10, 1000, 30], [20, 500, 60]), 0.5);
  assert.equal(ratio([10, null, 30], [20, 500, 30]), 0.75);
  assert.equal(ratio(undefined, [1]), undefined);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(geometricMean([1, 4, 16]).toFixed(6), '4.000000');
});

test('goals say what was measured, and that something was not', () => {
  const found = goals(report());
  const of = what => found.find(goal => goal.what.startsWith(what));
  assert.deepEqual(of('cold start against quickjs, HTTP cache empty'), {
    what: 'cold start against quickjs, HTTP cache empty',
    least: '1.20 ×',
    aim: '0.80 ×',
    measured: '0.50 ×',
    verdict: 'aim reached',
  });
  assert.equal(of('engine, brotli').verdict, 'reached');
  assert.equal(of('worst program').verdict, 'not measured');
});

test('where more is better, less than the goal is not reached', () => {
  const row = (name, peers) => ({ group: 'calls', name, peers });
  const slow = { ...report(), rows: [row('1,000, one after the other', { countersign: [30], quickjs: [20], 'ping-pong': [24] })] };
  const verdicts = goals(slow)
    .filter(({ what }) => what.startsWith('sequential'))
    .map(({ measured, verdict }) => [measured, verdict]);
  assert.deepEqual(verdicts, [
    ['0.67 ×', 'not reached'],
    ['80 %', 'aim reached'],
  ]);
});

test('runs are added up by their rounds', () => {
  const both = merged([report(), report()]);
  assert.equal(both.rounds, 6);
  assert.deepEqual(both.rows[0].peers.countersign, [20, 40, 10, 20, 40, 10]);
});

test('a round that a peer did not finish stays its own, and what failed in any run is told', () => {
  const of = (peers, failures = []) => ({ rounds: 2, rows: [{ group: 'g', name: 'n', peers }], failures });
  const failure = { group: 'g', name: 'n', peer: 'b', message: 'Timeout' };
  const { rows, failures } = merged([of({ a: [1, 2], b: [1] }), of({ a: [3, 4], b: [3, 4] }, [failure])]);
  assert.deepEqual(rows[0].peers, { a: [1, 2, 3, 4], b: [1, null, 3, 4] });
  assert.equal(ratio(rows[0].peers.a, rows[0].peers.b), 1);
  assert.deepEqual(failures, [failure]);
});

test('half a measurement is none, and programs that one could not do are told', () => {
  const row = (group, name, countersign, quickjs) => ({ group, name, peers: { countersign, quickjs } });
  const found = goals({
    rows: [
      row('collect', '1,000 marked calls to the card', [5]),
      row('calls', '1,000, one after the other', [5], [5]),
      row('programs', 'a', [2], [1]),
      row('programs', 'b', undefined, [1]),
    ],
  });
  const of = what => found.find(goal => goal.what.startsWith(what));
  assert.equal(of('1,000 marked calls').verdict, 'not measured');
  assert.equal(of('programs against quickjs, geometric mean').what, 'programs against quickjs, geometric mean (1 of 2)');
});

test('the tables hold every figure, and no cell breaks a table', () => {
  const text = consoleText(report());
  assert.match(text, /HTTP cache empty +20\.0 \(10\.0–40\.0\) +40\.0 \(20\.0–80\.0\) +0\.50 ×/);
  assert.match(text, /FAILED micro: a \| b: countersign: MemoryLimit/);
  for (const table of markdown(report()).matchAll(/(?:^\|.*\n)+/gm)) {
    const widths = table[0]
      .trim()
      .split('\n')
      .map(line => line.split('|').length);
    assert.equal(new Set(widths).size, 1, table[0]);
  }
});

test('the page has the report in it, whatever is written there', () => {
  const page = reportPage(report());
  assert.equal(page.match(/<\/script>/g).length, 2);
  const json = /<script type="application\/json" id="report">(.*)<\/script>/.exec(page)[1];
  assert.equal(JSON.parse(json).failures[0].message, 'MemoryLimit: </script>');
  assert.doesNotMatch(page, /href="report\.css"|src="report\.js"/);
});
