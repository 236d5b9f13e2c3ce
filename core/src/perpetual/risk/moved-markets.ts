// Markets whose mark has moved: who the index reaches there is listed, then examined, in turn with wallets that changed and
// that are being liquidated (money §3, rules `workInSteps`).

import { WORK_STEPS } from '../../steps.ts';
import type { PerpetualContext } from '../context.ts';
import { CROSS } from '../contracts.ts';
import { equity, maintenance } from '../position/valuation.ts';
import { priced, riskPrice } from '../priced.ts';
import { REACHED } from './check-queue.ts';
import { type Liquidation, QUEUED, WAITING } from './liquidation.ts';
import { healthKey } from './margin-check.ts';
import type { RiskTables } from './tables.ts';
import type { WalletChecks } from './wallet-checks.ts';

/**
 * Examining wallets leaves so many of a batch's steps to liquidations, triggered orders and all else. It takes the others,
 * a step for each cross position of a wallet, and at most one wallet more than they reach for.
 */
export const EXAMINING_LEAVES = WORK_STEPS >> 1;
/** Isolated positions that one step puts into the queue of liquidations. */
export const QUEUED_PER_STEP = 16;
/** `contractTicks.moved`: who the mark reaches is to be looked at; all are listed, those of other markets not yet. */
const MOVED = 1;
const LISTED = 2;

export class MovedMarkets {
  private readonly context: PerpetualContext;
  private readonly rows: RiskTables['ticked'];
  private readonly liquidation: Liquidation;
  private readonly checks: WalletChecks;
  /** How many markets ticked. Derived. */
  private moved = 0;

  constructor(context: PerpetualContext, { ticked }: RiskTables, liquidation: Liquidation, checks: WalletChecks) {
    this.context = context;
    this.rows = ticked;
    this.liquidation = liquidation;
    this.checks = checks;
  }

  /** A market's mark has moved. */
  note(market: number): void {
    const { rows } = this;
    rows.reach(market);
    if (this.checks.inSteps()) this.context.gaps.priced(market);
    if (rows.moved[market] === MOVED) return;
    rows.moved[market] = MOVED;
    this.moved += 1;
  }

  /** Whether who a market's mark reaches is still to be looked at. */
  has(market: number): boolean {
    return market <= this.rows.top && this.rows.moved[market] === MOVED;
  }

  /** Whether somebody is to be examined now, and there are steps for it. */
  busy(steps: number): boolean {
    if (!this.checks.inSteps()) return this.moved > 0;
    return steps > EXAMINING_LEAVES && (this.moved > 0 || this.checks.checkQueue.due());
  }

  /**
   * Lists whom the index reaches and examines wallets, in turn, until the steps for it are used up; gives the steps left.
   * Bounded: each turn lists somebody or ends a market, or examines a wallet.
   */
  private examineInTurn(steps: number): number {
    const { checks } = this;
    const { checkQueue } = checks;
    let left = steps;
    while (left > EXAMINING_LEAVES && (this.moved > 0 || checkQueue.due())) {
      if (this.moved > 0) {
        this.listReached();
        left -= 1;
      }
      const contractWallet = checkQueue.take();
      if (contractWallet === 0) continue;
      left -= checks.weightOf(contractWallet);
      checks.examine(contractWallet, true);
    }
    return left > EXAMINING_LEAVES ? left : EXAMINING_LEAVES;
  }

  /** One step: lists a wallet, or isolated positions, that the index has reached in the market whose turn it is. */
  private listReached(): void {
    const { context } = this;
    const { triggerIndex } = this.checks;
    const market = this.nextMoved();
    if (!priced(context, market)) return this.listed(market, 0);
    const price = riskPrice(context, market);
    const falling = triggerIndex.fallingOf(market);
    const rising = triggerIndex.risingOf(market);
    for (let count = 0; count < QUEUED_PER_STEP; count += 1) {
      const fallen = falling.reached(price);
      const slot = fallen === 0 ? rising.reached(price) : fallen;
      if (slot === 0) return this.listed(market, LISTED);
      this.hit(slot);
      if (context.positions.rows.mode[slot] === CROSS) return;
    }
  }

  /** The market whose turn it is among those whose mark has moved: there is one. */
  private nextMoved(): number {
    const { rows: ticked } = this;
    const { checkQueue } = this.checks;
    let market = checkQueue.market;
    // Bounded by the markets.
    do market = market >= ticked.top ? 1 : market + 1;
    while (ticked.moved[market] !== MOVED);
    checkQueue.market = market;
    return market;
  }

  /** All whom a market's index reaches are listed; after the last market, wallets count moves from here on. */
  private listed(market: number, state: number): void {
    const { rows: ticked } = this;
    ticked.moved[market] = state;
    this.moved -= 1;
    if (this.moved > 0) return;
    for (let one = 1; one <= ticked.top; one += 1) {
      if (ticked.moved[one] !== LISTED) continue;
      ticked.moved[one] = 0;
      this.liquidation.shares.examined(one);
    }
  }

  /** Queues all that the marks have reached: first the wallets that changed, then by the index. Takes no steps. */
  private gather(steps: number): number {
    const { context, rows: ticked, checks } = this;
    this.liquidation.deleverage.orders.tick();
    checks.examineListed();
    const moved: number[] = [];
    for (let market = 1; market <= ticked.top; market += 1) {
      if (ticked.moved[market] === 0) continue;
      ticked.moved[market] = 0;
      this.moved -= 1;
      if (!priced(context, market)) continue;
      moved.push(market);
      context.gaps.priced(market);
      const price = riskPrice(context, market);
      // Each turn takes a position out of the index or moves its bounds beyond the price.
      const falling = checks.triggerIndex.fallingOf(market);
      for (let slot = falling.reached(price); slot !== 0; slot = falling.reached(price)) this.hit(slot);
      const rising = checks.triggerIndex.risingOf(market);
      for (let slot = rising.reached(price); slot !== 0; slot = rising.reached(price)) this.hit(slot);
    }
    for (const market of moved) this.liquidation.shares.examined(market);
    return steps;
  }

  /** A mark reached a position's trigger, or a wallet's bound. */
  private hit(slot: number): void {
    const { context, checks } = this;
    const p = context.positions.rows;
    if (p.mode[slot] === CROSS) {
      const contractWallet = p.contractWallet[slot] as number;
      if (!checks.inSteps()) return checks.examine(contractWallet);
      this.liquidation.shares.endangered(contractWallet);
      checks.out(contractWallet);
      return checks.checkQueue.add(contractWallet, REACHED);
    }
    checks.triggerIndex.remove(slot);
    if (p.endangered[slot] !== WAITING) p.endangered[slot] = QUEUED;
    context.gaps.endangered(slot);
    checks.queue.add(healthKey(equity(context, slot), maintenance(context, slot)), p.id(slot), 0);
  }

  /** Examines whom the index reaches, as far as the steps for it go; gives the steps left. */
  work(steps: number): number {
    return this.checks.inSteps() ? this.examineInTurn(steps) : this.gather(steps);
  }

  rebuild(): void {
    const { rows } = this;
    this.moved = 0;
    for (let market = 1; market <= rows.top; market += 1) if (rows.moved[market] === MOVED) this.moved += 1;
  }
}
