/*
 * Owns every word the card says of its own accord. What must hold: nothing that a person reads in a card is written elsewhere, but what the app and
 * the code gave; a word that is replaced is replaced everywhere.
 */

import type { Misfit } from '../schema.js';

const list = (words: readonly string[]): string => words.join(' and ');

export const ENGLISH = {
  title: (count: number) => (count === 1 ? 'A call waits for your decision' : `${count} calls wait for your decision`),
  opened: (count: number) => `${count === 1 ? '1 call waits' : `${count} calls wait`} for your decision. Nothing runs until you decide.`,
  /** Where rows of several functions stand in groups. */
  order: 'The numbers are the order in which they run.',
  all: (count: number) => `All ${count}`,
  allOf: (fn: string, count: number) => `All ${count} calls of ${fn}`,
  /** A row's place in the order in which the calls of this card run. */
  number: (place: number) => `No. ${place}`,
  line: (line: number) => `line ${line}`,
  sideEffects: 'Side effects',
  decisionOn: (place: number, fn: string) => `Decision on No. ${place}, ${fn}`,
  input: 'Input',

  undecided: 'Undecided',
  approve: 'Approve',
  reject: 'Reject',
  answer: 'Answer',
  runAgain: 'Run again',

  decideLater: 'Decide later',
  approveOne: 'Approve',
  approveEdit: 'Approve as edited',
  runAgainOne: 'Run it again',
  rejectOne: 'Reject…',
  answerOne: 'Give a value…',
  giveValue: 'Give this value',
  back: 'Back',
  confirmNone: 'Nothing decided yet',
  confirm: (approve: number, reject: number, answer: number) =>
    sentence([
      [approve, 'Approve'],
      [reject, 'Reject'],
      [answer, 'Answer'],
    ]),
  tally: (approve: number, reject: number, answer: number, undecided: number, edited = 0) =>
    `${[
      [approve, edited === 0 ? 'to approve' : `to approve (${edited} edited)`],
      [reject, 'to reject'],
      [answer, 'answered'],
      [undecided, 'undecided'],
    ]
      .filter(([count]) => count !== 0)
      .map(([count, word]) => `${count} ${word}`)
      .join(', ')}.`,
  /** The effects of a run keep their order: what comes after an undecided call may wait for it (`undecided`), and after a rejected one may never be reached. */
  heldBack: (count: number, place: number, by: 'undecided' | 'reject') =>
    by === 'undecided'
      ? `${count === 1 ? '1 approved call' : `${count} approved calls`} may have to wait until No. ${place} is decided.`
      : `${count === 1 ? '1 approved call' : `${count} approved calls`} may never run: the code may end where No. ${place} is rejected.`,
  blocked: (places: readonly number[]) =>
    places.length === 0
      ? 'It can’t be approved as it is written.'
      : `No. ${places.join(', ')} can’t be approved as ${places.length === 1 ? 'it is' : 'they are'} written.`,
  checking: 'Checking…',

  /** A press that did nothing (docs/card.md, "Nothing is approved by accident"). */
  tooSoon: 'That press did nothing: it came just as something appeared or moved. Press again.',

  reason: (count: number) => `Reason${count === 1 ? '' : ` for the ${count} you reject`}, which the code can read (may stay empty)`,
  toReason: (count: number) => (count === 1 ? 'Reason for the 1 you reject…' : `Reason for the ${count} you reject…`),
  reasonOf: (place: number) => `Reason for No. ${place}`,
  ownReason: 'Reason…',

  exact: 'Exact JSON',
  exactOther: 'Exact value',
  proposed: 'What the code passed',
  edit: 'Edit…',
  editOf: (place: number) => `Edit the input of No. ${place}`,
  editAsJson: 'Edit as JSON',
  editAsFields: 'Edit as fields',
  jsonOnly: 'to be changed as JSON',
  addField: (name: string) => `Add ${name}`,
  leaveOut: 'Leave out',
  notNumber: 'this is no number, or one that would be sent as another',
  editLabel: 'Input to run instead, as JSON',
  done: 'Done',
  undo: 'Undo the edit',
  unchanged: 'Nothing is changed so far.',
  replaced: 'The whole input is replaced.',
  change: (name: string, before: string, after: string) => `${name}: ${before} becomes ${after}`,
  /** In the row of an edited call, once its fields are closed. `summarized`: the app's sentence about the call stands above. */
  edited: (changes: string, summarized: boolean) =>
    `Edited: ${changes}${summarized ? ' The sentence above is of the input before that.' : ''}`,
  nothing: 'nothing',
  notJson: (why: string) => `Not JSON yet: ${why}`,
  /** JavaScript would make another number of it: write a text, or one it can hold. */
  otherNumber: (number: string) => `${number} would be sent as another number.`,
  /** `why` is the validator's own sentence, in English; `misfits` has what it is made of. */
  misfit: (why: string, _misfits: readonly Misfit[]) => `It does not fit: ${why}`,
  fits: 'It fits the schema.',
  uneditable: 'It holds what JSON can’t say, so it can’t be edited here.',
  answerLabel: 'Value for the code, as JSON. Nothing runs.',

  unknownTitle: 'Started before, and nobody knows whether they finished',
  unknownNote: 'Running one again may do it twice. Each is decided by itself.',
  unknownCall: 'This call was started before, and nobody knows whether it finished.',
  refused: (why: string) => `The last decision did not count: ${why}`,
  refusedAll: (why: string) => `Nothing ran, and your decisions are as you left them. ${why}`,
  refusedRows: (places: readonly number[]) => `Not accepted: No. ${places.join(', No. ')}. The row says why.`,
  /** A card that was left for later is open again. */
  kept: 'Your marks are as you left them.',

  sameInput: (place: number) => `Same input as No. ${place}`,
  looksLike: (place: number) => `Looks like No. ${place}, and differs`,
  hidden: (count: number) => (count === 1 ? '1 character is shown by its code' : `${count} characters are shown by their codes`),
  alike: (count: number) => (count === 1 ? '1 character that looks like another' : `${count} characters that look like others`),
  mixed: (scripts: readonly string[]) =>
    scripts.length === 1 ? `${list(scripts)} letters that look like Latin` : `mixes ${list(scripts)} letters in a word`,
  bothWays: 'runs in both directions: the exact text has it in its order',
  length: (count: number) => `${count.toLocaleString('en')} characters`,
  more: (count: number) => `${count.toLocaleString('en')} more characters`,
  fold: 'Fold',
  leftOut: (count: number) => `${count.toLocaleString('en')} more, in the exact text`,
  cut: 'Show more',
  size: (kind: string, count: number) => `${kind}, ${count.toLocaleString('en')}`,
  again: (path: string) => `the same as ${path}`,
  kinds: {
    text: 'text',
    number: 'number',
    bigint: 'bigint',
    boolean: 'yes/no',
    null: 'null',
    undefined: 'undefined',
    date: 'date',
    pattern: 'pattern',
    bytes: 'bytes',
    other: 'other',
  },
  space: 'space',
  lineBreak: 'line break',
  escapeKey: 'Esc',
};

/** Every label of a card. Give the ones you replace. */
export type CardWords = typeof ENGLISH;

/** "Approve 3, reject 2". */
function sentence(parts: readonly (readonly [count: number, verb: string])[]): string {
  const said = parts.filter(([count]) => count > 0).map(([count, verb], at) => `${at === 0 ? verb : verb.toLowerCase()} ${count}`);
  return said.join(', ');
}

export const wordsFrom = (words: Partial<CardWords> | undefined): CardWords => ({
  ...ENGLISH,
  ...words,
  kinds: { ...ENGLISH.kinds, ...words?.kinds },
});
