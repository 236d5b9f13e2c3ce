// The operator's market maker: decides for every book whether and how its quotes change with this slot's index. It
// trades under the rules of a customer, from its own funds, and is labelled in every book.

import { type CommandOf, type Lots, MAX_TICKS, type MarketId, type Ticks, USDT_SCALE, rejects } from '@vitrine/core';
import { CODE } from '@vitrine/contract';

import { type BookPlan, bookPlans } from './books.ts';
import { type MakerState, levelKey, levelOf } from './maker-state.ts';
import { quotesAt, type QuoteShape, type Lean, type Level } from './quote-levels.ts';
import type { Draws } from '../prices/random.ts';

/**
 * Quotes are updated when the index has moved by more than this fraction of the half spread. Near levels follow at
 * once. All levels follow once the index has moved by the book's patience since the last full update, or lots were
 * consumed. Far levels have fixed prices, so waiting costs nothing.
 */
const MOVE_PART = 0.25;
/** Sizes and spread are recomputed once the price has moved by this factor. */
const REMEASURE = 1.25;
/** Without a usable index for this long the quotes are withdrawn. */
export const WITHDRAW_AFTER_MS = 3_000;
/**
 * After a rejection a book pauses, twice as long each time it recurs. For lack of funds its quotes also shrink, and
 * grow back later.
 */
const REST_MS = 1_000;
const MOST_REST_MS = 64_000;
const SHRINK_MS = 60_000;
/** Number of skew steps: a step changes every size of a side, so there are few. */
const LEAN_STEPS = 8;
const MAX_SKEW = 0.5;
/** Most level changes per command; the rest follows in the next slot. */
const MOST_CHANGES = 256;
/** Most commands per slot; the books left out come first in the next one. */
export const MOST_QUOTES = 40;

/** The index of one instrument in this slot. */
export interface MakerPrice {
  readonly cents: number;
  /** At least half of the sources were used. */
  readonly usable: boolean;
  /** Its market is about to close: the quotes are withdrawn at once. */
  readonly closing?: boolean;
}

interface Book {
  readonly plan: BookPlan;
  shape: QuoteShape | undefined;
  measuredAt: number;
  sentAt: number | undefined;
  /** Index at the last full update, hundredths of a tick. */
  wholeAt: number | undefined;
  usableAt: number;
  rest: number;
  restsUntil: number;
  shrinksUntil: number;
  shrink: number;
  /** A command is in flight, or done up to a sequence number that the projection has not seen yet. */
  waitsFor: number | undefined;
}

export interface Maker {
  /**
   * The quotes that follow from this slot's prices (by instrument), to be sequenced directly after its ticks; at most
   * `MOST_QUOTES`.
   */
  quotes(now: number, prices: ReadonlyMap<number, MakerPrice>, seenSeq: number): readonly CommandOf<'maker.quote'>[];
  /** Outcome of one command: its code and sequence number, or undefined if unknown. */
  answered(market: number, now: number, outcome: { readonly code: number; readonly seq: number } | undefined): void;
}

/** The maker of every book, quoting from the balances in `house`. */
export function makerOf(draws: Draws, house: MakerState): Maker {
  const books = bookPlans().map((plan): Book => ({
    plan,
    shape: undefined,
    measuredAt: 0,
    sentAt: undefined,
    wholeAt: undefined,
    usableAt: Number.NEGATIVE_INFINITY,
    rest: REST_MS,
    restsUntil: 0,
    shrinksUntil: 0,
    shrink: 1,
    waitsFor: undefined,
  }));
  const byMarket = new Map(books.map((book) => [book.plan.market, book]));
  /** The book whose turn is first. */
  let turn = 0;

  return {
    quotes(now, prices, seenSeq) {
      const out: CommandOf<'maker.quote'>[] = [];
      for (let passed = 0; passed < books.length; passed += 1) {
        const at = (turn + passed) % books.length;
        const book = books[at];
        if (book === undefined) continue;
        if (out.length === MOST_QUOTES) {
          turn = at;
          break;
        }
        const price = prices.get(book.plan.instrument);
        if (price?.usable === true) book.usableAt = now;
        if (book.waitsFor !== undefined && book.waitsFor > seenSeq) continue;
        book.waitsFor = undefined;
        if (isWithin(book.restsUntil, now, MOST_REST_MS) && price?.closing !== true) continue;
        const wanted = wantedOf(draws, house, book, price, now);
        if (wanted === undefined) continue;
        const levels = difference(house, book.plan.market, wanted);
        if (levels.length === 0) continue;
        book.waitsFor = Number.POSITIVE_INFINITY;
        out.push({ name: 'maker.quote', market: book.plan.market as MarketId, levels });
      }
      return out;
    },
    answered(market, now, outcome) {
      const book = byMarket.get(market);
      if (book === undefined) return;
      book.waitsFor = outcome === undefined ? undefined : outcome.seq;
      if (outcome?.code === CODE.ok) {
        book.rest = REST_MS;
        return;
      }
      book.sentAt = undefined;
      book.restsUntil = now + book.rest;
      book.rest = Math.min(MOST_REST_MS, book.rest * 2);
      if (outcome?.code === rejects['balance.insufficient']) {
        book.shrink = Math.max(book.shrink / 2, 1 / 64);
        book.shrinksUntil = now + SHRINK_MS;
      }
    },
  };
}

