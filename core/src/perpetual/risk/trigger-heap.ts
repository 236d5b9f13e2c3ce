// Positions in the order in which marks reach them: derived, rebuilt on load (core §6).

const FIRST_ROWS = 64;

/** Position of each slot in the heap of one direction. The heaps of all markets in that direction share it. */
export class Places {
  rows = new Int32Array(FIRST_ROWS);

  reach(slot: number): void {
    if (slot < this.rows.length) return;
    let length = this.rows.length;
    while (length <= slot) length *= 2;
    const longer = new Int32Array(length);
    longer.set(this.rows);
    this.rows = longer;
  }
}

/**
 * Positions of one market by the mark (cents) that reaches them. `falling`: reached from above, the highest first; else
 * from below, the lowest first. Ties: the lower slot first.
 */
export class TriggerHeap {
  private readonly falling: boolean;
  private readonly places: Places;
  private marks = new Float64Array(FIRST_ROWS);
  private slots = new Int32Array(FIRST_ROWS);
  private count = 0;

  constructor(falling: boolean, places: Places) {
    this.falling = falling;
    this.places = places;
  }

  get size(): number {
    return this.count;
  }

  /** The first position that a mark reaches, 0 none. */
  reached(mark: number): number {
    if (this.count === 0) return 0;
    const first = this.marks[1] as number;
    return (this.falling ? mark <= first : mark >= first) ? (this.slots[1] as number) : 0;
  }

  has(slot: number): boolean {
    return slot < this.places.rows.length && this.places.rows[slot] !== 0;
  }

  /** Sets the mark of a position, present or not; mark 0 removes it. */
  set(slot: number, mark: number): void {
    this.places.reach(slot);
    const at = this.places.rows[slot] as number;
    if (mark === 0) {
      if (at !== 0) this.remove(slot);
      return;
    }
    if (at === 0) {
      this.count += 1;
      if (this.count >= this.slots.length) this.grow();
      this.rise(this.count, slot, mark);
      return;
    }
    if (this.marks[at] === mark) return;
    if (this.before(mark, slot, at)) this.rise(at, slot, mark);
    else this.sink(at, slot, mark);
  }

  remove(slot: number): void {
    this.places.reach(slot);
    const at = this.places.rows[slot] as number;
    if (at === 0) return;
    this.places.rows[slot] = 0;
    const last = this.count;
    this.count -= 1;
    if (at === last) return;
    const moved = this.slots[last] as number;
    const mark = this.marks[last] as number;
    const parent = at >> 1;
    if (parent > 0 && this.before(mark, moved, parent)) this.rise(at, moved, mark);
    else this.sink(at, moved, mark);
  }

  clear(): void {
    this.count = 0;
  }

  bytes(): number {
    return this.marks.byteLength + this.slots.byteLength;
  }

  /** Whether (mark, slot) is before the entry at an index. */
  private before(mark: number, slot: number, at: number): boolean {
    const other = this.marks[at] as number;
    if (mark !== other) return this.falling ? mark > other : mark < other;
    return slot < (this.slots[at] as number);
  }

  private put(at: number, slot: number, mark: number): void {
    this.slots[at] = slot;
    this.marks[at] = mark;
    this.places.rows[slot] = at;
  }

  private rise(from: number, slot: number, mark: number): void {
    let at = from;
    while (at > 1) {
      const parent = at >> 1;
      if (!this.before(mark, slot, parent)) break;
      this.put(at, this.slots[parent] as number, this.marks[parent] as number);
      at = parent;
    }
    this.put(at, slot, mark);
  }

  private sink(from: number, slot: number, mark: number): void {
    let at = from;
    for (let child = at * 2; child <= this.count; child = at * 2) {
      if (child < this.count && this.before(this.marks[child + 1] as number, this.slots[child + 1] as number, child))
        child += 1;
      if (this.before(mark, slot, child)) break;
      this.put(at, this.slots[child] as number, this.marks[child] as number);
      at = child;
    }
    this.put(at, slot, mark);
  }

  private grow(): void {
    const slots = new Int32Array(this.slots.length * 2);
    slots.set(this.slots);
    this.slots = slots;
    const marks = new Float64Array(this.marks.length * 2);
    marks.set(this.marks);
    this.marks = marks;
  }
}
