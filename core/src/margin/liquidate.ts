// A wallet at its liquidation level: orders cancelled, coins sold into the book (or the owed coin bought), debts repaid
// interest first; what stays short is the insurance fund's, and what that cannot pay stays owed (money §4).

import { BUY, SELL } from '../book/index.ts';
import { grossOf } from '../formula/index.ts';
import { CLASS } from '../ledger/index.ts';
import { quotient } from '../number/index.ts';
import { REASON } from '../schema/index.ts';
import { RULE } from '../rules.ts';
import { pay, PAID_BY_INSURANCE, REPAID_BY_LIQUIDATION } from './debts.ts';
import { dearest, equityOf, reach } from './forced.ts';
import { outletsOf, type Outlet, usdtOf } from './outlets.ts';
import { tickCounts } from './priced.ts';
import type { MarginRoom } from './room.ts';
import { CALM, ISOLATED, LIQUIDATING } from './tables.ts';
import { debtOf, owedNow, priceOf } from './value.ts';
import { setState } from './watch.ts';

const CHANGED = 193;
/** Steps of `margin.step`. `waits`: orders within its limits, or room in what the insurance fund may pay, are missing. */
export const STEP = { call: 1, began: 2, sold: 3, repaid: 4, over: 5, waits: 6 } as const;

/** `margin.step`: the level before it (millionths). */
export function tellStep(room: MarginRoom, row: number, step: number, level: number): void {
  const w = room.tables.wallets;
  room.out.record(CHANGED, [
    ...[w.user[row] as number, w.wallet[row] as number, w.market[row] as number, step, level],
    w.shortfall[row] as number,
  ]);
}

/**
 * Goes as far as the books reach now; gives the steps it took. Before rules `marginStale` all prices are good (`examine`);
 * since then coins whose price does not count are neither sold nor bought nor paid for by the fund.
 */
export function liquidate(room: MarginRoom, row: number, level: number): number {
  const { wallets } = room.tables;
  const goesOn = wallets.state[row] === LIQUIDATING;
  if (!goesOn) {
    setState(room, row, LIQUIDATING);
    wallets.shortfall[row] = 0;
    wallets.stuck[row] = 0;
    tellStep(room, row, STEP.began, level);
  }
  let steps = 1 + cancelOrders(room, row);
  repay(room, row);
  let dealt = 0;
  if (wallets.debts[row] !== 0) {
    dealt = trade(room, row);
    steps += dealt;
    if (dealt > 0) tellStep(room, row, STEP.sold, level);
  }
  let insured = false;
  if (wallets.debts[row] !== 0 && exhausted(room, row) && lost(room, row)) insured = insure(room, row);
  if (wallets.debts[row] === 0) {
    tellStep(room, row, insured ? STEP.over : STEP.repaid, level);
    setState(room, row, CALM);
  }
  tellWaiting(room, row, level, goesOn && dealt === 0 && !insured);
  return steps;
}

/** Tells once that a liquidation waits, not before the tick after its first, and again only after it went on. */
function tellWaiting(room: MarginRoom, row: number, level: number, still: boolean): void {
  const { wallets } = room.tables;
  if (room.clock.rules < RULE.marginWaits) return;
  const waits = still && wallets.debts[row] !== 0;
  if (waits && wallets.stuck[row] === 0) tellStep(room, row, STEP.waits, level);
  wallets.stuck[row] = waits ? 1 : 0;
}

/** Cancels all open orders of the wallet; gives how many. Bounded by its seats, and by MAX_OPEN a seat. */
function cancelOrders(room: MarginRoom, row: number): number {
  const { floor, users, tables } = room;
  const w = tables.wallets;
  const s = floor.seats.rows;
  const wallet = w.wallet[row] as number;
  let count = 0;
  for (let seat = users.rows.seat[w.user[row] as number] as number; seat !== 0; seat = s.next[seat] as number) {
    if (s.wallet[seat] !== wallet || (wallet === ISOLATED && s.market[seat] !== w.market[row])) continue;
    while (s.oldest[seat] !== 0) {
      floor.rulesOf(s.market[seat] as number).cancel(s.oldest[seat] as number, REASON.liquidation);
      count += 1;
    }
  }
  return count;
}

/** Atoms of an asset that the wallet can use. */
function freeOf(room: MarginRoom, row: number, asset: number): number {
  const w = room.tables.wallets;
  return room.ledger.availableOf(w.user[row] as number, w.wallet[row] as number, asset, w.market[row] as number);
}

/** Atoms owed of an asset. */
function owedOf(room: MarginRoom, row: number, asset: number): number {
  const debt = debtOf(room, row, asset);
  return debt === 0 ? 0 : owedNow(room, debt);
}

/** Repays each debt out of what the wallet has of its coin. */
function repay(room: MarginRoom, row: number): void {
  const { wallets, debts } = room.tables;
  let next = 0;
  for (let debt = wallets.debts[row] as number; debt !== 0; debt = next) {
    next = debts.next[debt] as number;
    const owed = owedNow(room, debt);
    const free = freeOf(room, row, debts.asset[debt] as number);
    const amount = owed < free ? owed : free;
    if (amount > 0) pay(room, debt, amount, REPAID_BY_LIQUIDATION);
  }
}

