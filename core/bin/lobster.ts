// A LOBSTER recording: reads its files, and drives an order book with its messages.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  type Book,
  crosses,
  FastBook,
  next,
  NONE,
  opposite,
  type OrderColumns,
  Pages,
  ROW32,
  ROW64,
  type Side,
  STEP,
} from '#core/book/index.ts';

/** Prices are in dollars × 10,000; a tick is a cent. */
const PRICE_UNITS_A_TICK = 100;
/** How an empty level is written: this price for asks, its negative for bids. */
const EMPTY_PRICE = 9_999_999_999;
const MESSAGE_COLUMNS = 6;
const LEVEL_COLUMNS = 4;
const MARKET = 1;
/** The user who sends crossing orders. Resting orders belong to user 0. */
const TAKER = 1;

/** Rows of equal length, in sequence. */
export interface Rows {
  readonly file: string;
  readonly columns: number;
  readonly count: number;
  readonly words: Float64Array;
}

/** Reads a .csv or .csv.gz of numbers without a header. Throws with file and line when it is not one. */
export function readRows(file: string): Rows {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1').trimEnd();
  const lines = text === '' ? [] : text.split('\n');
  const columns = lines[0]?.split(',').length ?? 0;
  const words = new Float64Array(lines.length * columns);
  for (const [row, line] of lines.entries()) {
    const cells = line.trimEnd().split(',');
    if (cells.length !== columns)
      throw new Error(`${file}:${row + 1}: expected ${columns} columns, found ${cells.length}.`);
    for (const [column, cell] of cells.entries()) {
      const value = Number(cell);
      if (cell.trim() === '' || !Number.isFinite(value))
        throw new Error(`${file}:${row + 1}: expected a number in column ${column + 1}, found '${cell}'.`);
      words[row * columns + column] = value;
    }
  }
  return { file, columns, count: lines.length, words };
}

export interface Outcome {
  readonly rows: number;
  readonly equal: number;
  /** First row (from 1) whose best level differs, 0 when none does. */
  readonly firstDifference: number;
  /** Executions of visible orders, and how many of them hit the first order at the best price: price-time priority. */
  readonly executions: number;
  readonly atFront: number;
  /** Rows with a larger size than the book had; the excess was ignored. */
  readonly excess: number;
  /** New orders that crossed, which a correct recording never has; they were matched. */
  readonly crossed: number;
  readonly milliseconds: number;
}

/** Names what a set of files lacks; undefined when it is complete. */
function fault(messages: Rows, best: Rows, start: Rows): string | undefined {
  if (messages.columns !== MESSAGE_COLUMNS)
    return `${messages.file}: expected ${MESSAGE_COLUMNS} columns (time, type, id, size, price, side), found ${messages.columns}.`;
  if (best.columns < LEVEL_COLUMNS || best.columns % LEVEL_COLUMNS !== 0)
    return `${best.file}: expected 4 columns a level (ask price, ask size, bid price, bid size), found ${best.columns}.`;
  if (start.count === 0 || start.columns % LEVEL_COLUMNS !== 0)
    return `${start.file}: expected a first row of 4 columns a level, found ${start.count} rows of ${start.columns}.`;
  if (best.count !== messages.count)
    return `${best.file}: expected a row for each of the ${messages.count} messages, found ${best.count}.`;
  return undefined;
}

/** Runs every message through the fast book and compares the best level after each with the recorded one. */
export function replay(messages: Rows, best: Rows, start: Rows): Outcome {
  const wrong = fault(messages, best, start);
  if (wrong !== undefined) throw new Error(wrong);
  const driver = new Driver(messages, start);
  let equal = 0;
  let firstDifference = 0;
  const began = performance.now();
  for (let row = 0; row < messages.count; row += 1) {
    if (row > 0) driver.apply(row);
    if (driver.agrees(best, row)) equal += 1;
    else if (firstDifference === 0) firstDifference = row + 1;
  }
  const milliseconds = performance.now() - began;
  const { executions, atFront, excess, crossed } = driver;
  return { rows: messages.count, equal, firstDifference, executions, atFront, excess, crossed, milliseconds };
}

class Driver {
  executions = 0;
  atFront = 0;
  excess = 0;
  crossed = 0;
  private readonly messages: Rows;
  private readonly orders: OrderColumns;
  private readonly book: Book;
  /** The recording's ids of resting orders, with their slots. */
  private readonly slots = new Map<number, number>();
  /** Orders from before the recording, one per level: slot by price, negative for sells. */
  private readonly anonymous = new Map<number, number>();
  private nextSlot = 1;

