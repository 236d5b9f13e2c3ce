// Finds the alerts that a committed batch reaches. Indexes keep the cost of a tick proportional to what it reaches.

import type { Decimal } from '@vitrine/contract';
import type { BatchChange, Live } from '../../projection/live/index.ts';
import { decimalText } from '../../api/wire/index.ts';
import { Distances } from './distance.ts';
import { Thresholds } from './reminder-steps.ts';
import { type Firing, REPEAT_EVERY, type Watched } from './watched.ts';

const TYPES = [1, 2, 3] as const;
/** Decimals of cents below an instrument's tick. */
const CENTS = 2;
const RATE_DECIMALS = 9;

/** Active alerts over a live projection. */
export class Watch {
  readonly #live: Live;
  readonly #all = new Map<string, Watched>();
  /** By type and instrument. */
  readonly #prices = new Map<string, Thresholds<Watched>>();
  /** By contract market. */
  readonly #rates = new Map<number, Thresholds<Watched>>();
  /** By the exchange's user. */
  readonly #fills = new Map<number, Set<Watched>>();
  readonly #distances: Distances;
  /** Repeating alerts in their pause, the earliest end first: all pauses are equally long. */
  #resting: { readonly until: number; readonly alert: Watched }[] = [];

  constructor(live: Live) {
    this.#live = live;
    this.#distances = new Distances(live);
  }

  /** Watches an alert; a repeating one that fired at `fired` (ms UTC) pauses first. */
  put(alert: Watched, fired?: number): void {
    this.remove(alert.id);
    this.#all.set(alert.id, alert);
    const until = fired === undefined || !alert.repeat ? 0 : fired + REPEAT_EVERY;
    if (until <= this.#live.head().time) this.#place(alert);
    else {
      this.#resting.push({ until, alert });
      this.#resting.sort((a, b) => a.until - b.until);
    }
  }

  /** The alert's owner in identity, while it is watched. */
  owner(id: string): string | undefined {
    return this.#all.get(id)?.userId;
  }

  /** Stops watching it. */
  remove(id: string): void {
    const alert = this.#all.get(id);
    if (alert === undefined) return;
    this.#all.delete(id);
    this.#resting = this.#resting.filter((one) => one.alert !== alert);
    this.#unplace(alert);
  }

  /** What a batch reaches. Each alert at most once. */
  take(change: BatchChange): readonly Firing[] {
    const { time } = change.head;
    for (let first = this.#resting[0]; first !== undefined && first.until <= time; first = this.#resting[0]) {
      this.#resting.shift();
      this.#place(first.alert);
    }
    const firings: Firing[] = [];
    const fire = (alert: Watched, instrument: number, seen: Decimal): void => {
      this.#unplace(alert);
      if (alert.repeat) this.#resting.push({ until: time + REPEAT_EVERY, alert });
      else this.#all.delete(alert.id);
      firings.push({ alert, instrument, seen, time });
    };
    for (const { market, price } of change.trades) this.#traded(market, price, fire);
    for (const { instrument, price } of change.ticks)
      for (const type of TYPES) this.#priced(type, instrument, price, fire);
    if (this.#fills.size > 0) this.#filled(change, fire);
    if (this.#rates.size > 0) for (const market of change.contractMarkets) this.#rated(market, fire);
    for (const { alert, instrument, seen } of this.#distances.take(change)) fire(alert, instrument, seen);
    return firings;
  }

  #traded(market: number, ticks: number, fire: Fire): void {
    const listed = this.#live.market(market) ?? this.#live.contract(market);
    const instrument = listed && this.#live.instrument(listed.instrument);
    if (listed === undefined || instrument === undefined) return;
    const cents = ticks * 10 ** (instrument.tickDecimals + CENTS - listed.tickDecimals);
    this.#priced(listed.type, listed.instrument, cents, fire);
  }

  #priced(type: number, instrument: number, cents: number, fire: Fire): void {
    const hit = this.#prices.get(`${type}:${instrument}`)?.hit(cents) ?? [];
    if (hit.length === 0) return;
    const decimals = (this.#live.instrument(instrument)?.tickDecimals ?? 0) + CENTS;
    for (const alert of hit) fire(alert, instrument, decimalText(cents, decimals));
  }

  #filled(change: BatchChange, fire: Fire): void {
    for (const { user, fills } of change.orders) {
      const last = fills.at(-1);
      const mine = this.#fills.get(user);
      if (last === undefined || mine === undefined) continue;
      const listed = this.#live.market(last.market) ?? this.#live.contract(last.market);
      if (listed === undefined) continue;
      for (const alert of [...mine])
        if (alert.instrument === null || (alert.instrument === listed.instrument && alert.type === listed.type))
          fire(alert, listed.instrument, decimalText(last.price, listed.tickDecimals));
    }
  }

  #rated(market: number, fire: Fire): void {
    const thresholds = this.#rates.get(market);
    const rate = this.#live.fundingNow(market)?.rate;
    const instrument = this.#live.contract(market)?.instrument;
    if (thresholds === undefined || rate === undefined || instrument === undefined) return;
    for (const alert of thresholds.hit(rate)) fire(alert, instrument, decimalText(rate, RATE_DECIMALS));
  }

  #place(alert: Watched): void {
    const { kind, type, instrument, value, coreUser } = alert;
    switch (kind) {
      case 'above':
        thresholdsOf(this.#prices, `${type}:${instrument}`).above(value, alert);
        return;
      case 'below':
        thresholdsOf(this.#prices, `${type}:${instrument}`).below(value, alert);
        return;
      case 'fill': {
        const mine = this.#fills.get(coreUser) ?? new Set();
        mine.add(alert);
        this.#fills.set(coreUser, mine);
        return;
      }
      case 'funding': {
        const thresholds = thresholdsOf(this.#rates, this.#marketOf(alert));
        // A negative rate is reached downwards.
        if (value < 0) thresholds.below(value, alert);
        else thresholds.above(value, alert);
        return;
      }
      case 'liquidation':
        this.#distances.put(alert);
    }
  }

  #unplace(alert: Watched): void {
    const { kind, type, instrument, value, coreUser } = alert;
    switch (kind) {
      case 'above':
      case 'below':
        drop(this.#prices, `${type}:${instrument}`, value, alert);
        return;
      case 'fill': {
        const mine = this.#fills.get(coreUser);
        mine?.delete(alert);
        if (mine?.size === 0) this.#fills.delete(coreUser);
        return;
      }
      case 'funding':
        drop(this.#rates, this.#marketOf(alert), value, alert);
        return;
      case 'liquidation':
        this.#distances.remove(alert);
    }
  }

  #marketOf({ type, instrument }: Watched): number {
    return this.#live.contractOf(type, instrument ?? 0)?.market ?? 0;
  }
}

type Fire = (alert: Watched, instrument: number, seen: Decimal) => void;

function thresholdsOf<K>(all: Map<K, Thresholds<Watched>>, key: K): Thresholds<Watched> {
  const found = all.get(key) ?? new Thresholds<Watched>();
  all.set(key, found);
  return found;
}

function drop<K>(all: Map<K, Thresholds<Watched>>, key: K, value: number, alert: Watched): void {
  const thresholds = all.get(key);
  thresholds?.remove(value, alert);
  if (thresholds?.size === 0) all.delete(key);
}
