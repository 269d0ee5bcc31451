/*
 * Owns which presses count. What must hold: a press of a pointer within 400 ms of anything new or moved under it counts as none, and neither takes the focus
 * nor changes a control, unless the person's own scrolling moved it; a press is one from its beginning to its end, and the second of a double click one only
 * where the first was; a key that was held down since before presses nothing; whoever pressed in vain is told.
 * Deliberately absent: what the controls do.
 */

const ARMING_MS = 400;
/** Scrolling goes on for so long after a hand's last move, and goes on after that while one event follows another. */
const HAND_MS = 300;
const SCROLLING_MS = 150;
const HANDS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Guards everything in `root`. `onArmed` is told when presses begin to count, and when they cease to; `onRefused` of each that counted as none. */
export class Arming {
  readonly #onArmed: (armed: boolean) => void;
  readonly #onRefused: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #movedAt = Number.NEGATIVE_INFINITY;
  #scrolledAt = Number.NEGATIVE_INFINITY;
  #grownAt = Number.NEGATIVE_INFINITY;
  #handAt = Number.NEGATIVE_INFINITY;
  /** Where the pointer is, and the control that has been under it there. */
  #pointer: { readonly x: number; readonly y: number } | undefined;
  #under: Element | undefined;
  #underAt = Number.NEGATIVE_INFINITY;
  /** Of the last click. */
  #clicked: Element | undefined;
  #armed = false;
  /** The press under way began too soon. */
  #refused = false;
  readonly #root: HTMLElement;
  readonly #watch: ReturnType<typeof setInterval>;
  /** Where the card was last: what is around it may move it. */
  #place = '';
  #scrolledBy = 0;
  /** What moves by scrolling moves under the person's own hand; and what scrolls into view may only then take its full size. */
  readonly #scrolled = (): void => {
    const now = performance.now();
    if (now - this.#handAt < HAND_MS || now - this.#scrolledAt < SCROLLING_MS) this.#scrolledAt = now;
  };
  readonly #handled = (): void => {
    this.#handAt = performance.now();
  };
  readonly #pointed = ({ clientX: x, clientY: y }: PointerEvent): void => {
    if (this.#pointer?.x === x && this.#pointer.y === y) return;
    this.#pointer = { x, y };
    this.#under = this.#controlAt(x, y);
    this.#underAt = Number.NEGATIVE_INFINITY;
  };
  readonly #seen = (): void => {
    if (document.visibilityState === 'visible') this.begin();
  };
  /** By control: when what it does last changed. */
  readonly #changed = new WeakMap<Element, number>();
  readonly #sizes: ResizeObserver;

  constructor(root: HTMLElement, onArmed: (armed: boolean) => void, onRefused: () => void) {
    this.#root = root;
    this.#onArmed = onArmed;
    this.#onRefused = onRefused;
    for (const type of ['pointerdown', 'mousedown', 'click', 'touchstart'] as const) {
      root.addEventListener(type, event => this.#guard(event), { capture: true, passive: false });
    }
    root.addEventListener('keydown', event => this.#guardKey(event), { capture: true });
    window.addEventListener('scroll', this.#scrolled, { capture: true, passive: true });
    for (const type of HANDS) window.addEventListener(type, this.#handled, { capture: true, passive: true });
    for (const type of ['pointermove', 'pointerdown'] as const)
      window.addEventListener(type, this.#pointed, { capture: true, passive: true });
    this.#watch = setInterval(() => this.#look(), 100);
    // Whoever comes back to the page presses first and looks then.
    document.addEventListener('visibilitychange', this.#seen);
    this.#sizes = new ResizeObserver(() => {
      this.#moved();
    });
  }

  /** Something new is under the pointer: nothing counts for a while. */
  begin(): void {
    this.#look();
    this.#armed = false;
    this.#onArmed(false);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#armed = true;
      this.#onArmed(true);
    }, ARMING_MS);
  }

  /** When this grows or shrinks, what is below it moves. */
  watch(element: Element): void {
    this.#sizes.observe(element);
  }

  /** What is about to grow grows at its end, and moves nothing. */
  expectGrowth(): void {
    this.#grownAt = performance.now();
  }

  /** What a press of it does has changed. */
  changed(control: Element): void {
    this.#changed.set(control, performance.now());
  }

  end(): void {
    document.removeEventListener('visibilitychange', this.#seen);
    window.removeEventListener('scroll', this.#scrolled, { capture: true });
    for (const type of HANDS) window.removeEventListener(type, this.#handled, { capture: true });
    for (const type of ['pointermove', 'pointerdown'] as const) window.removeEventListener(type, this.#pointed, { capture: true });
    clearInterval(this.#watch);
    clearTimeout(this.#timer);
    this.#sizes.disconnect();
  }

  #moved(): void {
    const now = performance.now();
    if (now - Math.max(this.#scrolledAt, this.#grownAt) > 200) this.#movedAt = now;
  }

  /** Whether something else has come under a pointer that rests: another row, or this card from behind something. */
  #lookUnder(): void {
    if (this.#pointer === undefined) return;
    const under = this.#controlAt(this.#pointer.x, this.#pointer.y);
    const now = performance.now();
    if (under !== this.#under && now - this.#scrolledAt > 200) this.#underAt = now;
    this.#under = under;
  }

  #controlAt(x: number, y: number): Element | undefined {
    const around = this.#root.getRootNode();
    if (!(around instanceof ShadowRoot || around instanceof Document)) return undefined;
    const found = around.elementFromPoint(x, y);
    return found !== null && this.#root.contains(found) ? controlAround(found) : undefined;
  }

  #look(): void {
    // A press may come before the event that tells of the scrolling.
    const scrolledBy = scrolledAround(this.#root);
    if (scrolledBy !== this.#scrolledBy) this.#scrolled();
    this.#scrolledBy = scrolledBy;
    const { left, top, width, height } = this.#root.getBoundingClientRect();
    const place = [left, top, width, height].map(Math.round).join(' ');
    if (place !== this.#place) this.#moved();
    this.#place = place;
    this.#lookUnder();
  }

  #guard(event: Event): void {
    const control = controlOf(event);
    if (control === undefined) return;
    this.#look();
    const now = performance.now();
    const isPointer = event.type !== 'click' || (event as MouseEvent).detail > 0;
    const decides = control.closest('[data-decides]');
    const at = Math.max(this.#movedAt, this.#underAt, this.#changed.get(control) ?? Number.NEGATIVE_INFINITY);
    const isSecond = event.type === 'click' && (event as MouseEvent).detail > 1 && this.#clicked !== control;
    if (event.type === 'click') this.#clicked = control;
    const isTooSoon = isPointer && decides !== null && (now - at < ARMING_MS || isSecond);
    const counts = this.#armed && !isTooSoon && !(event.type === 'click' && isPointer && this.#refused);
    if (event.type === 'pointerdown' || event.type === 'click') this.#refused = false;
    if (counts) return;
    if (event.type !== 'click') this.#refused = true;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#onRefused();
  }

  #guardKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    const control = controlOf(event);
    if (control === undefined || control.matches('textarea, input:not([type=radio])')) return;
    if (!event.repeat && this.#armed) return;
    event.preventDefault();
    this.#onRefused();
  }
}

/** How far it and all that is around it are scrolled, taken together. */
function scrolledAround(element: Element): number {
  let sum = 0;
  let at: Element | null = element;
  while (at !== null) {
    sum += at.scrollLeft + at.scrollTop;
    const root: Node = at.getRootNode();
    at = at.assignedSlot ?? at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
  return sum;
}

function controlOf(event: Event): Element | undefined {
  const target = event.composedPath()[0];
  return target instanceof Element ? controlAround(target) : undefined;
}

const controlAround = (element: Element): Element | undefined => element.closest('button, input, label, summary, textarea') ?? undefined;
