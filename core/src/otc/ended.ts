// Ended deals that can still be claimed for from the merchant's bond (money §9, rules bondClaims).

import { TIMER, type Timers } from '../clock/index.ts';
import { pool, type Registry } from '../state/index.ts';
import { DealIndex, longer } from './deal-index.ts';

/** How long after its end a deal can be claimed for, ms: 30 days. */
export const CLAIM_TIME = 2_592_000_000;
/** Most ended and open deals of one merchant together. A further deal is refused. */
export const MOST_OF_MERCHANT = 20_000;
/** Most ended deals stored while new deals may be opened. */
export const MOST_ENDED = 2_000_000;
/** Leaves rows beyond that for the end of every open deal. */
const MAX_ENDED = 3_000_000;
const FIRST_USERS = 64;

/** What is recorded of a deal when it ends. */
export interface EndedDeal {
  readonly deal: number;
  readonly merchant: number;
  readonly customer: number;
  /** Asset of the merchant's bond. */
  readonly asset: number;
  /** Value of the deal's coin, atoms of that asset. */
  readonly value: number;
}

export class EndedDeals {
  readonly rows;
  private readonly timers: Timers;
  /** Derived: rows by the deal's id; the count per merchant. */
  private readonly byDeal = new DealIndex();
  private byMerchant = new Int32Array(FIRST_USERS);

  constructor(registry: Registry, timers: Timers) {
    this.timers = timers;
    this.rows = registry.add(
      pool(
        'ended_deals',
        {
          deal: 'f64',
          value: 'f64',
          /** Atoms of it that the bond has paid. */
          paid: 'f64',
          /** End of the claim period, ms. */
          until: 'f64',
          merchant: 'i32',
          customer: 'i32',
          asset: 'i32',
          next: 'i32',
        },
        MAX_ENDED,
        'next',
      ),
    );
  }

  /** The row of a stored ended deal, 0 when there is none. */
  find(deal: number): number {
    const { byDeal, rows } = this;
    let row = byDeal.first(deal);
    while (row !== 0 && rows.deal[row] !== deal) row = byDeal.next(row);
    return row;
  }

  /** Number stored, in all or of one merchant. */
  count(merchant = 0): number {
    return merchant === 0 ? this.byDeal.count : (this.byMerchant[merchant] ?? 0);
  }

  /** Atoms not yet compensated. */
  left(row: number): number {
    return (this.rows.value[row] as number) - (this.rows.paid[row] as number);
  }

  /** Stores a deal that ends at `now`. Returns its row. */
  keep({ deal, merchant, customer, asset, value }: EndedDeal, now: number): number {
    const { rows } = this;
    const row = rows.take();
    rows.deal[row] = deal;
    rows.value[row] = value;
    rows.paid[row] = 0;
    rows.until[row] = now + CLAIM_TIME;
    rows.merchant[row] = merchant;
    rows.customer[row] = customer;
    rows.asset[row] = asset;
    this.note(row);
    this.timers.add(now + CLAIM_TIME, TIMER.claimable, rows.id(row));
    return row;
  }

  /** Frees a row. When `later` (ms) is not 0, keeps it and sets its timer again. */
  forget(id: number, later: number): void {
    const { rows } = this;
    const row = rows.find(id);
    if (later !== 0) {
      this.timers.add(later, TIMER.claimable, id);
      return;
    }
    const merchant = rows.merchant[row] as number;
    this.byDeal.remove(row);
    this.byMerchant[merchant] = this.count(merchant) - 1;
    rows.free(row);
  }

  rebuild(): void {
    this.byDeal.clear();
    this.byMerchant.fill(0);
    for (let row = 1; row <= this.rows.top; row += 1) if (this.rows.alive(row)) this.note(row);
  }

  private note(row: number): void {
    const merchant = this.rows.merchant[row] as number;
    this.byDeal.add(this.rows.deal[row] as number, row);
    let length = this.byMerchant.length;
    while (length <= merchant) length *= 2;
    if (length > this.byMerchant.length) this.byMerchant = longer(this.byMerchant, length);
    this.byMerchant[merchant] = this.count(merchant) + 1;
  }
}
