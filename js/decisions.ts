/*
 * Owns turning a set of decisions, in any accepted form, into one form, checked against the card it is about. What must hold: the set is
 * taken whole or refused whole, and a refusal names every problem; `all` and `defaultDecision` never reach a call in state `unknown`.
 * Deliberately absent: acting on decisions. Nothing here changes a record.
 */

import { admitDecision, type Decided } from './admission.js';
import type { Answer } from './answers.js';
import { approve, type Given, membersOf, NOT_PLAIN, readApproved, reject } from './answers.js';
import type { CallId, RunId } from './api.js';
import { SandboxError } from './errors.js';
import type { FunctionTable } from './functions.js';
import type { Journal } from './journal.js';
import { type CallFacts, callIdOf, waitsAs } from './journal.js';
import type { ErrorData, JournalEntry } from './protocol.js';
import { isPlain, Unreadable } from './take.js';
import { inWords, listed, messageOf, shorten } from './words.js';

/** Checked decisions: at most one for a call, in creation order, values as text. */
export interface NormalDecisions {
  readonly at: number;
  readonly list: readonly NormalDecision[];
  /** Calls in state `unknown` that the set did not decide, by `seq`, with why: said at each where the card waits again. */
  readonly unreached: ReadonlyMap<number, ErrorData>;
}

type NormalDecision = { readonly seq: number } & Decided;

export interface DecisionContext {
  readonly runId: RunId;
  readonly journal: Journal;
  readonly table: FunctionTable;
  readonly valueBytes: number;
  /** False where the caller named a run but not which card of it: then nothing may speak of the whole card (K2). Default true. */
  readonly cardNamed?: boolean;
  readonly now?: () => number;
}

/** What a decided set adds to the journal. */
export function entriesOf({ at, list }: NormalDecisions): Extract<JournalEntry, { e: 'decided' }>[] {
  return list.map(decision => ({ e: 'decided', at, ...decision }));
}

/** Throws InvalidDecisions: nothing of the set counts then. */
export async function normalise(decisions: unknown, context: DecisionContext): Promise<NormalDecisions> {
  const at = (context.now ?? Date.now)();
  const set = new DecisionSet(context);
  try {
    set.read(decisions);
  } catch (error) {
    set.problem(`reading the decisions threw: ${messageOf(error)}`);
  }
  const list = await set.finish();
  return { at, list, unreached: set.unreached };
}

interface Problem {
  /** Of one call on the card; missing where it is the set's. */
  readonly callId?: CallId;
  readonly text: string;
  /** What whoever resumes may have meant, and a hook never does. */
  readonly onResume?: string;
  readonly error?: ErrorData;
}

/** Every problem of a set, and which calls of the card they are about. */
export class RefusedDecisions extends SandboxError {
  readonly #problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const list = problems.map(({ text, onResume }) => `- ${onResume === undefined ? text : `${text} ${onResume}`}`).join('\n');
    super('InvalidDecisions', `the decisions do not fit, so none of them counts and nothing runs:\n${list}`, {
      problems: problems.map(({ callId, text, error }) => ({ ...(callId ? { callId } : {}), message: error?.message ?? text })),
    });
    this.#problems = problems;
  }

  /** The problems, one a line. */
  get list(): string {
    return this.#problems.map(({ text }) => `- ${text}`).join('\n');
  }

  /** Why the decision on this call does not count; undefined where nothing is wrong with it. */
  of(callId: CallId): ErrorData | undefined {
    const problem = this.#problems.find(each => each.callId === callId) ?? this.#problems.find(each => each.callId === undefined);
    return problem && (problem.error ?? { name: this.name, message: problem.text });
  }
}

class DecisionSet {
  /** Every call that waits. */
  readonly #card: ReadonlyMap<CallId, CallFacts>;
  readonly #context: DecisionContext;
  readonly #answers = new Map<CallId, Answer>();
  readonly #problems: Problem[] = [];
  /** What spoke of the whole card, in words; empty where nothing did. */
  #forAll = '';

  constructor(context: DecisionContext) {
    const { journal, runId } = context;
    this.#card = new Map(journal.waiting().map(facts => [callIdOf(runId, facts.call.seq), facts]));
    this.#context = context;
  }

  problem(text: string, more: Omit<Problem, 'text'> = {}): void {
    this.#problems.push({ text, ...more });
  }

