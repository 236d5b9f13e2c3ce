// Processes the queue of liquidations: checks the first again and liquidates it as far as one tick allows (money §3).

import { stepsMet } from '../../order/index.ts';
import { RULE } from '../../rules.ts';
import type { PerpetualContext } from '../context.ts';
import { equity } from '../position/valuation.ts';
import { priced } from '../priced.ts';
import { type Liquidation, QUEUED, WAITING } from './liquidation.ts';
import { endangered, positionEndangered, statusOfContractWallet, wholeEquity } from './margin-check.ts';
import type { WalletChecks } from './wallet-checks.ts';

export class LiquidationTurns {
  private readonly context: PerpetualContext;
  private readonly liquidation: Liquidation;
  private readonly checks: WalletChecks;

  constructor(context: PerpetualContext, liquidation: Liquidation, checks: WalletChecks) {
    this.context = context;
    this.liquidation = liquidation;
    this.checks = checks;
  }

  get busy(): boolean {
    return this.checks.queue.size > 0;
  }

  /** Takes turns until the steps are used up. Returns the steps left. */
  work(steps: number): number {
    const { deleverage } = this.liquidation;
    const { orderBooks } = this.context;
    let left = steps;
    while (left > 0 && this.busy) {
      deleverage.allow(left);
      orderBooks.met = 0;
      this.liquidation.swept = false;
      left -= this.turn(left) + deleverage.spent() + stepsMet(orderBooks);
    }
    return left > 0 ? left : 0;
  }

  /**
   * Checks the first of the queue again and liquidates it as far as one tick allows. Returns the partial liquidations,
   * or 1.
   */
  private turn(steps: number): number {
    const { context, checks } = this;
    const { queue } = checks;
    const { rows: p, contractWallets } = context.positions;
    const item = queue.item();
    const health = queue.health();
    const isContractWallet = queue.isContractWallet();
    queue.pop();
    if (isContractWallet) {
      const weight = checks.inSteps() ? checks.weightOf(item) : 1;
      const is = checks.liquidable(item) && endangered(statusOfContractWallet(context, item));
      const spent = is && checks.inSteps() ? this.liquidation.cancelOrders(item, steps) : 0;
      if (spent === steps) {
        // Some of its orders are still to be cancelled: it keeps its place, and nothing of it closes before that.
        queue.add(health, item, 1);
        return spent;
      }
      if (contractWallets.endangered[item] === QUEUED) contractWallets.endangered[item] = 0;
      let cuts = spent + weight;
      let whole = is && this.liquidation.contractWallet(item) && this.atOnce();
      // Bounded as below, by the wallet's positions.
      for (; whole && this.bankruptContractWallet(item); cuts += weight) whole = this.liquidation.contractWallet(item);
      if (this.liquidation.swept) {
        if (contractWallets.endangered[item] !== WAITING) contractWallets.endangered[item] = QUEUED;
        queue.add(health, item, 1);
      } else checks.wait(item);
      return cuts;
    }
    const slot = p.find(item);
    if (slot === 0) return 1;
    if (p.endangered[slot] === QUEUED) p.endangered[slot] = 0;
    let cuts = 1;
    if (priced(context, p.market[slot] as number)) {
      if (positionEndangered(context, slot)) {
        let whole = this.liquidation.position(slot) && this.atOnce();
        // Bounded by the maintenance tiers: a complete partial liquidation leads to the tier below, and in the first
        // tier ends the position.
        for (; whole && this.bankrupt(item); cuts += 1) whole = this.liquidation.position(slot);
        if (checks.inSteps()) cuts += this.liquidation.cancelled();
      } else {
        p.endangered[slot] = 0;
        context.gaps.safe(slot);
      }
    }
    if (p.find(item) === 0) return cuts;
    if (this.liquidation.swept) {
      if (p.endangered[slot] !== WAITING) p.endangered[slot] = QUEUED;
      queue.add(health, item, 0);
    } else checks.triggerIndex.set(slot);
    return cuts;
  }

  /** Before rules `bankruptAtOnce` a tick made one partial liquidation, however negative the equity. */
  private atOnce(): boolean {
    return this.context.clock.rules >= RULE.bankruptAtOnce;
  }

  /** Whether an isolated position is open with equity, rounded down, of 0 or less. */
  private bankrupt(id: number): boolean {
    const { context } = this;
    const slot = context.positions.rows.find(id);
    return slot !== 0 && equity(context, slot) <= 0 && positionEndangered(context, slot);
  }

  /** The same for a wallet with cross positions that may be liquidated now. */
  private bankruptContractWallet(contractWallet: number): boolean {
    const { context } = this;
    if (context.positions.contractWallets.crosses[contractWallet] === 0 || !this.checks.liquidable(contractWallet))
      return false;
    const standing = statusOfContractWallet(context, contractWallet);
    return wholeEquity(standing) <= 0 && endangered(standing);
  }
}
