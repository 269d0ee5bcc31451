/*
 * Owns numbers as a person types them. What must hold: what is typed is what is sent: a text is no number where the language would make another of it, as of
 * `1e400`, `-0` and twenty digits.
 */

/** JSON's own. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i;
/** Those of a JSON text, which is known to be one, and its texts, so that nothing is found in them. */
const IN_JSON = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Undefined: that text is no number, or none that can be sent. */
export function numberAsTyped(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  if (!Number.isFinite(number) || Object.is(number, -0)) return undefined;
  const digits = digitsOf(text);
  // More than these the language does not write out.
  if (digits.length > 100) return undefined;
  return digits === digitsOf(number.toExponential(Math.max(digits.length - 1, 0))) ? number : undefined;
}

/** The first number of a JSON text that would be sent as another. */
export const otherNumberIn = (json: string): string | undefined =>
  [...json.matchAll(IN_JSON)].map(([found]) => found).find(found => !found.startsWith('"') && numberAsTyped(found) === undefined);

/** Those that count. */
const digitsOf = (text: string): string => text.replace(/e.*$/i, '').replaceAll(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
