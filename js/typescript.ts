/*
 * Owns the types of one text for a model: of inputs and results, and the names that some of them need.
 */
import { type Parameter, Translation } from './translation.js';
import { TypeNames } from './type-names.js';
import type { Members } from './type-text.js';

export class Types {
  readonly #names: TypeNames;

  constructor(namespace: string) {
    this.#names = new TypeNames(namespace);
  }

  /** `name` is for a type that refers to itself and has no name of its own. */
  of(schema: unknown, name: string): Members {
    return this.#written(schema, translation => translation.type(schema, name));
  }

  /** The members of a tuple as parameters; undefined if the schema is of no tuple. */
  parameters(schema: unknown, name: string): Parameter[] | undefined {
    return this.#written(schema, translation => translation.parameters(schema, name));
  }

  declarations = (): string => this.#names.declarations();

  /** Written twice where a first try shows that some types need names. */
  #written<T>(schema: unknown, write: (translation: Translation) => T): T {
    const trial = new Translation(schema, new TypeNames(this.#names.namespace), new Set());
    const first = write(trial);
    const shared = trial.shared();
    return shared.size === 0 && trial.named === 0 ? first : write(new Translation(schema, this.#names, shared));
  }
}
