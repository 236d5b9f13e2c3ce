// debt.borrow, debt.repay, debt.leverage: how much a user may owe (money §4, §11).

import { ACCOUNT_CLASS, DEBT_CHANGE, WALLET } from '../enum/index.ts';
import { accrue, hoursCovered, isolatedLiquidation, levelOf, mostLent, stands } from '../formula/index.ts';
import { whyNot } from '../price/index.ts';
import { DONE, MAX_ORDER_ATOMS, offsetOf, rejects } from '../schema/index.ts';
import { lend, pay } from './debts.ts';
import type { MarginContext } from './context.ts';
import { LIQUIDATING, ROW } from './tables.ts';
import { debtOf, interestNow, measure, type Measure, owedNow, priceOf, factorOf } from './value.ts';
import { enqueue } from './watch.ts';

const USER = offsetOf('debt.borrow', 'user');
const WALLET_AT = offsetOf('debt.borrow', 'wallet');
const MARKET = offsetOf('debt.borrow', 'market');
const ASSET = offsetOf('debt.borrow', 'asset');
const AMOUNT = offsetOf('debt.borrow', 'amount');
const LEVERAGE = offsetOf('debt.leverage', 'leverage');
/** Accounts that opening a debt needs. */
const BORROWING_ACCOUNTS = 6;

/** The wallet that a command names. */
interface Named {
  readonly user: number;
  readonly wallet: number;
  readonly market: number;
  /** Its row, 0 when none exists yet. */
  readonly row: number;
}

function named(context: MarginContext, words: Float64Array, at: number): Named {
  const user = words[at + USER] as number;
  const wallet = words[at + WALLET_AT] as number;
  const market = words[at + MARKET] as number;
  return { user, wallet, market, row: context.find(user, wallet, market) };
}

/** Whether margin is enabled for a wallet: 200, else why not. */
function walletOn(context: MarginContext, { wallet, market }: Named): number {
  if (wallet === WALLET.crossMargin) {
    if (market !== 0) return context.refuse(rejects['request.invalid'], 0, market);
    return context.tables.terms.version[ROW] === 0 ? context.refuse(rejects['market.unknown'], 0, 0) : DONE;
  }
  return context.tables.mostLeverage(WALLET.isolatedMargin, market) === 0
    ? context.refuse(rejects['market.unknown'], 0, market)
    : DONE;
}

/** Whether an asset may be borrowed in a wallet. */
function assetOn(context: MarginContext, { wallet, market }: Named, asset: number): boolean {
  if (!context.tables.lists(asset)) return false;
  const m = context.markets.rows;
  return wallet === WALLET.crossMargin || m.base[market] === asset || m.quote[market] === asset;
}

/** Leverage of a wallet, the maximum while it has no row; never above what is offered now. */
function leverageOf(context: MarginContext, { wallet, market, row }: Named): number {
  const most = context.tables.mostLeverage(wallet, market);
  const own = row === 0 ? most : (context.tables.wallets.leverage[row] as number);
  return own < most ? own : most;
}

/** Principal a user owes of an asset on margin, in all wallets. Bounded by the markets on margin. */
export function principalOf(context: MarginContext, user: number, asset: number): number {
  const { tables, markets } = context;
  let sum = principalIn(context, context.find(user, WALLET.crossMargin, 0), asset);
  for (let market = 1; market <= tables.markets.top; market += 1)
    if (markets.rows.base[market] === asset || markets.rows.quote[market] === asset)
      sum += principalIn(context, context.find(user, WALLET.isolatedMargin, market), asset);
  return sum;
}

/** What counts against a customer's limit of an asset: linked accounts are one (rules `linkedTogether`). */
function owedTogether(context: MarginContext, user: number, asset: number): number {
  return context.users.together(user, (one) => principalOf(context, one, asset));
}

function principalIn(context: MarginContext, row: number, asset: number): number {
  const debt = row === 0 ? 0 : debtOf(context, row, asset);
  return debt === 0 ? 0 : (context.tables.debts.principal[debt] as number);
}

/** Atoms of an asset that `lending` can lend now. Keeps the receivable far from the end of the safe range. */
function lendable(context: MarginContext, wallet: number, asset: number): number {
  const { ledger } = context;
  const source = ledger.find(ACCOUNT_CLASS.lending, 0, 0, asset, 0);
  const has = source === 0 ? 0 : (ledger.accounts.available[source] as number);
  const claim = ledger.find(ACCOUNT_CLASS.receivable, 0, wallet, asset, 0);
  const left = MAX_ORDER_ATOMS - (claim === 0 ? 0 : (ledger.accounts.available[claim] as number));
  return left < has ? (left < 0 ? 0 : left) : has;
}

