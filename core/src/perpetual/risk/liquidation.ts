// The steps of a liquidation (money §3): orders cancelled, long closed against short, a partial liquidation in the
// book, the rest taken over by the insurance fund, then deleveraged; the desk is called when no counterparty is left.

import { CLOSE_REASON, LIQUIDATION_STEP, MARGIN_MODE, MARKET_STATE, POSITION_SIDE, SIDE } from '../../enum/index.ts';
import { exact, type Fraction } from '../../formula/index.ts';
import { quotient } from '../../number/index.ts';
import { RULE } from '../../rules.ts';
import { cutLimit, lotsToCut } from './partial-liquidation.ts';
import { Deleverage } from './deleverage.ts';
import { endangered, type Standing, statusOfContractWallet, wholeEquity } from './margin-check.ts';
import { isLiquidated, LiquidationChoice } from './liquidation-choice.ts';
import { emitStep, type State, stateOf } from './liquidation-events.ts';
import { Netting } from './netting.ts';
import { Insurance } from '../insurance/insurance.ts';
import { emitContract } from '../listing.ts';
import { equity, maintenance } from '../position/valuation.ts';
import { HOPED, riskPrice } from '../priced.ts';
import { FORCED, type PerpetualContext } from '../context.ts';
import { Shares } from '../insurance/bankruptcy-shares.ts';
import { cancelClosing, cancelOpening, cancelOpeningOf, makeForcedOrder } from '../order/order-lifecycle.ts';
import { Legs, settleRest, take } from '../order/take.ts';
import { Takeover } from '../insurance/takeover.ts';
import { emitOpened } from '../events.ts';
import { Unwinding } from '../insurance/unwind.ts';
import { Waits } from './waits.ts';

/** Orders of a wallet or position in liquidation that one step cancels, since rules `workInSteps`. */
export const CANCELS_PER_STEP = 8;
/** Values of `endangered` for a position or wallet: waits for its turn; waits for the desk. */
export const QUEUED = 1;
export const WAITING = 2;

export class Liquidation {
  readonly insurance: Insurance;
  readonly deleverage: Deleverage;
  readonly unwinding: Unwinding;
  readonly shares: Shares;
  private readonly takeover: Takeover;
  private readonly waits: Waits;
  private readonly netting: Netting;
  private readonly choice: LiquidationChoice;
  private readonly context: PerpetualContext;
  private readonly legs = new Legs();
  /** Orders of positions cancelled since the last `cancelled`. Not part of the state. */
  private cancels = 0;
  /** Whether the order of the last cut met as many others as one may: since rules `sweepBudget` the next step goes on. */
  swept = false;
  /** Whether the last cut was taken whole. */
  private whole = false;
  /** Whether the current wallet has profits that may count again. It then closes no more than its balance pays for. */
  private hopes = false;

  constructor(context: PerpetualContext) {
    this.context = context;
    this.insurance = new Insurance(context);
    this.deleverage = new Deleverage(context, this.insurance);
    this.unwinding = new Unwinding(context);
    this.takeover = new Takeover(context, this.insurance, this.unwinding);
    this.waits = new Waits(context);
    this.netting = new Netting(context);
    this.shares = new Shares(context);
    this.choice = new LiquidationChoice(context, this.shares);
  }

  /**
   * Step 1 for a wallet at or below maintenance, within `steps`: cancels its opening orders, and those that close its
   * cross positions. Returns the steps used; if that is all of them, orders may be left.
   */
  cancelOrders(contractWallet: number, steps: number): number {
    const { context } = this;
    const { rows: p, contractWallets } = context.positions;
    const most = steps * CANCELS_PER_STEP;
    let count = cancelOpening(context, contractWallet, CLOSE_REASON.liquidation, most);
    for (
      let slot = contractWallets.first[contractWallet] as number;
      slot !== 0 && count < most;
      slot = p.next[slot] as number
    )
      if (isLiquidated(context, slot)) count += cancelClosing(context, slot, CLOSE_REASON.liquidation, most - count);
    if (count === 0) return 0;
    emitStep(
      context,
      0,
      contractWallets.user[contractWallet] as number,
      0,
      LIQUIDATION_STEP.cancelled,
      0,
      stateOf(statusOfContractWallet(context, contractWallet)),
      0,
      0,
    );
    return stepsOf(count);
  }

  /** Steps that cancelling the orders of positions used since the last call. */
  cancelled(): number {
    const steps = stepsOf(this.cancels);
    this.cancels = 0;
    return steps;
  }

