// Bounded counts by source: each source's share of a resource.

export class Shares {
  readonly #counts = new Map<string, number>();
  #total = 0;

  of(source: string): number {
    return this.#counts.get(source) ?? 0;
  }

  get total(): number {
    return this.#total;
  }

  /** Adds to a source's count; a count of 0 takes no memory. */
  add(source: string, by: number): void {
    const count = this.of(source) + by;
    this.#total += by;
    if (count === 0) this.#counts.delete(source);
    else this.#counts.set(source, count);
  }
}
