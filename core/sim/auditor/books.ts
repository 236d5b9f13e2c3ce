// All books of one auditor: one a product.

import { SHARES } from '../scene.ts';
import { Auditor } from './auditor.ts';
import { OrderBook } from './orders.ts';
import { SpotBook } from './spot.ts';
import { auditWallets } from './wallet.ts';

export class Books {
  readonly auditor = new Auditor();
  readonly orders = new OrderBook(this.auditor);
  readonly spot = new SpotBook(this.auditor, this.orders);

  constructor() {
    this.auditor.people.shares = SHARES;
    auditWallets(this.auditor);
  }

  /** What is still open, each with why it may be: the liveness phase wants none that is not explained. */
  open(): string[] {
    return [...this.orders.orders.values()].map((order) => `order ${order.id} of user ${order.user}`);
  }
}