/** Whether a time that was noted `most` ms ahead at the most is still to come: one farther ahead is of a wrong clock. */
function isWithin(until: number, now: number, most: number): boolean {
  return now < until && until - now <= most;
}

/** Quotes, and which of their prices (ticks) to update now. */
interface Wanted {
  readonly levels: readonly Level[];
  readonly follows: (price: number) => boolean;
}

/** The desired quotes; undefined if the resting ones stay unchanged. */
function wantedOf(
  draws: Draws,
  house: MakerState,
  book: Book,
  price: MakerPrice | undefined,
  now: number,
): Wanted | undefined {
  const { plan } = book;
  const closing = price?.closing === true;
  if (price === undefined || !price.usable || closing) {
    const late = closing || Math.abs(now - book.usableAt) > WITHDRAW_AFTER_MS;
    if (!late || house.standing(plan.market).size === 0) return undefined;
    book.sentAt = undefined;
    return { levels: [], follows: () => true };
  }
  const shape = measured(book, price.cents);
  const consumed = house.consumed(plan.market);
  const moved = book.sentAt === undefined || Math.abs(price.cents - book.sentAt) > shape.halfSpread * MOVE_PART;
  if (!moved && !consumed) return undefined;
  if (book.shrink < 1 && !isWithin(book.shrinksUntil, now, SHRINK_MS)) {
    book.shrink = Math.min(1, book.shrink * 2);
    book.shrinksUntil = now + SHRINK_MS;
  }
  const whole =
    consumed ||
    book.sentAt === undefined ||
    book.wholeAt === undefined ||
    Math.abs(price.cents - book.wholeAt) > shape.halfSpread * plan.patience;
  if (whole) book.wholeAt = price.cents;
  book.sentAt = price.cents;
  const reach = shape.halfSpread * plan.near;
  return {
    levels: plan.afforded(house, quotesAt(draws, shape, price.cents, now, leanOf(house, book, shape))),
    follows: (level) => whole || Math.abs(level * 100 - price.cents) <= reach,
  };
}

/** Spread and sizes of a book, computed at its first price and again after a large move. */
function measured(book: Book, cents: number): QuoteShape {
  const { plan } = book;
  const far = cents > book.measuredAt * REMEASURE || cents * REMEASURE < book.measuredAt;
  if (book.shape !== undefined && !far) return book.shape;
  book.measuredAt = cents;
  book.shape = {
    market: plan.market,
    halfSpread: Math.max(50, Math.round(cents * plan.halfSpread)),
    medianLots: Math.max(1, Math.round((plan.worth * 10 ** USDT_SCALE) / plan.lotWorth(cents))),
    maxTicks: MAX_TICKS,
  };
  return book.shape;
}

/** Skews against excess inventory: shows less of what is scarce, and shifts its prices a little. */
function leanOf(house: MakerState, book: Book, shape: QuoteShape): Lean {
  const surplus = book.plan.surplus(house, shape.medianLots);
  const step = Math.round(0 - surplus * LEAN_STEPS) / LEAN_STEPS;
  return {
    bids: book.shrink * (step < 0 ? 1 + step * 0.75 : 1),
    asks: book.shrink * (step > 0 ? 1 - step * 0.75 : 1),
    skew: Math.round(step * MAX_SKEW * shape.halfSpread),
  };
}

/** Level changes from resting to desired quotes: those that free funds and places first, then best prices first. */
function difference(
  house: MakerState,
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
