// The life of a debt: lent, hourly interest, repaid, closed. Each posting follows the event that caused it.

import { TIMER } from '../clock/index.ts';
import { ACCOUNT_CLASS, DEBT_CHANGE } from '../enum/index.ts';
import { accrue, HOUR, hoursBegun, hoursCovered } from '../formula/index.ts';
import type { MarginContext } from './context.ts';
import { ROW } from './tables.ts';
import { debtOf, interestNow } from './value.ts';

/** Emits `debt.changed`: principal and whole interest now; `amount` is this change. */
export function emitDebt(context: MarginContext, debt: number, type: number, amount: number): void {
  const { debts, wallets, assets } = context.tables;
  const row = debts.owner[debt] as number;
  const asset = debts.asset[debt] as number;
  context.out.record('debt.changed', {
    user: wallets.user[row] as number,
    wallet: wallets.wallet[row] as number,
    market: wallets.market[row] as number,
    asset,
    type,
    principal: debts.principal[debt] as number,
    interest: debts.interest[debt] as number,
    amount,
    rate: assets.rate[asset] as number,
  });
}

/** The account of what the operator is owed of an asset in wallets of that type. */
export function receivable(context: MarginContext, wallet: number, asset: number): number {
  return context.ledger.open(ACCOUNT_CLASS.receivable, 0, wallet, asset, 0);
}

/**
 * Lends `amount` atoms: from `lending` to the wallet, and as a debt against the receivable. The first hour counts now.
 */
export function lend(context: MarginContext, row: number, asset: number, amount: number): void {
  const { tables, ledger, clock } = context;
  const { wallets, debts, state } = tables;
  const user = wallets.user[row] as number;
  const wallet = wallets.wallet[row] as number;
  const market = wallets.market[row] as number;
  let debt = debtOf(context, row, asset);
  if (debt === 0) {
    const account = ledger.open(ACCOUNT_CLASS.debt, user, wallet, asset, market);
    debt = debts.take();
    debts.principal[debt] = 0;
    debts.interest[debt] = 0;
    debts.carry[debt] = 0;
    debts.covered[debt] = hoursCovered(clock.now);
    debts.owner[debt] = row;
    debts.asset[debt] = asset;
    debts.account[debt] = account;
    debts.next[debt] = wallets.debts[row] as number;
    const first = wallets.debts[row] === 0;
    wallets.debts[row] = debt;
    if (first) context.kept.began(row);
    state.count[ROW] = (state.count[ROW] as number) + 1;
    arm(context);
  }
  // Borrowing exactly on the hour begins that hour for the whole debt.
  bringUp(context, debt, hoursCovered(clock.now));
  const source = ledger.open(ACCOUNT_CLASS.lending, 0, 0, asset, 0);
  const target = ledger.open(ACCOUNT_CLASS.wallet, user, wallet, asset, market);
  const claim = receivable(context, wallet, asset);
  debts.principal[debt] = (debts.principal[debt] as number) + amount;
  emitDebt(context, debt, DEBT_CHANGE.borrowed, amount);
  ledger.post(source, -amount, 0);
  ledger.post(target, amount, 0);
  ledger.post(debts.account[debt] as number, -amount, 0);
  ledger.post(claim, amount, 0);
  const first = accrue(amount, tables.assets.rate[asset] as number, 1, debts.carry[debt] as number);
  debts.carry[debt] = first.carry;
  addInterest(context, debt, first.whole);
}

/** Keeps the timer of the next hour set while anything is owed. */
export function arm(context: MarginContext): void {
  const { state } = context.tables;
  if (state.armed[ROW] !== 0 || state.count[ROW] === 0) return;
  state.armed[ROW] = 1;
  context.timers.add(hoursCovered(context.clock.now) * HOUR, TIMER.interest, 0);
}

/** Adds whole atoms of interest to the debt. */
function addInterest(context: MarginContext, debt: number, atoms: number): void {
  if (atoms === 0) return;
  const { debts, wallets } = context.tables;
  const row = debts.owner[debt] as number;
  const wallet = wallets.wallet[row] as number;
  const asset = debts.asset[debt] as number;
  const claim = receivable(context, wallet, asset);
  debts.interest[debt] = (debts.interest[debt] as number) + atoms;
  context.out.record('interest', {
    user: wallets.user[row] as number,
    wallet,
    market: wallets.market[row] as number,
    asset,
    amount: atoms,
  });
  context.ledger.post(debts.account[debt] as number, -atoms, 0);
  context.ledger.post(claim, atoms, 0);
}

/** Posts the interest of hours begun since it was last counted. Returns true when there were any. */
export function bringUp(context: MarginContext, debt: number, hours = hoursBegun(context.clock.now)): boolean {
  const { debts } = context.tables;
  if ((debts.covered[debt] as number) >= hours) return false;
  const { whole, carry } = interestNow(context, debt, hours);
  debts.covered[debt] = hours;
  debts.carry[debt] = carry;
  addInterest(context, debt, whole - (debts.interest[debt] as number));
  return true;
}

/**
 * Pays `amount` atoms of a debt (at most `owedNow`), interest first, rounded up when it pays everything. `type` says
 * whether the wallet or the insurance fund pays. Interest is income (`fee`); principal returns to `lending`.
 */
export function pay(context: MarginContext, debt: number, amount: number, type: number): void {
  const { tables, ledger, out } = context;
  const { debts, wallets, state } = tables;
  bringUp(context, debt);
  const row = debts.owner[debt] as number;
  const user = wallets.user[row] as number;
  const wallet = wallets.wallet[row] as number;
  const market = wallets.market[row] as number;
  const asset = debts.asset[debt] as number;
  if ((debts.carry[debt] as number) > 0 && amount > (debts.interest[debt] as number)) {
    debts.carry[debt] = 0;
    addInterest(context, debt, 1);
  }
  const due = debts.interest[debt] as number;
  const interest = amount < due ? amount : due;
  const principal = amount - interest;
  debts.interest[debt] = due - interest;
  debts.principal[debt] = (debts.principal[debt] as number) - principal;
  const insured = type === DEBT_CHANGE.paidByInsurance;
  const source = insured
    ? ledger.open(ACCOUNT_CLASS.insurance, 0, 0, asset, 0)
    : ledger.open(ACCOUNT_CLASS.wallet, user, wallet, asset, market);
  const claim = receivable(context, wallet, asset);
  const income = ledger.open(ACCOUNT_CLASS.fee, 0, 0, asset, 0);
  const lending = ledger.open(ACCOUNT_CLASS.lending, 0, 0, asset, 0);
  if (insured) emitDebt(context, debt, type, -amount);
  else out.record('debt.repaid', { user, wallet, market, asset, type, interest, principal });
  ledger.post(source, -amount, 0);
  ledger.post(debts.account[debt] as number, amount, 0);
  ledger.post(claim, -amount, 0);
  ledger.post(income, interest, 0);
  ledger.post(lending, principal, 0);
  if (!insured) emitDebt(context, debt, type, -amount);
  if ((debts.principal[debt] as number) > 0 || (debts.interest[debt] as number) > 0) return;
  unlink(context, row, debt);
  debts.free(debt);
  state.count[ROW] = (state.count[ROW] as number) - 1;
}

function unlink(context: MarginContext, row: number, debt: number): void {
  const { debts, wallets } = context.tables;
  let before = 0;
  for (let one = wallets.debts[row] as number; one !== debt; one = debts.next[one] as number) before = one;
  if (before === 0) wallets.debts[row] = debts.next[debt] as number;
  else debts.next[before] = debts.next[debt] as number;
  if (wallets.debts[row] === 0) context.kept.ended(row);
}
