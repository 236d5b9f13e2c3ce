// What waits of several owners, taken in rotation of the owners: whoever has much waiting gets one turn like everybody.

export class Rotation<Owner, T> {
  /** By owner, the one whose turn is next at the front. */
  readonly #lines = new Map<Owner, T[]>();

  add(owner: Owner, item: T): void {
    const line = this.#lines.get(owner);
    if (line === undefined) this.#lines.set(owner, [item]);
    else line.push(item);
  }

  /** Takes the oldest of the owner whose turn it is; undefined: nothing waits. */
  take(): T | undefined {
    const [first] = this.#lines;
    if (first === undefined) return undefined;
    const [owner, line] = first;
    const item = line.shift();
    this.#lines.delete(owner);
    if (line.length > 0) this.#lines.set(owner, line);
    return item;
  }
}