/** Interest atoms a debt would have after lending `amount` more. Its first hour counts at once. */
function interestAfter(context: MarginContext, row: number, asset: number, amount: number): number {
  const debt = row === 0 ? 0 : debtOf(context, row, asset);
  const before = debt === 0 ? { whole: 0, carry: 0 } : interestNow(context, debt, hoursCovered(context.clock.now));
  const first = accrue(amount, context.tables.assets.rate[asset] as number, 1, before.carry);
  return before.whole + first.whole + (first.carry > 0 ? 1 : 0);
}

/** A wallet's measure with `amount` more of an asset owed and received. */
function after(context: MarginContext, one: Named, asset: number, amount: number, now: Measure): Measure {
  const { worth } = priceOf(context, asset);
  const factor = factorOf(context, one.wallet, asset);
  const owed = now.holdings.find((held) => held.asset === asset)?.owed ?? 0;
  const will = principalIn(context, one.row, asset) + amount + interestAfter(context, one.row, asset, amount);
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
export function decideBorrow(context: MarginContext, words: Float64Array, at: number): number {
  const one = named(context, words, at);
  const asset = words[at + ASSET] as number;
  const amount = words[at + AMOUNT] as number;
  const { tables } = context;
  const on = walletOn(context, one);
  if (on !== DONE) return on;
  if (!assetOn(context, one, asset)) return context.refuse(rejects['coin.unknown'], 0, asset);
  const { row } = one;
  if (row !== 0 && tables.wallets.state[row] === LIQUIDATING)
    return context.refuse(rejects['position.liquidating'], 0, LIQUIDATING);
  const now = measure(context, one.user, one.wallet, one.market, row, asset);
  if (now.closed !== 0) {
    const state = context.prices.state(tables.assets.instrument[now.closed] as number);
    return context.refuse(whyNot(state), 0, state);
  }
  const owed = owedTogether(context, one.user, asset) + amount;
  const limit = tables.assets.limit[asset] as number;
  if (owed > limit) return context.refuse(rejects['borrow.limit'], limit, owed);
  const lending = lendable(context, one.wallet, asset);
  if (lending < amount) return context.refuse(rejects['lending.empty'], amount, lending);
  const first = row === 0 || tables.wallets.debts[row] === 0;
  if (
    (row === 0 && tables.wallets.full()) ||
    tables.debts.full() ||
    (first && !context.kept.fits(one.wallet, BORROWING_ACCOUNTS))
  )
    return context.refuse(rejects['request.tooFrequent'], 0, 0);
  const then = after(context, one, asset, amount, now);
  const line = tables.levels.borrow[leverageOf(context, one)] as number;
  return stands(then.assets, then.debts, line)
    ? DONE
    : context.refuse(rejects['level.tooLow'], line, levelOf(then.assets, then.debts));
}

/** Commits debt.borrow. Returns the atoms lent. */
export function commitBorrow(context: MarginContext, words: Float64Array, at: number): number {
  const { user, wallet, market } = named(context, words, at);
  const row = context.open(user, wallet, market);
  const amount = words[at + AMOUNT] as number;
  lend(context, row, words[at + ASSET] as number, amount);
  enqueue(context, row);
  return amount;
}

/** The index (cents) at which an isolated wallet would be liquidated, 0 none. A cross wallet has no single price. */
function liquidationAt(context: MarginContext, one: Named, measured: Measure): number {
  if (one.wallet !== WALLET.isolatedMargin || measured.debts === 0n) return 0;
  const m = context.markets.rows;
  const none = { own: 0, owed: 0 };
  const base = measured.holdings.find((held) => held.asset === m.base[one.market]) ?? none;
  const quote = measured.holdings.find((held) => held.asset === m.quote[one.market]) ?? none;
  const { cent } = priceOf(context, m.base[one.market] as number);
  const { worth } = priceOf(context, m.quote[one.market] as number);
  const level = context.tables.levels.liquidation[leverageOf(context, one)] as number;
  return isolatedLiquidation(level, { ...base, cent }, { ...quote, worth });
}

/** Numbers of the borrowing that `decideBorrow` just allowed (`schema/answer.ts`). */
export function borrowNumbers(context: MarginContext, words: Float64Array, at: number): readonly number[] {
  const one = named(context, words, at);
  const asset = words[at + ASSET] as number;
  const amount = words[at + AMOUNT] as number;
  const { tables } = context;
  const now = measure(context, one.user, one.wallet, one.market, one.row, asset);
  const then = after(context, one, asset, amount, now);
  const debt = one.row === 0 ? 0 : debtOf(context, one.row, asset);
  const first = accrue(amount, tables.assets.rate[asset] as number, 1, 0);
  const line = tables.levels.borrow[leverageOf(context, one)] as number;
  const left = (tables.assets.limit[asset] as number) - owedTogether(context, one.user, asset);
  const { worth } = priceOf(context, asset);
  const rate = tables.assets.rate[asset] as number;
  const byLevel = mostLent(now.assets, now.debts, line, worth, factorOf(context, one.wallet, asset), rate);
  const most = Math.min(left, lendable(context, one.wallet, asset), byLevel);
  return [
    ...[levelOf(now.assets, now.debts), levelOf(then.assets, then.debts), first.whole + (first.carry > 0 ? 1 : 0)],
    ...[liquidationAt(context, one, now), liquidationAt(context, one, then), most < amount ? amount : most],
    ...[debt === 0 ? 0 : (tables.debts.principal[debt] as number), debt === 0 ? 0 : interestUp(context, debt)],
  ];
}

/** A debt's interest now, rounded up. */
function interestUp(context: MarginContext, debt: number): number {
  return owedNow(context, debt) - (context.tables.debts.principal[debt] as number);
}

/** Atoms that a repayment pays: `amount`, or with 0 everything owed. */
function repaying(words: Float64Array, at: number, owed: number): number {
  const amount = words[at + AMOUNT] as number;
  return amount === 0 ? owed : amount;
}

/** Decides debt.repay. Always allowed, whatever the prices (money §11). */
export function decideRepay(context: MarginContext, words: Float64Array, at: number): number {
  const { user, wallet, market, row } = named(context, words, at);
  const asset = words[at + ASSET] as number;
  const debt = row === 0 ? 0 : debtOf(context, row, asset);
  const owed = debt === 0 ? 0 : owedNow(context, debt);
  const amount = repaying(words, at, owed);
  if (debt === 0 || amount > owed) return context.refuse(rejects['repay.tooMuch'], owed, amount);
  const free = context.ledger.availableOf(user, wallet, asset, market);
  return free < amount ? context.refuse(rejects['balance.insufficient'], amount, free) : DONE;
}

/** Commits debt.repay. Returns the atoms paid. */
export function commitRepay(context: MarginContext, words: Float64Array, at: number): number {
  const { row } = named(context, words, at);
  const debt = debtOf(context, row, words[at + ASSET] as number);
  const amount = repaying(words, at, owedNow(context, debt));
  pay(context, debt, amount, DEBT_CHANGE.repaidByUser);
  enqueue(context, row);
  return amount;
}

/** Numbers of the repayment that `decideRepay` just allowed. */
export function repayNumbers(context: MarginContext, words: Float64Array, at: number): readonly number[] {
  const one = named(context, words, at);
  const asset = words[at + ASSET] as number;
  const debt = debtOf(context, one.row, asset);
  const owed = owedNow(context, debt);
  const amount = repaying(words, at, owed);
  const due = interestUp(context, debt);
  const interest = amount < due ? amount : due;
  const now = measure(context, one.user, one.wallet, one.market, one.row, asset);
  const worth = BigInt(amount) * priceOf(context, asset).worth;
  const then = levelOf(now.assets - worth * BigInt(factorOf(context, one.wallet, asset)), now.debts - worth);
  return [interest, amount - interest, owed - amount, levelOf(now.assets, now.debts), then];
}

/** Decides debt.leverage. It must be offered. With debts, a change must keep the level required after borrowing. */
export function decideLeverage(context: MarginContext, words: Float64Array, at: number): number {
  const one = named(context, words, at);
  const leverage = words[at + LEVERAGE] as number;
  const { tables } = context;
  const on = walletOn(context, one);
  if (on !== DONE) return on;
  const most = tables.mostLeverage(one.wallet, one.market);
  if (leverage > most || leverage > tables.levels.top || tables.levels.borrow[leverage] === 0)
    return context.refuse(rejects['leverage.limit'], most, leverage);
  if (one.row === 0)
    return tables.wallets.full()
      ? context.refuse(rejects['request.tooFrequent'], tables.wallets.most, tables.wallets.top)
      : DONE;
  if (tables.wallets.debts[one.row] === 0) return DONE;
  const now = measure(context, one.user, one.wallet, one.market, one.row, 0);
  if (now.closed !== 0) {
    const state = context.prices.state(tables.assets.instrument[now.closed] as number);
    return context.refuse(whyNot(state), 0, state);
  }
  const line = tables.levels.borrow[leverage] as number;
  return stands(now.assets, now.debts, line)
    ? DONE
    : context.refuse(rejects['level.tooLow'], line, levelOf(now.assets, now.debts));
}

/** Commits debt.leverage. Returns the leverage. */
export function commitLeverage(context: MarginContext, words: Float64Array, at: number): number {
  const { user, wallet, market } = named(context, words, at);
  const leverage = words[at + LEVERAGE] as number;
  const row = context.open(user, wallet, market);
  context.tables.wallets.leverage[row] = leverage;
  context.out.record('margin.leverage', { user, wallet, market, leverage });
  enqueue(context, row);
  return leverage;
}
