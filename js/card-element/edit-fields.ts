/*
 * Owns which members of an input can be edited one by one, and as what: by its schema where there is one, else by the values that stand there. What must hold: a
 * member is offered as a field only where the field says all of it: what has parts, what can't be seen, and what fits no field of its schema is left to the JSON.
 * Deliberately absent: elements, and whether a value fits; the schema is asked about the whole.
 */
import { isOwnRecord } from './exact.js';
import { makeVisible } from './visible.js';

export type Choice = string | number | boolean | null;

export type FieldKind =
  | { readonly is: 'text' }
  | { readonly is: 'number' }
  | { readonly is: 'choice'; readonly among: readonly Choice[] }
  /** Only as part of the JSON. */
  | { readonly is: 'json' };

export interface EditField {
  readonly name: string;
  readonly kind: FieldKind;
  /** The schema does not ask for it. */
  readonly optional: boolean;
}

const MOST_FIELDS = 40;
const MOST_CHOICES = 60;
const LONGEST_TEXT = 10_000;
const JSON_ONLY: FieldKind = { is: 'json' };
const YES_NO: FieldKind = { is: 'choice', among: [true, false] };

/** Undefined where the value is to be edited as JSON as a whole. `schema`: a JSON Schema, or anything else. */
export function editFields(value: unknown, schema: unknown): readonly EditField[] | undefined {
  if (!isOwnRecord(value)) return undefined;
  const known = isOwnRecord(schema) && isOwnRecord(schema.properties) ? schema.properties : {};
  const asked = isOwnRecord(schema) && Array.isArray(schema.required) ? schema.required : [];
  const there = Object.keys(value);
  const missing = Object.keys(known).filter(name => !Object.hasOwn(value, name));
  if (there.length + missing.length > MOST_FIELDS) return undefined;
  const fields = [...there, ...missing].map(name => {
    const declared = Object.hasOwn(known, name) ? known[name] : undefined;
    const here = Object.hasOwn(value, name) ? value[name] : undefined;
    const optional = Object.keys(known).length > 0 && !asked.includes(name);
    return { name, kind: kindOf(here, declared), optional };
  });
  const shown = fields.filter(({ name, kind }) => Object.hasOwn(value, name) || kind.is !== 'json');
  return shown.some(({ kind }) => kind.is !== 'json') ? shown : undefined;
}

/** `value` undefined: it is not there. */
function kindOf(value: unknown, declared: unknown): FieldKind {
  const kinds = kindsIn(declared, 0);
  if (value === undefined) return kinds.find(kind => kind.is !== 'json') ?? JSON_ONLY;
  // What the schema says nothing of, or does not allow, is edited as what it is: the check says the rest.
  return kinds.find(kind => fits(value, kind)) ?? [...UNDECLARED, YES_NO].find(kind => fits(value, kind)) ?? JSON_ONLY;
}

const UNDECLARED: readonly FieldKind[] = [{ is: 'text' }, { is: 'number' }];

function fits(value: unknown, kind: FieldKind): boolean {
  switch (kind.is) {
    case 'text':
      return typeof value === 'string' && value.length <= LONGEST_TEXT && isSeen(value);
    case 'number':
      return typeof value === 'number';
    case 'choice':
      return kind.among.includes(value as Choice);
    case 'json':
      return false;
  }
}

/** Whether a field shows each character of it: line breaks and spaces it does. */
const isSeen = (text: string): boolean => makeVisible(text).pieces.every(({ kind }) => kind !== 'hidden' && kind !== 'alike');

/** Each field that a schema allows a value to be edited as, alternatives included. */
function kindsIn(schema: unknown, depth: number): FieldKind[] {
  if (!isOwnRecord(schema) || depth > 4) return [];
  const among = choicesIn(schema, 0);
  if (among !== undefined) return among.length > 0 && among.length <= MOST_CHOICES ? [{ is: 'choice', among }] : [];
  const others = [schema.anyOf, schema.oneOf].flatMap(list => (Array.isArray(list) ? list : []));
  return [
    ...(Array.isArray(schema.type) ? schema.type : [schema.type]).flatMap(kindOfType),
    ...others.flatMap(other => kindsIn(other, depth + 1)),
  ];
}

function kindOfType(type: unknown): FieldKind[] {
  if (type === 'string') return [{ is: 'text' }];
  if (type === 'number' || type === 'integer') return [{ is: 'number' }];
  return type === 'boolean' ? [YES_NO] : [];
}

/** Where it lists all values there are, as `enum`, `const` or alternatives of these. */
function choicesIn(schema: unknown, depth: number): Choice[] | undefined {
  if (!isOwnRecord(schema) || depth > 2) return undefined;
  if (Object.hasOwn(schema, 'const')) return isChoice(schema.const) ? [schema.const] : undefined;
  if (Array.isArray(schema.enum)) return schema.enum.every(isChoice) ? [...new Set(schema.enum)] : undefined;
  const others = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(others) || others.length === 0) return undefined;
  const each = others.map(other => choicesIn(other, depth + 1));
  return each.every(found => found !== undefined) ? [...new Set(each.flat())] : undefined;
}

const isChoice = (value: unknown): value is Choice =>
  value === null || (typeof value === 'string' && isSeen(value)) || typeof value === 'number' || typeof value === 'boolean';
