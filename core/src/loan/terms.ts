// loan.set: the loan products and their terms. A loan keeps the terms it was applied for with (money §1).

import { offsetOf } from '../schema/index.ts';
import type { LoanContext } from './context.ts';

const FIRST = offsetOf('loan.set', 'product');
const at = (field: string): number => offsetOf('loan.set', field) - FIRST;
const ASSET = at('asset');
const MIN = at('min');
const MAX = at('max');
const RATE = at('rate');
const OVERDUE = at('overdue');
const DAYS = at('days');
const THRESHOLD = at('threshold');
const PER_POINT = at('perPoint');
const LEAST_SCORE = at('leastScore');
const OPEN = at('open');

/** Whether terms are valid: a listed asset, unchanged for an existing product, and ordered bounds. */
export function decideProduct(context: LoanContext, words: Float64Array, command: number): boolean {
  const { products, markets } = context;
  const from = command + FIRST;
  const product = words[from] as number;
  const asset = words[from + ASSET] as number;
  if (!markets.assetExists(asset) || (words[from + MIN] as number) > (words[from + MAX] as number)) return false;
  return product > products.top || products.version[product] === 0 || products.asset[product] === asset;
}

/** Sets a product's terms for new loans. Returns their version. */
export function commitProduct(context: LoanContext, words: Float64Array, command: number): number {
  const { products } = context;
  const from = command + FIRST;
  const product = words[from] as number;
  products.reach(product);
  products.asset[product] = words[from + ASSET] as number;
  products.min[product] = words[from + MIN] as number;
  products.max[product] = words[from + MAX] as number;
  products.rate[product] = words[from + RATE] as number;
  products.overdue[product] = words[from + OVERDUE] as number;
  products.days[product] = words[from + DAYS] as number;
  products.threshold[product] = words[from + THRESHOLD] as number;
  products.perPoint[product] = words[from + PER_POINT] as number;
  products.leastScore[product] = words[from + LEAST_SCORE] as number;
  products.open[product] = words[from + OPEN] as number;
  products.version[product] = (products.version[product] as number) + 1;
  emitProduct(context, product);
  return products.version[product] as number;
}

export function emitProduct(context: LoanContext, product: number): void {
  const { products: p } = context;
  context.out.record('loan.product', {
    product,
    asset: p.asset[product] as number,
    min: p.min[product] as number,
    max: p.max[product] as number,
    rate: p.rate[product] as number,
    overdue: p.overdue[product] as number,
    days: p.days[product] as number,
    threshold: p.threshold[product] as number,
    perPoint: p.perPoint[product] as number,
    leastScore: p.leastScore[product] as number,
    open: p.open[product] as number,
    version: p.version[product] as number,
  });
}
