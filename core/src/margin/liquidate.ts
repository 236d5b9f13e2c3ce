// Liquidates a wallet: cancels its orders, sells coins into the book (or buys the owed coin), repays debts with
// interest first. The insurance fund covers the shortfall, and what it cannot pay stays owed (money §4).

import { ACCOUNT_CLASS, CLOSE_REASON, DEBT_CHANGE, SIDE, WALLET } from '../enum/index.ts';
import { grossOf } from '../formula/index.ts';
import { quotient } from '../number/index.ts';
import { RULE } from '../rules.ts';
import { pay } from './debts.ts';
import { dearest, equityOf, reach } from './forced.ts';
import { outletsOf, type Outlet, usdtOf } from './outlets.ts';
import { tickCounts } from './priced.ts';
import type { MarginContext } from './context.ts';
import { CALM, LIQUIDATING } from './tables.ts';
import { debtOf, owedNow, priceOf } from './value.ts';
import { setState } from './watch.ts';

/** Steps of `margin.step`. `waits`: no matching orders within its limits, or the insurance fund's limit is used up. */
export const STEP = { call: 1, began: 2, sold: 3, repaid: 4, over: 5, waits: 6 } as const;

/** Emits `margin.step` with the level before it (millionths). */
export function emitStep(context: MarginContext, row: number, step: number, level: number): void {
  const w = context.tables.wallets;
  context.out.record('margin.step', {
    user: w.user[row] as number,
    wallet: w.wallet[row] as number,
    market: w.market[row] as number,
    step,
    level,
    shortfall: w.shortfall[row] as number,
  });
}

/**
 * Liquidates as far as the books allow now. Returns the steps used. Before rules `marginStale` all prices are usable
 * (`examine`); since then coins without a usable price are not traded, and the fund does not pay for them.
 */
export function liquidate(context: MarginContext, row: number, level: number): number {
  const { wallets } = context.tables;
  const goesOn = wallets.state[row] === LIQUIDATING;
  if (!goesOn) {
    setState(context, row, LIQUIDATING);
    wallets.shortfall[row] = 0;
    wallets.stuck[row] = 0;
    emitStep(context, row, STEP.began, level);
  }
  let steps = 1 + cancelOrders(context, row);
  repay(context, row);
  let dealt = 0;
  if (wallets.debts[row] !== 0) {
    dealt = trade(context, row);
    steps += dealt;
    if (dealt > 0) emitStep(context, row, STEP.sold, level);
  }
  let insured = false;
  if (wallets.debts[row] !== 0 && exhausted(context, row) && lost(context, row)) insured = insure(context, row);
  if (wallets.debts[row] === 0) {
    emitStep(context, row, insured ? STEP.over : STEP.repaid, level);
    setState(context, row, CALM);
  }
  emitWaiting(context, row, level, goesOn && dealt === 0 && !insured);
  return steps;
}

/** Emits once that a liquidation waits: not before the tick after its first, and again only after it progressed. */
function emitWaiting(context: MarginContext, row: number, level: number, still: boolean): void {
  const { wallets } = context.tables;
  if (context.clock.rules < RULE.marginWaits) return;
  const waits = still && wallets.debts[row] !== 0;
  if (waits && wallets.stuck[row] === 0) emitStep(context, row, STEP.waits, level);
  wallets.stuck[row] = waits ? 1 : 0;
}

/**
 * Cancels all open orders of the wallet. Returns how many. Bounded by its order accounts, and MAX_OPEN per order
 * account.
 */
function cancelOrders(context: MarginContext, row: number): number {
  const { orderBooks, users, tables } = context;
  const w = tables.wallets;
  const s = orderBooks.orderAccounts.rows;
  const wallet = w.wallet[row] as number;
  let count = 0;
  for (
    let orderAccount = users.rows.orderAccount[w.user[row] as number] as number;
    orderAccount !== 0;
    orderAccount = s.next[orderAccount] as number
  ) {
    if (
      s.wallet[orderAccount] !== wallet ||
      (wallet === WALLET.isolatedMargin && s.market[orderAccount] !== w.market[row])
    )
      continue;
    while (s.oldest[orderAccount] !== 0) {
      orderBooks
        .rulesOf(s.market[orderAccount] as number)
        .cancel(s.oldest[orderAccount] as number, CLOSE_REASON.liquidation);
      count += 1;
    }
  }
  return count;
}

/** Atoms of an asset that the wallet can use. */
function freeOf(context: MarginContext, row: number, asset: number): number {
  const w = context.tables.wallets;
  return context.ledger.availableOf(w.user[row] as number, w.wallet[row] as number, asset, w.market[row] as number);
}

/** Atoms owed of an asset. */
function owedOf(context: MarginContext, row: number, asset: number): number {
  const debt = debtOf(context, row, asset);
  return debt === 0 ? 0 : owedNow(context, debt);
}

/** Repays each debt from the wallet's holdings of its coin. */
function repay(context: MarginContext, row: number): void {
  const { wallets, debts } = context.tables;
  let next = 0;
  for (let debt = wallets.debts[row] as number; debt !== 0; debt = next) {
    next = debts.next[debt] as number;
    const owed = owedNow(context, debt);
    const free = freeOf(context, row, debts.asset[debt] as number);
    const amount = owed < free ? owed : free;
    if (amount > 0) pay(context, debt, amount, DEBT_CHANGE.repaidByLiquidation);
  }
}

