// Money of a loan: paid out, a day older, paid back with interest first; each change under its event (money §7).

import { DAY, dayOf, TIMER } from '../clock/index.ts';
import { accrue, instalmentOf } from '../formula/index.ts';
import { CLASS } from '../ledger/index.ts';
import { quotient } from '../number/index.ts';
import { RULE } from '../rules.ts';
import { type LoanContext, MOST_SCORE } from './context.ts';
import { gone, LOAN, type LoanStep } from './states.ts';

/** Why a loan changed. */
export const CAUSE = {
  applied: 1,
  paidOut: 2,
  failed: 3,
  day: 4,
  repaid: 5,
  debited: 6,
  missed: 7,
  collected: 8,
} as const;

/** What becoming overdue, a day of it, thirty days in time, and (before `loanScore`) a loan repaid do to a score. */
export const SCORE = { missed: -5, day: -1, days: 1, inTime: 2 } as const;
/** Days in time of a point, and the part of the limit that is borrowed on each of them: one in so many. */
export const POINT_DAYS = 30;
const LIMIT_PART = 4;

/** Pays a loan out of `lending` to spot; its first day begins, its first instalment is set. */
export function payOut(context: LoanContext, loan: number): void {
  const { loans, ledger, timers, clock } = context;
  const user = loans.user[loan] as number;
  const asset = loans.asset[loan] as number;
  const amount = loans.principal[loan] as number;
  const each = quotient(loans.days[loan] as number, loans.count[loan] as number);
  const source = context.house(CLASS.lending, asset);
  const target = context.wallet(user, asset);
  const debt = context.debt(user, asset);
  const claim = context.claim(asset);
  loans.status[loan] = gone(LOAN.pending, 'pass', LOAN.passed);
  loans.start[loan] = clock.now;
  loans.instalment[loan] = instalmentOf(amount, loans.rate[loan] as number, each, loans.count[loan] as number);
  loans.due[loan] = clock.now + each * DAY;
  loans.day[loan] = clock.now;
  timers.add(loans.due[loan] as number, TIMER.loanDue, loans.id(loan));
  context.tell(loan, CAUSE.paidOut, amount, 0);
  ledger.post(source, -amount, 0);
  ledger.post(target, amount, 0);
  ledger.post(debt, -amount, 0);
  ledger.post(claim, amount, 0);
  beginDay(context, loan);
}

/** A day of 24 hours from the pay-out begins: its interest is owed at once (simple, on principal). */
export function beginDay(context: LoanContext, loan: number): void {
  const { loans, timers, clock } = context;
  const { whole, carry } = accrue(
    loans.principal[loan] as number,
    context.rateOf(loan),
    1,
    loans.carry[loan] as number,
  );
  const rounded = (carry > 0 ? 1 : 0) - ((loans.carry[loan] as number) > 0 ? 1 : 0);
  loans.day[loan] = (loans.day[loan] as number) + DAY;
  timers.add(loans.day[loan] as number, TIMER.loanDay, loans.id(loan));
  const overdue = allOverdue(context, loan);
  if (overdue) loans.arrears[loan] = (loans.arrears[loan] as number) + whole + rounded;
  addInterest(context, loan, whole, carry);
  // Before rules `overdueAtom` an atom that only rounding makes overdue came with the next event.
  if (overdue && whole === 0 && rounded > 0 && clock.rules >= RULE.overdueAtom) context.tell(loan, CAUSE.day, 0, 0);
}

/** Whether whatever is owed is overdue: all instalments have come. */
function allOverdue({ loans }: LoanContext, loan: number): boolean {
  return loans.status[loan] === LOAN.overdue && loans.made[loan] === loans.count[loan];
}

/** Rules `overdueAtom`: emits `loan.changed` for loans where one atom overdue may be missing in the events. Bounded by MAX_LOANS. */
export function emitOverdueAtoms(context: LoanContext): void {
  const { loans } = context;
  for (let loan = 1; loan <= loans.top; loan += 1) {
    if (!loans.alive(loan) || !allOverdue(context, loan) || loans.carry[loan] === 0) continue;
    // A day of a whole atom or more has its event.
    if (accrue(loans.principal[loan] as number, context.rateOf(loan), 1, 0).whole === 0)
      context.tell(loan, CAUSE.day, 0, 0);
  }
}

