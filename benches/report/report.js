/*
 * Owns the page of a report: goals as a table, what was timed as bars. What must hold: bars of one row share a scale, a logarithmic one, since peers
 * differ by three powers of ten; every bar has its figure beside it. Deliberately absent: arithmetic on figures, which is samples.mjs and goals.mjs.
 */
const report = JSON.parse(document.getElementById('report').textContent);
const main = document.querySelector('main');

const peers = [
  ['countersign', 'countersign', '--countersign'],
  ['quickjs', 'quickjs-emscripten', '--quickjs'],
  ['codemode', '@cloudflare/codemode', '--codemode'],
  ['platform', 'Worker, kept', '--platform'],
  ['platform-fresh', 'Worker, new', '--platform'],
  ['ping-pong', 'bare messages', '--bare'],
];
const short = { quickjs: 'quickjs', codemode: 'codemode' };

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

document.getElementById('headline').textContent =
  `${report.headline}. Bars are logarithmic; shorter is faster; the thin line is least to most.`;
const legend = new Map(peers.map(([, title, colour]) => [colour, title.replace(/, (?:kept|new)$/, '')]));
for (const [colour, title] of legend) document.getElementById('legend').append(element('li', { style: `--peer: var(${colour})` }, title));

const timed = new Map(report.tables.map(({ title, rows }) => [title, rows]));
for (const [title, rows] of timed) {
  const group = report.groups[title];
  main.append(element('h2', {}, title.replaceAll('`', '')), group ? bars(group, rows) : table(title, rows));
}
if (report.failures.length > 0) {
  const lines = report.failures.map(({ name, peer, message }) => element('li', {}, `${peer}: ${name}: ${message}`));
  main.append(element('h2', {}, 'Not done, or answered wrongly'), element('ul', {}, ...lines));
}

function table(title, [head, ...rows]) {
  const cells = row =>
    row.map((text, at) => {
      if (at === 0) return element('th', { scope: 'row' }, text);
      const last = title === 'Goals' && at === row.length - 1;
      return last ? verdict(text) : element('td', { 'data-name': head[at] }, text);
    });
  const columns = head.map(text => element('th', { scope: 'col' }, text));
  const body = rows.map(row => element('tr', {}, ...cells(row)));
  const made = element(
    'table',
    title === 'Goals' ? { class: 'goals' } : {},
    element('thead', {}, element('tr', {}, ...columns)),
    element('tbody', {}, ...body),
  );
  return element('div', { class: 'scroll' }, made);
}

function verdict(text) {
  const marks = { 'aim reached': ['good', '✓✓ '], reached: ['good', '✓ '], 'not reached': ['bad', '✗ '] };
  const [tone, mark] = marks[text] ?? ['', ''];
  return element('td', { class: `verdict ${tone}` }, mark + text);
}

function bars(group, [head, ...rows]) {
  const found = report.rows.filter(row => row.group === group);
  const all = found.flatMap(row => Object.values(row.peers).flat()).filter(ms => ms > 0);
  const [low, high] = [Math.log(Math.min(...all) * 0.7), Math.log(Math.max(...all))];
  const at = ms => `${Math.max(1, (100 * (Math.log(ms) - low)) / (high - low)).toFixed(1)}%`;
  const articles = found.map((row, place) => {
    const article = element('article', {}, element('h3', {}, row.name));
    for (const [peer, title, colour] of peers) if (row.peers[peer]) article.append(bar(row.peers[peer], short[peer] ?? title, colour, at));
    const ratios = head.flatMap((name, column) =>
      name.startsWith('to ') && rows[place][column] ? [`${rows[place][column]} ${name.slice(3)}`] : [],
    );
    if (ratios.length > 0) article.append(element('p', { class: 'ratio' }, `takes ${ratios.join(', ')}`));
    return article;
  });
  return element('div', { class: 'rows' }, ...articles);
}

function bar(rounds, title, colour, at) {
  const sorted = rounds.filter(ms => ms !== null).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  const said = ms => ms.toFixed(ms >= 100 ? 0 : ms >= 10 ? 1 : 2);
  const track = element('span', { class: 'track', style: `--peer: var(${colour})` });
  track.append(element('span', { class: 'fill', style: `width: ${at(median)}` }));
  track.append(element('span', { class: 'range', style: `left: ${at(sorted[0])}; width: calc(${at(sorted.at(-1))} - ${at(sorted[0])})` }));
  const figures = `${said(median)} ms (${said(sorted[0])}–${said(sorted.at(-1))})`;
  return element('div', { class: 'bar' }, element('span', {}, title), track, element('span', {}, figures));
}
