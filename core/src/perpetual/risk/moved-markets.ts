// Markets whose mark has moved: lists the positions and wallets that the index reached, then checks them, in turn with
// changed wallets and wallets in liquidation (money §3, rules `workInSteps`).

import { MARGIN_MODE } from '../../enum/index.ts';
import { WORK_STEPS } from '../../steps.ts';
import type { PerpetualContext } from '../context.ts';
import { equity, maintenance } from '../position/valuation.ts';
import { priced, riskPrice } from '../priced.ts';
import { REACHED } from './check-queue.ts';
import { type Liquidation, QUEUED, WAITING } from './liquidation.ts';
import { healthKey } from './margin-check.ts';
import type { RiskTables } from './tables.ts';
import type { WalletChecks } from './wallet-checks.ts';

/**
 * Checking wallets leaves this many of a batch's steps to liquidations, triggered orders and other work. It uses the
 * others, one step per cross position of a wallet, and exceeds them by at most one wallet.
 */
export const EXAMINING_LEAVES = WORK_STEPS >> 1;
/** Isolated positions that one step adds to the queue of liquidations. */
export const QUEUED_PER_STEP = 16;
/**
 * `contractTicks.moved`: what the mark reaches is still to be listed; all is listed here, but not yet in other markets.
 */
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

  /** A market's mark moved. */
  note(market: number): void {
    const { rows } = this;
    rows.reach(market);
    if (this.checks.inSteps()) this.context.gaps.priced(market);
    if (rows.moved[market] === MOVED) return;
    rows.moved[market] = MOVED;
    this.moved += 1;
  }

  /** Whether positions and wallets that a market's mark reaches are still to be listed. */
  has(market: number): boolean {
    return market <= this.rows.top && this.rows.moved[market] === MOVED;
  }

  /** Whether a check is due and steps are left for it. */
  busy(steps: number): boolean {
    if (!this.checks.inSteps()) return this.moved > 0;
    return steps > EXAMINING_LEAVES && (this.moved > 0 || this.checks.checkQueue.due());
  }

  /**
   * Lists what the index reaches and checks wallets, in turn, until the steps for it are used up. Returns the steps
   * left. Bounded: each turn lists an entry or finishes a market, or checks a wallet.
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
      if (context.positions.rows.mode[slot] === MARGIN_MODE.cross) return;
    }
  }

  /** The market whose turn it is among those whose mark has moved. One exists. */
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

  /**
   * Everything that a market's index reaches is listed. After the last market, wallets count price moves from here on.
   */
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

  /** Queues everything that the marks have reached: first changed wallets, then by the index. Uses no steps. */
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
      // Each turn removes a position from the index or moves its bounds beyond the price.
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
    if (p.mode[slot] === MARGIN_MODE.cross) {
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

  /** Checks what the index reached, as far as the steps allow. Returns the steps left. */
  work(steps: number): number {
    return this.checks.inSteps() ? this.examineInTurn(steps) : this.gather(steps);
  }

  rebuild(): void {
    const { rows } = this;
    this.moved = 0;
    for (let market = 1; market <= rows.top; market += 1) if (rows.moved[market] === MOVED) this.moved += 1;
  }
}
