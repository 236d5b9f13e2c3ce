// The spot domain: order.place, and the rules of spot orders for the order books.

import { ROW32, ROW64, type Side } from '../book/index.ts';
import { Domain } from '../domain.ts';
import { FIRST_TRIGGER, MARKET_TYPE, ORDER_STATUS, SELF_TRADE, SIDE } from '../enum/index.ts';
import { type OrderRules, emitChanged } from '../order/index.ts';
import { wholeFee } from '../formula/index.ts';
import { NO, USE } from '../price/index.ts';
import { RULE } from '../rules.ts';
import { commands, offsetOf } from '../schema/index.ts';
import { cancel, commitAmend, decideAmend } from './amend.ts';
import { commitPlace, decidePlace } from './place.ts';
import { force } from './force.ts';
import type { MarginGate, SpotContext } from './context.ts';
import { estimate, holdOf } from './take.ts';
import { emitOpened } from './events.ts';
import { fire, fireNear, meetsNear } from './trigger.ts';
import type { Expect } from '../expect.ts';

const USER = offsetOf('order.place', 'user');
const MARKET = offsetOf('order.place', 'market');
const SIDE_AT = offsetOf('order.place', 'side');
const TYPE = offsetOf('order.place', 'type');
const LOTS = offsetOf('order.place', 'lots');
const AMOUNT = offsetOf('order.place', 'amount');
const SELF_TRADE_AT = offsetOf('order.place', 'selfTrade');

export class Spot extends Domain implements OrderRules {
  readonly kinds = [commands['order.place'].kind];
  readonly context: SpotContext;

  constructor(context: SpotContext) {
    super();
    this.context = context;
    context.orderBooks.give(MARKET_TYPE.spot, this);
  }

  decide(words: Float64Array, at: number): number {
    this.context.refuse(0, 0, 0);
    return this.noted(decidePlace(this.context, words, at));
  }

  commit(words: Float64Array, at: number): number {
    return commitPlace(this.context, words, at);
  }

  /** Numbers of the order that `decide` just allowed. */
  override numbers(words: Float64Array, at: number): readonly number[] {
    const { context } = this;
    const { users, markets } = context;
    const user = words[at + USER] as number;
    const market = words[at + MARKET] as number;
    const side = words[at + SIDE_AT] as Side;
    const lots = words[at + LOTS] as number;
    const amount = words[at + AMOUNT] as number;
    const m = markets.rows;
    const { need, asset } = context;
    const gets = (side === SIDE.buy ? m.base[market] : m.quote[market]) as number;
    if ((words[at + TYPE] as number) >= FIRST_TRIGGER) return [asset, need, 0, 0, 0, gets, 0, 0, lots];
    const byAmount = amount > 0;
    estimate(
      context,
      market,
      side,
      context.limit,
      user,
      words[at + SELF_TRADE_AT] as number,
      byAmount ? Infinity : lots,
      byAmount ? amount : Infinity,
    );
    const received = side === SIDE.buy ? context.lots * (m.baseAtomsPerLot[market] as number) : context.value;
    const fee = wholeFee(received, users.tiers.taker(users.rows.tier[user] as number));
    // What remains after the most matches of one order is cancelled.
    const rest = byAmount || context.swept ? 0 : lots - context.lots;
    return [asset, need, context.lots, context.value, fee, gets, context.best, context.worst, rest];
  }

  /** Registers margin's gate. Wired once at start. */
  give(gate: MarginGate): void {
    this.context.gate = gate;
  }

  /** For margin: what a forced order would fill now, into `estimated`. Skips the user's own orders. */
  estimate(user: number, market: number, side: Side, limit: number, lots: number, budget: number): void {
    estimate(this.context, market, side, limit, user, SELF_TRADE.maker, lots, budget);
  }

  get estimated(): { readonly lots: number; readonly value: number } {
    return this.context;
  }

  /** For margin: an order that liquidates a wallet. Returns the lots filled. */
  force(user: number, market: number, wallet: number, side: Side, limit: number, lots: number): number {
    return force(this.context, user, market, wallet, side, limit, lots);
  }

  cancel(slot: number, reason: number): void {
    cancel(this.context, slot, reason);
  }

  trigger(slot: number): void {
    const { context } = this;
    if (context.clock.rules >= RULE.stops) fireNear(context, slot);
    else fire(context, slot);
  }

  index(market: number): number {
    const { prices, markets } = this.context;
    const instrument = markets.rows.instrument[market] as number;
    return prices.allows(instrument, USE.settle) === NO ? 0 : prices.cents(instrument);
  }

  major(market: number): boolean {
    return this.context.prices.major(this.context.markets.rows.instrument[market] as number);
  }

  meets(slot: number): boolean {
    return meetsNear(this.context, slot);
  }

  reference(market: number): number {
    const { prices, markets } = this.context;
    const instrument = markets.rows.instrument[market] as number;
    return prices.allows(instrument, USE.spotMarket) === NO ? 0 : prices.cents(instrument);
  }

  decideAmend(words: Float64Array, at: number, slot: number): number {
    this.context.refuse(0, 0, 0);
    return this.noted(decideAmend(this.context, words, at, slot));
  }

  commitAmend(words: Float64Array, at: number, slot: number): number {
    return commitAmend(this.context, words, at, slot);
  }

  amendNumbers(): readonly number[] {
    return [this.context.asset, this.context.value, this.context.need];
  }

  emitOrder(slot: number): void {
    const { context } = this;
    const { orders } = context;
    emitOpened(context, slot);
    const rest = orders.rest[slot * ROW64] as number;
    const byAmount = orders.lots[slot * ROW64] === 0;
    const dealt = byAmount ? context.dealtBefore(slot) : (orders.lots[slot * ROW64] as number) - rest;
    if (orders.waiting(slot)) {
      if (dealt > 0) emitChanged(context, slot, dealt, 0, ORDER_STATUS.trigger);
      return;
    }
    if (byAmount) return;
    emitChanged(context, slot, dealt, rest, dealt > 0 ? ORDER_STATUS.partly : ORDER_STATUS.waiting);
  }

  holdOf(slot: number): number {
    return holdOf(this.context, slot);
  }

  /** §12, 3: an order holds the asset it pays with. */
  override audit(expect: Expect): void {
    const { orders, markets, ledger } = this.context;
    const m = markets.rows;
    for (let slot = 1; slot <= orders.top; slot += 1) {
      const market = orders.market(slot);
      if (!orders.alive(slot) || m.type[market] !== MARKET_TYPE.spot) continue;
      const pays = (orders.side(slot) === SIDE.buy ? m.quote : m.base)[market];
      const account = orders.hold[slot * ROW32] as number;
      expect(ledger.accounts.asset[account] === pays, () => `order slot ${slot} to hold the asset it pays with`);
    }
  }

  private noted(code: number): number {
    this.expected = this.context.expected;
    this.got = this.context.got;
    return code;
  }
}
