/*
 * Owns who may run now: as many runs as there are places, the others in line, first come first served. What must hold: a run
 * that gave its place up for a person goes to the front of the line when it wants it back, before those that never ran; a
 * place is never held twice nor lost. Deliberately absent: workers and time.
 */

/** The line of one sandbox. */
export class Line {
  #free: number;
  readonly #returning: Place[] = [];
  readonly #coming: Place[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** A place for one run, not yet taken. */
  place(): Place {
    return new Place(this);
  }

  /** For Place alone. */
  join(place: Place, returning: boolean): void {
    (returning ? this.#returning : this.#coming).push(place);
    this.#serve();
  }

  /** For Place alone: out of the line, or out of its place. */
  part(place: Place, held: boolean): void {
    if (held) this.#free += 1;
    else for (const queue of [this.#returning, this.#coming]) if (queue.includes(place)) queue.splice(queue.indexOf(place), 1);
    this.#serve();
  }

  #serve(): void {
    while (this.#free > 0) {
      const next = this.#returning.shift() ?? this.#coming.shift();
      if (!next) return;
      this.#free -= 1;
      next.granted();
    }
  }
}

/** One run's place: out, in line, or held. */
export class Place {
  readonly #line: Line;
  #held = false;
  #waiting: ((held: boolean) => void) | undefined;
  #was = false;

  constructor(line: Line) {
    this.#line = line;
  }

  get held(): boolean {
    return this.#held;
  }

  /** True when the place is held; false when `leave` was called before it came. */
  take(): Promise<boolean> {
    if (this.#held) return Promise.resolve(true);
    this.#waiting?.(false);
    return new Promise(resolve => {
      const again = this.#waiting !== undefined;
      this.#waiting = resolve;
      if (!again) this.#line.join(this, this.#was);
    });
  }

  leave(): void {
    const held = this.#held;
    const waiting = this.#waiting;
    if (!held && !waiting) return;
    this.#held = false;
    this.#waiting = undefined;
    waiting?.(false);
    this.#line.part(this, held);
  }

  /** For Line alone. */
  granted(): void {
    const waiting = this.#waiting;
    this.#held = this.#was = true;
    this.#waiting = undefined;
    waiting?.(true);
  }
}
