/*
 * Owns what every input passes before anyone is asked about it, be it the code's or an approver's edit: its schema and its size.
 * What must hold: both take the same way here (R10), and the schema gets a copy of its own. So does every answer that becomes a
 * decision, whoever gives it. Deliberately absent: verdicts.
 */
import type { Answer } from './answers.js';
import { canonical } from './canonical.js';
import type { HostEntry } from './functions.js';
import { type CallFacts, uneditedInput } from './journal.js';
import type { ErrorData, Text } from './protocol.js';
import { decode, encode, UnsupportedValue, ValueTooLarge } from './value.js';
import { messageOf } from './words.js';

export type Admission =
  /** `shown`: what the schema made of the input, where it differs from it. */
  { ok: true; shown?: Text } | { ok: false; error: ErrorData };

/**
 * Whether what the code passed fits. `input` is text that `decode` reads. `list()` means `list({})` where the schema takes the one and not the other: it asks
 * for an object, and for nothing in it.
 */
export async function admit(entry: HostEntry, input: Text, valueBytes: number): Promise<Admission> {
  const admission = await fit(entry, input, valueBytes);
  if (admission.ok || decode(input) !== undefined) return admission;
  const empty = await fit(entry, NOTHING_IN_IT, valueBytes);
  return empty.ok ? { ok: true, shown: empty.shown ?? NOTHING_IN_IT } : admission;
}

const NOTHING_IN_IT: Text = '{}';

async function fit(entry: HostEntry, input: Text, valueBytes: number): Promise<Admission> {
  if (entry.inputSchema === undefined) return { ok: true };
  const checked = await entry.inputSchema.check(decode(input), 'input');
  if (!checked.ok) return refused(`${entry.fn}: the input does not fit its schema: ${checked.problem}`);
  if (!entry.inputSchema.transforms) return { ok: true };
  const packed = pack(checked.value, 'input', `what the schema of ${entry.fn} made of the input`, valueBytes);
  if (!packed.ok) return packed;
  return isSame(input, packed.text) ? { ok: true } : { ok: true, shown: packed.text };
}

type AdmittedEdit =
  /** `edited`: what will run, where it is not what the code asked for. */
  { ok: true; edited?: Text } | { ok: false; error: ErrorData };

/**
 * An approver's edit: it replaces what the code passed and is validated as that was (R10). `unedited` is what the code asked for. An edit that is
 * `undefined` is no empty object: a form that was not read would else take away what the call was limited by.
 */
async function admitEdit(entry: HostEntry, edit: unknown, unedited: Text, valueBytes: number): Promise<AdmittedEdit> {
  const packed = pack(edit, 'input', `the edited input of ${entry.fn}`, valueBytes);
  if (!packed.ok) return packed;
  const admission = await fit(entry, packed.text, valueBytes);
  if (!admission.ok) return admission;
  const edited = admission.shown ?? packed.text;
  return isSame(edited, unedited) ? { ok: true } : { ok: true, edited };
}

/** What a person said about a call that waits, as the record will have it: checked, values as text. */
export type Decided =
  /** `edited`: what will run, where it is not what the code asked for. */
  | { readonly decision: 'approve'; readonly edited?: Text }
  | { readonly decision: 'reject'; readonly reason?: string }
  | { readonly decision: 'respond'; readonly value: Text };

/** Whether an answer about this call is a decision that counts. `entry` is needed for an edit alone. */
export async function admitDecision(
  answer: Exclude<Answer, { kind: 'pause' | 'none' }>,
  facts: CallFacts,
  entry: HostEntry | undefined,
  valueBytes: number,
): Promise<{ ok: true; decided: Decided } | { ok: false; error: ErrorData }> {
  const { fn } = facts.call;
  switch (answer.kind) {
    case 'reject':
      return { ok: true, decided: { decision: 'reject', ...(answer.reason === undefined ? {} : { reason: answer.reason }) } };
    case 'respond': {
      const packed = pack(answer.value, 'value', `the value given for ${fn}`, valueBytes);
      return packed.ok ? { ok: true, decided: { decision: 'respond', value: packed.text } } : packed;
    }
    case 'approve': {
      // What was shown is what runs: of a call nobody saw the end of, that is the input as it was edited then.
      if (answer.edit === undefined) return { ok: true, decided: approval(facts.decided?.edited) };
      if (entry === undefined) return refused(`${fn} is not at hand, so its input cannot be edited`);
      const admitted = await admitEdit(entry, answer.edit.input, uneditedInput(facts), valueBytes);
      return admitted.ok ? { ok: true, decided: approval(admitted.edited) } : admitted;
    }
  }
}

const approval = (edited: Text | undefined): Decided => ({ decision: 'approve', ...(edited === undefined ? {} : { edited }) });

/** A value of the page as text, or why it can't be one; `what` names it in the message: `pay returned a value that`. */
export function pack(
  value: unknown,
  root: string,
  what: string,
  valueBytes: number,
): { ok: true; text: Text } | { ok: false; error: ErrorData } {
  try {
    return { ok: true, text: encode(value, root, valueBytes) };
  } catch (error) {
    if (error instanceof ValueTooLarge) return { ok: false, error: overLimit(what, valueBytes) };
    return { ok: false, error: { name: 'UnsupportedValue', message: `${what} cannot cross: ${whyNot(error)}` } };
  }
}

/** Whether two texts hold the same value. The worker's encoder and ours may order or escape differently, and a schema may reorder members: none of that is a change. */
function isSame(one: Text, other: Text): boolean {
  if (one === other) return true;
  if (one.startsWith('~') || other.startsWith('~')) return one.startsWith('~') && encode(decode(one), 'input') === other;
  return canonical(JSON.parse(one)) === canonical(JSON.parse(other));
}

function refused(message: string): { ok: false; error: ErrorData } {
  return { ok: false, error: { name: 'TypeError', message } };
}

function overLimit(what: string, limit: number): ErrorData {
  return { name: 'ValueLimit', message: `${what} is larger than the limit valueBytes, ${limit} bytes` };
}

/** Where and what: `result.node: an HTMLElement`. */
export function whyNot(error: unknown): string {
  if (error instanceof UnsupportedValue) return `${error.path}: ${error.kind}`;
  return messageOf(error);
}

/** Whether text from a worker or a checkpoint is a value at all. */
export function isReadable(text: Text): boolean {
  try {
    decode(text);
    return true;
  } catch {
    return false;
  }
}