/** Sells coins for the shortfall, repays, buys owed coins, repays. Returns how many orders filled. */
function trade(context: MarginContext, row: number): number {
  const { quote, coins } = outletsOf(context, row);
  let dealt = 0;
  let short = owedOf(context, row, quote) - freeOf(context, row, quote);
  for (const coin of coins) short += costOf(context, row, coin);
  for (const coin of coins) {
    if (short <= 0) break;
    if (owedOf(context, row, coin.asset) > 0) continue;
    const before = freeOf(context, row, quote);
    if (sell(context, row, coin, short)) dealt += 1;
    short -= freeOf(context, row, quote) - before;
  }
  repay(context, row);
  for (const coin of coins) {
    const owed = owedOf(context, row, coin.asset);
    if (owed > 0 && buy(context, row, coin, quote, owed)) dealt += 1;
  }
  repay(context, row);
  return dealt;
}

function takerRate(context: MarginContext, row: number): number {
  const { users, tables } = context;
  return users.tiers.taker(users.rows.tier[tables.wallets.user[row] as number] as number);
}

/** Lots to buy so that `owed` atoms remain after the fee. */
function lotsOwed(context: MarginContext, row: number, { goods }: Outlet, owed: number): number {
  return quotient(grossOf(owed, takerRate(context, row)) + goods - 1, goods);
}

/** Most quote atoms that buying an owed coin costs, 0 when it is not owed. */
function costOf(context: MarginContext, row: number, coin: Outlet): number {
  const owed = owedOf(context, row, coin.asset);
  if (owed === 0) return 0;
  return lotsOwed(context, row, coin, owed) * dearest(context, coin) * coin.k;
}

/** Sells enough of a coin to bring `net` quote atoms after the fee, as far as the book allows. */
function sell(context: MarginContext, row: number, coin: Outlet, net: number): boolean {
  const { broker, tables } = context;
  const { user, wallet } = tables.wallets;
  const have = quotient(freeOf(context, row, coin.asset), coin.goods);
  const rate = takerRate(context, row);
  const limit = have === 0 ? 0 : reach(context, row, coin, SIDE.sell, have, rate, 0);
  if (limit === 0) return false;
  const gross = grossOf(net, rate);
  broker.estimate(user[row] as number, coin.market, SIDE.sell, limit, have, gross);
  const { lots, value } = broker.estimated;
  const wanted = lots < have && value < gross ? lots + 1 : lots;
  return (
    wanted > 0 && broker.force(user[row] as number, coin.market, wallet[row] as number, SIDE.sell, limit, wanted) > 0
  );
}

/** Buys an owed coin with the available quote, as far as the book allows. */
function buy(context: MarginContext, row: number, coin: Outlet, quote: number, owed: number): boolean {
  const { broker, tables } = context;
  const { user, wallet } = tables.wallets;
  const most = lotsOwed(context, row, coin, owed);
  const limit = reach(context, row, coin, SIDE.buy, most, takerRate(context, row), owed);
  if (limit === 0) return false;
  const budget = freeOf(context, row, quote);
  broker.estimate(user[row] as number, coin.market, SIDE.buy, limit, most, budget);
  const { lots } = broker.estimated;
  return lots > 0 && broker.force(user[row] as number, coin.market, wallet[row] as number, SIDE.buy, limit, lots) > 0;
}

/**
 * Whether the wallet holds nothing that a book could convert into what it owes: less than a lot, or less than its
 * price.
 */
function exhausted(context: MarginContext, row: number): boolean {
  const { markets } = context;
  const { quote, coins } = outletsOf(context, row);
  const free = freeOf(context, row, quote);
  for (const coin of coins) {
    if (owedOf(context, row, coin.asset) === 0) {
      if (freeOf(context, row, coin.asset) >= coin.goods) return false;
      continue;
    }
    const ask = markets.book(coin.market).best(SIDE.sell);
    const index = dearest(context, coin);
    const price = ask !== 0 && ask < index ? ask : index;
    if (free >= price * coin.k) return false;
  }
  return true;
}

/** Whether the wallet has no equity at the index. Before rules `marginForced` the fund did not check this. */
function lost(context: MarginContext, row: number): boolean {
  return context.clock.rules < RULE.marginForced || equityOf(context, row) <= 0n;
}

/** The insurance fund pays the rest, as far as its balance and limits allow. Returns true when it paid anything. */
function insure(context: MarginContext, row: number): boolean {
  const { ledger, tables, clock, payments } = context;
  const { wallets, debts } = tables;
  const usdt = usdtOf(context);
  const one = usdt === 0 ? 0n : priceOf(context, usdt).worth;
  let paid = false;
  let next = 0;
  for (let debt = wallets.debts[row] as number; debt !== 0; debt = next) {
    next = debts.next[debt] as number;
    const asset = debts.asset[debt] as number;
    const account = ledger.find(ACCOUNT_CLASS.insurance, 0, 0, asset, 0);
    const fund = account === 0 ? 0 : (ledger.accounts.available[account] as number);
    const has = clock.rules < RULE.marginForced ? fund : payments.mayPay(context, asset);
    const owed = owedNow(context, debt);
    const instrument = tables.assets.instrument[asset] as number;
    const waits = clock.rules >= RULE.marginStale && instrument !== 0 && !tickCounts(context, instrument);
    const amount = owed < has ? owed : has;
    if (amount === 0 || waits) continue;
    paid = true;
    if (one > 0n) {
      const worth = BigInt(amount) * priceOf(context, asset).worth;
      wallets.shortfall[row] = (wallets.shortfall[row] as number) + Number((worth + one - 1n) / one);
    }
    if (clock.rules >= RULE.marginForced) payments.paid(asset, amount);
    pay(context, debt, amount, DEBT_CHANGE.paidByInsurance);
  }
  return paid;
}
