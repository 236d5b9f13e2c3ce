// The index of what marks reach: positions by their triggers and wallets by their bounds, market by market. Derived,
// rebuilt on load. A tick costs as much as it reaches, not as much as exists (money §3, core §6).

import { MARGIN_MODE, POSITION_SIDE } from '../../enum/index.ts';
import { TriggerHeap, Places } from './trigger-heap.ts';
import type { PerpetualContext } from '../context.ts';

export class TriggerIndex {
  private readonly context: PerpetualContext;
  private readonly fallingPlaces = new Places();
  private readonly risingPlaces = new Places();
  private readonly falling: (TriggerHeap | undefined)[] = [];
  private readonly rising: (TriggerHeap | undefined)[] = [];

  constructor(context: PerpetualContext) {
    this.context = context;
  }

  /** Reached by a falling mark: longs by their trigger, wallets by their lower bound. */
  fallingOf(market: number): TriggerHeap {
    return heapOf(this.falling, market, true, this.fallingPlaces);
  }

  /** Reached by a rising mark: shorts, and wallets by their upper bound. */
  risingOf(market: number): TriggerHeap {
    return heapOf(this.rising, market, false, this.risingPlaces);
  }

  /** Places a position by its trigger or its bounds. */
  set(slot: number): void {
    const p = this.context.positions.rows;
    const market = p.market[slot] as number;
    if (p.lots[slot] === 0) return this.remove(slot);
    if (p.mode[slot] === MARGIN_MODE.cross) {
      this.fallingOf(market).set(slot, p.boundBelow[slot] as number);
      this.risingOf(market).set(slot, p.boundAbove[slot] as number);
      return;
    }
    if (p.side[slot] === POSITION_SIDE.long) this.fallingOf(market).set(slot, p.trigger[slot] as number);
    else this.risingOf(market).set(slot, p.trigger[slot] as number);
  }

  /** Whether a position is in the index. */
  has(slot: number): boolean {
    const market = this.context.positions.rows.market[slot] as number;
    return this.fallingOf(market).has(slot) || this.risingOf(market).has(slot);
  }

  remove(slot: number): void {
    const market = this.context.positions.rows.market[slot] as number;
    this.fallingOf(market).remove(slot);
    this.risingOf(market).remove(slot);
  }

  clear(): void {
    this.fallingPlaces.rows.fill(0);
    this.risingPlaces.rows.fill(0);
    for (const heap of this.falling) heap?.clear();
    for (const heap of this.rising) heap?.clear();
  }

  bytes(): number {
    let bytes = this.fallingPlaces.rows.byteLength + this.risingPlaces.rows.byteLength;
    for (const heap of [...this.falling, ...this.rising]) bytes += heap?.bytes() ?? 0;
    return bytes;
  }
}

function heapOf(heaps: (TriggerHeap | undefined)[], market: number, falling: boolean, places: Places): TriggerHeap {
  while (heaps.length <= market) heaps.push(undefined);
  const found = heaps[market];
  if (found !== undefined) return found;
  const made = new TriggerHeap(falling, places);
  heaps[market] = made;
  return made;
}
