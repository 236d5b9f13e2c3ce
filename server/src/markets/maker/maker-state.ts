// The market maker's balances and resting quotes, read only from committed events.

import { decodeEvents, events } from '@vitrine/core';
import { MARKET_MAKER, POSITION_SIDE } from '@vitrine/core/enum';

const KINDS = {
  opened: events['account.opened'].kind,
  entry: events.entry.kind,
  fill: events.fill.kind,
  quote: events.quote.kind,
  position: events['position.changed'].kind,
} as const;

/** Sort key of a level: side and price in one number. */
const SIDE = 2 ** 26;
/** Wallets are numbered below this. */
const WALLETS = 16;

/** Word index of the user in a position record. */
const POSITION_USER = 3;

/** Resting levels of one market by side and price. */
export type Standing = ReadonlyMap<number, number>;

/** One number for a side (1 buy, 2 sell) and a price in ticks. */
export function levelKey(side: number, price: number): number {
  return side * SIDE + price;
}

/** Side and price of a level's number. */
export function levelOf(key: number): { readonly side: 1 | 2; readonly price: number } {
  const side = key >= 2 * SIDE ? 2 : 1;
  return { side, price: key - side * SIDE };
}

/** A projection of the market maker's events; feed it the seed, then every batch in order. */
export interface MakerState {
  take(words: Float64Array): void;
  standing(market: number): Standing;
  /** Atoms of an asset in one of the market maker's wallets, available plus held. */
  total(asset: number, wallet: number): number;
  /** Net lots of the market maker in a contract: long (+) or short (−). */
  position(market: number): number;
  /** Whether a fill consumed quoted lots since the last call. */
  consumed(market: number): boolean;
}

/** An empty projection. */
export function makerState(): MakerState {
  const books = new Map<number, Map<number, number>>();
  const accounts = new Map<number, number>();
  const totals = new Map<number, number>();
  const eaten = new Set<number>();
  /** Lots of the market maker's longs (first) and shorts, by market. */
  const positions = new Map<number, [long: number, short: number]>();

  const bookOf = (market: number) => {
    const known = books.get(market);
    if (known !== undefined) return known;
    const made = new Map<number, number>();
    books.set(market, made);
    return made;
  };

  const reduce = (market: number, side: 1 | 2, price: number, lots: number) => {
    const book = bookOf(market);
    const key = levelKey(side, price);
    const before = book.get(key);
    if (before === undefined) return;
    if (before > lots) book.set(key, before - lots);
    else book.delete(key);
    eaten.add(market);
  };

  const takeOne = (record: Float64Array) => {
    for (const event of decodeEvents(record)) {
      if (event.name === 'account.opened') {
        if (event.class === 1 && event.user === MARKET_MAKER)
          accounts.set(event.account, event.asset * WALLETS + event.wallet);
      } else if (event.name === 'entry') {
        const contractWallet = accounts.get(event.account);
        if (contractWallet !== undefined)
          totals.set(contractWallet, (totals.get(contractWallet) ?? 0) + event.available + event.held);
      } else if (event.name === 'position.changed') {
        const sides = positions.get(event.market) ?? [0, 0];
        sides[event.side === POSITION_SIDE.long ? 0 : 1] = event.lots;
        positions.set(event.market, sides);
      } else if (event.name === 'fill') {
        if (event.maker === MARKET_MAKER) reduce(event.market, event.takerSide === 1 ? 2 : 1, event.price, event.lots);
        else if (event.taker === MARKET_MAKER) eaten.add(event.market);
      } else if (event.name === 'quote') {
        const book = bookOf(event.market);
        for (const { side, price, lots } of event.levels) {
          if (lots > 0) book.set(levelKey(side, price), lots);
          else book.delete(levelKey(side, price));
        }
      }
    }
  };

  return {
    take(words) {
      for (let at = 0; at < words.length;) {
        const kind = words[at];
        const length = words[at + 1] ?? 0;
        if (length < 2) throw new Error(`expected an event record at word ${at}, got length ${length}`);
        const wanted =
          kind === KINDS.opened ||
          kind === KINDS.fill ||
          kind === KINDS.quote ||
          (kind === KINDS.entry && accounts.has(words[at + 2] ?? 0)) ||
          (kind === KINDS.position && words[at + POSITION_USER] === MARKET_MAKER);
        if (wanted) takeOne(words.subarray(at, at + length));
        at += length;
      }
    },
    standing: bookOf,
    total: (asset, wallet) => totals.get(asset * WALLETS + wallet) ?? 0,
    position(market) {
      const [long, short] = positions.get(market) ?? [0, 0];
      return long - short;
    },
    consumed: (market) => eaten.delete(market),
  };
}
