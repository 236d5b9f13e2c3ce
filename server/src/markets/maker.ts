// The house market maker: decides for every spot book whether its ladder must move with this slot's index, and how.
// It trades by the rules of a customer, from its own funds, and is labelled in every book.

import {
  coins,
  type CommandOf,
  defaultGenesis,
  type Lots,
  MAX_TICKS,
  type MarketId,
  orderValues,
  spotSteps,
  type Ticks,
  USDT,
  USDT_SCALE,
} from '@vitrine/core';

import { type HouseState, levelKey, levelOf } from './house-state.ts';
import { ladderAt, type LadderShape, type Lean, type Level } from './ladder.ts';
import type { Draws } from './random.ts';

/** Half of the spread as a fraction of the price. */
const HALF_SPREAD = { major: 0.00015, other: 0.0004 } as const;
/** Median worth of a level near the price, USDT. */
const LEVEL_WORTH = { BTC: 40_000, major: 25_000, other: 6_000 } as const;
/** The ladder moves when the index has moved by more than this part of its half spread. */
const MOVE_PART = 0.25;
/**
 * In between, only levels within this many half spreads follow; the whole ladder does when the index has moved by a whole
 * half spread since it last did, or lots were taken. Far levels stand in fixed places, so waiting costs them nothing.
 */
const NEAR = 4;
/** Sizes and spread are measured anew when the price has moved by this factor. */
const REMEASURE = 1.25;
/** Without a usable index for this long the ladder is withdrawn. */
export const WITHDRAW_AFTER_MS = 3_000;
/** After a refusal a book rests; for want of funds its ladder also shrinks, and grows back later. */
const REST_MS = 1_000;
const SHRINK_MS = 60_000;
/** Part of its funds that the house shows in one ladder side at most. */
const FUNDS_PART = 0.8;
/** One book may show this part of the quote asset that all of them spend from: most show far less than their share. */
const QUOTE_SHARES = 6;
/** Steps in which the lean changes: a step changes every size of a side, so there are few. */
const LEAN_STEPS = 8;
const MAX_SKEW = 0.5;
/** Most level changes of one command; the rest follows in the next slot. */
const MOST_CHANGES = 256;
const INSUFFICIENT = 3001;

/** The index of one spot market in this slot. */
export interface MakerPrice {
  readonly cents: number;
  /** At least half of the sources were used. */
  readonly usable: boolean;
}

interface Book {
  readonly market: number;
  readonly base: number;
  readonly baseAtomsPerLot: number;
  readonly atomsPerTickLot: number;
  readonly halfSpread: number;
  readonly worth: number;
  shape: LadderShape | undefined;
  measuredAt: number;
  /** Base atoms that the inventory leans around: those of genesis, without them those of the first quote. */
  target: number;
  sentAt: number | undefined;
  /** Index when the whole ladder was sent last, hundredths of a tick. */
  wholeAt: number | undefined;
  usableAt: number;
  restsUntil: number;
  shrinksUntil: number;
  shrink: number;
  /** A command is on its way, or done up to a seq that the fold has not seen yet. */
  waitsFor: number | undefined;
}

export interface Maker {
  /** The quotes that this slot's prices cause, to be sequenced directly behind its ticks. */
  quotes(now: number, prices: ReadonlyMap<number, MakerPrice>, seenSeq: number): readonly CommandOf<'maker.quote'>[];
  /** What became of one: its code and number, or that nothing is known of it. */
  answered(market: number, now: number, outcome: { readonly code: number; readonly seq: number } | undefined): void;
}

/** The maker of every spot book, quoting from what `house` says it has. */
export function makerOf(draws: Draws, house: HouseState): Maker {
  const funded = new Map<number, number>();
  for (const fund of defaultGenesis('practice', []).funds) if (fund.class === 1) funded.set(fund.asset, fund.amount);
  const books = new Map<number, Book>(
    coins.map((listed, at): [number, Book] => {
      const { tickDecimals, lotDecimals } = spotSteps(listed);
      return [
        at + 1,
        {
          market: at + 1,
          base: at + 2,
          baseAtomsPerLot: 10 ** (listed.scale - lotDecimals),
          atomsPerTickLot: 10 ** (USDT_SCALE - tickDecimals - lotDecimals),
          halfSpread: listed.major ? HALF_SPREAD.major : HALF_SPREAD.other,
          worth: listed.base === 'BTC' ? LEVEL_WORTH.BTC : listed.major ? LEVEL_WORTH.major : LEVEL_WORTH.other,
          shape: undefined,
          measuredAt: 0,
          target: funded.get(at + 2) ?? 0,
          sentAt: undefined,
          wholeAt: undefined,
          usableAt: Number.NEGATIVE_INFINITY,
          restsUntil: 0,
          shrinksUntil: 0,
          shrink: 1,
          waitsFor: undefined,
        },
      ];
    }),
  );

  return {
    quotes(now, prices, seenSeq) {
      const out: CommandOf<'maker.quote'>[] = [];
      for (const book of books.values()) {
        const price = prices.get(book.market);
        if (price?.usable === true) book.usableAt = now;
        if (book.waitsFor !== undefined && book.waitsFor > seenSeq) continue;
        book.waitsFor = undefined;
        if (now < book.restsUntil) continue;
        const wanted = wantedOf(draws, house, book, price, now);
        if (wanted === undefined) continue;
        const levels = difference(house, book.market, wanted);
        if (levels.length === 0) continue;
        book.waitsFor = Number.POSITIVE_INFINITY;
        out.push({ name: 'maker.quote', market: book.market as MarketId, levels });
      }
      return out;
    },
    answered(market, now, outcome) {
      const book = books.get(market);
      if (book === undefined) return;
      book.waitsFor = outcome === undefined ? undefined : outcome.seq;
      if (outcome === undefined || outcome.code !== 200) {
        book.sentAt = undefined;
        book.restsUntil = now + REST_MS;
      }
      if (outcome?.code === INSUFFICIENT) {
        book.shrink = Math.max(book.shrink / 2, 1 / 64);
        book.shrinksUntil = now + SHRINK_MS;
      }
    },
  };
}

