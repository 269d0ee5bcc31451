/*
 * Owns the buttons that end a card, and the line above them that says what a press would do. What must hold: the first is "later"; none but a
 * button that says so decides; a button whose words have changed counts only after a pause; one that can't be pressed says why.
 */
import type { Arming } from './arming.js';
import { idFor, label, make, makeButton, makeReason } from './dom.js';
import type { Row } from './row.js';
import type { CardWords } from './words.js';

const TOLD_MS = 4_000;

export interface FooterSetting {
  readonly rows: readonly Row[];
  readonly words: CardWords;
  readonly modal: boolean;
  readonly arming: () => Arming;
  readonly onLater: () => void;
  /** The rows as they are marked. */
  readonly onDecide: (reason: string) => void;
}

export class Footer {
  readonly element = make('div', 'foot');
  readonly later: HTMLButtonElement;
  readonly #setting: FooterSetting;
  readonly #tally = make('p', 'tally');
  readonly #buttons = make('div', 'buttons');
  /** Why a press did nothing: over what is above, because nothing is to move. */
  readonly #told = make('p', 'told');
  #toldUntil: ReturnType<typeof setTimeout> | undefined;
  /** What of the approved does not run at once. It stands beside the button that sends them. */
  readonly #heldBack = make('p', 'held-back');
  readonly #reason = makeReason();
  readonly #reasonLabel: HTMLLabelElement;
  readonly #reasonBox: HTMLElement;
  /** Opens the field for a reason: a field that came by itself would move the rows while they are being marked. */
  readonly #reasonButton: HTMLButtonElement;
  /** Of one row alone: what its buttons ask about now. */
  #step: 'choose' | 'reject' | 'answer' = 'choose';
  readonly #yes: HTMLButtonElement;

