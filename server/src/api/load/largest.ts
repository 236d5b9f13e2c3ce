// Members by owner, and the owner that has most of them, found without looking at all owners.

export class Largest<Owner, Member> {
  readonly #members = new Map<Owner, Set<Member>>();
  /** Owners by how many members they have. */
  readonly #byCount = new Map<number, Set<Owner>>();
  #most = 0;
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(owner: Owner): number {
    return this.#members.get(owner)?.size ?? 0;
  }

  add(owner: Owner, member: Member): void {
    const members = this.#members.get(owner) ?? new Set();
    if (members.has(member)) return;
    this.#members.set(owner, members);
    members.add(member);
    this.#total += 1;
    this.#move(owner, members.size - 1, members.size);
  }

  /** False: it was not there. */
  delete(owner: Owner, member: Member): boolean {
    const members = this.#members.get(owner);
    if (members?.delete(member) !== true) return false;
    this.#total -= 1;
    if (members.size === 0) this.#members.delete(owner);
    this.#move(owner, members.size + 1, members.size);
    return true;
  }

  /** The newest member of an owner that has most; undefined when there are none. */
  newestOfMost(): { readonly owner: Owner; readonly member: Member; readonly count: number } | undefined {
    const [owner] = this.#byCount.get(this.#most) ?? [];
    if (owner === undefined) return undefined;
    const member = [...(this.#members.get(owner) ?? [])].at(-1);
    return member === undefined ? undefined : { owner, member, count: this.#most };
  }

  #move(owner: Owner, from: number, to: number): void {
    const before = this.#byCount.get(from);
    before?.delete(owner);
    if (before?.size === 0) this.#byCount.delete(from);
    if (to > 0) {
      const after = this.#byCount.get(to);
      if (after === undefined) this.#byCount.set(to, new Set([owner]));
      else after.add(owner);
    }
    // One step at a time: whoever had most has one less, or somebody one more.
    if (to > this.#most || (from === this.#most && before?.size === 0)) this.#most = to;
  }
}
