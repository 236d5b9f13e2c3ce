// The market maker's quotes leave the books of an instrument whose price is stale, and those beyond the index at each tick,
// whatever its program does (money §11).

import { ROW32 } from '../book/index.ts';
import { Domain } from '../domain.ts';
import { CLOSE_REASON, MARKET_MAKER, PRICE_STATE, SIDE } from '../enum/index.ts';
import { type Users } from '../user/index.ts';
import { type Prices } from '../price/index.ts';
import { RULE } from '../rules.ts';
import { type Registry, table } from '../state/index.ts';
import type { OrderBooks } from './order-books.ts';
import type { Expect } from '../expect.ts';

const CENTS = 100;
/** As many as there may be instruments. */
const MAX_INSTRUMENTS = 65_535;

/**
 * Whether the market maker may not quote on an instrument because its price is stale. Before the rule it always may.
 */
export function quotesNothing(orderBooks: OrderBooks, prices: Prices, instrument: number): boolean {
  return orderBooks.clock.rules >= RULE.staleQuotes && prices.state(instrument) === PRICE_STATE.stale;
}

export class StaleQuotes extends Domain {
  readonly kinds = [];
  private readonly orderBooks: OrderBooks;
  private readonly users: Users;
  private readonly prices: Prices;
  /** By instrument: 1 while quotes on it are to be removed. `live` counts those. */
  private readonly rows;

  constructor(registry: Registry, orderBooks: OrderBooks, users: Users, prices: Prices) {
    super();
    this.orderBooks = orderBooks;
    this.users = users;
    this.prices = prices;
    this.rows = registry.add(table('staleQuotes', { waits: 'i32' }, MAX_INSTRUMENTS));
  }

  decide(): number {
    throw new Error('Expected no command for stale quotes.');
  }

  commit(): number {
    throw new Error('Expected no command for stale quotes.');
  }

  /** The price of an instrument aged. */
  aged(instrument: number): void {
    const { rows } = this;
    if (!quotesNothing(this.orderBooks, this.prices, instrument)) return;
    if ((instrument <= rows.top && rows.waits[instrument] === 1) || this.quoted(instrument) === 0) return;
    rows.reach(instrument);
    rows.waits[instrument] = 1;
    rows.live += 1;
  }

  /** A calendar opened or closed. An instrument that opens with an old price is stale (since rules `staleOpening`). */
  turned(calendar: number): void {
    if (this.orderBooks.clock.rules < RULE.staleOpening) return;
    const { rows } = this.prices;
    for (let instrument = 1; instrument <= rows.top; instrument += 1)
      if (rows.calendar[instrument] === calendar) this.aged(instrument);
  }

  override tick(instrument: number): void {
    this.aged(instrument);
    if (this.orderBooks.clock.rules >= RULE.tickWorkBehindQuotes) this.takeOutBeyond(instrument);
  }

  /** Takes out quotes that the tick has moved past: bids above the index, asks below it. Bounded by the maker's levels. */
  private takeOutBeyond(instrument: number): void {
    const { orderBooks, prices } = this;
    const { orderAccounts, markets } = orderBooks;
    const state = prices.state(instrument);
    if (state === PRICE_STATE.stale || state === PRICE_STATE.closed) return;
    const cents = prices.cents(instrument);
    const s = orderAccounts.rows;
    for (
      let orderAccount = this.users.rows.orderAccount[MARKET_MAKER] as number;
      orderAccount !== 0;
      orderAccount = s.next[orderAccount] as number
    ) {
      const market = s.market[orderAccount] as number;
      if (markets.rows.instrument[market] !== instrument) continue;
      const book = markets.book(market);
      const ask = book.best(SIDE.sell);
      if (book.best(SIDE.buy) * CENTS > cents || (ask !== 0 && ask * CENTS < cents))
        this.takeOutOf(orderAccount, market, cents);
    }
  }

  private takeOutOf(orderAccount: number, market: number, cents: number): void {
    const { orders, orderAccounts } = this.orderBooks;
    const rules = this.orderBooks.rulesOf(market);
    let newer = 0;
    for (let slot = orderAccounts.rows.oldest[orderAccount] as number; slot !== 0; slot = newer) {
      newer = orders.newer[slot * ROW32] as number;
      const price = (orders.price[slot * ROW32] as number) * CENTS;
      if (orders.side(slot) === SIDE.buy ? price > cents : price < cents) rules.cancel(slot, CLOSE_REASON.closed);
    }
  }

  /** When one of these rules takes effect, quotes on stale instruments are removed too. */
  override activated(version: number): void {
    if (version !== RULE.staleQuotes && version !== RULE.staleOpening && version !== RULE.openingMark) return;
    const { prices } = this;
    if (version === RULE.openingMark) prices.renewStates();
    for (let instrument = 1; instrument <= prices.rows.top; instrument += 1) this.aged(instrument);
  }

  override busy(): boolean {
    return this.rows.live !== 0;
  }

  /**
   * Removes quotes, one instrument after another, at most `steps`. An instrument that is valid again keeps the rest.
   */
  override work(steps: number): number {
    const { rows, orderBooks, prices } = this;
    let left = steps;
    for (let instrument = 1; instrument <= rows.top && left > 0; instrument += 1) {
      if (rows.waits[instrument] === 0) continue;
      // Bounded by the steps.
      while (left > 0) {
        const slot = quotesNothing(orderBooks, prices, instrument) ? this.quoted(instrument) : 0;
        left -= 1;
        if (slot === 0) {
          rows.waits[instrument] = 0;
          rows.live -= 1;
          break;
        }
        orderBooks.rulesOf(orderBooks.orders.market(slot)).cancel(slot, CLOSE_REASON.closed);
      }
    }
    return left;
  }

  /** No quote is on a stale price, except those still to be removed. */
  override audit(expect: Expect): void {
    const { rows, prices, orderBooks } = this;
    let count = 0;
    for (let instrument = 1; instrument <= prices.rows.top; instrument += 1) {
      const waits = instrument <= rows.top && rows.waits[instrument] === 1;
      if (waits) count += 1;
      else if (quotesNothing(orderBooks, prices, instrument) && this.watches(instrument))
        expect(this.quoted(instrument) === 0, () => `no quote on stale instrument ${instrument}`);
    }
    expect(count === rows.live, () => `${count} instruments whose quotes leave, they are counted as ${rows.live}`);
  }

  /** Whether every way to become stale is detected. Before rules `staleOpening` an opening was not. */
  private watches(instrument: number): boolean {
    return this.orderBooks.clock.rules >= RULE.staleOpening || this.prices.rows.calendar[instrument] === 0;
  }

  /** A quote of the market maker on an instrument, 0 when none. Bounded by its markets. */
  private quoted(instrument: number): number {
    const { orderAccounts, markets, orders } = this.orderBooks;
    const s = orderAccounts.rows;
    for (
      let orderAccount = this.users.rows.orderAccount[MARKET_MAKER] as number;
      orderAccount !== 0;
      orderAccount = s.next[orderAccount] as number
    ) {
      if (markets.rows.instrument[s.market[orderAccount] as number] !== instrument) continue;
      const slot = s.oldest[orderAccount] as number;
      if (slot !== 0 && orders.user[slot * ROW32] === MARKET_MAKER) return slot;
    }
    return 0;
  }
}
