// Second contracts that have ended and are not paid yet, since rules `secondsInSteps` (money §5). Those that end at one moment on
// one instrument share a row with one timer: however many they are, the moment costs as much as one. What they are settled by is
// written down then; they are paid some in each batch, in the order in which they ended.

import { SECOND_STATUS } from '../enum/index.ts';
import { pool, type Registry, table } from '../state/index.ts';
import { type Contracts, MAX_CONTRACTS } from './contracts.ts';
import type { Expect } from '../expect.ts';

/** What contracts of one row ended with. */
export const ENDED = {
  /** They run. */
  no: 0,
  /** A price settles them. */
  priced: 1,
  /** Void: no tick to open at, none to settle by, the market was closed. The emitted reason is one less. */
  unopened: 2,
  unpriced: 3,
  closed: 4,
} as const;

/** The tick that a row's contracts are settled by: number, price in cents, time in ms. */
export interface EndTick {
  readonly number: number;
  readonly price: number;
  readonly time: number;
}

const NO_TICK: EndTick = { number: 0, price: 0, time: 0 };
const ROW = 1;

export class Endings {
  readonly rows;
  /** The rows that have ended and are not paid, oldest first; 0 none. */
  private readonly queue;
  private readonly contracts: Contracts;

  constructor(registry: Registry, contracts: Contracts) {
    this.contracts = contracts;
    this.rows = registry.add(
      pool(
        'secondEnds',
        {
          /** When its contracts end, ms. */
          due: 'f64',
          tick: 'f64',
          price: 'f64',
          time: 'f64',
          instrument: 'i32',
          outcome: 'i32',
          /** Its contracts, in the order in which they joined. */
          first: 'i32',
          last: 'i32',
          /** The row behind it in the queue. */
          next: 'i32',
        },
        MAX_CONTRACTS,
        'next',
      ),
    );
    this.queue = registry.add(table('secondEndQueue', { first: 'i32', last: 'i32' }, 1));
  }

  /** A contract that is in no row was opened, or ended without one: each keeps the row that it may need (core §10). */
  keep(contracts: 1 | -1): void {
    this.rows.keptRows += contracts;
  }

  /** On load: rows that are kept. */
  rebuild(): void {
    const { rows } = this;
    const c = this.contracts.rows;
    rows.keptRows = 0;
    for (let slot = 1; slot <= c.top; slot += 1) if (c.alive(slot)) rows.keptRows += 1;
    for (let row = 1; row <= rows.top; row += 1)
      for (let slot = rows.alive(row) ? (rows.first[row] as number) : 0; slot !== 0; slot = c.next[slot] as number)
        rows.keptRows -= 1;
  }

  /** A row of contracts of an instrument that end at `due`. */
  open(instrument: number, due: number): number {
    const { rows } = this;
    const row = rows.take();
    rows.due[row] = due;
    rows.instrument[row] = instrument;
    rows.outcome[row] = ENDED.no;
    rows.tick[row] = 0;
    rows.price[row] = 0;
    rows.time[row] = 0;
    rows.first[row] = 0;
    rows.last[row] = 0;
    rows.next[row] = 0;
    return row;
  }

  /** A contract that waits in no queue joins a row. */
  join(row: number, slot: number): void {
    const { rows } = this;
    const { next } = this.contracts.rows;
    const last = rows.last[row] as number;
    if (last === 0) rows.first[row] = slot;
    else next[last] = slot;
    rows.last[row] = slot;
    next[slot] = 0;
    this.keep(-1);
  }

  /** The moment of a row came: its contracts wait to be paid. */
  end(row: number, ended: number, tick: EndTick = NO_TICK): void {
    const { rows, queue } = this;
    rows.outcome[row] = ended;
    rows.tick[row] = tick.number;
    rows.price[row] = tick.price;
    rows.time[row] = tick.time;
    queue.reach(ROW);
    const last = queue.last[ROW] as number;
    if (last === 0) queue.first[ROW] = row;
    else rows.next[last] = row;
    queue.last[ROW] = row;
  }

