/*
 * Owns the data that the benchmark's programs work on. What must hold: the same for every peer, in every round and on every machine; plain
 * JSON, since that is what a host function answers with.
 */

/** Numbers in [0, 1), the same for the same seed. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export const times = (count, make) => Array.from({ length: count }, (_, at) => make(at));

const regions = ['north', 'south', 'east', 'west', 'central'];
const products = ['chair', 'desk', 'lamp', 'shelf', 'sofa', 'stool', 'table', 'wardrobe'];
const statuses = ['paid', 'open', 'cancelled', 'refunded'];
const first = ['Ada', 'Grace', 'Linus', 'Edsger', 'Barbara', 'Donald', 'Margaret', 'Alan', 'Radia', 'Tim'];
const last = ['Lovelace', 'Hopper', 'Novak', 'Dijkstra', 'Liskov', 'Knuth', 'Hamilton', 'Turing', 'Perlman', 'Lee'];
const words =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our man me even most made after also did many off before must well back through years where much your way down should because long each just state those people too mr how little good world make very year still see own work men day get here old life both between being under three never know same last another while us might great go come since against right came take used himself few house use place during high without again home around small however found mrs part school thought went say general once upon war every left got number'.split(
    ' ',
  );

const pick = (list, next) => list[Math.floor(next() * list.length)];

const stamp = (next, days) => new Date(Date.UTC(2025, 0, 1) + Math.floor(next() * days * 86_400) * 1000).toISOString();

/** Made once, so that no peer's time has it in it. */
const kept = new Map();
function once(name, count, make) {
  const key = `${name} ${count}`;
  if (!kept.has(key)) kept.set(key, make(count));
  return kept.get(key);
}

export const orders = count => once('orders', count, makeOrders);
export const customers = count => once('customers', count, makeCustomers);
export const csv = count => once('csv', count, makeCsv);
export const log = count => once('log', count, makeLog);
export const prose = count => once('prose', count, makeProse);
export const nodes = count => once('nodes', count, makeNodes);
export const issues = count => once('issues', count, makeIssues);

function makeOrders(count) {
  const next = random(11);
  return times(count, at => ({
    id: at + 1,
    customerId: 1 + Math.floor(next() * 400),
    region: pick(regions, next),
    product: pick(products, next),
    status: pick(statuses, next),
    quantity: 1 + Math.floor(next() * 9),
    price: Math.round(next() * 50_000) / 100,
    createdAt: stamp(next, 365),
  }));
}

function makeCustomers(count) {
  const next = random(12);
  return times(count, at => {
    const given = pick(first, next);
    const family = pick(last, next);
    // A third of them again, written a little differently, as lists of contacts are.
    const number = Math.floor(next() * count * 0.7);
    const address = `${given}.${family}${number}@example.com`;
    return {
      id: at + 1,
      name: `${given} ${family}`,
      email: next() < 0.3 ? ` ${address.toUpperCase()} ` : address,
      phone: next() < 0.5 ? `+49 30 ${100_000 + number}` : null,
      tags: times(Math.floor(next() * 4), () => pick(words, next)),
      updatedAt: stamp(next, 365),
    };
  });
}

function makeCsv(count) {
  const lines = orders(count).map(
    each => `${each.id},"${each.product}, ${each.region}",${each.quantity},${each.price.toFixed(2)},${each.status}`,
  );
  return `id,title,quantity,price,status\n${lines.join('\n')}\n`;
}

function makeLog(count) {
  const next = random(13);
  const paths = ['/', '/login', '/api/orders', '/api/customers', '/static/app.js', '/health'];
  const lines = times(count, () => {
    const address = times(4, () => Math.floor(next() * 256)).join('.');
    const status = pick([200, 200, 200, 201, 304, 404, 500], next);
    return `${address} - - [${stamp(next, 30)}] "${pick(['GET', 'POST'], next)} ${pick(paths, next)} HTTP/1.1" ${status} ${Math.floor(next() * 9000)}`;
  });
  return lines.join('\n');
}

function makeProse(count) {
  const next = random(14);
  let text = '';
  for (let at = 0; at < count; at += 1) {
    const word = pick(words, next);
    text += at % 13 === 0 ? word[0].toUpperCase() + word.slice(1) : word;
    text += at % 13 === 12 ? (at % 65 === 64 ? '.\n\n' : '. ') : ' ';
  }
  return text;
}

export function names(count, seed) {
  const next = random(seed);
  return times(count, () => {
    const name = `${pick(first, next)} ${pick(last, next)} ${pick(products, next)}`;
    const at = Math.floor(next() * name.length);
    return next() < 0.5 ? name.slice(0, at) + name.slice(at + 1) : name;
  });
}

/** A flat list of folders and files, each with its parent. */
function makeNodes(count) {
  const next = random(15);
  return times(count, at => ({
    id: at + 1,
    parentId: at === 0 ? null : 1 + Math.floor(next() * Math.min(at, 1 + at * 0.6)),
    name: `${pick(words, next)}-${at}`,
    size: Math.floor(next() * 10_000),
  }));
}

/** Busy times of each person, in minutes since Monday. */
export function calendars(people) {
  const next = random(16);
  return times(people, at => ({
    person: first[at % first.length] + at,
    busy: times(24, () => {
      const day = Math.floor(next() * 5);
      const start = day * 1440 + 540 + Math.floor(next() * 16) * 30;
      return { start, end: start + 30 * (1 + Math.floor(next() * 4)) };
    }),
  }));
}

/** An answer as an API gives it: nested, with more than anyone needs. */
function makeIssues(count) {
  const next = random(17);
  return {
    total: count,
    items: times(count, at => ({
      node: {
        id: `I_${at}`,
        number: at + 1,
        title: times(6, () => pick(words, next)).join(' '),
        author: { login: pick(first, next).toLowerCase(), url: 'https://example.com' },
        labels: { nodes: times(Math.floor(next() * 4), () => ({ name: pick(products, next), color: 'ff0000' })) },
        comments: { totalCount: Math.floor(next() * 30), nodes: times(2, () => ({ body: pick(words, next), createdAt: stamp(next, 90) })) },
        state: next() < 0.6 ? 'OPEN' : 'CLOSED',
        createdAt: stamp(next, 200),
        closedAt: null,
      },
    })),
  };
}