  /** About one call, which may be none of the card's. */
  #about(callId: CallId, text: string, error?: ErrorData): void {
    const more = this.#card.has(callId) ? { callId, ...(error === undefined ? {} : { error }) } : { callId: '' };
    this.problem(`${shorten(callId)}: ${text}`, more);
  }

  read(decisions: unknown): void {
    if (decisions instanceof Unreadable) throw decisions.error;
    if (typeof decisions !== 'object' || decisions === null || Array.isArray(decisions))
      return this.problem(`${inWords(decisions)} is no set of decisions. ${FORMS}`);
    if (!isPlain(decisions)) return this.problem(`${NOT_PLAIN}. ${FORMS}`);
    const given = fieldsOf(decisions);
    const keys = [...given.keys()];
    const form = FORM_KEYS.find(
      ({ keys: known }) => keys.length > 0 && keys.every(key => known.includes(key)) && keys.some(key => key !== 'reason'),
    );
    if (form !== undefined) return form.read(this, given);
    if (keys.length > 0) return this.problem(`{ ${listed(keys)} } is none of the forms of a set of decisions. ${FORMS}`);
    this.problem(`{} is no decision. ${FORMS}.`, {
      onResume: 'To continue an interrupted run without deciding anything, use { approve: [] }.',
    });
  }

  all(given: ReadonlyMap<string, unknown>): void {
    const all = given.get('all');
    if (all !== 'approve' && all !== 'reject') return this.problem(`\`all\` must be 'approve' or 'reject'; this is ${inWords(all)}`);
    const refusal = reject(given.get('reason'));
    if (refusal.kind === 'none') return this.problem(refusal.problem);
    this.#rest('all', all === 'approve' ? { kind: 'approve' } : refusal);
  }

  lists(given: ReadonlyMap<string, unknown>): void {
    this.#list('approve', given.get('approve'), ['input'], approve);
    this.#list('reject', given.get('reject'), ['reason'], item => reject(item.get('reason')));
    this.#list('respond', given.get('respond'), ['value'], item =>
      item.has('value') ? { kind: 'respond', value: item.get('value') } : { kind: 'none', problem: 'a response needs a value' },
    );
  }

  record(given: ReadonlyMap<string, unknown>): void {
    const record = given.get('decisions');
    if (record !== undefined) {
      if (typeof record !== 'object' || record === null || Array.isArray(record))
        this.problem(`\`decisions\` must be a record by callId; this is ${inWords(record)}`);
      else if (!isPlain(record)) this.problem(`\`decisions\`: ${NOT_PLAIN}`);
      else for (const [callId, value] of fieldsOf(record)) this.#put(callId, readSpelled(value));
    }
    if (!given.has('defaultDecision')) return;
    const answer = readSpelled(given.get('defaultDecision'), ['approved', 'reason']);
    if (answer.kind === 'none') this.problem(`\`defaultDecision\`: ${answer.problem}`);
    else this.#rest('defaultDecision', answer);
  }

  async finish(): Promise<NormalDecision[]> {
    const checked = await Promise.all([...this.#answers].map(([callId, answer]) => this.#check(callId, answer)));
    if (this.#problems.length > 0) throw new RefusedDecisions(this.#problems);
    return checked.filter(decision => decision !== undefined).sort((a, b) => a.seq - b.seq);
  }

  #list(name: string, items: unknown, extra: readonly string[], read: (item: Given) => Answer): void {
    if (items === undefined) return;
    if (!Array.isArray(items)) return this.problem(`\`${name}\` must be a list; this is ${inWords(items)}`);
    if (items.some(isWholeCall)) {
      const row = name === 'respond' ? 'call => ({ callId: call.callId, value: … })' : 'call => call.callId';
      return this.problem(`\`${name}\` holds calls as they are on the card; give their ids: \`.map(${row})\``);
    }
    for (const [at, item] of items.entries()) {
      const fields: unknown = typeof item === 'string' && name !== 'respond' ? { callId: item } : item;
      const where = `${name}[${at}]`;
      if (typeof fields !== 'object' || fields === null)
        this.problem(`${where}: expected ${name === 'respond' ? '' : 'a callId or '}{ callId, … }; this is ${inWords(item)}`);
      else this.#item(where, fields, extra, read);
    }
  }

  #item(where: string, item: object, extra: readonly string[], read: (item: Given) => Answer): void {
    if (!isPlain(item)) return this.problem(`${where}: ${NOT_PLAIN}`);
    const given = membersOf(item, ['callId', ...extra]);
    if ('kind' in given) return this.problem(`${where}: ${given.problem}`);
    const callId = given.get('callId');
    if (typeof callId !== 'string') return this.problem(`${where}: \`callId\` must be text; this is ${inWords(callId)}`);
    this.#put(callId, read(given));
  }

  /** One call's answer; a second for the same call contradicts the first even where it agrees. */
  #put(callId: CallId, answer: Answer): void {
    if (answer.kind === 'none') return this.#about(callId, answer.problem);
    if (this.#answers.has(callId)) return this.#about(callId, 'it is decided twice in this set');
    if (!this.#card.has(callId)) return this.#about(callId, this.#whyNotOnCard(callId));
    this.#answers.set(callId, answer);
  }

  #rest(name: string, answer: Answer): void {
    if (this.#context.cardNamed === false)
      return this.problem(
        `\`${name}\` speaks of a whole card, and a run id does not say which: give \`options.generation\`, a PendingRun or a checkpoint`,
      );
    for (const [callId, facts] of this.#card)
      if (waitsAs(facts) === 'undecided' && !this.#answers.has(callId)) this.#answers.set(callId, answer);
    this.#forAll = `, so \`${name}\` does not reach it`;
  }

  get unreached(): ReadonlyMap<number, ErrorData> {
    const open = [...this.#card].filter(([callId, facts]) => waitsAs(facts) === 'unknown' && !this.#answers.has(callId));
    return new Map(
      open.map(([, { call }]) => [
        call.seq,
        { name: 'InvalidDecisions', message: `${call.fn} was started, and nobody knows whether it finished${this.#forAll}. ${BY_NAME}` },
      ]),
    );
  }

  #whyNotOnCard(callId: CallId): string {
    const { journal, runId } = this.#context;
    const facts = callId.startsWith(`${runId}.`) ? journal.facts(Number(callId.slice(runId.length + 1))) : undefined;
    if (facts === undefined) return 'no call of this run has that id';
    const why = waitsAs(facts) === undefined ? 'it was decided already, or needs none' : 'the code did not come to it in its last pass';
    return `${facts.call.fn} does not wait for a decision: ${why}`;
  }

  async #check(callId: CallId, answer: Answer): Promise<NormalDecision | undefined> {
    const facts = this.#card.get(callId);
    if (facts === undefined || answer.kind === 'pause' || answer.kind === 'none') return undefined;
    const { table, valueBytes } = this.#context;
    const admitted = await admitDecision(answer, facts, table.get(facts.call.fn), valueBytes);
    if (admitted.ok) return { seq: facts.call.seq, ...admitted.decided };
    // An approval is refused for nothing but its edit.
    const what = answer.kind === 'approve' ? 'the edit is refused: ' : '';
    this.#about(callId, `${what}${admitted.error.message}`, admitted.error);
    return undefined;
  }
}

/** A `PendingCall` or a `CallRecord` in the place of an id. Taken for `{ callId, input }`, it would be an edit nobody made. */
const isWholeCall = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && ['callId', 'seq', 'fn', 'state'].every(name => Object.hasOwn(item, name));

/** How a call in state `unknown` is decided. */
export const BY_NAME = 'Name it: in `approve` to run it again, in `respond` to say what came of it, or in `reject`';

const FORMS = "Use { all: 'approve' | 'reject' }, { approve, reject, respond }, { decisions, defaultDecision } or { defaultDecision }";

const FORM_KEYS: readonly { keys: readonly string[]; read(set: DecisionSet, given: ReadonlyMap<string, unknown>): void }[] = [
  { keys: ['all', 'reason'], read: (set, given) => set.all(given) },
  { keys: ['approve', 'reject', 'respond'], read: (set, given) => set.lists(given) },
  { keys: ['decisions', 'defaultDecision'], read: (set, given) => set.record(given) },
];

/** Own members that are there; one that is `undefined` is not. Each is read once. */
function fieldsOf(source: object): Map<string, unknown> {
  return new Map(Object.entries(source).filter(([, value]) => value !== undefined));
}

function readSpelled(value: unknown, known: readonly string[] = ['approved', 'reason', 'input']): Answer {
  if (typeof value !== 'object' || value === null)
    return { kind: 'none', problem: `expected { approved: true | false }; this is ${inWords(value)}` };
  if (!isPlain(value)) return { kind: 'none', problem: NOT_PLAIN };
  const given = membersOf(value, known);
  return 'kind' in given ? given : readApproved(given);
}
