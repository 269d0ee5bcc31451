/*
 * Owns a report as tables: rows of cells, which become text for the console, Markdown for docs/performance.md, or the page of report/.
 */
import { goals } from './goals.mjs';
import { least, median, most, ratio } from './samples.mjs';

const ms = value => (value === undefined ? '' : value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));
const times = value => (value === undefined ? '' : `${value >= 10 ? value.toFixed(0) : value.toFixed(2)} ×`);
const spread = found => (found ? `${ms(median(found))} (${ms(least(found))}–${ms(most(found))})` : '');
const number = value => value.toLocaleString('en');

export const titles = {
  cold: 'Cold: from navigation to the first result, ms',
  warm: 'Warm: `return 1`, a fresh guest each time, ms',
  calls: 'Calls of host functions, ms',
  collect: 'Collect, ms',
  programs: 'Programs, ms',
  first: 'Programs, the first time in a page, ms',
  micro: 'Single operations, ms',
};

const contenders = ['countersign', 'quickjs', 'codemode', 'platform'];
const names = { platform: 'platform', 'platform-fresh': 'platform' };

/** Each table is `{ title, rows }`, the first row its head. */
export function tables(report) {
  const groups = Object.keys(titles).filter(group => report.rows.some(row => row.group === group));
  return [goalTable(report), ...groups.map(group => groupTable(report, group)), ...bytesTable(report), ...memoryTable(report)];
}

function goalTable(report) {
  const rows = goals(report).map(({ what, least, aim, measured, verdict }) => [what, least, aim, measured, verdict]);
  return { title: 'Goals', rows: [['', 'at least', 'aim', 'measured', ''], ...rows] };
}

function groupTable(report, group) {
  const found = report.rows.filter(row => row.group === group);
  const has = peer => found.some(({ peers }) => peers[peer]);
  const columns = [...contenders, 'platform-fresh', 'ping-pong'].filter(has);
  const compared = columns.filter(peer => peer !== 'countersign' && peer !== 'codemode');
  const head = ['', ...columns.map(peer => names[peer] ?? peer), ...compared.map(peer => `to ${names[peer] ?? peer}`)];
  const rows = found.map(({ name, peers }) => [
    name,
    ...columns.map(peer => spread(peers[peer])),
    ...compared.map(peer => times(ratio(peers.countersign, peers[peer]))),
  ]);
  return { title: titles[group], rows: [head, ...rows] };
}

function bytesTable({ bytes }) {
  if (!bytes?.length) return [];
  const rows = bytes.map(({ who, name, raw, gzip, brotli }) => [`${who}: ${name}`, number(raw), number(gzip), number(brotli)]);
  return [{ title: 'Bytes', rows: [['', 'raw', 'gzip', 'brotli'], ...rows] }];
}

function memoryTable({ memory }) {
  if (!memory?.length) return [];
  const rows = memory.map(({ peer, idle, held, later }) => [peer, ...[idle, held, later].map(each => each.toFixed(1))]);
  return [{ title: 'Memory, MiB', rows: [['', 'idle', 'a run with 10,000 records twice', 'idle after 500 runs'], ...rows] }];
}

export function consoleText(report) {
  const failures = report.failures.map(({ group, name, peer, message }) => `FAILED ${group}: ${name}: ${peer}: ${message}`);
  return [headline(report), ...tables(report).map(({ title, rows }) => `${title}\n${aligned(rows)}`), failures.join('\n')].join('\n\n');
}

export function markdown(report) {
  const failures = report.failures.map(({ name, peer, message }) => `- ${peer} could not do “${name}”: ${message}`);
  return [
    `${headline(report)}.`,
    ...tables(report).map(({ title, rows }) => `### ${title}\n\n${piped(rows)}`),
    ...(failures.length > 0 ? [failures.join('\n')] : []),
  ].join('\n\n');
}

export const headline = ({ rounds, chromium, machine, made }) =>
  `${rounds} rounds on ${made.slice(0, 10)}, Chromium ${chromium}, ${machine.count} × ${machine.cpu}; median (least–most)`;

function aligned(rows) {
  const widths = rows[0].map((_, at) => Math.max(...rows.map(row => row[at].length)));
  return rows
    .map(row =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function piped([head, ...rows]) {
  const line = cells => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}
