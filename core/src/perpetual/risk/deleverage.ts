// Deleveraging, ADL (money §3): what the book does not take of a bankrupt position closes against positions of the
// other side at its bankruptcy value, without fees, by rank. Before rules `solventWaits` the market maker came first.
// It never makes anyone's equity negative.

import { MARGIN_MODE, MARKET_MAKER, POSITION_SIDE } from '../../enum/index.ts';
import { quotient } from '../../number/index.ts';
import { RULE } from '../../rules.ts';
import { Part } from '../position/close-part.ts';
import { DeleverageOrders, RANKED_PER_STEP } from './deleverage-orders.ts';
import type { Insurance } from '../insurance/insurance.ts';
import { riskPrice } from '../priced.ts';
import { Ranking } from './deleverage-rank.ts';
import type { PerpetualContext } from '../context.ts';
import { done } from '../order/settle.ts';
import { layoutOf } from '../../schema/index.ts';

const DELEVERAGED = layoutOf('deleveraged');
/** A market with more positions than this builds its ADL order in steps. */
export const AT_ONCE = 2_000;

export class Deleverage {
  /** ADL orders of large markets; empty before rules `deleverageInSteps`. */
  readonly orders: DeleverageOrders;
  /**
   * Whether the last run left lots because its order is not built yet or its steps are used up. Not part of the state.
   */
  waits = false;
  /** Steps that runs may still use, and have used since `allow`. Not part of the state. */
  private allowed = 0;
  private taken = 0;
  private readonly context: PerpetualContext;
  private readonly insurance: Insurance;
  private readonly own = new Part();
  private readonly other = new Part();
  /** Rankings of small markets, built since marks last moved. Not part of the state. */
  private rankings: Ranking[] = [];

  constructor(context: PerpetualContext, insurance: Insurance) {
    this.context = context;
    this.insurance = insurance;
    this.orders = new DeleverageOrders(context.registry, context);
  }

  /** Sets the steps that runs may use. */
  allow(steps: number): void {
    this.allowed = steps;
    this.taken = 0;
  }

  /** Steps that runs used since `allow`, one per position ranked or tried. None before rules `deleverageInSteps`. */
  spent(): number {
    return this.taken;
  }

  /** Marks moved or time passed: rankings are rebuilt when needed. */
  forget(): void {
    if (this.rankings.length > 0) this.rankings = [];
  }

  /** A position changed while a ranking exists. */
  changed(slot: number): void {
    this.orders.changed(slot);
    for (const ranking of this.rankings) ranking.update(slot);
  }

