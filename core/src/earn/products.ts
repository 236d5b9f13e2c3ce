// Staking and finance products, with every version of their terms (money §6). A stake keeps the version it was sold on.

import type { CommandOf } from '../schema/index.ts';
import { type EventBuffer, type Registry, table } from '../state/index.ts';
import { layoutOf } from '../schema/index.ts';

const MAX_PRODUCT = 65_535;
/** Versions of all products together. */
export const MAX_TERMS = 65_535;
const PRODUCT = layoutOf('earn.product');

export class Products {
  /** By product: its terms in force (0: no such product), whether it is on sale, its total principal. */
  readonly rows;
  readonly terms;
  private readonly out: EventBuffer;

  constructor(registry: Registry, out: EventBuffer) {
    this.out = out;
    this.rows = registry.add(table('products', { sold: 'f64', terms: 'i32', open: 'i32' }, MAX_PRODUCT));
    this.terms = registry.add(
      table(
        'terms',
        {
          rate: 'f64',
          min: 'f64',
          max: 'f64',
          total: 'f64',
          product: 'i32',
          version: 'i32',
          kind: 'i32',
          tab: 'i32',
          asset: 'i32',
          days: 'i32',
          flexible: 'i32',
          times: 'i32',
          tier: 'i32',
          penalty: 'i32',
          early: 'i32',
        },
        MAX_TERMS,
      ),
    );
  }

  exists(product: number): boolean {
    return product >= 1 && product <= this.rows.top && this.rows.terms[product] !== 0;
  }

  /** The row of the terms in force. */
  termsOf(product: number): number {
    return this.rows.terms[product] as number;
  }

  /** Adds principal (above 0) or removes it. */
  move(product: number, atoms: number): void {
    this.rows.sold[product] = (this.rows.sold[product] as number) + atoms;
  }

  /** Sells on these terms from now on, under the next version. Returns that version. */
  set(given: CommandOf<'earn.set'>): number {
    const { rows, terms } = this;
    const { product } = given;
    rows.reach(product);
    const before = this.termsOf(product);
    const version = before === 0 ? 1 : (terms.version[before] as number) + 1;
    const row = terms.append();
    terms.product[row] = product;
    terms.version[row] = version;
    terms.kind[row] = given.kind;
    terms.tab[row] = given.tab;
    terms.asset[row] = given.asset;
    terms.days[row] = given.days;
    terms.flexible[row] = given.flexible;
    terms.rate[row] = given.rate;
    terms.min[row] = given.min;
    terms.max[row] = given.max;
    terms.times[row] = given.times;
    terms.total[row] = given.total;
    terms.tier[row] = given.tier;
    terms.penalty[row] = given.penalty;
    terms.early[row] = given.early;
    rows.terms[product] = row;
    rows.open[product] = given.open;
    this.emit(product);
    return version;
  }

  /** Emits `earn.product`. */
  emit(product: number): void {
    const { rows, terms, out } = this;
    const row = this.termsOf(product);
    const at = out.open(PRODUCT.head);
    const w = out.words;
    w[at + PRODUCT.product] = product;
    w[at + PRODUCT.kind] = terms.kind[row] as number;
    w[at + PRODUCT.tab] = terms.tab[row] as number;
    w[at + PRODUCT.asset] = terms.asset[row] as number;
    w[at + PRODUCT.days] = terms.days[row] as number;
    w[at + PRODUCT.flexible] = terms.flexible[row] as number;
    w[at + PRODUCT.rate] = terms.rate[row] as number;
    w[at + PRODUCT.min] = terms.min[row] as number;
    w[at + PRODUCT.max] = terms.max[row] as number;
    w[at + PRODUCT.times] = terms.times[row] as number;
    w[at + PRODUCT.total] = terms.total[row] as number;
    w[at + PRODUCT.tier] = terms.tier[row] as number;
    w[at + PRODUCT.penalty] = terms.penalty[row] as number;
    w[at + PRODUCT.early] = terms.early[row] as number;
    w[at + PRODUCT.open] = rows.open[product] as number;
    w[at + PRODUCT.version] = terms.version[row] as number;
    w[at + PRODUCT.sold] = rows.sold[product] as number;
  }
}
