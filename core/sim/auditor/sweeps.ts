// The sweep budget of the market maker's quotes, and what waits for quotes that it cut (money §2, rules `sweepBudget` and
// `cutQuotes`). The budget of customers' own commands is checked with the orders.

import { CLOSE_REASON, MARKET_MAKER } from '../../src/enum/index.ts';
import { RULE } from '../../src/index.ts';
import { Breach } from '../finding.ts';
import { commandKind, eventPlaces } from '../words.ts';
import type { Auditor } from './auditor.ts';
import type { OrderBook } from './orders.ts';

const QUOTE = commandKind('maker.quote');
/** Commands in which only the exchange works. */
const WORK: readonly number[] = [0, commandKind('ticks'), commandKind('slot.end')];
const F = eventPlaces('fill');
const Q = eventPlaces('quote');
const X = eventPlaces('order.closed');
/** Order types from here on wait for a trigger. */
const STOPS = 3;
const BUDGET = 2_000;
const MEETS = { spot: 1, contract: 8 } as const;
/** Nothing that an order can meet costs more: less than this is left of a budget that ended a level. */
const DEAREST = 200;
/** How long a side counts as cut without further quotes, ms. */
const CUT_TIME = 1_000;

export class Sweeps {
  /** Quotes and customers' orders that the budget ended. */
  cuts = 0;
  ended = 0;
  private readonly auditor: Auditor;
  private readonly orders: OrderBook;
  private readonly isContract: (market: number) => boolean;
  /** What the current quotes have met at least. */
  private spent = 0;
  /** Levels of the current quotes that did not rest: market, side and price. */
  private readonly missing: (readonly [market: number, side: number, price: number])[] = [];
  /** By market and side: the last ms at which it counts as cut. */
  private readonly until = new Map<number, number>();

  constructor(auditor: Auditor, orders: OrderBook, isContract: (market: number) => boolean) {
    this.auditor = auditor;
    this.orders = orders;
    this.isContract = isContract;
    auditor.on('fill', (w, at) => this.fill(w, at));
    auditor.on('quote', (w, at) => this.quote(w, at));
    auditor.on('order.closed', (w, at) => {
      if (w[at + X.reason] === CLOSE_REASON.sweep) this.ended += 1;
    });
    auditor.atEnd(() => this.end());
  }

  private fill(w: Float64Array, at: number): void {
    const { auditor } = this;
    const market = w[at + F.market] as number;
    const side = w[at + F.takerSide] as number;
    if (auditor.command === QUOTE && w[at + F.taker] === MARKET_MAKER) {
      this.spent += this.isContract(market) ? MEETS.contract : MEETS.spot;
      if (auditor.rules >= RULE.sweepBudget && this.spent > BUDGET)
        throw new Breach(`money §2: quotes of market ${market} meet orders for more than ${BUDGET}`);
    }
    if (auditor.rules < RULE.cutQuotes || !WORK.includes(auditor.command)) return;
    const taker = this.orders.orders.get(w[at + F.takerOrder] as number);
    const cut = this.until.get(place(market, 3 - side)) ?? 0;
    if (taker !== undefined && taker.type >= STOPS && auditor.time <= cut)
      throw new Breach(
        `money §2: order ${taker.id} is triggered and filled at ${w[at + F.price]} while quotes of market ${market} are cut`,
      );
  }

  private quote(w: Float64Array, at: number): void {
    if (this.auditor.command !== QUOTE) return;
    const market = w[at + Q.market] as number;
    for (const side of [1, 2]) this.until.delete(place(market, side));
    const count = w[at + Q.levels] as number;
    for (let row = 0, from = at + Q.levels + 1; row < count; row += 1, from += 3)
      if (w[from + 2] === 0) this.missing.push([market, w[from] as number, w[from + 1] as number]);
  }

  private end(): void {
    if (this.missing.length > 0 && this.spent > BUDGET - DEAREST)
      for (const [market, side, price] of this.missing) {
        // Somebody's order still stands where the level would have been: its budget ended.
        const stands = this.orders.side(market, 3 - side).firstOf((order) => order !== 0)?.price ?? 0;
        if (stands === 0 || (side === 1 ? stands > price : stands < price)) continue;
        if (!this.until.has(place(market, side))) this.cuts += 1;
        this.until.set(place(market, side), this.auditor.time + CUT_TIME);
      }
    this.missing.length = 0;
    this.spent = 0;
  }
}

function place(market: number, side: number): number {
  return market * 2 + side - 1;
}
