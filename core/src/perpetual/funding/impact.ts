// Impact prices: at what price the published impact notional would trade now in our own book (money §3).

import type { Book, Side } from '../../book/index.ts';
import { MARKET_TYPE } from '../../enum/index.ts';
import { CENTS_A_TICK } from '../../formula/index.ts';
import { DOWN, mulDiv, quotient, UP } from '../../number/index.ts';
import type { PerpetualContext } from '../context.ts';

/** Most levels walked per side. A book that needs more lacks the depth. */
const MAX_LEVELS = 500;
const BID = 1;

/**
 * Average price, cents, of the impact notional on a side of the book (1 what buyers would pay, rounded down; 2 what
 * sellers would ask, rounded up); 0 when that side lacks the depth.
 */
export function impactPrice(context: PerpetualContext, market: number, side: Side): number {
  const c = context.contracts.rows;
  const book = context.markets.book(market);
  const notional = c.impact[market] as number;
  const perLot = c.perLot[market] as number;
  return c.type[market] === MARKET_TYPE.linear
    ? linearImpact(book, side, notional, perLot)
    : inverseImpact(book, side, quotient(notional + (c.face[market] as number) - 1, c.face[market] as number));
}

/** The fewest whole lots with a value of at least `notional` atoms, at their cost. */
function linearImpact(book: Book, side: Side, notional: number, perLot: number): number {
  let lots = 0;
  let value = 0;
  let price = book.best(side);
  for (let level = 0; level < MAX_LEVELS && price !== 0; level += 1) {
    const here = book.lotsAt(side, price);
    const each = price * perLot;
    const wanted = quotient(notional - value + each - 1, each);
    const part = here < wanted ? here : wanted;
    lots += part;
    value += part * each;
    if (value >= notional) return mulDiv(value, CENTS_A_TICK, lots * perLot, side === BID ? DOWN : UP);
    price = book.worse(side, price);
  }
  return 0;
}

/**
 * Contracts have their face value at any price, so their average price is that of their cost in coin. Coin amounts are
 * in parts of 2^-40 of a contract at one tick, far finer than a cent.
 */
function inverseImpact(book: Book, side: Side, contracts: number): number {
  let left = contracts;
  let coin = 0n;
  let price = book.best(side);
  for (let level = 0; level < MAX_LEVELS && price !== 0; level += 1) {
    const here = book.lotsAt(side, price);
    const part = here < left ? here : left;
    coin += (BigInt(part) << FINE) / BigInt(price);
    left -= part;
    if (left === 0) {
      const scaled = (BigInt(contracts) * BigInt(CENTS_A_TICK)) << FINE;
      return Number(side === BID ? scaled / coin : (scaled + coin - 1n) / coin);
    }
    price = book.worse(side, price);
  }
  return 0;
}

const FINE = 40n;
