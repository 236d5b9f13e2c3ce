// The current price of every symbol from all feeds: the highest number wins.

import { LiveStore } from './store.ts';
import { isRecord, symbolKey } from '../feeds/wire.ts';

/** A Price of calls §1; prices as decimal text, percent as text, times ms UTC. Absent: not known yet. */
export interface LivePrice {
  readonly symbol: string;
  readonly close?: string;
  readonly openPrice?: string;
  readonly change?: string;
  readonly priceChangePercent?: string;
  readonly volume24?: string;
  readonly high24?: string;
  readonly low24?: string;
  /** When the close was traded, ms UTC. */
  readonly tradeTime?: number;
  readonly indexPrice?: string;
  /** Of the index tick, ms UTC. */
  readonly indexTime?: number;
  readonly indexChange?: string;
  readonly indexChangePercent?: string;
  readonly indexHigh24?: string;
  readonly indexLow24?: string;
  /** Contracts: the mark price of positions, and the running funding rate per 8 h (a fraction); undefined: none. */
  readonly markPrice?: string;
  readonly riskPrice?: string;
  readonly fundingRate?: string | undefined;
  /** The next funding settlement, ms UTC. */
  readonly nextFundingTime?: number | undefined;
  readonly state?: string;
  readonly opensAt?: number;
  readonly seq: number;
  readonly time: number;
  /** The direction of the last change: 1 up, −1 down, 0 unknown. */
  readonly move: 1 | 0 | -1;
}

const TEXTS = [
  'close',
  'openPrice',
  'change',
  'priceChangePercent',
  'volume24',
  'high24',
  'low24',
  'indexPrice',
  'indexChange',
  'indexChangePercent',
  'indexHigh24',
  'indexLow24',
  'markPrice',
  'riskPrice',
  'state',
] as const;

const TIMES = ['opensAt', 'tradeTime', 'indexTime'] as const;

/** Compares two decimal prices: the only arithmetic that the store needs. */
export type ComparePrices = (a: string, b: string) => number;

/** The funding of a row: null removes it (a closed market has none), absent keeps it. */
function fundingOf(row: Readonly<Record<string, unknown>>): Pick<LivePrice, 'fundingRate' | 'nextFundingTime'> {
  const { fundingRate, nextFundingTime } = row;
  return {
    ...((typeof fundingRate === 'string' || fundingRate === null) && { fundingRate: fundingRate ?? undefined }),
    ...((typeof nextFundingTime === 'number' || nextFundingTime === null) && {
      nextFundingTime: nextFundingTime ?? undefined,
    }),
  };
}

export class TickerStore extends LiveStore {
  readonly #prices = new Map<string, LivePrice>();
  readonly #compare: ComparePrices;

  constructor(compare: ComparePrices) {
    super();
    this.#compare = compare;
  }

  /** The price of a symbol in any spelling; `kind` 1 spot, 2 USDT perpetual, 3 coin-margined perpetual. */
  get(symbol: string, kind = 1): LivePrice | undefined {
    return this.#prices.get(`${kind}|${symbolKey(symbol)}`);
  }

  /** Applies one Price or a list; absent parts keep their values, older numbers are skipped. */
  take(data: unknown, kind = 1): void {
    const list = Array.isArray(data) ? (data as unknown[]) : [data];
    let changed = false;
    for (const row of list) changed = this.#takeOne(row, kind) || changed;
    if (changed) this.touch();
  }

  #takeOne(row: unknown, kind: number): boolean {
    if (!isRecord(row) || typeof row['symbol'] !== 'string') return false;
    const ownKind = typeof row['kind'] === 'number' ? row['kind'] : kind;
    const key = `${ownKind}|${symbolKey(row['symbol'])}`;
    const old = this.#prices.get(key);
    const seq = typeof row['seq'] === 'number' ? row['seq'] : (old?.seq ?? 0);
    if (old && seq < old.seq) return false;
    const texts: Partial<Record<(typeof TEXTS)[number], string>> = {};
    for (const name of TEXTS) {
      const value = row[name];
      if (typeof value === 'string') texts[name] = value;
    }
    const times: Partial<Record<(typeof TIMES)[number], number>> = {};
    for (const name of TIMES) {
      const value = row[name];
      if (typeof value === 'number') times[name] = value;
    }
    this.#prices.set(key, {
      ...old,
      ...texts,
      ...times,
      ...fundingOf(row),
      symbol: row['symbol'],
      seq,
      time: typeof row['time'] === 'number' ? row['time'] : (old?.time ?? 0),
      move: this.#moveOf(old, texts.close),
    });
    return true;
  }

  #moveOf(old: LivePrice | undefined, close: string | undefined): 1 | 0 | -1 {
    if (!old) return 0;
    if (old.close === undefined || close === undefined || close === old.close) return old.move;
    const order = this.#compare(close, old.close);
    return order === 0 ? old.move : order > 0 ? 1 : -1;
  }
}
