/*
 * Owns the goals: what is asked of the figures of one report, and what they are. What must hold: ratios of figures of the same rounds, never
 * times; a goal that was not measured says so. Deliberately absent: failing. Goals are read.
 */
import { engine, pageSide } from './bytes.mjs';
import { geometricMean, ratio } from './samples.mjs';

const percent = value => `${Math.round(value * 100)} %`;
const times = value => `${value.toFixed(2)} ×`;

/** Rows of `{ what, least, aim, measured, verdict }`; all are texts. Of ratios small is good, unless `more`. */
export function goals(report) {
  const find = (group, name) => report.rows.find(row => row.group === group && row.name === name)?.peers ?? {};
  const ours = (group, name) => find(group, name).countersign;
  const toQuickjs = (group, name) => ratio(ours(group, name), find(group, name).quickjs);
  const sequential = '1,000, one after the other';
  const [toCard, toResult] = ['to the card', 'approved, to the result'].map(part => ours('collect', `1,000 marked calls ${part}`) ?? []);
  const marked = toCard.map((ms, round) => (ms && toResult[round] ? ms + toResult[round] : null));
  const tenfold = (group, large, small) => ratio(ours(group, large), ours(group, small));
  const programs = report.rows
    .filter(row => row.group === 'programs')
    .map(row => ({ name: row.name, ratio: ratio(row.peers.countersign, row.peers.quickjs) }));
  const measured = programs.filter(each => each.ratio !== undefined);
  const ofAll = measured.length < programs.length ? ` (${measured.length} of ${programs.length})` : '';
  const worst = measured.toSorted((a, b) => b.ratio - a.ratio)[0];
  const size = name => report.bytes?.find(row => row.who === 'countersign' && row.name === name)?.brotli;
  return [
    goal('cold start against quickjs, HTTP cache empty', 1.2, 0.8, toQuickjs('cold', 'HTTP cache empty')),
    goal('cold start against quickjs, HTTP cache full', 1.2, 0.8, toQuickjs('cold', 'HTTP cache full')),
    goal('warm run against quickjs, after a pause', 1, 0.5, toQuickjs('warm', 'return 1, after a pause')),
    goal('warm run against quickjs, run after run', 1, 0.5, toQuickjs('warm', 'return 1, run after run')),
    goal('sequential calls a second against quickjs', 1, 1.5, ratio(find('calls', sequential).quickjs, ours('calls', sequential)), {
      more: true,
    }),
    goal(
      'sequential calls a second against a bare ping-pong',
      undefined,
      0.7,
      ratio(find('calls', sequential)['ping-pong'], ours('calls', sequential)),
      { more: true, say: percent },
    ),
    goal('1,000 marked calls, card and result, against 1,000 plain calls', 2, 1.3, ratio(marked, ours('calls', sequential))),
    goal('10,000 against 1,000: calls', 12, 10.5, tenfold('calls', '10,000, one after the other', sequential)),
    goal(
      '10,000 against 1,000: to the card',
      12,
      10.5,
      tenfold('collect', '10,000 marked calls to the card', '1,000 marked calls to the card'),
    ),
    goal(
      '10,000 against 1,000: to the result',
      12,
      10.5,
      tenfold('collect', '10,000 marked calls approved, to the result', '1,000 marked calls approved, to the result'),
    ),
    goal(
      '10,000 against 1,000: replay',
      12,
      10.5,
      tenfold('collect', 'a journal of 10,000 reads replayed, to the result', 'a journal of 1,000 reads replayed, to the result'),
    ),
    goal(
      `programs against quickjs, geometric mean${ofAll}`,
      3,
      1.5,
      measured.length > 0 ? geometricMean(measured.map(each => each.ratio)) : undefined,
    ),
    goal(worst ? `worst program against quickjs (${worst.name})` : 'worst program against quickjs', 8, 3, worst?.ratio),
    goal('engine, brotli', 1_200_000, 900_000, size(engine), { say: bytes }),
    goal('page side, brotli', 15_000, 10_000, size(pageSide), { say: bytes }),
  ];
}

const bytes = value => (value >= 1e6 ? `${(value / 1e6).toFixed(2)} MB` : `${(value / 1000).toFixed(1)} KB`);

function goal(what, least, aim, value, { more = false, say = times } = {}) {
  const good = limit => limit !== undefined && value !== undefined && (more ? value >= limit : value <= limit);
  const said = limit => (limit === undefined ? '' : say(limit));
  const verdict = value === undefined ? 'not measured' : good(aim) ? 'aim reached' : good(least) ? 'reached' : 'not reached';
  return { what, least: said(least), aim: said(aim), measured: value === undefined ? '' : say(value), verdict };
}
