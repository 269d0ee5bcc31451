/*
 * Owns what both dialogs show of a call, and what they read from a person: the input as names and values, JSON, and what an edit changes.
 * What must hold: what is shown is all there is, exactly. Deliberately absent: dialogs and decisions.
 */
import { make } from './elements.js';
import { exactJson, isJson, show, visible } from './values.js';

/** The input as names and values, for a `dl`; strings as the text they are. */
export function fieldsOf(input) {
  const record = input !== null && typeof input === 'object' && isJson(input);
  const list = record ? Object.entries(input) : [['input', input]];
  if (list.length === 0) return [make('dt', '', 'input'), make('dd', '', show(input))];
  return list.flatMap(([name, value]) => [
    make('dt', '', visible(name)),
    typeof value === 'string' ? make('dd', 'words', visible(value) || '(empty)') : make('dd', '', show(value)),
  ]);
}

export const effectsOf = ({ sideEffects = [] }) => sideEffects.map(word => make('span', 'effect', visible(word)));

/** Why an answer did not count, in people's words: the library's own are for whoever writes the app. */
export function refusalOf({ message }) {
  const ofSchema = /does not fit its schema: (.*)$/s.exec(message);
  const why = ofSchema ? `the changed input does not fit. ${ofSchema[1].replaceAll(/\binput\.(?=\w)/g, '')}` : message;
  return visible(`Not accepted, so nothing ran: ${why}`);
}

/** Why the last answer did not count, or that nobody knows what became of the call; '' where there is nothing to say. */
export function warningOf({ error, state }) {
  if (error) return refusalOf(error);
  return state === 'unknown' ? 'This call was started before, and nobody knows whether it finished.' : '';
}

/** What an edit starts from: it replaces what the code passed, and the schema makes of it what it will. */
export const editable = call => ('proposed' in call ? call.proposed : call.input);
export const canEdit = call => isJson(call.input) && isJson(editable(call));
/** The same input, exactly, in the form a person edits. */
export const asText = call => exactJson(editable(call));

export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

export function parse(text) {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: `This is not JSON yet: ${error.message}` };
  }
}

/** In words, what an edit changes. */
export function changes(before, after) {
  if (same(before, after)) return 'Nothing is changed so far.';
  const record = value => value !== null && typeof value === 'object' && !Array.isArray(value);
  if (!record(before) || !record(after)) return 'The whole input is replaced.';
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const short = value => (value === undefined ? 'nothing' : show(value, { budget: 40 }));
  return [...names]
    .filter(name => !same(before[name], after[name]))
    .map(name => `${visible(name)}: ${short(before[name])} becomes ${short(after[name])}`)
    .join('; ');
}
