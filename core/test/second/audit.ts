// Second contracts as the event-only auditor sees them: what is locked, who gets it, and why (money §5).

import { expect } from 'vitest';
import { ACCOUNT_CLASS } from '../../src/enum/index.ts';
import type { EventOf, ExchangeEvent } from '../../src/index.ts';
import type { Known } from '../kit/known.ts';
import type { Hold, Owe, ProductAudit } from '../kit/products.ts';

const SECONDS = 6;
const MILLION = 1_000_000n;

export interface Contract {
  readonly order: EventOf<'second.waiting'>;
  opened?: EventOf<'second.opened'>;
}

export class SecondAudit implements ProductAudit {
  readonly open = new Map<number, Contract>();
  readonly markets = new Map<number, EventOf<'second.changed'>>();

  take(event: ExchangeEvent, known: Known, owe: Owe): boolean {
    switch (event.name) {
      case 'second.changed':
        this.markets.set(event.market, event);
        return true;
      case 'second.waiting':
        this.waiting(event, owe);
        return true;
      case 'second.opened': {
        const { order } = this.of(event.second);
        const seen = known.instruments.get(order.market - 300)!;
        expect(this.of(event.second).opened, 'a contract opens once').toBeUndefined();
        expect(event.time, 'money §5: at a tick it could not know').toBeGreaterThanOrEqual(order.opensFrom);
        expect(event.matures).toBe(event.time + order.seconds * 1_000);
        // A seed tells the last tick only, which need not be the one it opened at.
        if (seen.number === event.tick) expect(event.price).toBe(seen.price);
        this.of(event.second).opened = event;
        return true;
      }
      case 'second.settled': {
        const { order, opened } = this.of(event.second);
        expect(opened, 'what is settled was open').toBeDefined();
        const up = Math.sign(event.price - opened!.price) * (order.direction === 1 ? 1 : -1);
        expect(event.result, 'money §5: strictly beyond wins, equal ties').toBe(up > 0 ? 1 : up < 0 ? 2 : 3);
        const paid = event.result === 1 ? order.amount + order.win : event.result === 3 ? order.amount : 0;
        expect(event.paid).toBe(paid);
        expect(event.time).toBeLessThanOrEqual(opened!.matures);
        expect(event.time).toBeGreaterThanOrEqual(opened!.matures - 2_000);
        this.close(order, paid, owe);
        return true;
      }
      case 'second.void': {
        const { order, opened } = this.of(event.second);
        expect(event.paid, 'money §5: a void contract gives the stake back').toBe(order.amount);
        if (event.reason === 1) expect(opened).toBeUndefined();
        if (event.reason === 2) expect(opened).toBeDefined();
        this.close(order, order.amount, owe);
        return true;
      }
      default:
        return false;
    }
  }

  holds(_add: Hold): void {}

  private of(id: number): Contract {
    const contract = this.open.get(id);
    if (contract === undefined) throw new Error(`Expected second contract ${id} to be open.`);
    return contract;
  }

  private waiting(event: EventOf<'second.waiting'>, owe: Owe): void {
    const { second, user, market, asset, seconds, amount, odds, win, version } = event;
    expect(this.open.has(second)).toBe(false);
    expect(win, 'money §5: the win rounds down').toBe(Number((BigInt(amount) * BigInt(odds)) / MILLION));
    const terms = this.markets.get(market)!;
    // In a seed the terms in force may be newer than those it was sold on.
    if (terms.version === version) {
      const period = terms.periods.find((one) => one.seconds === seconds)!;
      expect([odds, terms.asset]).toEqual([period.odds, asset]);
    }
    this.open.set(second, { order: event });
    owe(ACCOUNT_CLASS.wallet, user, SECONDS, asset, 0, -amount);
    owe(ACCOUNT_CLASS.secondPool, 0, 0, asset, 0, -win);
    owe(ACCOUNT_CLASS.escrow, 0, 0, asset, 0, amount + win);
  }

  private close(order: EventOf<'second.waiting'>, paid: number, owe: Owe): void {
    const { second, user, asset, amount, win } = order;
    this.open.delete(second);
    owe(ACCOUNT_CLASS.escrow, 0, 0, asset, 0, -amount - win);
    owe(ACCOUNT_CLASS.wallet, user, SECONDS, asset, 0, paid);
    owe(ACCOUNT_CLASS.secondPool, 0, 0, asset, 0, amount + win - paid);
  }
}