  constructor(setting: FooterSetting) {
    this.#setting = setting;
    const { words, modal } = setting;
    const key = modal ? make('kbd', '', words.escapeKey) : undefined;
    if (key !== undefined) key.ariaHidden = 'true';
    this.later = makeButton('plain later-button', words.decideLater, setting.onLater, 'button later');
    if (key !== undefined) this.later.append(' ', key);
    this.#yes = makeButton('', '', () => this.#press());
    this.#reasonLabel = label(this.#reason, '');
    this.#reasonBox = make('div', 'reason-box', this.#reasonLabel, this.#reason);
    this.#reasonBox.hidden = true;
    this.#reasonButton = makeButton('quiet', '', () => {
      this.#reasonBox.hidden = false;
      this.draw();
      this.#reason.focus();
    });
    this.#reasonButton.classList.add('away');
    this.#tally.setAttribute('role', 'status');
    this.#tally.part.add('tally');
    this.element.part.add('footer');
    this.#told.setAttribute('role', 'status');
    this.#told.part.add('told');
    this.element.append(this.#told, make('div', 'says-now', this.#tally, this.#reasonButton), this.#reasonBox, this.#buttons);
    this.#heldBack.setAttribute('role', 'status');
    this.#heldBack.part.add('held-back');
    if (this.#alone === undefined) {
      this.#yes.setAttribute('aria-describedby', idFor(this.#heldBack, 'held-back'));
      this.#buttons.append(this.later, this.#heldBack, this.#yes);
    } else this.#choose();
    this.draw();
  }

  /** For all that are rejected. */
  get reason(): string {
    return this.#reason.value.trim();
  }

  set reason(text: string) {
    this.#reason.value = text;
    this.#reasonBox.hidden = false;
  }

  /** For a moment. */
  tell(text: string): void {
    clearTimeout(this.#toldUntil);
    say(this.#told, text);
    this.#toldUntil = setTimeout(() => say(this.#told, ''), TOLD_MS);
  }

  get #alone(): Row | undefined {
    const { rows } = this.#setting;
    return rows.length === 1 ? rows[0] : undefined;
  }

  /** What the rows say has changed. */
  draw(): void {
    const alone = this.#alone;
    if (alone === undefined) this.#drawMany();
    else this.#drawAlone(alone);
  }

  // ─── Many rows: marks first, then one press ───

  #drawMany(): void {
    const { rows, words } = this.#setting;
    const count = { approve: 0, reject: 0, answer: 0, undecided: 0 };
    for (const row of rows) count[row.mark] += 1;
    const decided = rows.length - count.undecided;
    const wrong = rows.filter(row => row.problem === 'wrong').map(row => row.place);
    const checking = rows.some(row => row.problem === 'checking');
    const blocked = wrong.length > 0 ? words.blocked(wrong) : checking ? words.checking : '';
    const edited = rows.filter(row => row.mark === 'approve' && row.edited).length;
    const tally = words.tally(count.approve, count.reject, count.answer, count.undecided, edited);
    say(this.#tally, [tally, blocked].filter(Boolean).join(' '));
    this.#tally.classList.toggle('bad', wrong.length > 0);
    say(this.#heldBack, heldBack(rows, words));
    this.#reasonLabel.textContent = words.reason(count.reject);
    say(this.#reasonButton, words.toReason(count.reject));
    this.#reasonButton.classList.toggle('away', count.reject === 0 || !this.#reasonBox.hidden);
    const text = decided === 0 ? words.confirmNone : words.confirm(count.approve, count.reject, count.answer);
    this.#drawYes(text, count.approve + count.answer === 0 && count.reject > 0, decided === 0 || blocked !== '');
  }

  /** The button that decides. */
  #drawYes(text: string, refuses: boolean, disabled: boolean): void {
    const button = this.#yes;
    button.className = refuses ? 'danger' : 'primary';
    button.part.value = `button ${refuses ? 'reject' : 'approve'}`;
    button.setAttribute('data-decides', '');
    button.disabled = disabled;
    if (button.textContent === text) return;
    button.textContent = text;
    this.#setting.arming().changed(button);
  }

  // ─── One row: its buttons are the card's ───

  #choose(): void {
    const { words } = this.#setting;
    const row = this.#alone;
    if (row === undefined) return;
    this.#step = 'choose';
    row.mark = 'approve';
    row.closeAnswer();
    this.#reasonBox.hidden = true;
    const reject = makeButton('plain', words.rejectOne, () => this.#toReject(), 'button to-reject');
    const answer = row.offersAnswer ? makeButton('plain', words.answerOne, () => this.#toAnswer(), 'button to-answer') : '';
    this.#buttons.replaceChildren(this.later, reject, answer, this.#yes);
    this.draw();
  }

  #toReject(): void {
    const { words } = this.#setting;
    this.#step = 'reject';
    if (this.#alone !== undefined) this.#alone.mark = 'reject';
    this.#reasonLabel.textContent = words.reason(1);
    this.#reasonBox.hidden = false;
    this.#turn();
    this.#reason.focus();
  }

  #toAnswer(): void {
    this.#step = 'answer';
    if (this.#alone !== undefined) this.#alone.mark = 'answer';
    this.#turn();
    this.#alone?.openAnswer();
  }

  #turn(): void {
    const back = makeButton(
      'plain',
      this.#setting.words.back,
      () => {
        this.#choose();
        this.#setting.arming().begin();
        this.later.focus();
      },
      'button back',
    );
    this.#buttons.replaceChildren(this.later, back, this.#yes);
    this.draw();
    this.#setting.arming().begin();
  }

  #drawAlone(row: Row): void {
    const { words } = this.#setting;
    const problem = row.problem;
    const edit = this.#step === 'choose' ? problem : undefined;
    const blocked = edit === 'wrong' ? words.blocked([]) : problem === 'checking' ? words.checking : '';
    say(this.#tally, blocked);
    this.#tally.classList.toggle('bad', edit === 'wrong');
    this.#tally.hidden = blocked === '';
    this.#reasonButton.hidden = true;
    const yes = row.call.state === 'unknown' ? words.runAgainOne : row.edited ? words.approveEdit : words.approveOne;
    const text = this.#step === 'reject' ? words.reject : this.#step === 'answer' ? words.giveValue : yes;
    this.#drawYes(text, this.#step === 'reject', problem !== undefined);
  }

  #press(): void {
    this.#setting.onDecide(this.#reasonBox.hidden ? '' : this.reason);
  }
}

/** The page is not told which calls were made side by side, and which only once another had its answer: so it says "may". */
function heldBack(rows: readonly Row[], words: CardWords): string {
  for (const by of ['undecided', 'reject'] as const) {
    const first = Math.min(...rows.filter(row => row.mark === by).map(row => row.place));
    const count = rows.filter(row => row.mark === 'approve' && row.place > first).length;
    if (count > 0) return words.heldBack(count, first, by);
  }
  return '';
}

function say(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