  /** One contract ended by a timer of its own: it joins those that ended at the same moment, or has a row of its own. */
  endOne(slot: number, due: number, ended: number, tick: EndTick = NO_TICK): void {
    const { rows, queue, contracts } = this;
    const instrument = contracts.rows.instrument[slot] as number;
    const last = queue.top === 0 ? 0 : (queue.last[ROW] as number);
    const same =
      last !== 0 &&
      rows.instrument[last] === instrument &&
      rows.due[last] === due &&
      rows.outcome[last] === ended &&
      rows.tick[last] === tick.number;
    const row = same ? last : this.open(instrument, due);
    this.join(row, slot);
    contracts.rows.state[slot] = ended === ENDED.priced ? SECOND_STATUS.settled : SECOND_STATUS.void;
    if (!same) this.end(row, ended, tick);
  }

  /** The row that is paid next, 0: none. */
  get first(): number {
    return this.queue.top === 0 ? 0 : (this.queue.first[ROW] as number);
  }

  /** Takes the oldest contract out of the first row; with its last contract the row goes once `close` is called. */
  take(row: number): number {
    const { rows } = this;
    const { next } = this.contracts.rows;
    const slot = rows.first[row] as number;
    rows.first[row] = next[slot] as number;
    if (rows.first[row] === 0) rows.last[row] = 0;
    next[slot] = 0;
    return slot;
  }

  /** The first row has no contracts left. */
  close(row: number): void {
    const { rows, queue } = this;
    queue.first[ROW] = rows.next[row] as number;
    if (queue.first[ROW] === 0) queue.last[ROW] = 0;
    rows.next[row] = 0;
    rows.free(row);
  }

  /** Each contract in one row at most, each that has ended in one; the queue holds the rows that have ended, by time. */
  audit(expect: Expect): void {
    const { rows, queue } = this;
    const c = this.contracts.rows;
    const listed = new Uint8Array(c.top + 1);
    let kept = 0;
    let ended = 0;
    for (let row = 1; row <= rows.top; row += 1) {
      if (!rows.alive(row)) continue;
      let last = 0;
      for (let slot = rows.first[row] as number; slot !== 0; slot = c.next[slot] as number) {
        expect(listed[slot] === 0 && c.alive(slot), () => `contract slot ${slot} in one row of endings`);
        expect(c.instrument[slot] === rows.instrument[row], () => `contract slot ${slot} of the row's instrument`);
        const over = rows.outcome[row] === ENDED.priced ? SECOND_STATUS.settled : SECOND_STATUS.void;
        const states = rows.outcome[row] === ENDED.no ? [SECOND_STATUS.countdown] : [SECOND_STATUS.countdown, over];
        expect(
          states.includes(c.state[slot] as never),
          () => `contract slot ${slot} in the state of its row of endings`,
        );
        listed[slot] = 1;
        kept -= 1;
        last = slot;
      }
      expect(last !== 0 && rows.last[row] === last, () => `row ${row} of endings to end with contract slot ${last}`);
      if (rows.outcome[row] !== ENDED.no) ended += 1;
    }
    let before = 0;
    for (let row = this.first; row !== 0; row = rows.next[row] as number) {
      expect(rows.outcome[row] !== ENDED.no, () => `row ${row} in the queue to have ended`);
      expect((rows.due[row] as number) >= before, () => `row ${row} to end no earlier than the one before it`);
      before = rows.due[row] as number;
      ended -= 1;
      expect(rows.next[row] !== 0 || queue.last[ROW] === row, () => `the queue of endings to end with row ${row}`);
    }
    expect(ended === 0, () => `all rows that have ended in the queue, ${ended} are not`);
    for (let slot = 1; slot <= c.top; slot += 1) {
      if (!c.alive(slot)) continue;
      kept += 1;
      if (c.state[slot] === SECOND_STATUS.settled || c.state[slot] === SECOND_STATUS.void)
        expect(listed[slot] === 1, () => `contract slot ${slot} that has ended in a row`);
    }
    expect(kept === rows.keptRows, () => `${kept} rows of endings kept, got ${rows.keptRows}`);
  }
}
