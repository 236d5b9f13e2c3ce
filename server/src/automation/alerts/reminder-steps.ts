// Thresholds that wait for a figure to reach them from below or from above. A new figure only visits those it reaches
// and one more.

/** An item waiting at a threshold. */
export interface Rung<T> {
  /** A safe integer in the figure's unit. */
  readonly value: number;
  readonly item: T;
}

/** Thresholds of one figure (a price, a rate, a mark). */
export class Thresholds<T> {
  /** Reached by a figure at or above them; the lowest is last. */
  readonly #rising: Rung<T>[] = [];
  /** Reached by a figure at or below them; the highest is last. */
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

  /** Removes an item at a threshold; returns true if it was there. */
  remove(value: number, item: T): boolean {
    return removeFrom(this.#rising, value, item, -1) || removeFrom(this.#falling, value, item, 1);
  }

  /** Removes and returns everything that a figure reaches. */
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

/** The first index whose value does not come before `value` in the order of `sign` (1 up, −1 down). */
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