/** A ladder, and which prices (ticks) of it are to follow now. */
interface Wanted {
  readonly levels: readonly Level[];
  readonly follows: (price: number) => boolean;
}

/** The ladder that ought to stand now; undefined when the standing one is to be left alone. */
function wantedOf(
  draws: Draws,
  house: HouseState,
  book: Book,
  price: MakerPrice | undefined,
  now: number,
): Wanted | undefined {
  if (price === undefined || !price.usable) {
    const withdraw = now - book.usableAt > WITHDRAW_AFTER_MS && house.standing(book.market).size > 0;
    if (!withdraw) return undefined;
    book.sentAt = undefined;
    return { levels: [], follows: () => true };
  }
  const shape = measured(book, price.cents, house);
  const consumed = house.consumed(book.market);
  const moved = book.sentAt === undefined || Math.abs(price.cents - book.sentAt) > shape.halfSpread * MOVE_PART;
  if (!moved && !consumed) return undefined;
  if (book.shrink < 1 && now >= book.shrinksUntil) {
    book.shrink = Math.min(1, book.shrink * 2);
    book.shrinksUntil = now + SHRINK_MS;
  }
  const whole =
    consumed ||
    book.sentAt === undefined ||
    book.wholeAt === undefined ||
    Math.abs(price.cents - book.wholeAt) > shape.halfSpread;
  if (whole) book.wholeAt = price.cents;
  book.sentAt = price.cents;
  const reach = shape.halfSpread * NEAR;
  return {
    levels: afforded(house, book, ladderAt(draws, shape, price.cents, now, leanOf(house, book, shape))),
    follows: (level) => whole || Math.abs(level * 100 - price.cents) <= reach,
  };
}

/** Spread and sizes of a book, measured at its first price and again when that has moved far. */
function measured(book: Book, cents: number, house: HouseState): LadderShape {
  const far = cents > book.measuredAt * REMEASURE || cents * REMEASURE < book.measuredAt;
  if (book.shape !== undefined && !far) return book.shape;
  if (book.target === 0) book.target = house.total(book.base);
  const lotWorth = (cents / 100) * book.atomsPerTickLot;
  book.measuredAt = cents;
  book.shape = {
    market: book.market,
    halfSpread: Math.max(50, Math.round(cents * book.halfSpread)),
    medianLots: Math.max(1, Math.round((book.worth * 10 ** USDT_SCALE) / lotWorth)),
    maxTicks: MAX_TICKS,
  };
  return book.shape;
}

/** Leans against what the house has too much of: shows less of what is scarce, and moves its prices a little. */
function leanOf(house: HouseState, book: Book, shape: LadderShape): Lean {
  const has = book.target === 0 ? 1 : house.total(book.base) / book.target;
  const step = Math.round(Math.max(-1, Math.min(1, 1 - has)) * LEAN_STEPS) / LEAN_STEPS;
  return {
    bids: book.shrink * (step < 0 ? 1 + step * 0.75 : 1),
    asks: book.shrink * (step > 0 ? 1 - step * 0.75 : 1),
    skew: Math.round(step * MAX_SKEW * shape.halfSpread),
  };
}

/** Cuts the far end of each side where the funds end, and levels too small to be an order. */
function afforded(house: HouseState, book: Book, levels: readonly Level[]): readonly Level[] {
  let quote = (house.total(USDT) * FUNDS_PART) / QUOTE_SHARES;
  let base = house.total(book.base) * FUNDS_PART;
  return levels.filter(({ side, price, lots }) => {
    const value = price * lots * book.atomsPerTickLot;
    if (value < orderValues.least * 10 ** USDT_SCALE) return false;
    if (side === 1) quote -= value;
    else base -= lots * book.baseAtomsPerLot;
    return side === 1 ? quote >= 0 : base >= 0;
  });
}

/** Level changes that lead from what stands to what is wanted: what frees funds and room first, best prices next. */
function difference(
  house: HouseState,
  market: number,
  { levels: wanted, follows }: Wanted,
): readonly { readonly side: number; readonly price: Ticks; readonly lots: Lots }[] {
  const standing = house.standing(market);
  const goals = new Map(wanted.map(({ side, price, lots }) => [levelKey(side, price), lots]));
  const less: Level[] = [];
  const more: Level[] = [];
  for (const [key, lots] of standing) {
    const goal = goals.get(key) ?? 0;
    const level = levelOf(key);
    if (goal < lots && follows(level.price)) less.push({ ...level, lots: goal });
  }
  for (const level of wanted) {
    const stands = standing.get(levelKey(level.side, level.price)) ?? 0;
    if (level.lots > stands && follows(level.price)) more.push(level);
  }
  return [...less, ...more]
    .slice(0, MOST_CHANGES)
    .map(({ side, price, lots }) => ({ side, price: price as Ticks, lots: lots as Lots }));
}
