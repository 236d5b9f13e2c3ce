// Which cross wallets must be checked, and the check itself: a wallet above maintenance gets bounds in the trigger
// index, any other waits for liquidation (money §3, §12).

import { MARGIN_MODE, MARKET_MAKER, POSITION_SIDE } from '../../enum/index.ts';
import { RULE } from '../../rules.ts';
import type { PerpetualContext } from '../context.ts';
import { emitPosition } from '../events.ts';
import type { Shares } from '../insurance/bankruptcy-shares.ts';
import { priced } from '../priced.ts';
import { writeBounds } from './bounds.ts';
import { CHANGED, type CheckQueue, LIQUIDATED } from './check-queue.ts';
import { QUEUED, WAITING } from './liquidation.ts';
import type { LiquidationQueue } from './liquidation-queue.ts';
import {
  crossTrigger,
  endangered,
  healthKey,
  type Standing,
  statusOfContractWallet,
  wholeEquity,
  wholeMaintenance,
} from './margin-check.ts';
import { LOOKS, type RiskTables } from './tables.ts';
import type { TriggerIndex } from './trigger-index.ts';

export class WalletChecks {
  readonly queue: LiquidationQueue;
  readonly checkQueue: CheckQueue;
  readonly triggerIndex: TriggerIndex;
  private readonly context: PerpetualContext;
  private readonly tables: RiskTables;
  private readonly shares: Shares;

  constructor(
    context: PerpetualContext,
    tables: RiskTables,
    queue: LiquidationQueue,
    checkQueue: CheckQueue,
    triggerIndex: TriggerIndex,
    shares: Shares,
  ) {
    this.context = context;
    this.tables = tables;
    this.queue = queue;
    this.checkQueue = checkQueue;
    this.triggerIndex = triggerIndex;
    this.shares = shares;
  }

  /** Before rules `workInSteps` a tick checked all wallets that had changed or that it reached, however many. */
  inSteps(): boolean {
    return this.context.clock.rules >= RULE.workInSteps;
  }

  /** Steps that checking or liquidating a wallet uses: one for each of its cross positions. */
  weightOf(contractWallet: number): number {
    const crosses = this.context.positions.contractWallets.crosses[contractWallet] as number;
    return crosses > 1 ? crosses : 1;
  }

  /**
   * Checks a wallet. At or below maintenance it is queued, or checked again at the next tick when a price is missing.
   * `taken`: it was just taken from a queue of checks.
   */
  examine(contractWallet: number, taken = false): void {
    const { context } = this;
    const { contractWallets } = context.positions;
    if (this.inSteps()) {
      // In neither the index nor these queues: it is in the queue of liquidations.
      if (this.checkQueue.isAway(contractWallet) && this.checkQueue.queueOf(contractWallet) === 0 && !taken) return;
      this.checkQueue.leave(contractWallet);
    }
    if (contractWallets.crosses[contractWallet] === 0) {
      contractWallets.endangered[contractWallet] = 0;
      if (this.inSteps()) this.checkQueue.setAway(contractWallet, false);
      return;
    }
    const standing = statusOfContractWallet(context, contractWallet);
    if (!endangered(standing)) {
      contractWallets.endangered[contractWallet] = 0;
      this.stand(contractWallet, standing);
      return;
    }
    this.shares.endangered(contractWallet);
    this.out(contractWallet);
    if (!this.liquidable(contractWallet)) return this.wait(contractWallet);
    if (contractWallets.endangered[contractWallet] !== WAITING) contractWallets.endangered[contractWallet] = QUEUED;
    this.queue.add(healthKey(wholeEquity(standing), wholeMaintenance(standing)), contractWallet, 1);
  }

