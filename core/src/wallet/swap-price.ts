// Prices a swap and decides whether the treasury accepts it: the spread by flow and range, the limits (money §8, since
// rules swapSpread).

import { ACCOUNT_CLASS, MARKET_MAKER, WALLET } from '../enum/index.ts';
import { swapAt, swapHalf, swapRange, swapWorth } from '../formula/index.ts';
import { DOWN, MILLION, mulDiv, quotient } from '../number/index.ts';
import { allows, RING, USE, whyNot, YES } from '../price/index.ts';
import { RULE } from '../rules.ts';
import { DONE, MAX_ORDER_ATOMS, rejects } from '../schema/index.ts';
import { type WalletContext } from './context.ts';
import { SwapWindows } from './swap-windows.ts';

/** D: the flow that doubles a half-spread, and the most a user may swap a minute; millionths of a USDT. */
export const SWAP_DEPTH = { majors: 100_000 * MILLION, others: 10_000 * MILLION } as const;
/** Most net flow of a coin, in units of D. */
const MOST_FLOW = 5;
/** Divisor of the treasury's inventory: the most it may change in an hour. */
const INVENTORY_PARTS = 10;
/** Of coins at par it takes in at most one part in so many of its money a day. */
const DAY_PARTS = 5;
/** How far back the range of an index reaches, ms. */
const RANGE_SPAN = 10_000;

/** By asset: the instrument it stands on (0: 1 USDT) and its spread, ppm; what `swap.set` sets. Version 0: it never was. */
export interface SwapRows {
  readonly top: number;
  readonly instrument: Int32Array;
  readonly spread: Int32Array;
  readonly version: Int32Array;
}

/** One leg with its last price; the fields of `swap.ended`. */
class PricedLeg {
  tick = 0;
  /** The index, cents; 1 for a coin fixed at 1 USDT, which events show as 0. */
  cents = 1;
  parts = 1;
  unit = 1;
  /** Millionths of a USDT; ppb; ppb. */
  flow = 0;
  range = 0;
  half = 0;
  indexed = false;
  /** Whether it is the unit of account: fixed at 1 without a spread, and so without a flow. */
  money = false;
  depth = 0;

  /** The index as events and answers name it, cents; 0 for a coin fixed at 1 USDT. */
  get index(): number {
    return this.indexed ? this.cents : 0;
  }

  /** The leg's numbers in answers. */
  numbers(): readonly number[] {
    return [this.index, this.flow, this.range, this.half];
  }
}

export class SwapPricing {
  /** Results of the last `price`: both legs, atoms received, value of the amount given in millionths of a USDT. */
  readonly from = new PricedLeg();
  readonly to = new PricedLeg();
  receive = 0;
  worth = 0;
  /** Numbers of the last refusal. */
  expected = 0;
  got = 0;
  readonly windows;
  private readonly context: WalletContext;
  private readonly rows: () => SwapRows;

  constructor(windows: SwapWindows, context: WalletContext, rows: () => SwapRows) {
    this.windows = windows;
    this.context = context;
    this.rows = rows;
  }

  /** Whether an asset's index may price a swap now: 200, or the refusal's code. */
  valid(asset: number): number {
    const instrument = this.rows().instrument[asset] as number;
    if (instrument === 0) return DONE;
    const state = this.context.prices.state(instrument);
    return allows(state, USE.second) === YES ? DONE : this.refuse(whyNot(state), YES, state);
  }

  /** Whether an asset is priced by an index. */
  indexed(asset: number): boolean {
    return this.rows().instrument[asset] !== 0;
  }

  /** Whether an asset has a valid tick at the present time, or needs none. */
  ready(asset: number): boolean {
    const instrument = this.rows().instrument[asset] as number;
    const { prices, clock } = this.context;
    return instrument === 0 || prices.ring.firstValidAt(instrument, clock.now) !== 0;
  }

  /**
   * Computes what `amount` atoms bring at the first valid ticks of the present time, or with `newest` at the last ones.
   * Returns 200, or the code with which the treasury or a limit refuses. Writes only the fields of this object.
   */
  price(user: number, from: number, to: number, amount: number, newest: boolean): number {
    this.receive = 0;
    this.worth = 0;
    this.look(this.from, from, newest);
    this.look(this.to, to, newest);
    this.worth = swapWorth(amount, this.from);
    const flows = this.flows(from, to);
    if (flows !== DONE) return flows;
    this.receive = swapAt(amount, this.from, this.to);
    if (this.receive === 0) return this.refuse(rejects['amount.tooSmall'], 1, 0);
    if (this.receive > MAX_ORDER_ATOMS) return this.refuse(rejects['order.tooLarge'], MAX_ORDER_ATOMS, this.receive);
    const depth = this.from.depth < this.to.depth ? this.from.depth : this.to.depth;
    const { users, clock } = this.context;
    const swapped = users.together(user, (one) => this.windows.customer.sum(one, clock.now)) + this.worth;
    if (swapped > depth) return this.refuse(rejects['swap.perMinute'], depth, swapped);
    return this.inventory(from, to, amount);
  }

  /** Counts the swap just priced as executed. */
  count(user: number, from: number, to: number, amount: number): void {
    const { windows, worth } = this;
    const { now } = this.context.clock;
    if (!this.from.money) windows.flow.add(from, now, worth, 1);
    if (!this.to.money) windows.flow.add(to, now, 0 - worth, 1);
    windows.hour.add(from, now, amount, 1);
    windows.hour.add(to, now, 0 - this.receive, 1);
    if (this.context.clock.rules >= RULE.parInflow) {
      windows.day.add(from, now, amount, 1);
      windows.day.add(to, now, 0 - this.receive, 1);
    }
    windows.customer.add(user, now, worth, 0);
  }

