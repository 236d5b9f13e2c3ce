// Ticks and price states: numbered, and judged again by the auditor's own implementation of money §11.

import { PRICE_STATE } from '../../src/enum/index.ts';
import { Breach } from '../finding.ts';
import { eventPlaces } from '../words.ts';
import { RULE } from '../../src/index.ts';
import type { Auditor } from './auditor.ts';

export interface Tick {
  readonly number: number;
  readonly price: number;
  readonly time: number;
  readonly state: number;
}

export interface Instrument {
  number: number;
  /** Last index, cents. */
  price: number;
  /** Time of the last tick, ms. */
  time: number;
  state: number;
  /** Since when its ticks have had too few sources, 0 none; whether the median of the remaining ones already counts. */
  disputed: number;
  decided: boolean;
  opensAt: number;
  closesAt: number;
  calendar: number;
  tickDecimals: number;
  /** Whether it closed, or was closed, since its last tick of a session, so that no price of the session is known. */
  before: boolean;
  /** The last ticks, oldest first. */
  readonly ticks: Tick[];
}

/** Ticks kept per instrument: more than a second contract may look back, at ten a second. */
const KEPT = 256;

const T = eventPlaces('tick');
const S = eventPlaces('price.state');
const I = eventPlaces('instrument.changed');

export class PriceBook {
  readonly instruments: (Instrument | undefined)[] = [];
  private readonly auditor: Auditor;

  constructor(auditor: Auditor) {
    this.auditor = auditor;
    auditor.on('tick', (w, at) => this.tick(w, at));
    auditor.on('tick.source', () => undefined);
    auditor.on('price.state', (w, at) => {
      const one = this.of(w[at + S.instrument] as number);
      one.state = w[at + S.state] as number;
      one.opensAt = w[at + S.opensAt] as number;
      one.closesAt = w[at + S.closesAt] as number;
      if (one.state === PRICE_STATE.closed) one.before = true;
      if (one.state <= PRICE_STATE.aging && one.before && this.auditor.rules >= RULE.openingMark)
        throw new Breach(`money §11: instrument ${w[at + S.instrument]} is open by a price of before its opening`);
      if (one.state === PRICE_STATE.valid)
        if (!(this.auditor.time - one.time <= 2_000))
          throw new Breach('money §11: a price older than 2 s is called valid');
    });
    auditor.on('instrument.changed', (w, at) => {
      const one = this.of(w[at + I.instrument] as number);
      one.calendar = w[at + I.calendar] as number;
      one.tickDecimals = w[at + I.tickDecimals] as number;
    });
  }

  of(instrument: number): Instrument {
    const known = this.instruments[instrument];
    if (known !== undefined) return known;
    const made = {
      ...{
        number: 0,
        price: 0,
        time: 0,
        state: PRICE_STATE.stale,
        disputed: 0,
        decided: false,
        opensAt: 0,
        closesAt: 0,
        calendar: 0,
        tickDecimals: 0,
        before: false,
      },
      ticks: [],
    };
    this.instruments[instrument] = made;
    return made;
  }

  /** Whether the last price of an instrument is usable for marks and liquidations (money §11). */
  counts(instrument: number): boolean {
    const { state, decided, time, before } = this.of(instrument);
    if (before && this.auditor.rules >= RULE.openingMark) return false;
    return state <= PRICE_STATE.aging || (state === PRICE_STATE.stale && decided && this.auditor.time - time <= 10_000);
  }

  private tick(w: Float64Array, at: number): void {
    const instrument = w[at + T.instrument] as number;
    const one = this.of(instrument);
    const number = w[at + T.number] as number;
    const price = w[at + T.price] as number;
    const state = w[at + T.state] as number;
    if (number !== one.number + 1)
      throw new Breach(`ticks of instrument ${instrument} are numbered: ${number} after ${one.number}`);
    const few = (w[at + T.used] as number) * 2 < (w[at + T.total] as number);
    const apart = (w[at + T.spread] as number) * 100 > price;
    if (state !== PRICE_STATE.closed)
      if (!(state === (few ? PRICE_STATE.stale : apart ? PRICE_STATE.aging : PRICE_STATE.valid)))
        throw new Breach(
          `money §11: tick ${number} of instrument ${instrument} is called ${state}, sources too few ${few}, apart ${apart}`,
        );
    const silent = this.auditor.time - one.time > 10_000;
    if (!few || w[at + T.used] === 0 || this.auditor.rules < RULE.staleOnlyReduces) one.disputed = 0;
    else if (one.disputed === 0 || silent) one.disputed = this.auditor.time;
    one.decided = one.disputed !== 0 && this.auditor.time - one.disputed > 60_000;
    one.number = number;
    one.price = price;
    one.time = this.auditor.time;
    one.state = state;
    one.before = state === PRICE_STATE.closed;
    one.ticks.push({ number, price, time: this.auditor.time, state });
    if (one.ticks.length > 2 * KEPT) one.ticks.splice(0, KEPT);
  }
}
