/*
 * Owns the colours of the code: cuts a text into pieces, each with a kind. What must hold: the pieces put together are the text, whatever
 * it is; a text that is no program is coloured oddly and nothing worse. Deliberately absent: a grammar; this is a few patterns.
 */

const words =
  'as async await break case catch class const continue debugger default delete do else enum export extends finally for from function get if import in instanceof interface let new of return set static super switch this throw try type typeof var void while with yield';
const constants = 'true false null undefined NaN Infinity';

const patterns = [
  ['comment', String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`],
  ['string', String.raw`'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|${'`'}(?:\\[\s\S]|[^${'`'}\\])*${'`'}?`],
  ['pattern', String.raw`(?<=[=(,:!&|?{};\n]\s*)\/(?![*\/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^\/\\\n[])+\/[a-z]*`],
  ['number', String.raw`\b\d[\w.]*`],
  ['word', String.raw`(?<![.\w$])(?:${words.replaceAll(' ', '|')})(?![\w$:])`],
  ['constant', String.raw`(?<![.\w$])(?:${constants.replaceAll(' ', '|')})(?![\w$])`],
];

/**
 * The pieces of `code` as `[kind, text]`, in order; `kind` is '' for what is nothing in particular. `names` are coloured as `host`:
 * the functions the code was given.
 */
export function pieces(code, names) {
  const host = names.map(name => name.replaceAll('.', String.raw`\.`)).join('|');
  const all = [...patterns, ['host', String.raw`(?<![.\w$])(?:${host})(?![\w$])`]];
  const matcher = new RegExp(all.map(([kind, source]) => `(?<${kind}>${source})`).join('|'), 'g');
  const out = [];
  let end = 0;
  for (const match of code.matchAll(matcher)) {
    if (match.index > end) out.push(['', code.slice(end, match.index)]);
    const [kind] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    out.push([kind, match[0]]);
    end = match.index + match[0].length;
  }
  if (end < code.length) out.push(['', code.slice(end)]);
  return out;
}
