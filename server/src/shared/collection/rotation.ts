// Waiting items of several owners, taken round-robin by owner: an owner with many items gets one turn like everybody.

export interface Turn<Owner, T> {
  readonly owner: Owner;
  readonly item: T;
}

export class Rotation<Owner, T> {
  /** By owner; the owner whose turn is next comes first. */
  readonly #lines = new Map<Owner, T[]>();

  add(owner: Owner, item: T): void {
    const line = this.#lines.get(owner);
    if (line === undefined) this.#lines.set(owner, [item]);
    else line.push(item);
  }

  /** Takes one out that waits no more. */
  remove(owner: Owner, item: T): void {
    const line = this.#lines.get(owner);
    const at = line?.indexOf(item) ?? -1;
    if (line === undefined || at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(owner);
  }

  /** Whether anything of an owner waits. */
  has(owner: Owner): boolean {
    return this.#lines.has(owner);
  }

  /** Moves an owner that just had a turn outside of the rotation behind all others. */
  toBack(owner: Owner): void {
    const line = this.#lines.get(owner);
    if (line === undefined) return;
    this.#lines.delete(owner);
    this.#lines.set(owner, line);
  }

  /**
   * Takes the oldest item of the owner whose turn it is. Owners in `busy` are skipped and keep their place; each call
   * passes over them, so they must be few. Undefined: nothing waits, or only theirs.
   */
  take(busy?: ReadonlySet<Owner>): Turn<Owner, T> | undefined {
    for (const [owner, line] of this.#lines) {
      if (busy?.has(owner) === true) continue;
      const [item] = line.splice(0, 1);
      this.#lines.delete(owner);
      if (line.length > 0) this.#lines.set(owner, line);
      return item === undefined ? undefined : { owner, item };
    }
    return undefined;
  }
}
