// States, order bounds and steps of markets: market.stop, market.change, market.steps (money §1). Orders are removed
// from a book in bounded steps, as pending work.

import { INDEX_FALLING, INDEX_RISING, LAST_FALLING, LAST_RISING } from '../book/index.ts';
import { Domain } from '../domain.ts';
import { CLOSE_REASON, MARKET_MAKER, MARKET_STATE, MARKET_TYPE, SIDE, WALLET } from '../enum/index.ts';
import type { OrderBooks } from '../order/index.ts';
import { stepsFit } from '../market/index.ts';
import { type Changes } from '../user/index.ts';
import type { Prices } from '../price/index.ts';
import { RULE } from '../rules.ts';
import { commands, DONE, offsetOf, rejects } from '../schema/index.ts';
import { type Registry, table } from '../state/index.ts';
import type { Bookless } from './bookless.ts';
import type { Expect } from '../expect.ts';

const STOP = commands['market.stop'].kind;
const CHANGE = commands['market.change'].kind;
const STEPS = commands['market.steps'].kind;
const STOP_MARKET = offsetOf('market.stop', 'market');
const STOP_STATE = offsetOf('market.stop', 'state');
const MARKET = offsetOf('market.change', 'market');
const STATE = offsetOf('market.change', 'state');
const LEAST = offsetOf('market.change', 'minValue');
const MOST = offsetOf('market.change', 'maxValue');
const INSTRUMENT = offsetOf('market.steps', 'instrument');
const TICK = offsetOf('market.steps', 'tickDecimals');
const LOT = offsetOf('market.steps', 'lotDecimals');
const MAX_ID = 65_535;

/** Pending work on a market: removing the market maker's quotes; or removing all orders, then changing the steps. */
const NOTHING = 0;
const QUOTES = 1;
const ALL = 2;

/** By state: states to which one operator may take a market. Only ever stricter. */
export const STOPS: Readonly<Record<number, readonly number[]>> = {
  [MARKET_STATE.trading]: [MARKET_STATE.cancelOnly, MARKET_STATE.suspended],
  [MARKET_STATE.cancelOnly]: [MARKET_STATE.suspended],
  [MARKET_STATE.suspended]: [],
};

export class MarketChanges extends Domain {
  readonly kinds = [STOP, CHANGE, STEPS];
  private readonly bookless: Bookless;
  private readonly orderBooks: OrderBooks;
  private readonly prices: Prices;
  private readonly changes: Changes;
  /** By market. `live` counts those with pending work. */
  private readonly rows;

  constructor(registry: Registry, orderBooks: OrderBooks, prices: Prices, changes: Changes, bookless: Bookless) {
    super();
    this.bookless = bookless;
    this.orderBooks = orderBooks;
    this.prices = prices;
    this.changes = changes;
    this.rows = registry.add(
      table(
        'market_work',
        {
          doing: 'i32',
          instrument: 'i32',
          tickDecimals: 'i32',
          lotDecimals: 'i32',
          /** State after its steps have changed. */
          after: 'i32',
        },
        MAX_ID,
      ),
    );
  }

  decide(words: Float64Array, at: number, kind: number): number {
    const market = words[at + (kind === STOP ? STOP_MARKET : MARKET)] as number;
    if (!this.orderBooks.markets.exists(market)) return this.decideBookless(words, at, kind, market);
    const state = this.stateAfter(market);
    if (kind === STOP) {
      const to = words[at + STOP_STATE] as number;
      return STOPS[state]?.includes(to) === true ? DONE : this.refuse(rejects['request.invalid'], state, to);
    }
    if (this.doing(market) === ALL)
      return this.refuse(rejects['market.suspended'], MARKET_STATE.trading, MARKET_STATE.cancelOnly);
    return kind === CHANGE ? this.decideChange(words, at, market) : this.decideSteps(words, at, market);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    const market = words[at + (kind === STOP ? STOP_MARKET : MARKET)] as number;
    if (!this.orderBooks.markets.exists(market))
      this.bookless.stop(market, words[at + (kind === STOP ? STOP_STATE : STATE)] as number);
    else if (kind === STOP) this.setState(market, words[at + STOP_STATE] as number);
    else if (kind === STEPS) this.beginSteps(words, at, market);
    else this.change(words, at, market);
    return 0;
  }