  /** A wallet changed while a ranking exists. */
  changedContractWallet(contractWallet: number): void {
    if (this.rankings.length === 0 && !this.orders.any()) return;
    const { rows: p, contractWallets } = this.context.positions;
    for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number)
      this.changed(slot);
  }

  /** Closes up to `lots` lots of the position in liquidation against others. Returns the lots closed. */
  run(slot: number, lots: number): number {
    const { context } = this;
    const p = context.positions.rows;
    const market = p.market[slot] as number;
    const side = p.side[slot] === POSITION_SIDE.long ? 2 : 1;
    let left = lots;
    this.waits = false;
    const holding = context.clock.rules < RULE.solventWaits ? context.positions.holding(MARKET_MAKER, market) : 0;
    const makerPosition = holding === 0 ? 0 : context.positions.of(holding, side);
    if (makerPosition !== 0 && !this.oneWallet(slot, makerPosition)) left -= this.against(slot, makerPosition, left);
    if (left === 0) return lots;
    const inSteps = context.clock.rules >= RULE.deleverageInSteps;
    if (inSteps && this.isLarge(market)) return lots - this.byOrder(slot, market, side, left);
    const ranking = this.ranking(market, side);
    const passed: number[] = [];
    // Bounded by the positions of the market: each is closed, skipped, or ends the loop.
    for (let other = ranking.top(); other !== 0 && left > 0; other = ranking.top()) {
      if (inSteps && this.isSpent()) break;
      const taken = this.oneWallet(slot, other) ? 0 : this.against(slot, other, left);
      if (taken === 0) {
        ranking.remove(other);
        passed.push(other);
      }
      left -= taken;
    }
    for (const other of passed) ranking.update(other);
    return lots - left;
  }

  /** The same with an order that is built in steps. Returns the lots left. Bounded by the positions listed. */
  private byOrder(slot: number, market: number, side: number, lots: number): number {
    const { orders } = this;
    const row = orders.of(market, side);
    this.waits = row === 0;
    if (row === 0) return lots;
    const passed: number[] = [];
    let left = lots;
    for (let other = orders.first(row, passed); other !== 0 && left > 0; other = orders.first(row, passed)) {
      if (this.isSpent()) return left;
      const taken = this.oneWallet(slot, other) ? 0 : this.against(slot, other, left);
      if (taken === 0) passed.push(other);
      left -= taken;
    }
    // When none of the listed positions takes any lots, the search ends and the desk is called, as when no position is
    // left.
    if (left > 0 && orders.hasMore(row) && (left < lots || passed.length === 0)) {
      orders.again(row);
      this.waits = true;
    }
    return left;
  }

  /** Whether the steps are used up; otherwise uses one. */
  private isSpent(): boolean {
    this.waits = this.taken >= this.allowed;
    if (!this.waits) this.taken += 1;
    return this.waits;
  }

  /** Whether a market has too many positions to rank at once. */
  private isLarge(market: number): boolean {
    const { context } = this;
    if (this.rankings.some((ranking) => ranking.market === market)) return false;
    const p = context.positions.rows;
    let count = 0;
    for (let slot = context.contracts.rows.first[market] as number; slot !== 0; slot = p.nextHere[slot] as number) {
      count += 1;
      if (count > AT_ONCE) return true;
    }
    return false;
  }

  /** Whether both positions are in one wallet. Those are netted at the price that liquidates, never deleveraged. */
  private oneWallet(slot: number, other: number): boolean {
    const p = this.context.positions.rows;
    return (
      p.contractWallet[slot] === p.contractWallet[other] &&
      p.mode[slot] === MARGIN_MODE.cross &&
      p.mode[other] === MARGIN_MODE.cross
    );
  }

  private ranking(market: number, side: number): Ranking {
    const found = this.rankings.find((ranking) => ranking.market === market && ranking.side === side);
    if (found !== undefined) return found;
    const made = new Ranking(this.context, market, side);
    this.rankings.push(made);
    if (this.context.clock.rules >= RULE.deleverageInSteps)
      this.taken += quotient(made.looked + RANKED_PER_STEP - 1, RANKED_PER_STEP);
    return made;
  }

  /** Closes two positions against each other, at most `lots`. Returns how many, 0 when one of them cannot. */
  private against(slot: number, other: number, lots: number): number {
    const { context, insurance, own } = this;
    const counter = this.other;
    const p = context.positions.rows;
    const c = context.contracts.rows;
    const market = p.market[slot] as number;
    const there = p.lots[other] as number;
    const part = there < lots ? there : lots;
    const value = insurance.valueOf(slot, part);
    if (value < 0) return 0;
    counter.weigh(context, other, part, value, 0);
    if (counter.lacks > 0 || counter.equity < 0) return 0;
    own.weigh(context, slot, part, value, 0);
    // At its bankruptcy value a part costs at most its own margin, except for a unit of rounding.
    const help = own.lacks;
    if (help > insurance.mayHelp(market)) return 0;
    if (help > 0) own.weigh(context, slot, part, value, help);
    this.emit(market, other, slot, part, value);
    own.settle(context);
    counter.settle(context);
    context.ledger.post(c.clearing[market] as number, 0 - own.profit - counter.profit, 0);
    context.ledger.post(c.insurance[market] as number, 0 - help, 0);
    insurance.note(market, 0 - help);
    insurance.bankruptcy += value;
    c.interest[market] = (c.interest[market] as number) - part;
    done(context, slot, own.wallet);
    done(context, other, counter.wallet);
    return part;
  }

  /** Emits `deleveraged`. */
  private emit(market: number, slot: number, against: number, lots: number, value: number): void {
    const { context } = this;
    const p = context.positions.rows;
    const at = context.out.open(DELEVERAGED.head);
    const w = context.out.words;
    w[at + DELEVERAGED.market] = market;
    w[at + DELEVERAGED.position] = p.id(slot);
    w[at + DELEVERAGED.user] = p.user[slot] as number;
    w[at + DELEVERAGED.against] = p.id(against);
    w[at + DELEVERAGED.lots] = lots;
    w[at + DELEVERAGED.value] = value;
    w[at + DELEVERAGED.mark] = riskPrice(context, market);
  }
}
