// A derived priority queue of rows, ordered by their columns: first, add, remove in logarithmic time.

/** A derived column of 32-bit integers, 0 where nothing was written. */
export class IntColumn {
  private values = new Int32Array(64);

  get(row: number): number {
    return this.values[row] ?? 0;
  }

  set(row: number, value: number): void {
    if (row >= this.values.length) {
      let { length } = this.values;
      while (length <= row) length *= 2;
      const longer = new Int32Array(length);
      longer.set(this.values);
      this.values = longer;
    }
    this.values[row] = value;
  }
}

/** Never saved, never digested: the owner rebuilds it on load. Bounded by the table of its rows. */
export class RowHeap {
  private readonly less: (a: number, b: number) => boolean;
  private readonly places: IntColumn;
  /** Entries start at index 1. */
  private readonly rows: number[] = [0];

  /**
   * @param less a strict total order of rows, constant while a row is in the heap
   * @param places position of each row, 0 when in no heap; heaps that never hold the same row may share it
   */
  constructor(less: (a: number, b: number) => boolean, places: IntColumn) {
    this.less = less;
    this.places = places;
  }

  get size(): number {
    return this.rows.length - 1;
  }

  /** The first row; 0 when the heap is empty. */
  first(): number {
    return this.rows[1] ?? 0;
  }

  /** Adds a row that is in no heap of these positions. */
  add(row: number): void {
    this.rows.push(row);
    this.rise(this.size, row);
  }

  /** Removes a row of this heap. */
  remove(row: number): void {
    const { rows, places } = this;
    const place = places.get(row);
    const last = rows.pop() ?? 0;
    places.set(row, 0);
    if (last === row) return;
    const parent = place >> 1;
    if (parent > 0 && this.less(last, rows[parent] as number)) this.rise(place, last);
    else this.sink(place, last);
  }

  private rise(from: number, row: number): void {
    const { rows } = this;
    let at = from;
    for (let parent = at >> 1; parent > 0 && this.less(row, rows[parent] as number); parent = at >> 1) {
      this.put(at, rows[parent] as number);
      at = parent;
    }
    this.put(at, row);
  }

  private sink(from: number, row: number): void {
    const { rows } = this;
    let at = from;
    for (let child = at * 2; child < rows.length; child = at * 2) {
      if (child + 1 < rows.length && this.less(rows[child + 1] as number, rows[child] as number)) child += 1;
      if (this.less(row, rows[child] as number)) break;
      this.put(at, rows[child] as number);
      at = child;
    }
    this.put(at, row);
  }

  private put(place: number, row: number): void {
    this.rows[place] = row;
    this.places.set(row, place);
  }
}