function addInterest(context: LoanContext, loan: number, whole: number, carry: number): void {
  const { loans, ledger } = context;
  loans.carry[loan] = carry;
  if (whole === 0) return;
  const asset = loans.asset[loan] as number;
  const debt = context.debt(loans.user[loan] as number, asset);
  const claim = context.claim(asset);
  loans.interest[loan] = (loans.interest[loan] as number) + whole;
  context.tell(loan, CAUSE.day, 0, whole);
  ledger.post(debt, -whole, 0);
  ledger.post(claim, whole, 0);
}

/**
 * Pays `amount` atoms (at most `owed`) out of spot, interest first, rounded up when all of it is paid. Interest is income
 * (`fee`), principal goes back to `lending`. Ends the loan, or its being overdue, when that is what it does.
 */
export function pay(context: LoanContext, loan: number, amount: number, step: LoanStep, cause: number): void {
  const { loans, ledger, borrowers } = context;
  if ((loans.carry[loan] as number) > 0 && amount > (loans.interest[loan] as number)) addInterest(context, loan, 1, 0);
  const user = loans.user[loan] as number;
  const asset = loans.asset[loan] as number;
  const due = loans.interest[loan] as number;
  const interest = amount < due ? amount : due;
  const principal = amount - interest;
  const was = loans.status[loan] as number;
  const source = context.wallet(user, asset);
  const debt = context.debt(user, asset);
  const claim = context.claim(asset);
  const income = context.house(CLASS.fee, asset);
  const lending = context.house(CLASS.lending, asset);
  loans.interest[loan] = due - interest;
  loans.principal[loan] = (loans.principal[loan] as number) - principal;
  const arrears = (loans.arrears[loan] as number) - amount;
  loans.arrears[loan] = arrears > 0 ? arrears : 0;
  const settled = loans.principal[loan] === 0;
  const now = settled ? LOAN.settled : arrears > 0 ? LOAN.overdue : LOAN.passed;
  loans.status[loan] = gone(was, step, now);
  if (settled) loans.due[loan] = 0;
  context.tell(loan, cause, -amount, interest);
  ledger.post(source, -amount, 0);
  ledger.post(debt, amount, 0);
  ledger.post(claim, -amount, 0);
  ledger.post(income, interest, 0);
  ledger.post(lending, principal, 0);
  if (was === LOAN.overdue && now !== LOAN.overdue) {
    const row = context.find(user);
    borrowers.overdue[row] = (borrowers.overdue[row] as number) - 1;
    loans.collection[loan] = 0;
    context.timers.cancel(TIMER.loanCollect, loans.id(loan));
  }
  if (!settled) return;
  if (loans.missed[loan] === 0) repaidInTime(context, loan);
  forget(context, loan);
}

/**
 * A loan that was never overdue is repaid: before rules `loanScore` that was worth two points; since then it proves that
 * the limit may reach one and a half times what was borrowed.
 */
function repaidInTime(context: LoanContext, loan: number): void {
  const { loans, borrowers, products, clock } = context;
  const user = loans.user[loan] as number;
  if (clock.rules < RULE.loanScore) return context.score(user, SCORE.inTime);
  const row = context.find(user);
  const perPoint = products.perPoint[loans.product[loan] as number] as number;
  const points = perPoint === 0 ? 0 : quotient((loans.asked[loan] as number) * 3, perPoint * 2);
  const proven = points < MOST_SCORE ? points : MOST_SCORE;
  if (proven > (borrowers.proven[row] as number)) borrowers.proven[row] = proven;
}

/**
 * Since rules `loanScore`: a day of a loan passed in time. Once a UTC day it counts if the borrower is overdue with nothing
 * and has borrowed at least a quarter of the limit; thirty days that count are a point.
 */
export function countDay(context: LoanContext, loan: number): void {
  const { loans, borrowers, clock } = context;
  if (clock.rules < RULE.loanScore || loans.status[loan] !== LOAN.passed) return;
  const user = loans.user[loan] as number;
  const row = context.find(user);
  const today = dayOf(clock.now);
  if ((borrowers.overdue[row] as number) > 0 || borrowers.day[row] === today) return;
  const borrowed = context.borrowed(row, loans.asset[loan] as number);
  if (borrowed * LIMIT_PART < context.limit(user, loans.product[loan] as number)) return;
  borrowers.day[row] = today;
  const days = (borrowers.days[row] as number) + 1;
  borrowers.days[row] = days === POINT_DAYS ? 0 : days;
  if (days === POINT_DAYS) context.score(user, SCORE.days);
}

