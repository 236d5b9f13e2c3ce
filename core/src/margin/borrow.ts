// debt.borrow, debt.repay, debt.leverage: what a customer may owe (money §4, §11).

import { accrue, hoursCovered, isolatedLiquidation, levelOf, mostLent, stands } from '../formula/index.ts';
import { CLASS } from '../ledger/index.ts';
import { whyNot } from '../price/index.ts';
import { DONE, MAX_ORDER_ATOMS, offsetOf, rejects } from '../schema/index.ts';
import { lend, pay, REPAID_BY_USER } from './debts.ts';
import type { MarginRoom } from './room.ts';
import { CROSS, ISOLATED, LIQUIDATING, ROW } from './tables.ts';
import { debtOf, interestNow, measure, type Measure, owedNow, priceOf, factorOf } from './value.ts';
import { enqueue } from './watch.ts';

const USER = offsetOf('debt.borrow', 'user');
const WALLET = offsetOf('debt.borrow', 'wallet');
const MARKET = offsetOf('debt.borrow', 'market');
const ASSET = offsetOf('debt.borrow', 'asset');
const AMOUNT = offsetOf('debt.borrow', 'amount');
const LEVERAGE = offsetOf('debt.leverage', 'leverage');
const LEVERAGE_SET = 243;
/** Accounts that a debt opens itself. */
const BORROWING_ACCOUNTS = 6;

/** The wallet that a command names. */
interface Named {
  readonly user: number;
  readonly wallet: number;
  readonly market: number;
  /** Its row, 0 none yet. */
  readonly row: number;
}

function named(room: MarginRoom, words: Float64Array, at: number): Named {
  const user = words[at + USER] as number;
  const wallet = words[at + WALLET] as number;
  const market = words[at + MARKET] as number;
  return { user, wallet, market, row: room.find(user, wallet, market) };
}

/** Whether margin is on for a wallet: 200, else why not. */
function walletOn(room: MarginRoom, { wallet, market }: Named): number {
  if (wallet === CROSS) {
    if (market !== 0) return room.refuse(rejects['request.invalid'], 0, market);
    return room.tables.terms.version[ROW] === 0 ? room.refuse(rejects['market.unknown'], 0, 0) : DONE;
  }
  return room.tables.mostLeverage(ISOLATED, market) === 0 ? room.refuse(rejects['market.unknown'], 0, market) : DONE;
}

/** Whether an asset may be borrowed in a wallet. */
function assetOn(room: MarginRoom, { wallet, market }: Named, asset: number): boolean {
  if (!room.tables.lists(asset)) return false;
  const m = room.markets.rows;
  return wallet === CROSS || m.base[market] === asset || m.quote[market] === asset;
}

/** Leverage of a wallet, the greatest while it has no row; never above what is offered now. */
function leverageOf(room: MarginRoom, { wallet, market, row }: Named): number {
  const most = room.tables.mostLeverage(wallet, market);
  const own = row === 0 ? most : (room.tables.wallets.leverage[row] as number);
  return own < most ? own : most;
}

/** Principal a customer owes of an asset on margin, all wallets together. Bounded by the markets on margin. */
export function principalOf(room: MarginRoom, user: number, asset: number): number {
  const { tables, markets } = room;
  let sum = principalIn(room, room.find(user, CROSS, 0), asset);
  for (let market = 1; market <= tables.markets.top; market += 1)
    if (markets.rows.base[market] === asset || markets.rows.quote[market] === asset)
      sum += principalIn(room, room.find(user, ISOLATED, market), asset);
  return sum;
}

function principalIn(room: MarginRoom, row: number, asset: number): number {
  const debt = row === 0 ? 0 : debtOf(room, row, asset);
  return debt === 0 ? 0 : (room.tables.debts.principal[debt] as number);
}

/** Atoms that `lending` can lend of an asset now; so that what is receivable stays far from the range's end. */
function lendable(room: MarginRoom, wallet: number, asset: number): number {
  const { ledger } = room;
  const source = ledger.find(CLASS.lending, 0, 0, asset, 0);
  const has = source === 0 ? 0 : (ledger.accounts.available[source] as number);
  const claim = ledger.find(CLASS.receivable, 0, wallet, asset, 0);
  const left = MAX_ORDER_ATOMS - (claim === 0 ? 0 : (ledger.accounts.available[claim] as number));
  return left < has ? (left < 0 ? 0 : left) : has;
}

/** Interest atoms a debt would have after lending `amount` more: its first hour counts at once. */
function interestAfter(room: MarginRoom, row: number, asset: number, amount: number): number {
  const debt = row === 0 ? 0 : debtOf(room, row, asset);
  const before = debt === 0 ? { whole: 0, carry: 0 } : interestNow(room, debt, hoursCovered(room.clock.now));
  const first = accrue(amount, room.tables.assets.rate[asset] as number, 1, before.carry);
  return before.whole + first.whole + (first.carry > 0 ? 1 : 0);
}

