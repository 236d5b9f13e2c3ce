// Which wallets of cross positions have to be examined, and the examination of one: who is above maintenance gets bounds in
// the trigger index, who is not waits for liquidation (money §3, §12).

import { LONG } from '../../formula/index.ts';
import { HOUSE } from '../../party/index.ts';
import { RULE } from '../../rules.ts';
import type { PerpetualContext } from '../context.ts';
import { CROSS } from '../contracts.ts';
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
  standingOfPurse,
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

  /** Before rules `workInSteps` a tick examined all wallets that had changed or that it reached, however many. */
  inSteps(): boolean {
    return this.context.clock.rules >= RULE.workInSteps;
  }

  /** Steps that examining or liquidating a wallet takes: one for each of its cross positions. */
  weightOf(purse: number): number {
    const crosses = this.context.positions.purses.crosses[purse] as number;
    return crosses > 1 ? crosses : 1;
  }

  /**
   * A wallet is weighed: endangered it is queued, or looked at again at the next tick where a price is missing. `taken`:
   * out of the queues of examinations, just now.
   */
  examine(purse: number, taken = false): void {
    const { context } = this;
    const { purses } = context.positions;
    if (this.inSteps()) {
      // Out of the index and in none of the queues: it is in that of liquidations.
      if (this.checkQueue.isAway(purse) && this.checkQueue.queueOf(purse) === 0 && !taken) return;
      this.checkQueue.leave(purse);
    }
    if (purses.crosses[purse] === 0) {
      purses.endangered[purse] = 0;
      if (this.inSteps()) this.checkQueue.setAway(purse, false);
      return;
    }
    const standing = standingOfPurse(context, purse);
    if (!endangered(standing)) {
      purses.endangered[purse] = 0;
      this.stand(purse, standing);
      return;
    }
    this.shares.endangered(purse);
    this.out(purse);
    if (!this.liquidable(purse)) return this.wait(purse);
    if (purses.endangered[purse] !== WAITING) purses.endangered[purse] = QUEUED;
    this.queue.add(healthKey(wholeEquity(standing), wholeMaintenance(standing)), purse, 1);
  }

  /**
   * Whether a wallet may be liquidated by the prices of its cross positions: under the first rules all must count, then
   * one is enough, and only those that count are closed (W12).
   */
  liquidable(purse: number): boolean {
    const { rows: p, purses } = this.context.positions;
    const all = this.context.clock.rules < RULE.staleOnlyReduces;
    for (let slot = purses.first[purse] as number; slot !== 0; slot = p.next[slot] as number)
      if (p.mode[slot] === CROSS && priced(this.context, p.market[slot] as number) !== all) return !all;
    return all;
  }

  /** New bounds for a wallet above maintenance; where it would be liquidated is told again where it moved. */
  private stand(purse: number, standing: Standing): void {
    const { context } = this;
    const { rows: p, purses } = context.positions;
    if (this.inSteps()) this.checkQueue.setAway(purse, false);
    writeBounds(context, purse, standing);
    const shown = purses.user[purse] !== HOUSE;
    for (let slot = purses.first[purse] as number; slot !== 0; slot = p.next[slot] as number) {
      if (p.mode[slot] !== CROSS) continue;
      this.triggerIndex.set(slot);
      this.shares.safe(slot);
      if (shown) this.reorient(slot, standing);
    }
  }

  /** A wallet's positions leave the index. */
  out(purse: number): void {
    const { rows: p, purses } = this.context.positions;
    if (this.inSteps()) this.checkQueue.setAway(purse, true);
    for (let slot = purses.first[purse] as number; slot !== 0; slot = p.next[slot] as number)
      if (p.mode[slot] === CROSS) this.triggerIndex.remove(slot);
  }

  /** Whether a wallet waits to be examined. */
  isListed(purse: number): boolean {
    const { checkQueue } = this;
    const { due } = this.tables;
    return (purse <= due.top && due.waits[purse] === 1) || checkQueue.queueOf(purse) !== 0;
  }

  /** A wallet that is endangered, or was, is examined at the next tick; until then the index does not reach it. */
  wait(purse: number): void {
    const { due, list } = this.tables;
    if (this.inSteps()) {
      this.out(purse);
      return this.checkQueue.add(purse, LIQUIDATED);
    }
    due.reach(purse);
    if (due.waits[purse] === 1) return;
    due.waits[purse] = 1;
    list.live += 1;
    list.reach(list.live);
    list.purse[list.live] = purse;
  }

  /** A wallet that changed is examined at the next tick; until then the index reaches it where it did. */
  changed(purse: number): void {
    if (!this.inSteps()) return this.wait(purse);
    // Whoever waits already, or is being liquidated, is examined anyway.
    if (this.checkQueue.queueOf(purse) !== 0 || this.checkQueue.isAway(purse)) return;
    this.shares.endangered(purse);
    this.checkQueue.add(purse, CHANGED);
  }

  /** Where a cross position would be liquidated; the other side of its market has moved with it. */
  orient(slot: number): void {
    const { context } = this;
    const { rows: p, holdings: h } = context.positions;
    const holding = p.holding[slot] as number;
    const standing = standingOfPurse(context, p.purse[slot] as number);
    p.trigger[slot] = crossTrigger(context, slot, standing);
    const other = (p.side[slot] === LONG ? h.short[holding] : h.long[holding]) as number;
    if (other !== 0 && p.mode[other] === CROSS && p.lots[other] !== 0) this.reorient(other, standing);
  }

  /** The same of a position that did not change itself: told where it is another. */
  private reorient(slot: number, standing: Standing): void {
    const { context } = this;
    const p = context.positions.rows;
    const trigger = crossTrigger(context, slot, standing);
    if (trigger === p.trigger[slot]) return;
    p.trigger[slot] = trigger;
    emitPosition(context, slot);
  }

  /** Moves who waits into the queues; what is in the queue of liquidations is noted to be out of the index. */
  listWaiting(): void {
    const { queue } = this;
    const { list, due } = this.tables;
    for (let at = 1; at <= list.live; at += 1) {
      const purse = list.purse[at] as number;
      list.purse[at] = 0;
      due.waits[purse] = 0;
      this.wait(purse);
    }
    list.live = 0;
    for (let at = 1; at <= queue.size; at += 1) if (queue.isPurse(at)) this.out(queue.item(at));
  }

  /** Whether wallets still have the bounds of the mark. */
  rejudging(): boolean {
    const { rejudged } = this.tables;
    return rejudged.top > 0 && rejudged.next[1] !== 0;
  }

  /** Makes the bounds of wallets anew, at most of `steps`; one that is endangered waits for the next tick. Gives the steps left. */
  rejudge(steps: number): number {
    const { context } = this;
    const { rejudged } = this.tables;
    const { purses } = context.positions;
    let left = steps;
    let purse = rejudged.next[1] as number;
    for (let looks = LOOKS; left > 0 && looks > 0 && purse <= purses.top; looks -= 1, purse += 1) {
      // Who is queued or waits is examined by then.
      const waits = purses.endangered[purse] !== 0 || this.isListed(purse);
      if (purses.crosses[purse] === 0 || waits) continue;
      const standing = standingOfPurse(context, purse);
      left -= 1;
      if (!endangered(standing)) this.stand(purse, standing);
      else this.wait(purse);
    }
    rejudged.next[1] = purse <= purses.top ? purse : 0;
    return left;
  }

  /** Wallets have to get bounds by the index: from the first one on. */
  beginRejudging(): void {
    const { rejudged } = this.tables;
    if (this.context.positions.purses.top === 0) return;
    rejudged.reach(1);
    rejudged.next[1] = 1;
  }

  /** All who wait for the next tick, examined; none waits any more. */
  examineListed(): void {
    const { list, due } = this.tables;
    const waiting: number[] = [];
    for (let at = 1; at <= list.live; at += 1) {
      waiting.push(list.purse[at] as number);
      list.purse[at] = 0;
    }
    list.live = 0;
    for (const purse of waiting) due.waits[purse] = 0;
    for (const purse of waiting) this.examine(purse);
  }

  /** Puts positions into the trigger index where the state says that they are in it. */
  rebuild(): void {
    const { context, checkQueue } = this;
    const { due } = this.tables;
    const { rows: p, purses } = context.positions;
    this.triggerIndex.clear();
    for (let slot = 1; slot <= p.top; slot += 1) {
      if (!p.alive(slot)) continue;
      const purse = p.purse[slot] as number;
      const before = purses.endangered[purse] === QUEUED || (purse <= due.top && due.waits[purse] === 1);
      const isAway = this.inSteps() ? checkQueue.isAway(purse) : before;
      const away = p.mode[slot] === CROSS ? isAway : p.endangered[slot] === QUEUED;
      if (!away) this.triggerIndex.set(slot);
    }
  }
}