  /** Builds the book after the first message, from the start file's first row. */
  constructor(messages: Rows, start: Rows) {
    this.messages = messages;
    const size = messages.count + start.columns;
    this.orders = {
      price: new Int32Array(size * ROW32),
      rest: new Float64Array(size * ROW64),
      next: new Int32Array(size * ROW32),
      previous: new Int32Array(size * ROW32),
      user: new Int32Array(size * ROW32),
      place: new Int32Array(size * ROW32),
    };
    this.book = new FastBook(MARKET, this.orders, new Pages());
    const [, type, id, lots, price, sign] = messages.words;
    for (let column = 0; column < start.columns; column += 2) {
      const side: Side = column % LEVEL_COLUMNS === 0 ? 2 : 1;
      const level = start.words[column] as number;
      let size = start.words[column + 1] as number;
      if (Math.abs(level) === EMPTY_PRICE) continue;
      // This row already includes the first message: an order it added is at the end of its level.
      const own = type === 1 && level === price && side === (sign === 1 ? 1 : 2) ? Math.min(lots as number, size) : 0;
      size -= own;
      const ticks = this.ticks(level);
      if (size > 0) this.anonymous.set(side === 1 ? ticks : -ticks, this.add(side, ticks, size));
      if (own > 0) this.slots.set(id as number, this.add(side, ticks, own));
    }
  }

  /** Applies one message, by row from 0. */
  apply(row: number): void {
    const at = row * MESSAGE_COLUMNS;
    const { words } = this.messages;
    const type = words[at + 1] as number;
    const id = words[at + 2] as number;
    const lots = words[at + 3] as number;
    if (type === 5 || type === 7) return;
    if (type < 1 || type > 4)
      throw new Error(`${this.messages.file}:${row + 1}: expected a type of 1, 2, 3, 4, 5 or 7, found ${type}.`);
    const side: Side = words[at + 5] === 1 ? 1 : 2;
    const ticks = this.ticks(words[at + 4] as number);
    if (type === 1) {
      const left = crosses(this.book, side, ticks) ? this.meet(side, ticks, lots) : lots;
      if (left > 0) this.slots.set(id, this.add(side, ticks, left));
      return;
    }
    const slot = this.slots.get(id) ?? this.anonymous.get(side === 1 ? ticks : -ticks) ?? NONE;
    if (type === 4) {
      this.executions += 1;
      if (slot !== NONE && this.book.front(side) === slot) this.atFront += 1;
    }
    this.take(id, slot, lots, side === 1 ? ticks : -ticks);
  }

  /** Whether best ask and bid, prices and sizes, equal those of a row. */
  agrees(best: Rows, row: number): boolean {
    const { book } = this;
    const at = row * best.columns;
    const ask = book.best(2);
    const bid = book.best(1);
    const { words } = best;
    return (
      words[at] === (ask === 0 ? EMPTY_PRICE : ask * PRICE_UNITS_A_TICK) &&
      words[at + 1] === book.lotsAt(2, ask) &&
      words[at + 2] === (bid === 0 ? -EMPTY_PRICE : bid * PRICE_UNITS_A_TICK) &&
      words[at + 3] === book.lotsAt(1, bid)
    );
  }

  private add(side: Side, ticks: number, lots: number): number {
    const slot = this.nextSlot;
    this.nextSlot += 1;
    this.orders.price[slot * ROW32] = ticks;
    this.orders.rest[slot * ROW64] = lots;
    this.orders.place[slot * ROW32] = 2 * MARKET + side - 1;
    this.book.add(slot);
    return slot;
  }

  /** Matches a crossing order. Returns its unfilled size. */
  private meet(side: Side, ticks: number, lots: number): number {
    this.crossed += 1;
    let left = lots;
    while (left > 0 && next(this.book, this.orders, side, ticks, TAKER, 1) === STEP.fill) {
      const maker = this.book.front(opposite(side));
      const taken = Math.min(left, this.orders.rest[maker * ROW64] as number);
      this.book.reduce(maker, taken);
      left -= taken;
    }
    return left;
  }

  private take(id: number, slot: number, lots: number, level: number): void {
    const rest = slot === NONE ? 0 : (this.orders.rest[slot * ROW64] as number);
    if (lots > rest) this.excess += 1;
    if (rest === 0) return;
    this.book.reduce(slot, Math.min(lots, rest));
    if (lots < rest) return;
    if (!this.slots.delete(id)) this.anonymous.delete(level);
  }

  private ticks(price: number): number {
    if (price % PRICE_UNITS_A_TICK !== 0)
      throw new Error(
        `${this.messages.file}: expected prices in whole cents (dollars × 10,000, steps of 100), found ${price}.`,
      );
    return price / PRICE_UNITS_A_TICK;
  }
}
