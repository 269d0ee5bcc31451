/*
 * Owns which characters can be taken for others: tables, the scripts of letters, and a text's skeleton, which two texts share if a person
 * could take one for the other. What must hold: characters that a word of one script needs are none of them, so that a text in Russian or
 * Greek is left alone. Deliberately absent: characters that cannot be seen at all; that is visible.ts.
 */

/** Letters of other scripts that look like Latin ones, in most typefaces. */
const LETTERS: readonly (readonly [others: string, latin: string])[] = [
  ['асеорхуіјѕһԁԛԝѵӏкАВЕКМНОРСТХУІЈЅԌԚԜҮ', 'aceopxyijshdqwvlkABEKMHOPCTXYIJSGQWY'],
  ['αοινυρκτχγηωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'aoivupktxynwABEZHIKMNOPTYX'],
  ['օոսհցքզ', 'onuhgqq'],
  ['ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ', 'ABCDEHJKLMPRSTVWZ'],
];

/** Characters of no script, or Latin ones beyond ASCII, that look like an ASCII character. */
const SIGNS: readonly (readonly [others: string, ascii: string])[] = [
  ['ıɑɡɩɪǀ', 'iagilI'],
  ['\u2010\u2011\u2212\ufe63', '----'],
  ['\u2044\u2215\u29f8', '///'],
  ['\u2236\ua789\u02d0', ':::'],
  ['\u2032\u02b9\u02bc\ua78c\u01c3', "''''!"],
  ['\u201a\u2217\u223c\u2223', ',*~|'],
];

const toMap = (table: readonly (readonly [string, string])[]): Map<string, string> =>
  new Map(table.flatMap(([others, ascii]) => Array.from(others, (char, at) => [char, ascii[at] ?? char] as const)));

const letters = toMap(LETTERS);
const signs = toMap(SIGNS);

/** They are written with ASCII, and nobody takes them for it. */
const DISTINCT = new Set('…™℠№ªº¹²³⁰⁴⁵⁶⁷⁸⁹ⁿ');

/** The ASCII text a single character passes for, whatever stands beside it. */
export function passesFor(char: string): string | undefined {
  if (char <= '\x7f') return undefined;
  const known = signs.get(char);
  if (known !== undefined) return known;
  if (DISTINCT.has(char)) return undefined;
  const folded = char.normalize('NFKC');
  if (folded !== char && /^[!-~]+$/.test(folded)) return folded;
  if (/^\p{Nd}$/u.test(char)) return String(digitOf(char));
  return undefined;
}

/** Decimal digits of every script stand in runs of ten. */
function digitOf(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  let first = code;
  while (code - first < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

/** The Latin letter that a letter of another script looks like. */
export const latinOf = (char: string): string | undefined => letters.get(char);

const SCRIPTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Coptic', /\p{Script=Coptic}/u],
  ['Georgian', /\p{Script=Georgian}/u],
  // They stand beside Latin letters in ordinary text, and resemble none.
  ['East Asian', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u],
  ['another script', /\p{L}/u],
];

/** The script of a letter; undefined for what belongs to all of them. */
export function scriptOf(char: string): string | undefined {
  if (char <= '\x7f') return /[A-Za-z]/.test(char) ? 'Latin' : undefined;
  if (!/\p{L}/u.test(char) || /[\p{Script=Common}\p{Script=Inherited}]/u.test(char)) return undefined;
  return SCRIPTS.find(([, pattern]) => pattern.test(char))?.[0];
}

/** What two texts have in common that a person could take for each other. */
export function skeleton(text: string): string {
  const folded = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[\p{Z}\u2800]+/gu, ' ');
  const latin = /^[ -~]*$/.test(folded) ? folded : Array.from(folded, char => letters.get(char) ?? passesFor(char) ?? char).join('');
  return latin.trim().replaceAll(/[I1|]/g, 'l').replaceAll(/[0o]/g, 'O').replaceAll('rn', 'm');
}
