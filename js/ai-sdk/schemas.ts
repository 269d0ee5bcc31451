/*
 * Owns schemas between the AI SDK and here: the tool's own input, and what the SDK's tools bring. What must hold: nothing of the package `ai` is needed,
 * so one file serves its versions; a schema that can't be read refuses every input, never none.
 */
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonSchema } from '../api.js';
import { isPromise } from '../words.js';

export interface CodeInput {
  code: string;
}

/** Both of the standard's interfaces, which the SDK reads from version 6 on. */
export type CodeInputSchema = {
  readonly '~standard': StandardSchemaV1.Props<CodeInput, CodeInput> & StandardJSONSchemaV1.Props<CodeInput, CodeInput>;
};

const CODE_INPUT = {
  type: 'object',
  properties: { code: { type: 'string', description: 'The code to run.' } },
  required: ['code'],
  additionalProperties: false,
};

export const codeInput: CodeInputSchema = {
  '~standard': {
    version: 1,
    vendor: 'countersign',
    validate: value => {
      const code = (value as Partial<CodeInput> | null | undefined)?.code;
      return typeof code === 'string' ? { value: { code } } : { issues: [{ message: 'code must be text', path: ['code'] }] };
    },
    jsonSchema: { input: () => ({ ...CODE_INPUT }), output: () => ({ ...CODE_INPUT }) },
  },
};

/** Whatever the tool gives. A client-side tool must have one. */
export const anyOutput: { readonly '~standard': StandardSchemaV1.Props<unknown, unknown> & StandardJSONSchemaV1.Props<unknown, unknown> } =
  {
    '~standard': {
      version: 1,
      vendor: 'countersign',
      validate: value => ({ value }),
      jsonSchema: { input: () => ({}), output: () => ({}) },
    },
  };

/** The SDK's own kind of schema, as `jsonSchema()` and `zodSchema()` make it. */
interface SdkSchema {
  readonly jsonSchema: unknown;
  readonly validate?: (value: unknown) => unknown;
}

const SDK_SCHEMA = Symbol.for('vercel.ai.schema');

/** A schema of the SDK's as one of ours: what is a Standard Schema stays as it is, a lazy one is made now. */
export function schemaOf(given: unknown): StandardSchemaV1 | JsonSchema | undefined {
  if (given === undefined || given === null) return undefined;
  const isObject = typeof given === 'object';
  if ((isObject || typeof given === 'function') && '~standard' in given) return given as StandardSchemaV1;
  if (typeof given === 'function') return schemaOf(given());
  if (!isObject || !(SDK_SCHEMA in given)) return given as JsonSchema;
  const schema = given as unknown as SdkSchema;
  // Without `validate` the SDK checks nothing; here the JSON Schema itself is checked.
  if (typeof schema.validate !== 'function' && !isPromise(schema.jsonSchema)) return schema.jsonSchema as JsonSchema;
  return standardOf(schema);
}

function standardOf(schema: SdkSchema): StandardSchemaV1 {
  const jsonSchema = () => schema.jsonSchema as Record<string, unknown>;
  const props: StandardSchemaV1.Props & StandardJSONSchemaV1.Props = {
    version: 1,
    vendor: 'ai',
    validate: value => validated(schema, value),
    jsonSchema: { input: jsonSchema, output: jsonSchema },
  };
  return { '~standard': props };
}

async function validated(schema: SdkSchema, value: unknown): Promise<StandardSchemaV1.Result<unknown>> {
  if (typeof schema.validate !== 'function')
    return { issues: [{ message: 'the schema comes later and has no `validate`: give one that is there' }] };
  const result = (await schema.validate(value)) as { success?: unknown; value?: unknown; error?: { message?: string } } | undefined;
  if (result?.success === true) return { value: result.value };
  return { issues: [{ message: result?.error?.message ?? 'does not fit its schema' }] };
}
