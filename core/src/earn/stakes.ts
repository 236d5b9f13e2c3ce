// Running stakes, and how often each user bought each product.

import { Lookup, pool, type Registry, table } from '../state/index.ts';

/** Most running stakes: of one user in one product, and in all. */
export const MAX_OPEN = 200;
export const MAX_STAKES = 2_000_000;
/** Most pairs of user and product. */
const MAX_BUYERS = 8_000_000;

export class Stakes {
  readonly rows;
  /** By user and product: purchases ever, and running stakes. */
  readonly buyers;
  private readonly index = new Lookup();

  constructor(registry: Registry) {
    this.rows = registry.add(
      pool(
        'stakes',
        {
          principal: 'f64',
          /** Yield of the term (flexible finance: of the running day), and the part of it already paid. */
          promised: 'f64',
          paid: 'f64',
          starts: 'f64',
          ends: 'f64',
          user: 'i32',
          product: 'i32',
          /** Row of the terms it was sold on. */
          terms: 'i32',
          /** Days that are finished and paid. */
          day: 'i32',
          next: 'i32',
        },
        MAX_STAKES,
        'next',
      ),
    );
    this.buyers = registry.add(table('buyers', { user: 'i32', product: 'i32', times: 'i32', open: 'i32' }, MAX_BUYERS));
  }

  /** Rebuilds the index, on load. */
  rebuild(): void {
    const { buyers } = this;
    for (let slot = 1; slot <= buyers.top; slot += 1)
      this.index.add(buyers.user[slot] as number, buyers.product[slot] as number, 0, slot);
  }

  /** A user's row in `buyers`, 0 when they never bought that product. */
  buyerOf(user: number, product: number): number {
    return this.index.find(user, product, 0);
  }

  /** Adds a row for a purchase. */
  add(user: number, product: number, terms: number, principal: number, promised: number): number {
    const { rows, buyers } = this;
    const slot = rows.take();
    rows.user[slot] = user;
    rows.product[slot] = product;
    rows.terms[slot] = terms;
    rows.principal[slot] = principal;
    rows.promised[slot] = promised;
    rows.paid[slot] = 0;
    rows.day[slot] = 0;
    const buyer = this.buyer(user, product);
    buyers.times[buyer] = (buyers.times[buyer] as number) + 1;
    buyers.open[buyer] = (buyers.open[buyer] as number) + 1;
    return slot;
  }

  /** Frees the row of a stake that ended. The purchase stays counted. */
  remove(slot: number): void {
    const { rows, buyers } = this;
    const buyer = this.buyerOf(rows.user[slot] as number, rows.product[slot] as number);
    buyers.open[buyer] = (buyers.open[buyer] as number) - 1;
    rows.free(slot);
  }

  private buyer(user: number, product: number): number {
    const found = this.buyerOf(user, product);
    if (found !== 0) return found;
    const { buyers } = this;
    const slot = buyers.append();
    buyers.user[slot] = user;
    buyers.product[slot] = product;
    this.index.add(user, product, 0, slot);
    return slot;
  }
}
