// Takeovers by the insurance fund (money §3), since rules `fundTakesOver`: lots of a bankrupt position pass to the fund
// at their bankruptcy value. First, opposite lots in its inventory close at the index. Lots beyond the bounds are left
// to deleveraging. The fund's money moves only for what netting realises.

import { MARKET_MAKER, POSITION_SIDE } from '../../enum/index.ts';
import { Part } from '../position/close-part.ts';
import type { Insurance } from './insurance.ts';
import { fitting, type Inventory, InventoryPart } from './inventory.ts';
import { riskPrice } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';
import { done } from '../order/settle.ts';
import type { Unwinding } from './unwind.ts';

/** The state before a takeover, for its event: settle atoms, of the position or its wallet. */
interface State {
  readonly equity: number;
  readonly maintenance: number;
}

export class Takeover {
  private readonly context: PerpetualContext;
  private readonly insurance: Insurance;
  private readonly inventory: Inventory;
  private readonly unwinding: Unwinding;
  private readonly own = new Part();
  private readonly part = new InventoryPart();
  /** Atoms that the fund adds to the weighed takeover to cover rounding. */
  private help = 0;

  constructor(context: PerpetualContext, insurance: Insurance, unwinding: Unwinding) {
    this.context = context;
    this.insurance = insurance;
    this.inventory = unwinding.inventory;
    this.unwinding = unwinding;
  }

  /** Takes over up to `lots` lots of the bankrupt position in liquidation. Returns how many. */
  run(slot: number, lots: number, state: State): number {
    const { context, inventory } = this;
    const p = context.positions.rows;
    const market = p.market[slot] as number;
    const side = p.side[slot] as number;
    const wanted = this.foreign(slot, lots);
    if (wanted <= 0) return 0;
    let taken = 0;
    if (inventory.lotsOf(market) > 0 && inventory.sideOf(market) !== side) {
      const held = inventory.lotsOf(market);
      taken = this.net(slot, held < wanted ? held : wanted, state);
      // The fund still holds opposite lots, so it cannot hold the rest.
      if (inventory.lotsOf(market) > 0) return taken;
    }
    return taken < wanted ? taken + this.hold(slot, wanted - taken, state) : taken;
  }

  /**
   * Lots of a position that the fund may take over. Excludes the market maker's, those that bear their own gap, and
   * those whose opposite side the same person holds, in this or in linked accounts: a person with both sides loses
   * nothing.
   */
  private foreign(slot: number, lots: number): number {
    const { context } = this;
    const { positions, users } = context;
    const p = positions.rows;
    const market = p.market[slot] as number;
    const user = p.user[slot] as number;
    if (user === MARKET_MAKER || context.gaps.bears(slot)) return 0;
    const other = p.side[slot] === POSITION_SIDE.long ? POSITION_SIDE.short : POSITION_SIDE.long;
    let left = p.lots[slot] as number;
    const less = (holding: number): void => {
      const opposite = holding === 0 ? 0 : positions.of(holding, other);
      if (opposite !== 0) left -= p.lots[opposite] as number;
    };
    less(p.holding[slot] as number);
    // Bounded by MAX_LINKED.
    for (let linked = users.links.next(user, user); linked !== 0; linked = users.links.next(user, linked))
      less(positions.holding(linked, market));
    return left < lots ? left : lots;
  }

  /** Takes over lots that join the fund's inventory of the same side. */
  private hold(slot: number, wanted: number, state: State): number {
    const { context, inventory, insurance } = this;
    const p = context.positions.rows;
    const market = p.market[slot] as number;
    const side = p.side[slot] as number;
    const may = inventory.mayLose(market);
    const within = inventory.takes(market, wanted);
    const lots = fitting(within, may, 0, (part) => inventory.lossOf(market, side, part, insurance.valueOf(slot, part)));
    if (lots === 0) return 0;
    const value = insurance.valueOf(slot, lots);
    if (value < 0 || !this.weigh(slot, lots, value)) return 0;
    const loss = inventory.lossOf(market, side, lots, value);
    this.emit(slot, lots, value, state, loss, 0, 0);
    this.settle(market, 0);
    inventory.add(market, side, lots, value);
    inventory.lose(market, loss);
    this.unwinding.arm(market);
    inventory.emit(market);
    done(context, slot, this.own.wallet);
    return lots;
  }

  /** Takes over lots that close the same number of the fund's opposite lots at the index. */
  private net(slot: number, wanted: number, state: State): number {
    const { context, inventory, insurance, part } = this;
    const p = context.positions.rows;
    const c = context.contracts.rows;
    const market = p.market[slot] as number;
    const side = p.side[slot] as number;
    const lossOf = (lots: number): number => {
      inventory.weigh(part, market, lots, inventory.worth(market, side, lots));
      return part.loss + inventory.lossOf(market, side, lots, insurance.valueOf(slot, lots));
    };
    const lots = fitting(wanted, inventory.mayLose(market), 0, lossOf);
    if (lots === 0) return 0;
    const value = insurance.valueOf(slot, lots);
    const loss = lossOf(lots);
    // Both sides use one index value, so it cancels out: the opposite lots close at the bankruptcy value.
    inventory.weigh(part, market, lots, value);
    const { profit } = part;
    if (value < 0 || !this.weigh(slot, lots, value)) return 0;
    if (inventory.fund(market) + profit - this.help < 0) return 0;
    this.emit(slot, lots, value, state, loss, 1, profit);
    this.settle(market, profit);
    inventory.close(part, market, lots);
    inventory.lose(market, loss);
    c.interest[market] = (c.interest[market] as number) - lots;
    inventory.emit(market);
    done(context, slot, this.own.wallet);
    return lots;
  }

  /** Weighs the position's side at its bankruptcy value. The fund covers an atom that rounding may lack. */
  private weigh(slot: number, lots: number, value: number): boolean {
    const { context, own, insurance } = this;
    own.weigh(context, slot, lots, value, 0);
    const help = own.lacks;
    this.help = help;
    if (help === 0) return true;
    if (help > insurance.mayHelp(context.positions.rows.market[slot] as number)) return false;
    own.weigh(context, slot, lots, value, help);
    return true;
  }

  private settle(market: number, profit: number): void {
    const { context, own, insurance } = this;
    const c = context.contracts.rows;
    own.settle(context);
    context.ledger.post(c.clearing[market] as number, 0 - own.profit - profit, 0);
    context.ledger.post(c.insurance[market] as number, profit - this.help, 0);
    insurance.note(market, 0 - this.help);
  }

  /** Emits `fund.takeover`. */
  private emit(
    slot: number,
    lots: number,
    value: number,
    state: State,
    loss: number,
    netted: number,
    profit: number,
  ): void {
    const { context } = this;
    const p = context.positions.rows;
    const market = p.market[slot] as number;
    context.out.record('fund.takeover', {
      market,
      position: p.id(slot),
      user: p.user[slot] as number,
      side: p.side[slot] as number,
      lots,
      value,
      index: riskPrice(context, market),
      equity: state.equity,
      maintenance: state.maintenance,
      loss,
      netted,
      profit,
      insurance: 0 - this.help,
    });
  }
}
