/*
 * Owns a report as text: for the console, and as Markdown for docs/performance.md.
 */
import { least, median, most, ratio } from './samples.mjs';

const ms = value => (value === undefined ? '' : value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));
const times = value => (value === undefined ? '' : `${value >= 10 ? value.toFixed(0) : value.toFixed(2)} ×`);
const spread = found => (found ? `${ms(median(found))} (${ms(least(found))}–${ms(most(found))})` : '');

const columns = ['countersign', 'quickjs', 'codemode', 'platform'];
const platformOf = peers => peers.platform ?? peers['platform-fresh'];

/** One group as rows of cells: the name, the peers' figures, ratios. */
export function groupRows(report, group) {
  const head = ['', ...columns, 'to quickjs', 'to platform'];
  const rows = report.rows.filter(row => row.group === group);
  const bare = rows.some(row => row.peers['ping-pong']);
  const body = rows.map(({ name, peers }) => [
    name,
    ...columns.map(peer => spread(peer === 'platform' ? platformOf(peers) : peers[peer])),
    times(ratio(peers.countersign, peers.quickjs)),
    times(ratio(peers.countersign, platformOf(peers))),
    ...(bare ? [times(ratio(peers.countersign, peers['ping-pong']))] : []),
  ]);
  return [bare ? [...head, 'to bare ping-pong'] : head, ...body];
}

function aligned(rows) {
  const widths = rows[0].map((_, at) => Math.max(...rows.map(row => row[at].length)));
  return rows.map(row => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ')).join('\n');
}

export function consoleText(report) {
  const groups = [...new Set(report.rows.map(row => row.group))];
  const parts = groups.map(group => `${group}\n${aligned(groupRows(report, group))}`);
  const failures = report.failures.map(({ group, name, peer, message }) => `FAILED ${group}: ${name}: ${peer}: ${message}`);
  return [`${report.rounds} rounds, Chromium ${report.chromium}; ms: median (least–most)`, ...parts, ...failures].join('\n\n');
}