/** A wallet's debts with `amount` more of an asset owed, and its assets with it. */
function after(room: MarginRoom, one: Named, asset: number, amount: number, now: Measure): Measure {
  const { worth } = priceOf(room, asset);
  const factor = factorOf(room, one.wallet, asset);
  const owed = now.holdings.find((held) => held.asset === asset)?.owed ?? 0;
  const will = principalIn(room, one.row, asset) + amount + interestAfter(room, one.row, asset, amount);
  const holdings = now.holdings.map((held) =>
    held.asset === asset ? { ...held, own: held.own + amount, owed: will } : held,
  );
  return {
    ...now,
    holdings,
    assets: now.assets + BigInt(amount) * worth * BigInt(factor),
    debts: now.debts + BigInt(will - owed) * worth,
  };
}

/** Decides debt.borrow. */
export function decideBorrow(room: MarginRoom, words: Float64Array, at: number): number {
  const one = named(room, words, at);
  const asset = words[at + ASSET] as number;
  const amount = words[at + AMOUNT] as number;
  const { tables } = room;
  const on = walletOn(room, one);
  if (on !== DONE) return on;
  if (!assetOn(room, one, asset)) return room.refuse(rejects['coin.unknown'], 0, asset);
  const { row } = one;
  if (row !== 0 && tables.wallets.state[row] === LIQUIDATING)
    return room.refuse(rejects['position.liquidating'], 0, LIQUIDATING);
  const now = measure(room, one.user, one.wallet, one.market, row, asset);
  if (now.closed !== 0) {
    const state = room.prices.state(tables.assets.instrument[now.closed] as number);
    return room.refuse(whyNot(state), 0, state);
  }
  const owed = principalOf(room, one.user, asset) + amount;
  const limit = tables.assets.limit[asset] as number;
  if (owed > limit) return room.refuse(rejects['borrow.limit'], limit, owed);
  const lending = lendable(room, one.wallet, asset);
  if (lending < amount) return room.refuse(rejects['lending.empty'], amount, lending);
  const first = row === 0 || tables.wallets.debts[row] === 0;
  if (
    (row === 0 && tables.wallets.full()) ||
    tables.debts.full() ||
    (first && !room.kept.fits(one.wallet, BORROWING_ACCOUNTS))
  )
    return room.refuse(rejects['request.tooFrequent'], 0, 0);
  const then = after(room, one, asset, amount, now);
  const line = tables.levels.borrow[leverageOf(room, one)] as number;
  return stands(then.assets, then.debts, line)
    ? DONE
    : room.refuse(rejects['level.tooLow'], line, levelOf(then.assets, then.debts));
}

/** Commits debt.borrow; gives the atoms lent. */
export function commitBorrow(room: MarginRoom, words: Float64Array, at: number): number {
  const { user, wallet, market } = named(room, words, at);
  const row = room.open(user, wallet, market);
  const amount = words[at + AMOUNT] as number;
  lend(room, row, words[at + ASSET] as number, amount);
  enqueue(room, row);
  return amount;
}

/** The index (cents) at which an isolated wallet would be liquidated, 0 none; cross wallets have none of their own. */
function liquidationAt(room: MarginRoom, one: Named, measured: Measure): number {
  if (one.wallet !== ISOLATED || measured.debts === 0n) return 0;
  const m = room.markets.rows;
  const none = { own: 0, owed: 0 };
  const base = measured.holdings.find((held) => held.asset === m.base[one.market]) ?? none;
  const quote = measured.holdings.find((held) => held.asset === m.quote[one.market]) ?? none;
  const { cent } = priceOf(room, m.base[one.market] as number);
  const { worth } = priceOf(room, m.quote[one.market] as number);
  const level = room.tables.levels.liquidation[leverageOf(room, one)] as number;
  return isolatedLiquidation(level, { ...base, cent }, { ...quote, worth });
}

/** Numbers of a borrowing that `decideBorrow` just allowed (`schema/answer.ts`). */
export function borrowNumbers(room: MarginRoom, words: Float64Array, at: number): readonly number[] {
  const one = named(room, words, at);
  const asset = words[at + ASSET] as number;
  const amount = words[at + AMOUNT] as number;
  const { tables } = room;
  const now = measure(room, one.user, one.wallet, one.market, one.row, asset);
  const then = after(room, one, asset, amount, now);
  const debt = one.row === 0 ? 0 : debtOf(room, one.row, asset);
  const first = accrue(amount, tables.assets.rate[asset] as number, 1, 0);
  const line = tables.levels.borrow[leverageOf(room, one)] as number;
  const left = (tables.assets.limit[asset] as number) - principalOf(room, one.user, asset);
  const { worth } = priceOf(room, asset);
  const rate = tables.assets.rate[asset] as number;
  const byLevel = mostLent(now.assets, now.debts, line, worth, factorOf(room, one.wallet, asset), rate);
  const most = Math.min(left, lendable(room, one.wallet, asset), byLevel);
  return [
    ...[levelOf(now.assets, now.debts), levelOf(then.assets, then.debts), first.whole + (first.carry > 0 ? 1 : 0)],
    ...[liquidationAt(room, one, now), liquidationAt(room, one, then), most < amount ? amount : most],
    ...[debt === 0 ? 0 : (tables.debts.principal[debt] as number), debt === 0 ? 0 : interestUp(room, debt)],
  ];
}

