// Deposits by external id: rail, 96 bits of the transaction, position in it. Permanent: no row is freed.

import type { DepositRows } from './deposit.ts';

const FIRST_PLACES = 64;
const HIGH = 2 ** 32;

/** A derived index with open addressing, whose entries are rows of deposits. Rebuilt on load. */
export class ExternalIds {
  private readonly rows: DepositRows;
  private places = new Int32Array(FIRST_PLACES);
  private count = 0;

  constructor(rows: DepositRows) {
    this.rows = rows;
  }

  /** The deposit's row, 0 when it is new. */
  find(rail: number, high: number, low: number, position: number): number {
    const { rows, places } = this;
    const mask = places.length - 1;
    for (let place = hash(rail, high, low, position) & mask; ; place = (place + 1) & mask) {
      const row = places[place] as number;
      if (row === 0) return 0;
      if (
        rows.transactionLow[row] === low &&
        rows.transactionHigh[row] === high &&
        rows.place[row] === position &&
        rows.rail[row] === rail
      )
        return row;
    }
  }

  /** Adds a row with a new id. */
  add(row: number): void {
    if ((this.count + 1) * 2 > this.places.length) {
      const old = this.places;
      this.places = new Int32Array(old.length * 2);
      for (let at = 0; at < old.length; at += 1) if (old[at] !== 0) this.put(old[at] as number);
    }
    this.put(row);
    this.count += 1;
  }

  rebuild(): void {
    this.places = new Int32Array(FIRST_PLACES);
    this.count = 0;
    for (let row = 1; row <= this.rows.top; row += 1) this.add(row);
  }

  private put(row: number): void {
    const { rows, places } = this;
    const mask = places.length - 1;
    let place =
      hash(
        rows.rail[row] as number,
        rows.transactionHigh[row] as number,
        rows.transactionLow[row] as number,
        rows.place[row] as number,
      ) & mask;
    while (places[place] !== 0) place = (place + 1) & mask;
    places[place] = row;
  }
}

function hash(rail: number, high: number, low: number, position: number): number {
  let h = Math.imul(high | 0, 0x9e3779b1) ^ Math.imul((high / HIGH) | 0, 0x85ebca77);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) ^ Math.imul(low | 0, 0xc2b2ae3d) ^ ((low / HIGH) | 0);
  h = Math.imul(h ^ (h >>> 13), 0x297a2d39) ^ Math.imul(position, 0x165667b1) ^ Math.imul(rail, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}