  /** A market without a book has only a state: no order bounds, no steps. */
  private decideBookless(words: Float64Array, at: number, kind: number, market: number): number {
    const { bookless } = this;
    if (kind === STEPS || !bookless.sells(market)) return this.refuse(rejects['market.unknown'], 0, market);
    const state = bookless.standing(market);
    const to = words[at + (kind === STOP ? STOP_STATE : STATE)] as number;
    if (kind === STOP)
      return STOPS[state]?.includes(to) === true ? DONE : this.refuse(rejects['request.invalid'], state, to);
    const bounds = words[at + LEAST] !== 0 || words[at + MOST] !== 0;
    return to === 0 || to === state || bounds ? this.refuse(rejects['request.invalid'], state, to) : DONE;
  }

  override busy(): boolean {
    return this.rows.live !== 0;
  }

  /** Removes orders from books, market by market, at most `steps`. An empty book then gets its new steps. */
  override work(steps: number): number {
    const { rows, orderBooks } = this;
    let left = steps;
    for (let market = 1; market <= rows.top && left > 0; market += 1) {
      const doing = rows.doing[market] as number;
      if (doing === NOTHING) continue;
      // Bounded by the steps.
      while (left > 0) {
        const slot = doing === QUOTES ? this.makerOrder(market) : this.next(market);
        if (slot === 0) {
          this.finish(market, doing);
          break;
        }
        orderBooks.rulesOf(market).cancel(slot, CLOSE_REASON.closed);
        left -= 1;
      }
    }
    return left;
  }

  /** Pending work is counted, and its markets do not trade. */
  override audit(expect: Expect): void {
    const { rows } = this;
    let count = 0;
    for (let market = 1; market <= rows.top; market += 1) {
      if (rows.doing[market] === NOTHING) continue;
      count += 1;
      expect(
        this.orderBooks.markets.rows.state[market] !== MARKET_STATE.trading,
        () => `market ${market} not to trade while orders leave it`,
      );
    }
    expect(count === rows.live, () => `${count} markets at work, they are counted as ${rows.live}`);
  }

  private doing(market: number): number {
    return market <= this.rows.top ? (this.rows.doing[market] as number) : NOTHING;
  }

  /** The state a market has, or will have after its steps have changed. */
  private stateAfter(market: number): number {
    const state = this.orderBooks.markets.rows.state[market] as number;
    return this.doing(market) === ALL ? (this.rows.after[market] as number) : state;
  }

  private decideChange(words: Float64Array, at: number, market: number): number {
    const m = this.orderBooks.markets.rows;
    const state = words[at + STATE] as number;
    const least = words[at + LEAST] as number;
    const most = words[at + MOST] as number;
    // One change at a time: a state takes effect at once, narrower bounds wait a day.
    if ((state !== 0) === (least !== 0 || most !== 0)) return this.refuse(rejects['request.invalid'], 0, state);
    // A contract may have become reduce-only without a change of its market's row.
    if (state !== 0)
      return state === m.state[market] && m.type[market] === MARKET_TYPE.spot
        ? this.refuse(rejects['request.invalid'], 0, state)
        : DONE;
    const [low, high] = this.bounds(words, at, market);
    if (low > high) return this.refuse(rejects['request.invalid'], high, low);
    const code = this.changes.decide(CHANGE, market, this.narrows(words, at, market));
    return code === DONE ? DONE : this.refuse(code, 0, 0);
  }

  /** The order bounds after the command. */
  private bounds(words: Float64Array, at: number, market: number): [least: number, most: number] {
    const m = this.orderBooks.markets.rows;
    const least = words[at + LEAST] as number;
    const most = words[at + MOST] as number;
    return [least === 0 ? (m.minValue[market] as number) : least, most === 0 ? (m.maxValue[market] as number) : most];
  }

  private narrows(words: Float64Array, at: number, market: number): boolean {
    const m = this.orderBooks.markets.rows;
    const [least, most] = this.bounds(words, at, market);
    return least > (m.minValue[market] as number) || most < (m.maxValue[market] as number);
  }

  private change(words: Float64Array, at: number, market: number): void {
    const state = words[at + STATE] as number;
    if (state !== 0) return this.setState(market, state);
    if (this.changes.waits(words, at, market, this.narrows(words, at, market))) return;
    const m = this.orderBooks.markets.rows;
    const [least, most] = this.bounds(words, at, market);
    m.minValue[market] = least;
    m.maxValue[market] = most;
    this.orderBooks.marketChanged(market);
  }