/** A debt's interest now, rounded up. */
function interestUp(room: MarginRoom, debt: number): number {
  return owedNow(room, debt) - (room.tables.debts.principal[debt] as number);
}

/** The atoms a repayment pays: `amount`, or with 0 all that is owed. */
function repaying(words: Float64Array, at: number, owed: number): number {
  const amount = words[at + AMOUNT] as number;
  return amount === 0 ? owed : amount;
}

/** Decides debt.repay: always allowed, whatever prices are (money §11). */
export function decideRepay(room: MarginRoom, words: Float64Array, at: number): number {
  const { user, wallet, market, row } = named(room, words, at);
  const asset = words[at + ASSET] as number;
  const debt = row === 0 ? 0 : debtOf(room, row, asset);
  const owed = debt === 0 ? 0 : owedNow(room, debt);
  const amount = repaying(words, at, owed);
  if (debt === 0 || amount > owed) return room.refuse(rejects['repay.tooMuch'], owed, amount);
  const free = room.ledger.availableOf(user, wallet, asset, market);
  return free < amount ? room.refuse(rejects['balance.insufficient'], amount, free) : DONE;
}

/** Commits debt.repay; gives the atoms paid. */
export function commitRepay(room: MarginRoom, words: Float64Array, at: number): number {
  const { row } = named(room, words, at);
  const debt = debtOf(room, row, words[at + ASSET] as number);
  const amount = repaying(words, at, owedNow(room, debt));
  pay(room, debt, amount, REPAID_BY_USER);
  enqueue(room, row);
  return amount;
}

/** Numbers of a repayment that `decideRepay` just allowed. */
export function repayNumbers(room: MarginRoom, words: Float64Array, at: number): readonly number[] {
  const one = named(room, words, at);
  const asset = words[at + ASSET] as number;
  const debt = debtOf(room, one.row, asset);
  const owed = owedNow(room, debt);
  const amount = repaying(words, at, owed);
  const due = interestUp(room, debt);
  const interest = amount < due ? amount : due;
  const now = measure(room, one.user, one.wallet, one.market, one.row, asset);
  const worth = BigInt(amount) * priceOf(room, asset).worth;
  const then = levelOf(now.assets - worth * BigInt(factorOf(room, one.wallet, asset)), now.debts - worth);
  return [interest, amount - interest, owed - amount, levelOf(now.assets, now.debts), then];
}

/** Decides debt.leverage: one that is offered; lower with debts only while the level after borrowing is met. */
export function decideLeverage(room: MarginRoom, words: Float64Array, at: number): number {
  const one = named(room, words, at);
  const leverage = words[at + LEVERAGE] as number;
  const { tables } = room;
  const on = walletOn(room, one);
  if (on !== DONE) return on;
  const most = tables.mostLeverage(one.wallet, one.market);
  if (leverage > most || leverage > tables.levels.top || tables.levels.borrow[leverage] === 0)
    return room.refuse(rejects['leverage.limit'], most, leverage);
  if (one.row === 0)
    return tables.wallets.full()
      ? room.refuse(rejects['request.tooFrequent'], tables.wallets.most, tables.wallets.top)
      : DONE;
  if (tables.wallets.debts[one.row] === 0) return DONE;
  const now = measure(room, one.user, one.wallet, one.market, one.row, 0);
  if (now.closed !== 0) {
    const state = room.prices.state(tables.assets.instrument[now.closed] as number);
    return room.refuse(whyNot(state), 0, state);
  }
  const line = tables.levels.borrow[leverage] as number;
  return stands(now.assets, now.debts, line)
    ? DONE
    : room.refuse(rejects['level.tooLow'], line, levelOf(now.assets, now.debts));
}

/** Commits debt.leverage; gives the leverage. */
export function commitLeverage(room: MarginRoom, words: Float64Array, at: number): number {
  const { user, wallet, market } = named(room, words, at);
  const leverage = words[at + LEVERAGE] as number;
  const row = room.open(user, wallet, market);
  room.tables.wallets.leverage[row] = leverage;
  room.out.record(LEVERAGE_SET, [user, wallet, market, leverage]);
  enqueue(room, row);
  return leverage;
}