  private look(leg: PricedLeg, asset: number, newest: boolean): void {
    const { context } = this;
    const { prices } = context;
    const rows = this.rows();
    const instrument = rows.instrument[asset] as number;
    leg.indexed = instrument !== 0;
    leg.money = instrument === 0 && rows.spread[asset] === 0;
    leg.unit = context.markets.assets.unit[asset] as number;
    leg.parts = context.parts(instrument);
    leg.depth = instrument === 0 || prices.major(instrument) ? SWAP_DEPTH.majors : SWAP_DEPTH.others;
    leg.tick = 0;
    leg.cents = 1;
    leg.range = 0;
    leg.flow = 0;
    if (instrument === 0) return;
    const row = newest ? 0 : prices.ring.firstValidAt(instrument, context.clock.now);
    leg.tick = row === 0 ? (prices.rows.number[instrument] as number) : (prices.ring.rows.number[row] as number);
    leg.cents = row === 0 ? prices.cents(instrument) : (prices.ring.rows.price[row] as number);
    leg.range = this.range(instrument, leg.tick, leg.cents);
  }

  /** (high − low) ÷ low of the valid ticks in the 10 s up to this one, ppb, as far as they are kept (`RING`). */
  private range(instrument: number, tick: number, cents: number): number {
    const { ring } = this.context.prices;
    let low = cents;
    let high = cents;
    for (let number = tick - 1; number > 0 && number > tick - RING; number -= 1) {
      const row = ring.find(instrument, number);
      if (row === 0 || (ring.rows.time[row] as number) < this.context.clock.now - RANGE_SPAN) break;
      if (allows(ring.rows.state[row] as number, USE.second) !== YES) continue;
      const price = ring.rows.price[row] as number;
      if (price < low) low = price;
      if (price > high) high = price;
    }
    return swapRange(low, high);
  }

  /** Flow and half-spread of both legs. */
  private flows(from: number, to: number): number {
    const code = this.flow(this.from, from, this.worth);
    return code === DONE ? this.flow(this.to, to, 0 - this.worth) : code;
  }

  private flow(leg: PricedLeg, asset: number, change: number): number {
    const before = leg.money ? 0 : this.windows.flow.sum(asset, this.context.clock.now);
    leg.flow = leg.money ? 0 : before + change;
    leg.half = swapHalf(this.rows().spread[asset] as number, leg.flow, leg.depth, leg.range);
    const most = MOST_FLOW * leg.depth;
    const size = Math.abs(leg.flow);
    return size > most && size > Math.abs(before) ? this.refuse(rejects['swap.flow'], most, size) : DONE;
  }

  /** What the treasury gives of one coin and takes of the other within an hour; checks that it has what it gives. */
  private inventory(from: number, to: number, amount: number): number {
    const { ledger } = this.context;
    const gives = this.change(to, 0 - this.receive);
    if (gives !== DONE) return gives;
    // A coin at 1 USDT brings no risk of its price: of it only what leaves is bounded.
    const takes = this.from.indexed ? this.change(from, amount) : this.atPar(from, amount);
    if (takes !== DONE) return takes;
    const own = ledger.availableOf(MARKET_MAKER, WALLET.spot, to, 0);
    return own < this.receive ? this.refuse(rejects['order.noLiquidity'], this.receive, own) : DONE;
  }

  /**
   * Since rules `parInflow`: what customers bring of a coin at par is bounded by the treasury's money, whatever they take for
   * it; else a coin below its par empties every coin by a tenth an hour.
   */
  private atPar(asset: number, atoms: number): number {
    const { clock, markets } = this.context;
    if (clock.rules < RULE.parInflow || this.from.money) return DONE;
    const money = this.moneyAsset();
    if (money === 0) return DONE;
    const { hour, day } = this.windows;
    const { unit } = markets.assets;
    for (const [window, parts] of [
      [hour, INVENTORY_PARTS],
      [day, DAY_PARTS],
    ] as const) {
      const before = this.owns(money) - window.sum(money, clock.now);
      const share = before > 0 ? quotient(before, parts) : 0;
      const most = mulDiv(share, unit[asset] as number, unit[money] as number, DOWN);
      const after = window.sum(asset, clock.now) + atoms;
      if (after > most) return this.refuse(rejects['swap.inventory'], most, after);
    }
    return DONE;
  }

  /** The coin that everything is counted in: at 1 USDT, without a spread; 0: there is none. */
  private moneyAsset(): number {
    const { top, instrument, spread, version } = this.rows();
    // Bounded by the coins that are swapped.
    for (let asset = 1; asset <= top; asset += 1)
      if (version[asset] !== 0 && instrument[asset] === 0 && spread[asset] === 0) return asset;
    return 0;
  }

  /** Atoms of the treasury's own of a coin, held ones too. */
  private owns(asset: number): number {
    const { ledger } = this.context;
    const account = ledger.find(ACCOUNT_CLASS.wallet, MARKET_MAKER, WALLET.spot, asset, 0);
    const a = ledger.accounts;
    return account === 0 ? 0 : (a.available[account] as number) + (a.held[account] as number);
  }

  private change(asset: number, atoms: number): number {
    const net = this.windows.hour.sum(asset, this.context.clock.now);
    const before = this.owns(asset) - net;
    const most = before > 0 ? quotient(before, INVENTORY_PARTS) : 0;
    const after = Math.abs(net + atoms);
    // A swap that brings the inventory back is never refused.
    return after > most && after > Math.abs(net) ? this.refuse(rejects['swap.inventory'], most, after) : DONE;
  }

  private refuse(code: number, expected: number, got: number): number {
    this.expected = expected;
    this.got = got;
    return code;
  }
}