  /** Requires a spot market, steps that fit, and an instrument of the same pair whose index uses the new tick. */
  private decideSteps(words: Float64Array, at: number, market: number): number {
    const { markets } = this.orderBooks;
    const m = markets.rows;
    if (m.type[market] !== MARKET_TYPE.spot)
      return this.refuse(rejects['market.unknown'], MARKET_TYPE.spot, m.type[market] as number);
    const instrument = words[at + INSTRUMENT] as number;
    const tick = words[at + TICK] as number;
    const lot = words[at + LOT] as number;
    const { prices } = this;
    if (!prices.exists(instrument)) return this.refuse(rejects['request.notFound'], 0, instrument);
    const old = m.instrument[market] as number;
    const p = prices.rows;
    if (p.base[instrument] !== p.base[old] || p.quote[instrument] !== p.quote[old])
      return this.refuse(rejects['request.invalid'], old, instrument);
    if (p.tickDecimals[instrument] !== tick)
      return this.refuse(rejects['request.invalid'], p.tickDecimals[instrument] as number, tick);
    const { scale } = markets.assets;
    const base = scale[m.base[market] as number] as number;
    const quote = scale[m.quote[market] as number] as number;
    return stepsFit(base, quote, tick, lot) ? DONE : this.refuse(rejects['request.invalid'], quote, tick + lot);
  }

  private beginSteps(words: Float64Array, at: number, market: number): void {
    const m = this.orderBooks.markets.rows;
    const state = m.state[market] as number;
    this.begin(market, ALL);
    const { rows } = this;
    rows.instrument[market] = words[at + INSTRUMENT] as number;
    rows.tickDecimals[market] = words[at + TICK] as number;
    rows.lotDecimals[market] = words[at + LOT] as number;
    rows.after[market] = state;
    if (state !== MARKET_STATE.trading) return;
    m.state[market] = MARKET_STATE.cancelOnly;
    this.orderBooks.marketChanged(market);
  }

  /**
   * Sets a state at once. In a stopped market the market maker's quotes are removed, because they can no longer be
   * moved.
   */
  private setState(market: number, state: number): void {
    const m = this.orderBooks.markets.rows;
    if (this.doing(market) === ALL) this.rows.after[market] = state;
    else if (this.doing(market) === QUOTES && state === MARKET_STATE.trading) this.end(market);
    if (m.state[market] !== state || m.type[market] !== MARKET_TYPE.spot) {
      m.state[market] = state;
      this.orderBooks.marketChanged(market);
    }
    if (
      state !== MARKET_STATE.trading &&
      m.type[market] === MARKET_TYPE.spot &&
      this.makerOrder(market) !== 0 &&
      this.doing(market) === NOTHING
    )
      this.begin(market, QUOTES);
  }

  private begin(market: number, doing: number): void {
    const { rows } = this;
    rows.reach(market);
    if (rows.doing[market] === NOTHING) rows.live += 1;
    rows.doing[market] = doing;
  }

  private end(market: number): void {
    this.rows.doing[market] = NOTHING;
    this.rows.live -= 1;
  }

  private finish(market: number, doing: number): void {
    const { rows, orderBooks } = this;
    this.end(market);
    if (doing !== ALL) return;
    const { markets } = orderBooks;
    markets.setSteps(
      market,
      rows.instrument[market] as number,
      rows.tickDecimals[market] as number,
      rows.lotDecimals[market] as number,
    );
    markets.rows.state[market] = rows.after[market] as number;
    orderBooks.marketChanged(market);
  }

  /** An order of the market maker's quotes, 0 when there is none. */
  private makerOrder(market: number): number {
    const { orderAccounts } = this.orderBooks;
    const orderAccount = orderAccounts.find(MARKET_MAKER, market, WALLET.spot);
    return orderAccount === 0 ? 0 : (orderAccounts.rows.oldest[orderAccount] as number);
  }

  /**
   * An open order of a market, 0 when none is left: first in the book, then waiting for a trigger, then triggered and
   * waiting to be filled (the last not before rules `stepsCancelTriggered`).
   */
  private next(market: number): number {
    const { clock, markets, triggers } = this.orderBooks;
    const book = markets.book(market);
    const order = book.front(SIDE.buy) || book.front(SIDE.sell);
    if (order !== 0) return order;
    for (const [bin, cents] of [
      [INDEX_RISING, Infinity],
      [INDEX_FALLING, -Infinity],
      [LAST_RISING, Infinity],
      [LAST_FALLING, -Infinity],
    ] as const) {
      const waiting = triggers.first(market, bin, cents);
      if (waiting !== 0) return waiting;
    }
    if (clock.rules < RULE.stepsCancelTriggered) return 0;
    return triggers.triggered(market, SIDE.buy) || triggers.triggered(market, SIDE.sell);
  }
}
