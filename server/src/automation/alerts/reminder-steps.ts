// Values that wait for a figure to reach them, from below or from above: a new figure looks at what it hits and at one more.

/** Something that waits at a value. */
export interface Rung<T> {
  /** A safe integer in the ladder's unit. */
  readonly value: number;
  readonly item: T;
}

/** Waiting values of one figure (a price, a rate, a mark). */
export class Ladder<T> {
  /** Hit by a figure at or above them; the lowest stands last. */
  readonly #rising: Rung<T>[] = [];
  /** Hit by a figure at or below them; the highest stands last. */
  readonly #falling: Rung<T>[] = [];

  get size(): number {
    return this.#rising.length + this.#falling.length;
  }

  /** Waits for a figure of `value` or more. */
  above(value: number, item: T): void {
    insert(this.#rising, { value, item }, -1);
  }

  /** Waits for a figure of `value` or less. */
  below(value: number, item: T): void {
    insert(this.#falling, { value, item }, 1);
  }

  /** Takes out what waits at a value; true when it was there. */
  remove(value: number, item: T): boolean {
    return removeFrom(this.#rising, value, item, -1) || removeFrom(this.#falling, value, item, 1);
  }

  /** Takes out and gives everything that a figure reaches. */
  hit(figure: number): readonly T[] {
    const found: T[] = [];
    for (let one = this.#rising.at(-1); one !== undefined && one.value <= figure; one = this.#rising.at(-1)) {
      this.#rising.pop();
      found.push(one.item);
    }
    for (let one = this.#falling.at(-1); one !== undefined && one.value >= figure; one = this.#falling.at(-1)) {
      this.#falling.pop();
      found.push(one.item);
    }
    return found;
  }
}

/** The first place whose value does not stand before `value` in the order of `sign` (1 up, −1 down). */
function placeOf<T>(rungs: readonly Rung<T>[], value: number, sign: 1 | -1): number {
  let from = 0;
  let to = rungs.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const there = rungs[middle]?.value ?? 0;
    if (sign * there < sign * value) from = middle + 1;
    else to = middle;
  }
  return from;
}

function insert<T>(rungs: Rung<T>[], rung: Rung<T>, sign: 1 | -1): void {
  rungs.splice(placeOf(rungs, rung.value, sign), 0, rung);
}

function removeFrom<T>(rungs: Rung<T>[], value: number, item: T, sign: 1 | -1): boolean {
  for (let at = placeOf(rungs, value, sign); rungs[at]?.value === value; at += 1)
    if (rungs[at]?.item === item) {
      rungs.splice(at, 1);
      return true;
    }
  return false;
}