  /**
   * Whether the prices of its cross positions allow a wallet's liquidation. Under the first rules all must be usable;
   * later one is enough, and only positions with usable prices are closed (W12).
   */
  liquidable(contractWallet: number): boolean {
    const { rows: p, contractWallets } = this.context.positions;
    const all = this.context.clock.rules < RULE.staleOnlyReduces;
    for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number)
      if (p.mode[slot] === MARGIN_MODE.cross && priced(this.context, p.market[slot] as number) !== all) return !all;
    return all;
  }

  /** Sets new bounds for a wallet above maintenance, and emits liquidation prices that changed. */
  private stand(contractWallet: number, standing: Standing): void {
    const { context } = this;
    const { rows: p, contractWallets } = context.positions;
    if (this.inSteps()) this.checkQueue.setAway(contractWallet, false);
    writeBounds(context, contractWallet, standing);
    const shown = contractWallets.user[contractWallet] !== MARKET_MAKER;
    for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number) {
      if (p.mode[slot] !== MARGIN_MODE.cross) continue;
      this.triggerIndex.set(slot);
      this.shares.safe(slot);
      if (shown) this.reorient(slot, standing);
    }
  }

  /** Removes a wallet's positions from the index. */
  out(contractWallet: number): void {
    const { rows: p, contractWallets } = this.context.positions;
    if (this.inSteps()) this.checkQueue.setAway(contractWallet, true);
    for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number)
      if (p.mode[slot] === MARGIN_MODE.cross) this.triggerIndex.remove(slot);
  }

  /** Whether a wallet waits for a check. */
  isListed(contractWallet: number): boolean {
    const { checkQueue } = this;
    const { due } = this.tables;
    return (contractWallet <= due.top && due.waits[contractWallet] === 1) || checkQueue.queueOf(contractWallet) !== 0;
  }

  /**
   * A wallet that is or was at or below maintenance is checked at the next tick. Until then the index does not reach
   * it.
   */
  wait(contractWallet: number): void {
    const { due, list } = this.tables;
    if (this.inSteps()) {
      this.out(contractWallet);
      return this.checkQueue.add(contractWallet, LIQUIDATED);
    }
    due.reach(contractWallet);
    if (due.waits[contractWallet] === 1) return;
    due.waits[contractWallet] = 1;
    list.live += 1;
    list.reach(list.live);
    list.contractWallet[list.live] = contractWallet;
  }

  /** A changed wallet is checked at the next tick. Until then the index reaches it at its old bounds. */
  changed(contractWallet: number): void {
    if (!this.inSteps()) return this.wait(contractWallet);
    // A wallet that already waits or is in liquidation is checked anyway.
    if (this.checkQueue.queueOf(contractWallet) !== 0 || this.checkQueue.isAway(contractWallet)) return;
    this.shares.endangered(contractWallet);
    this.checkQueue.add(contractWallet, CHANGED);
  }

  /** Updates the liquidation price of a cross position, and of the other side of its market. */
  orient(slot: number): void {
    const { context } = this;
    const { rows: p, holdings: h } = context.positions;
    const holding = p.holding[slot] as number;
    const standing = statusOfContractWallet(context, p.contractWallet[slot] as number);
    p.trigger[slot] = crossTrigger(context, slot, standing);
    const other = (p.side[slot] === POSITION_SIDE.long ? h.short[holding] : h.long[holding]) as number;
    if (other !== 0 && p.mode[other] === MARGIN_MODE.cross && p.lots[other] !== 0) this.reorient(other, standing);
  }

  /** The same for a position that did not change itself: emitted when its price differs. */
  private reorient(slot: number, standing: Standing): void {
    const { context } = this;
    const p = context.positions.rows;
    const trigger = crossTrigger(context, slot, standing);
    if (trigger === p.trigger[slot]) return;
    p.trigger[slot] = trigger;
    emitPosition(context, slot);
  }

  /** Moves waiting wallets into the queues, and marks those in the queue of liquidations as out of the index. */
  listWaiting(): void {
    const { queue } = this;
    const { list, due } = this.tables;
    for (let at = 1; at <= list.live; at += 1) {
      const contractWallet = list.contractWallet[at] as number;
      list.contractWallet[at] = 0;
      due.waits[contractWallet] = 0;
      this.wait(contractWallet);
    }
    list.live = 0;
    for (let at = 1; at <= queue.size; at += 1) if (queue.isContractWallet(at)) this.out(queue.item(at));
  }

  /** Whether some wallets still have bounds by the mark. */
  rejudging(): boolean {
    const { rejudged } = this.tables;
    return rejudged.top > 0 && rejudged.next[1] !== 0;
  }

  /**
   * Recomputes the bounds of wallets, within `steps`. A wallet at or below maintenance waits for the next tick. Returns
   * the steps left.
   */
  rejudge(steps: number): number {
    const { context } = this;
    const { rejudged } = this.tables;
    const { contractWallets } = context.positions;
    let left = steps;
    let contractWallet = rejudged.next[1] as number;
    for (
      let looks = LOOKS;
      left > 0 && looks > 0 && contractWallet <= contractWallets.top;
      looks -= 1, contractWallet += 1
    ) {
      // A wallet that is queued or waits is checked by then.
      const waits = contractWallets.endangered[contractWallet] !== 0 || this.isListed(contractWallet);
      if (contractWallets.crosses[contractWallet] === 0 || waits) continue;
      const standing = statusOfContractWallet(context, contractWallet);
      left -= 1;
      if (!endangered(standing)) this.stand(contractWallet, standing);
      else this.wait(contractWallet);
    }
    rejudged.next[1] = contractWallet <= contractWallets.top ? contractWallet : 0;
    return left;
  }

  /** All wallets need bounds by the index, starting with the first. */
  beginRejudging(): void {
    const { rejudged } = this.tables;
    if (this.context.positions.contractWallets.top === 0) return;
    rejudged.reach(1);
    rejudged.next[1] = 1;
  }

  /** Checks all wallets that wait for the next tick. */
  examineListed(): void {
    const { list, due } = this.tables;
    const waiting: number[] = [];
    for (let at = 1; at <= list.live; at += 1) {
      waiting.push(list.contractWallet[at] as number);
      list.contractWallet[at] = 0;
    }
    list.live = 0;
    for (const contractWallet of waiting) due.waits[contractWallet] = 0;
    for (const contractWallet of waiting) this.examine(contractWallet);
  }

  /** Adds positions to the trigger index as the state says. */
  rebuild(): void {
    const { context, checkQueue } = this;
    const { due } = this.tables;
    const { rows: p, contractWallets } = context.positions;
    this.triggerIndex.clear();
    for (let slot = 1; slot <= p.top; slot += 1) {
      if (!p.alive(slot)) continue;
      const contractWallet = p.contractWallet[slot] as number;
      const before =
        contractWallets.endangered[contractWallet] === QUEUED ||
        (contractWallet <= due.top && due.waits[contractWallet] === 1);
      const isAway = this.inSteps() ? checkQueue.isAway(contractWallet) : before;
      const away = p.mode[slot] === MARGIN_MODE.cross ? isAway : p.endangered[slot] === QUEUED;
      if (!away) this.triggerIndex.set(slot);
    }
  }
}