/** Sells coins for what is short, repays, buys the coins owed, repays; gives how many orders dealt. */
function trade(room: MarginRoom, row: number): number {
  const { quote, coins } = outletsOf(room, row);
  let dealt = 0;
  let short = owedOf(room, row, quote) - freeOf(room, row, quote);
  for (const coin of coins) short += costOf(room, row, coin);
  for (const coin of coins) {
    if (short <= 0) break;
    if (owedOf(room, row, coin.asset) > 0) continue;
    const before = freeOf(room, row, quote);
    if (sell(room, row, coin, short)) dealt += 1;
    short -= freeOf(room, row, quote) - before;
  }
  repay(room, row);
  for (const coin of coins) {
    const owed = owedOf(room, row, coin.asset);
    if (owed > 0 && buy(room, row, coin, quote, owed)) dealt += 1;
  }
  repay(room, row);
  return dealt;
}

function takerRate(room: MarginRoom, row: number): number {
  const { users, tables } = room;
  return users.tiers.taker(users.rows.tier[tables.wallets.user[row] as number] as number);
}

/** Lots to buy so that `owed` atoms come out of them after the fee. */
function lotsOwed(room: MarginRoom, row: number, { goods }: Outlet, owed: number): number {
  return quotient(grossOf(owed, takerRate(room, row)) + goods - 1, goods);
}

/** Quote atoms that buying an owed coin costs at most, 0 when it is not owed. */
function costOf(room: MarginRoom, row: number, coin: Outlet): number {
  const owed = owedOf(room, row, coin.asset);
  if (owed === 0) return 0;
  return lotsOwed(room, row, coin, owed) * dearest(room, coin) * coin.k;
}

/** Sells as much of a coin as brings `net` quote atoms after the fee, as far as the book reaches. */
function sell(room: MarginRoom, row: number, coin: Outlet, net: number): boolean {
  const { broker, tables } = room;
  const { user, wallet } = tables.wallets;
  const have = quotient(freeOf(room, row, coin.asset), coin.goods);
  const rate = takerRate(room, row);
  const limit = have === 0 ? 0 : reach(room, row, coin, SELL, have, rate, 0);
  if (limit === 0) return false;
  const gross = grossOf(net, rate);
  broker.estimate(user[row] as number, coin.market, SELL, limit, have, gross);
  const { lots, value } = broker.estimated;
  const wanted = lots < have && value < gross ? lots + 1 : lots;
  return wanted > 0 && broker.force(user[row] as number, coin.market, wallet[row] as number, SELL, limit, wanted) > 0;
}

/** Buys an owed coin with what quote there is, as far as the book reaches. */
function buy(room: MarginRoom, row: number, coin: Outlet, quote: number, owed: number): boolean {
  const { broker, tables } = room;
  const { user, wallet } = tables.wallets;
  const most = lotsOwed(room, row, coin, owed);
  const limit = reach(room, row, coin, BUY, most, takerRate(room, row), owed);
  if (limit === 0) return false;
  const budget = freeOf(room, row, quote);
  broker.estimate(user[row] as number, coin.market, BUY, limit, most, budget);
  const { lots } = broker.estimated;
  return lots > 0 && broker.force(user[row] as number, coin.market, wallet[row] as number, BUY, limit, lots) > 0;
}

/** Whether nothing is left in the wallet that a book could turn into what is owed: less than a lot, or than its price. */
function exhausted(room: MarginRoom, row: number): boolean {
  const { markets } = room;
  const { quote, coins } = outletsOf(room, row);
  const free = freeOf(room, row, quote);
  for (const coin of coins) {
    if (owedOf(room, row, coin.asset) === 0) {
      if (freeOf(room, row, coin.asset) >= coin.goods) return false;
      continue;
    }
    const ask = markets.book(coin.market).best(SELL);
    const index = dearest(room, coin);
    const price = ask !== 0 && ask < index ? ask : index;
    if (free >= price * coin.k) return false;
  }
  return true;
}

/** Whether nothing is left of a wallet at the index: before rules `marginForced` the fund did not ask. */
function lost(room: MarginRoom, row: number): boolean {
  return room.clock.rules < RULE.marginForced || equityOf(room, row) <= 0n;
}

/** The insurance fund pays what is left, as far as it has the coin and may; true when it paid anything. */
function insure(room: MarginRoom, row: number): boolean {
  const { ledger, tables, clock, payments } = room;
  const { wallets, debts } = tables;
  const usdt = usdtOf(room);
  const one = usdt === 0 ? 0n : priceOf(room, usdt).worth;
  let paid = false;
  let next = 0;
  for (let debt = wallets.debts[row] as number; debt !== 0; debt = next) {
    next = debts.next[debt] as number;
    const asset = debts.asset[debt] as number;
    const account = ledger.find(CLASS.insurance, 0, 0, asset, 0);
    const fund = account === 0 ? 0 : (ledger.accounts.available[account] as number);
    const has = clock.rules < RULE.marginForced ? fund : payments.mayPay(room, asset);
    const owed = owedNow(room, debt);
    const instrument = tables.assets.instrument[asset] as number;
    const waits = clock.rules >= RULE.marginStale && instrument !== 0 && !tickCounts(room, instrument);
    const amount = owed < has ? owed : has;
    if (amount === 0 || waits) continue;
    paid = true;
    if (one > 0n) {
      const worth = BigInt(amount) * priceOf(room, asset).worth;
      wallets.shortfall[row] = (wallets.shortfall[row] as number) + Number((worth + one - 1n) / one);
    }
    if (clock.rules >= RULE.marginForced) payments.paid(asset, amount);
    pay(room, debt, amount, PAID_BY_INSURANCE);
  }
  return paid;
}