/** A loan that failed or is settled leaves its borrower's list; its row is free. */
export function forget(context: LoanContext, loan: number): void {
  const { loans, borrowers, timers } = context;
  for (const kind of [TIMER.loanDue, TIMER.loanDay, TIMER.loanCollect]) timers.cancel(kind, loans.id(loan));
  const row = context.find(loans.user[loan] as number);
  let before = 0;
  for (let one = borrowers.loans[row] as number; one !== loan; one = loans.next[one] as number) before = one;
  if (before === 0) borrowers.loans[row] = loans.next[loan] as number;
  else loans.next[before] = loans.next[loan] as number;
  loans.free(loan);
}

/** An instalment's time has come: debited whole, or nothing, and then it is overdue. */
export function dueNow(context: LoanContext, loan: number): void {
  const { loans, timers, clock } = context;
  // The day that ends with it, whichever of the two timers is first.
  if (clock.now > (loans.day[loan] as number)) countDay(context, loan);
  const made = (loans.made[loan] as number) + 1;
  const last = made === loans.count[loan];
  const rest = context.owed(loan) - (loans.arrears[loan] as number);
  const instalment = loans.instalment[loan] as number;
  const amount = last || rest < instalment ? rest : instalment;
  loans.made[loan] = made;
  loans.due[loan] = 0;
  if (!last) {
    const each = quotient(loans.days[loan] as number, loans.count[loan] as number);
    loans.due[loan] = (loans.start[loan] as number) + (made + 1) * each * DAY;
    timers.add(loans.due[loan] as number, TIMER.loanDue, loans.id(loan));
  }
  const user = loans.user[loan] as number;
  const was = loans.status[loan] as number;
  if (was === LOAN.passed && context.available(user, loans.asset[loan] as number) >= amount)
    return pay(context, loan, amount, 'debit', CAUSE.debited);
  loans.status[loan] = gone(was, 'miss', LOAN.overdue);
  loans.arrears[loan] = (loans.arrears[loan] as number) + amount;
  loans.missed[loan] = 1;
  context.tell(loan, CAUSE.missed, 0, 0);
  if (was === LOAN.overdue) return;
  const row = context.find(user);
  context.borrowers.overdue[row] = (context.borrowers.overdue[row] as number) + 1;
  context.borrowers.days[row] = 0;
  context.score(user, SCORE.missed);
  collectLater(context, loan, clock.now);
}

/** Sets the next collection: when the next UTC day begins. */
function collectLater(context: LoanContext, loan: number, now: number): void {
  const { loans, timers, clock } = context;
  loans.collection[loan] = (dayOf(now) + 1) * DAY - 1;
  const kind = clock.rules < RULE.rowTimers ? TIMER.loanDay : TIMER.loanCollect;
  timers.add(loans.collection[loan] as number, kind, loans.id(loan));
}

/** Rules `rowTimers`: each loan that was paid out has the timers its row names, and no others wait. */
export function renewTimers(context: LoanContext): void {
  const { loans, timers } = context;
  timers.keep([TIMER.loanDue, TIMER.loanDay], () => false);
  for (let loan = 1; loan <= loans.top; loan += 1) {
    if (!loans.alive(loan) || loans.status[loan] === LOAN.pending) continue;
    if (loans.due[loan] !== 0) timers.add(loans.due[loan] as number, TIMER.loanDue, loans.id(loan));
    timers.add(loans.day[loan] as number, TIMER.loanDay, loans.id(loan));
    if (loans.collection[loan] !== 0) timers.add(loans.collection[loan] as number, TIMER.loanCollect, loans.id(loan));
  }
}

/** A UTC day of an overdue loan: whatever is available is taken, interest first; what stays overdue costs a point. */
export function collect(context: LoanContext, loan: number): void {
  const { loans, clock } = context;
  const user = loans.user[loan] as number;
  const free = context.available(user, loans.asset[loan] as number);
  const arrears = loans.arrears[loan] as number;
  const amount = free < arrears ? free : arrears;
  const id = loans.id(loan);
  if (amount > 0) pay(context, loan, amount, 'collect', CAUSE.collected);
  if (loans.find(id) === 0 || loans.status[loan] !== LOAN.overdue) return;
  context.score(user, SCORE.day);
  collectLater(context, loan, clock.now);
}
