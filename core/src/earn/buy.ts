// earn.buy: checks the purchase, then holds the principal and reserves the whole promised yield (money §6).

import { DAY, TIMER } from '../clock/index.ts';
import { ACCOUNT_CLASS, WALLET } from '../enum/index.ts';
import { yieldOf } from '../formula/index.ts';
import { DONE, offsetOf, rejects } from '../schema/index.ts';
import { type EarnContext } from './context.ts';
import { MAX_OPEN } from './stakes.ts';
import { PLAN, planOf } from './states.ts';
import { emitOpened } from './events.ts';

const USER = offsetOf('earn.buy', 'user');
const PRODUCT = offsetOf('earn.buy', 'product');
const AMOUNT = offsetOf('earn.buy', 'amount');
const VERSION = offsetOf('earn.buy', 'version');

/** Decides a purchase: 200 or the refusal's code. Writes nothing except the decision's numbers. */
export function decideBuy(context: EarnContext, words: Float64Array, at: number): number {
  const { products, users, clock } = context;
  const product = words[at + PRODUCT] as number;
  if (!products.exists(product) || products.rows.open[product] !== 1)
    return context.refuse(rejects['product.unknown'], 0, product);
  const t = products.terms;
  const terms = products.termsOf(product);
  const version = t.version[terms] as number;
  if (words[at + VERSION] !== version)
    return context.refuse(rejects['terms.changed'], version, words[at + VERSION] as number);
  const user = words[at + USER] as number;
  const tier = users.rows.tier[user] as number;
  if (tier < (t.tier[terms] as number)) return context.refuse(rejects['product.vip'], t.tier[terms] as number, tier);
  const limits = limitsFit(context, words, at, terms);
  if (limits !== DONE) return limits;
  const amount = words[at + AMOUNT] as number;
  const asset = t.asset[terms] as number;
  const own = context.walletRules.spendable(user, WALLET.spot, asset, 0);
  if (own < amount) return context.refuse(rejects['balance.insufficient'], amount, own);
  const days = t.days[terms] as number;
  context.promised = yieldOf(t.kind[terms] as number, amount, t.rate[terms] as number, days);
  context.ends = clock.now + days * DAY;
  const funds = context.treasury(asset);
  return funds < context.promised ? context.refuse(rejects['product.notFunded'], context.promised, funds) : DONE;
}

/** Checks the limits of one purchase, one user, the product, and the exchange's own. */
function limitsFit(context: EarnContext, words: Float64Array, at: number, terms: number): number {
  const { products, stakes } = context;
  const t = products.terms;
  const product = words[at + PRODUCT] as number;
  const amount = words[at + AMOUNT] as number;
  const min = t.min[terms] as number;
  const max = t.max[terms] as number;
  if (amount < min) return context.refuse(rejects['product.range'], min, amount);
  if (amount > max) return context.refuse(rejects['product.range'], max, amount);
  const left = (t.total[terms] as number) - (products.rows.sold[product] as number);
  if (amount > left) return context.refuse(rejects['product.soldOut'], left < 0 ? 0 : left, amount);
  const user = words[at + USER] as number;
  const buyer = stakes.buyerOf(user, product);
  const bought = context.users.together(user, (one) => {
    const row = stakes.buyerOf(one, product);
    return row === 0 ? 0 : (stakes.buyers.times[row] as number);
  });
  const times = t.times[terms] as number;
  if (times > 0 && bought >= times) return context.refuse(rejects['product.times'], times, bought);
  const open = buyer === 0 ? 0 : (stakes.buyers.open[buyer] as number);
  if (open >= MAX_OPEN) return context.refuse(rejects['order.tooMany'], MAX_OPEN, open);
  if (stakes.rows.full() || (buyer === 0 && stakes.buyers.full()))
    return context.refuse(rejects['order.tooMany'], stakes.rows.most, stakes.rows.most);
  return DONE;
}

/** Commits the purchase just allowed. Returns the stake's id. */
export function commitBuy(context: EarnContext, words: Float64Array, at: number): number {
  const { products, stakes, ledger, clock, timers, promised, ends } = context;
  const user = words[at + USER] as number;
  const product = words[at + PRODUCT] as number;
  const amount = words[at + AMOUNT] as number;
  const t = products.terms;
  const terms = products.termsOf(product);
  const asset = t.asset[terms] as number;
  const slot = stakes.add(user, product, terms, amount, promised);
  const { rows } = stakes;
  rows.starts[slot] = clock.now;
  rows.ends[slot] = ends;
  products.move(product, amount);
  const id = rows.id(slot);
  if (planOf(t.kind[terms] as number, t.flexible[terms] as number) === PLAN.atEnd) timers.add(ends, TIMER.earnEnd, id);
  else timers.add(clock.now + DAY, TIMER.earnDay, id);
  const spot = ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0);
  const finance = ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.finance, asset, 0);
  emitOpened(context, slot);
  ledger.post(spot, -amount, 0);
  ledger.post(finance, 0, amount);
  context.reserve(asset, promised);
  return id;
}
