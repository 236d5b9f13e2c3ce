// The last ticks, by number, of instruments whose prices a product recomputes; and their last valid tick.

import { type Registry, table } from '../state/index.ts';
import { allows, USE, YES } from './validity.ts';

/** Ticks kept per instrument: 16 s at four a second. */
export const RING = 64;
const MAX_INSTRUMENT = 65_535;

/** Rows are made only when a product asks for an instrument (`keep`), so other instruments use no memory. */
export class TickRing {
  /** By instrument: where its ring begins (0: not kept), and its last tick that was valid when sequenced. */
  readonly kept;
  /** `RING` rows per kept instrument. Tick n is at index n modulo `RING`. */
  readonly rows;

  constructor(registry: Registry) {
    this.kept = registry.add(
      table('kept', { ring: 'i32', validNumber: 'f64', validPrice: 'f64', validTime: 'f64' }, MAX_INSTRUMENT),
    );
    this.rows = registry.add(
      table('ring', { number: 'f64', price: 'f64', time: 'f64', state: 'i32' }, MAX_INSTRUMENT * RING),
    );
  }

  /** Keeps an instrument's ticks, from its next one on. */
  keep(instrument: number): void {
    const { kept, rows } = this;
    kept.reach(instrument);
    if (kept.ring[instrument] !== 0) return;
    kept.ring[instrument] = rows.top + 1;
    rows.reach(rows.top + RING);
  }

  /** Adds a tick that was sequenced at `time` with that state. */
  add(instrument: number, number: number, price: number, time: number, state: number): void {
    const { kept, rows } = this;
    if (instrument > kept.top || kept.ring[instrument] === 0) return;
    const slot = this.place(instrument, number);
    rows.number[slot] = number;
    rows.price[slot] = price;
    rows.time[slot] = time;
    rows.state[slot] = state;
    if (allows(state, USE.second) !== YES) return;
    kept.validNumber[instrument] = number;
    kept.validPrice[instrument] = price;
    kept.validTime[instrument] = time;
  }

  /** Row of tick `number` in `rows`; 0 when it was never or is no longer kept. */
  find(instrument: number, number: number): number {
    const { kept, rows } = this;
    if (instrument > kept.top || kept.ring[instrument] === 0 || number < 1) return 0;
    const slot = this.place(instrument, number);
    return rows.number[slot] === number ? slot : 0;
  }

  /**
   * Row of the first valid tick at `time`, when the instrument's last valid tick has that time; several may share it.
   * 0: the last valid tick has another time.
   */
  firstValidAt(instrument: number, time: number): number {
    const { kept, rows } = this;
    if (instrument > kept.top || kept.ring[instrument] === 0 || kept.validTime[instrument] !== time) return 0;
    let first = this.find(instrument, kept.validNumber[instrument] as number);
    // Bounded by RING: each round is the tick before.
    for (let slot = first; slot !== 0 && rows.time[slot] === time;) {
      if (allows(rows.state[slot] as number, USE.second) === YES) first = slot;
      slot = this.find(instrument, (rows.number[slot] as number) - 1);
    }
    return first;
  }

  private place(instrument: number, number: number): number {
    return (this.kept.ring[instrument] as number) + (number % RING);
  }
}