  /** Makes one partial liquidation of an isolated position. Returns whether it filled completely. */
  position(slot: number): boolean {
    const { context } = this;
    const p = context.positions.rows;
    const state = { equity: equity(context, slot), maintenance: maintenance(context, slot) };
    const count =
      cancelOpeningOf(context, slot, CLOSE_REASON.liquidation) + cancelClosing(context, slot, CLOSE_REASON.liquidation);
    this.cancels += count;
    if (count > 0)
      emitStep(
        context,
        p.market[slot] as number,
        p.user[slot] as number,
        p.id(slot),
        LIQUIDATION_STEP.cancelled,
        0,
        state,
        0,
        0,
      );
    this.hopes = false;
    this.cut(slot, exact.ZERO, state);
    return this.whole;
  }

  /** Makes one partial liquidation of a wallet. Returns whether it filled completely. */
  contractWallet(contractWallet: number): boolean {
    const { context } = this;
    const { rows: p, contractWallets } = context.positions;
    let standing = statusOfContractWallet(context, contractWallet);
    let state = stateOf(standing);
    let count = cancelOpening(context, contractWallet, CLOSE_REASON.liquidation);
    for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number)
      if (isLiquidated(context, slot)) count += cancelClosing(context, slot, CLOSE_REASON.liquidation);
    if (count > 0)
      emitStep(
        context,
        0,
        contractWallets.user[contractWallet] as number,
        0,
        LIQUIDATION_STEP.cancelled,
        0,
        state,
        0,
        0,
      );
    if (this.netting.run(contractWallet, state) > 0) {
      standing = statusOfContractWallet(context, contractWallet);
      if (!endangered(standing)) return false;
      state = stateOf(standing);
    }
    const hoped = this.hopedOf(contractWallet, standing, state);
    this.hopes = hoped !== standing;
    if (this.hopes && wholeEquity(hoped) > 0) {
      // The desk is not called for a wallet that may be solvent when its prices are usable again.
      if (contractWallets.endangered[contractWallet] === WAITING) contractWallets.endangered[contractWallet] = 0;
      return false;
    }
    standing = hoped;
    const chosen = this.choice.choose(contractWallet, standing);
    if (chosen === 0) return false;
    if (this.cut(chosen, this.choice.givenTo(chosen, standing), state) > 0) return this.whole;
    // None of it filled. Another of the wallet's positions may fill, so it does not wait for this one. While nothing
    // was closed, the walk's inputs have not changed.
    for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number)
      if (slot !== chosen && isLiquidated(context, slot) && this.choice.payable(slot, standing))
        if (this.cut(slot, this.choice.givenTo(slot, standing), state) > 0) return this.whole;
    return false;
  }

  /**
   * Since rules `fairDeleverage`: a bankrupt wallet's standing with profits at unusable prices counted at their last
   * index, for a limited time; the plain standing when it has none.
   */
  private hopedOf(contractWallet: number, standing: Standing, state: State): Standing {
    const { context } = this;
    if (context.clock.rules < RULE.fairDeleverage || state.equity > 0) return standing;
    const hoped = statusOfContractWallet(context, contractWallet, HOPED);
    return exact.compare(hoped.equity, standing.equity) > 0 ? hoped : standing;
  }

  /** Steps 3 to 5 of one position, with takeovers before step 4. Returns the lots closed. */
  private cut(slot: number, given: Fraction, state: State): number {
    const { context, insurance } = this;
    const { positions } = context;
    const p = positions.rows;
    const id = p.id(slot);
    const user = p.user[slot] as number;
    const market = p.market[slot] as number;
    const wanted = this.hopes ? this.choice.affordable(slot, given) : lotsToCut(context, slot);
    if (wanted === 0) {
      this.whole = false;
      return 0;
    }
    const before = p.lots[slot] as number;
    insurance.begin(slot, given);
    // The quotes that it would take are missing: what is solvent waits for them (rules `cutQuotes`).
    const quotes = p.side[slot] === POSITION_SIDE.long ? SIDE.buy : SIDE.sell;
    const cut = this.solvent(state) && context.orderBooks.cutQuotes.isCut(market, quotes);
    const swept = !cut && this.order(slot, wanted) === CLOSE_REASON.sweep;
    const filled = before - lotsOf(context, id);
    if (filled > 0)
      emitStep(context, market, user, id, LIQUIDATION_STEP.cut, filled, state, insurance.bankruptcy, insurance.moved);
    let closed = 0;
    // The book has more, within 2 %: the next tick, since rules `sweepBudget` the next step, goes on there, before anybody is taken
    // over or deleveraged.
    if (swept && filled < wanted) {
      this.swept = context.clock.rules >= RULE.sweepBudget;
      insurance.end();
      this.whole = false;
      return filled;
    }
    if (filled < wanted && this.solvent(state)) this.waitForOrders(slot, wanted - filled, state);
    else if (filled < wanted) {
      insurance.restart();
      if (context.clock.rules >= RULE.fundTakesOver) closed = this.takeover.run(slot, wanted - filled, state);
      insurance.restart();
      const taken = closed;
      if (filled + taken < wanted) closed += this.deleverage.run(slot, wanted - filled - taken);
      if (closed > taken)
        emitStep(
          context,
          market,
          user,
          id,
          LIQUIDATION_STEP.deleveraged,
          closed - taken,
          state,
          insurance.bankruptcy,
          insurance.moved,
        );
      if (filled + closed < wanted && !this.deleverage.waits) this.callDesk(slot, wanted - filled - closed, state);
    }
    insurance.end();
    this.whole = filled + closed === wanted && !this.hopes;
    return filled + closed;
  }

  /**
   * Whether lots that the book did not take wait: since rules `solventWaits` while equity, rounded down, is above 0.
   * Uses the equity before the partial liquidation: no fill at the bankruptcy value or better can bring it to 0.
   */
  private solvent(state: State): boolean {
    return this.context.clock.rules >= RULE.solventWaits && state.equity > 0;
  }

  /** The next tick reaches the rest again. A liquidation that waited for the desk no longer does. */
  private waitForOrders(slot: number, lots: number, state: State): void {
    const { rows: p, contractWallets } = this.context.positions;
    const contractWallet = p.contractWallet[slot] as number;
    if (p.endangered[slot] === WAITING) p.endangered[slot] = 0;
    if (p.mode[slot] === MARGIN_MODE.cross && contractWallets.endangered[contractWallet] === WAITING)
      contractWallets.endangered[contractWallet] = 0;
    if (this.context.clock.rules >= RULE.fundTakesOver) this.waits.note(slot, lots, state.equity, state.maintenance);
  }

  /**
   * A reduce-only, immediate order without trading fee, at most 2 % from the price that liquidates. Returns why it
   * stopped.
   */
  private order(slot: number, lots: number): number {
    const { context } = this;
    const p = context.positions.rows;
    const market = p.market[slot] as number;
    if (context.orders.exhausted()) return CLOSE_REASON.gone;
    const sells = p.side[slot] === POSITION_SIDE.long;
    const side = sells ? SIDE.buy : SIDE.sell;
    if (context.markets.book(market).best(side) === 0) return CLOSE_REASON.gone;
    const order = makeForcedOrder(context, slot, lots, FORCED.liquidation);
    emitOpened(context, order);
    const reason = take(context, this.legs, order, cutLimit(p.side[slot] as number, riskPrice(context, market)));
    settleRest(context, this.legs, order, reason);
    return reason;
  }

  /** Step 5: no counterparty is left. The market becomes reduce-only, the desk is called, and the rest waits. */
  private callDesk(slot: number, lots: number, state: State): void {
    const { context } = this;
    const { rows: p, contractWallets } = context.positions;
    const c = context.contracts.rows;
    const market = p.market[slot] as number;
    const contractWallet = p.contractWallet[slot] as number;
    const isolated = p.mode[slot] === MARGIN_MODE.isolated;
    const waited = isolated ? p.endangered[slot] === WAITING : contractWallets.endangered[contractWallet] === WAITING;
    if (isolated) p.endangered[slot] = WAITING;
    else contractWallets.endangered[contractWallet] = WAITING;
    // Only once: the desk may have reopened the market since.
    if (waited) return;
    emitStep(context, market, p.user[slot] as number, p.id(slot), LIQUIDATION_STEP.desk, lots, state, 0, 0);
    if (c.state[market] !== MARKET_STATE.trading) return;
    c.state[market] = MARKET_STATE.reduceOnly;
    emitContract(context, market);
  }
}

/** Steps that cancelling that many orders uses. */
function stepsOf(orders: number): number {
  return quotient(orders + CANCELS_PER_STEP - 1, CANCELS_PER_STEP);
}

/** Lots of a position by its id, 0 when it is closed. */
function lotsOf(context: PerpetualContext, id: number): number {
  const slot = context.positions.rows.find(id);
  return slot === 0 ? 0 : (context.positions.rows.lots[slot] as number);
}
