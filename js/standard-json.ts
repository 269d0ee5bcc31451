/*
 * Owns getting the JSON Schema of a schema, whoever made it: Standard JSON Schema where its library speaks that, else the schema itself
 * if it is one. What must hold: no library is imported, and one that throws or has no answer is `true`, which tells nothing.
 */
import type { StandardJSONSchemaV1 } from '@standard-schema/spec';

export type Side = 'input' | 'output';

/** `side`: what is put in, or what comes out of it. */
export function jsonSchemaOf(schema: unknown, side: Side): unknown {
  const props = (schema as { readonly '~standard'?: Partial<StandardJSONSchemaV1.Props> })['~standard'];
  if (props === undefined) return schema;
  const libraryOptions = OPTIONS[props.vendor ?? ''];
  // A library may know one draft only, and refuse options of a newer version of itself.
  for (const more of libraryOptions === undefined ? [{}] : [{ libraryOptions }, {}]) {
    for (const target of ['draft-2020-12', 'draft-07']) {
      try {
        const found: unknown = props.jsonSchema?.[side]({ target, ...more });
        if (typeof found === 'object' && found !== null) return found;
      } catch {
        // The next one may do.
      }
    }
  }
  return true;
}

/** Marks, in what a library makes, the kinds of data that cross the border and that JSON has not. A word that nobody else writes. */
const KIND = 'countersign:kind';
const KINDS: Readonly<Record<string, string>> = {
  date: 'Date',
  Date: 'Date',
  bigint: 'bigint',
  undefined: 'undefined',
  void: 'undefined',
  map: 'Map<unknown, unknown>',
  Map: 'Map<unknown, unknown>',
  set: 'Set<unknown>',
  Set: 'Set<unknown>',
};
const kinds = new Set(Object.values(KINDS));

/** The type that a library was made to name, or undefined. */
export const kindOf = (schema: { readonly [keyword: string]: unknown }): string | undefined =>
  kinds.has(schema[KIND] as string) ? (schema[KIND] as string) : undefined;

type Json = Record<string, unknown>;
const marked = (schema: Json, kind: unknown): Json =>
  Object.hasOwn(KINDS, String(kind)) ? { ...schema, [KIND]: KINDS[String(kind)] } : schema;

/** What makes each library say `Date` instead of throwing. */
const OPTIONS: Readonly<Record<string, Json>> = {
  zod: {
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }: { zodSchema: { _zod: { def: { type: unknown } } }; jsonSchema: Json }) => {
      Object.assign(jsonSchema, marked({}, zodSchema._zod.def.type));
    },
  },
  valibot: {
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema }: { valibotSchema: { type: unknown }; jsonSchema: Json }) =>
      marked(jsonSchema, valibotSchema.type),
  },
  arktype: {
    fallback: {
      default: ({ base }: { base: Json }) => base,
      date: ({ base }: { base: Json }) => marked(base, 'date'),
      domain: ({ base, domain }: { base: Json; domain: unknown }) => marked(base, domain),
      proto: ({ base, proto }: { base: Json; proto: { name: unknown } }) => marked(base, proto.name),
      unit: ({ base, unit }: { base: Json; unit: unknown }) => marked(base, unit),
    },
  },
};
