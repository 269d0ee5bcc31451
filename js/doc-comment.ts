/*
 * Owns text inside comments and literals of the declarations a model is given. What must hold: whatever an app, or a tool of somebody
 * else's, has for a description, it ends neither the comment it stands in nor the Markdown fence around all of it, and every
 * character of it can be seen.
 */

/** Control characters, direction marks, tags, variation selectors, fillers and others that nobody sees, so that text could hide in them; and what looks like a space and is another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]|(?! )\p{Zs}/gu;
/** What nobody sees, but for the joiners that words and emoji need, one or two at a time. */
const HIDDEN = /(?!\t|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]|(?:\u200c|\u200d|\ufe0e|\ufe0f){3,}/gu;
const BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** Text as lines that can stand in a comment. */
export function commentLines(text: string): string[] {
  const lines = text.split(BREAKS).map(line =>
    line
      .replace(HIDDEN, '')
      .replaceAll('*/', '* /')
      .replace(/`{3,}/g, ticks => "'".repeat(ticks.length))
      .trimEnd(),
  );
  return lines.join('\n').trim().split('\n');
}

/** A doc comment, or nothing where there is nothing to say. Ends with a line break. */
export function docComment(texts: readonly string[]): string {
  const lines = texts.flatMap(commentLines).filter((line, at, all) => line !== '' || (at > 0 && all[at - 1] !== ''));
  if (lines.length === 0 || lines.every(line => line === '')) return '';
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map(line => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

export const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');

/** A string as a literal in one line, with nothing in it that cannot be seen. */
export function stringLiteral(text: string): string {
  return JSON.stringify(text)
    .replace(UNSEEN, escaped)
    .replace(/`{3,}/g, ticks => '\\x60'.repeat(ticks.length));
}

const escaped = (character: string): string =>
  [...Array(character.length).keys()].map(at => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
