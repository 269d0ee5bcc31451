/*
 * Owns the single operations of the benchmark. What must hold: each answers with something small, which is compared with the platform's
 * answer, and is large enough to take longer than starting a run. They say which idiom is slow, not what a program feels like.
 */

const rows = count => `Array.from({ length: ${count} }, (_, i) => ({ id: i, name: 'row ' + (i % 101), price: i % 97 }))`;

export const micro = [
  { name: 'fib(22)', code: 'const fib = n => (n < 2 ? n : fib(n - 1) + fib(n - 2));\nreturn fib(22);' },
  {
    name: 'filter, map, reduce of 10,000',
    code: `const rows = ${rows(10_000)};\nreturn rows.filter(r => r.price > 10).map(r => r.price * 2).reduce((a, b) => a + b, 0);`,
  },
  {
    name: 'sort of 10,000 numbers',
    code: 'let s = 1;\nconst list = Array.from({ length: 10000 }, () => (s = (s * 16807) % 2147483647));\nlist.sort((a, b) => a - b);\nreturn [list[0], list[5000], list[9999]];',
  },
  {
    name: 'sort of 5,000 records by name',
    code: `const rows = ${rows(5000)};\nrows.sort((a, b) => a.name.localeCompare(b.name) || a.price - b.price || a.id - b.id);\nreturn [rows[0].id, rows[2500].id, rows[4999].id];`,
  },
  {
    name: 'JSON of 5,000 records',
    code: `const text = JSON.stringify(${rows(5000)});\nreturn [text.length, JSON.parse(text)[4999].name];`,
  },
  {
    name: 'Map of 20,000',
    code: "const map = new Map();\nfor (let i = 0; i < 20000; i++) map.set('key' + (i % 5000), (map.get('key' + (i % 5000)) ?? 0) + i);\nlet sum = 0;\nfor (const [, value] of map) sum += value;\nreturn [map.size, sum];",
  },
  {
    name: 'object as a map of 20,000',
    code: "const map = {};\nfor (let i = 0; i < 20000; i++) map['key' + (i % 5000)] = (map['key' + (i % 5000)] || 0) + i;\nlet sum = 0;\nfor (const key of Object.keys(map)) sum += map[key];\nreturn sum;",
  },
  {
    name: 'CSV of 5,000 with +=',
    code: "let text = '';\nfor (let i = 0; i < 5000; i++) {\n  text += i + ',';\n  text += 'name ' + i + ',';\n  text += (i * 1.5).toFixed(2) + '\\n';\n}\nreturn [text.length, text.slice(-20)];",
  },
  {
    name: 'CSV of 5,000 with split and join',
    code: "const text = Array.from({ length: 5000 }, (_, i) => [i, 'name ' + i, i * 2].join(',')).join('\\n');\nconst rows = text.split('\\n').map(line => line.split(','));\nreturn rows.map(r => r.slice().reverse().join(';')).join('\\n').length;",
  },
  {
    name: 'matchAll of 5,000',
    code: "const text = Array.from({ length: 5000 }, (_, i) => 'id=' + i + ' name=user' + i).join('\\n');\nlet sum = 0;\nfor (const m of text.matchAll(/id=(\\d+) name=(\\w+)/g)) sum += Number(m[1]) + m[2].length;\nreturn sum;",
  },
  {
    name: 'split of 20,000 lines',
    code: "const lines = 'a line of text\\n'.repeat(20000).split('\\n');\nreturn [lines.length, lines[19999]];",
  },
  { name: '20,000 unshift', code: 'const list = [];\nfor (let i = 0; i < 20000; i++) list.unshift(i);\nreturn [list.length, list[0]];' },
  {
    name: '5,000 shift',
    code: 'const list = Array.from({ length: 5000 }, (_, i) => i);\nlet sum = 0;\nwhile (list.length) sum += list.shift();\nreturn sum;',
  },
  {
    name: 'array spread in reduce, 2,000',
    code: 'return Array.from({ length: 2000 }, (_, i) => i).reduce((list, i) => [...list, i * 2], []).length;',
  },
  {
    name: 'object spread in reduce, 400',
    code: "return Object.keys(Array.from({ length: 400 }, (_, i) => i).reduce((all, i) => ({ ...all, ['k' + i]: i }), {})).length;",
  },
  {
    name: 'delete of 10,000',
    code: "const map = {};\nfor (let i = 0; i < 10000; i++) map['k' + i] = i;\nfor (let i = 0; i < 10000; i += 2) delete map['k' + i];\nreturn Object.keys(map).length;",
  },
  {
    name: 'characters of a text of 50,000',
    code: "const text = 'abcde fghij '.repeat(4200).slice(0, 50000);\nlet n = 0;\nfor (let i = 0; i < text.length; i++) if (text[i] === 'e' || text.charCodeAt(i) === 32) n++;\nfor (const ch of text) if (ch === 'a') n++;\nreturn n;",
  },
  {
    name: 'replace with a function, 5,000',
    code: "return 'Hello {{name}}, '.repeat(5000).replace(/\\{\\{(\\w+)\\}\\}/g, (_, key) => key.toUpperCase()).length;",
  },
  {
    name: 'classes and closures, 20,000',
    code: 'class Point {\n  constructor(x, y) { this.x = x; this.y = y; }\n  plus(o) { return new Point(this.x + o.x, this.y + o.y); }\n}\nlet p = new Point(0, 0);\nconst one = new Point(1, 2);\nfor (let i = 0; i < 20000; i++) p = p.plus(one);\nconst adders = Array.from({ length: 200 }, (_, i) => x => x + i);\nreturn [p.x, p.y, adders.reduce((x, f) => f(x), 0)];',
  },
  {
    name: 'loop of 300,000 additions',
    code: 'let sum = 0;\nfor (let i = 0; i < 300000; i++) sum = (sum + i * 3) % 1000003;\nreturn sum;',
  },
  {
    name: 'destructuring of 10,000',
    code: `let sum = 0;\nfor (const { id, price, ...rest } of ${rows(10_000)}) {\n  const [a, b] = [id, price];\n  sum += a + b + rest.name.length;\n}\nreturn sum;`,
  },
  {
    name: '5,000 awaits',
    code: 'const step = async i => i + 1;\nlet n = 0;\nfor (let i = 0; i < 5000; i++) n = await step(n);\nreturn n;',
  },
];
