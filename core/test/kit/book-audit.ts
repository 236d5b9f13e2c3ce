// The order books that events make: who is first in each, checked at every fill (money §12.7).

import { expect } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { type EventOf, RULE } from '../../src/index.ts';
import { ContractAudit, isContract } from '../perpetual/audit.ts';
import { Known, type OpenOrder, type Standing } from './known.ts';
import { type ProductAudit, products } from './products.ts';

export class BookAudit extends Known {
  /** The auditors of the products. */
  readonly products: readonly ProductAudit[] = products();
  readonly contracts = this.products.find((one) => one instanceof ContractAudit)!;
  protected readonly queues = new Map<number, Standing[]>();

  protected queue(market: number): Standing[] {
    const queue = this.queues.get(market) ?? [];
    this.queues.set(market, queue);
    return queue;
  }

  /** Adds a limit order that may stay in the book. The fills that follow reduce it. */
  protected stand(order: OpenOrder): void {
    if (order.type % 2 === 0 || (order.force !== 1 && order.force !== 4)) return;
    order.resting = order.lots - order.dealtLots;
    this.queue(order.market).push({ order: order.id, side: order.side, price: order.price });
  }

  protected leave(order: OpenOrder): void {
    const queue = this.queue(order.market);
    const at = queue.findIndex((one) => one.order === order.id);
    if (at >= 0) queue.splice(at, 1);
  }

  protected quote(event: EventOf<'quote'>): void {
    const queue = this.queue(event.market);
    for (const { side, price, lots } of event.levels) {
      const key = `${event.market} ${side} ${price}`;
      const before = this.quotedLevels.get(key);
      if (before !== undefined && (lots === 0 || lots > before.lots)) {
        const at = queue.findIndex((one) => one.order === 0 && one.side === side && one.price === price);
        queue.splice(at, 1);
      }
      if (lots === 0) {
        this.quotedLevels.delete(key);
        continue;
      }
      if (before === undefined || lots > before.lots) queue.push({ order: 0, side, price });
      if (before === undefined) this.quotedLevels.set(key, { market: event.market, side, price, lots });
      else before.lots = lots;
    }
  }

  /** Checks price-time priority: no better or older order was skipped. */
  protected first(event: EventOf<'fill'>, side: number): void {
    let best: Standing | undefined;
    for (const one of this.queue(event.market)) {
      // `quoted` comes after the fills it caused, so the market maker's own levels are ignored.
      if (one.side !== side || (one.order === 0 && event.taker === MARKET_MAKER)) continue;
      if (this.waitsForPrice(event.market, one)) continue;
      if (best === undefined || (side === 1 ? one.price > best.price : one.price < best.price)) best = one;
    }
    expect(best, 'money §12.7: price-time order').toEqual({
      order: event.maker === MARKET_MAKER ? 0 : event.makerOrder,
      side,
      price: event.price,
    });
  }

  /** Since the rules `staleOnlyReduces`: whether the order would open at a stale price, so that it does not fill. */
  protected waitsForPrice(id: number, { order, side }: Standing): boolean {
    if (!isContract(id) || this.rules < RULE.staleOnlyReduces) return false;
    const { state } = this.instruments.get(this.market(id).instrument)!;
    return state > 2 && this.contracts.wouldOpen(id, order, side);
  }

  /** Checks that the books are not crossed and contain no empty orders. */
  protected books(): void {
    for (const [market, queue] of this.queues) {
      let bid = 0;
      let ask = Infinity;
      for (const one of queue) {
        if (one.side === 1 && one.price > bid) bid = one.price;
        if (one.side === 2 && one.price < ask) ask = one.price;
        if (one.order !== 0 && !(this.order(one.order).resting > 0))
          expect(this.order(one.order).resting, 'an order in a book rests').toBeGreaterThan(0);
      }
      if (bid >= ask) expect(bid, `money §12.7: the book of market ${market} is never crossed`).toBeLessThan(ask);
    }
    for (const order of this.orders.values())
      if (!order.waiting && order.resting === 0) expect(order, 'an open order rests or waits').toBe(null);
  }
}
