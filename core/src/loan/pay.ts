// Moves the money of a loan: payout, daily interest, repayment with interest first. Each change emits its event (money
// §7).

import { DAY, dayOf, TIMER } from '../clock/index.ts';
import { ACCOUNT_CLASS, LOAN_STATUS } from '../enum/index.ts';
import { accrue, instalmentOf } from '../formula/index.ts';
import { quotient } from '../number/index.ts';
import { RULE } from '../rules.ts';
import { type LoanContext, MOST_SCORE } from './context.ts';
import { gone, type LoanStep } from './states.ts';

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

/**
 * Score changes: for becoming overdue, for a day overdue, for thirty days in time, and (before `loanScore`) for
 * repaying.
 */
export const SCORE = { missed: -5, day: -1, days: 1, inTime: 2 } as const;
/** Days in time that earn a point, and the divisor of the limit that must be borrowed on each of them. */
export const POINT_DAYS = 30;
const LIMIT_PART = 4;

/** Pays a loan out of `lending` to spot, begins its first day and sets its first instalment. */
export function payOut(context: LoanContext, loan: number): void {
  const { loans, ledger, timers, clock } = context;
  const user = loans.user[loan] as number;
  const asset = loans.asset[loan] as number;
  const amount = loans.principal[loan] as number;
  const each = quotient(loans.days[loan] as number, loans.count[loan] as number);
  const source = context.operatorAccount(ACCOUNT_CLASS.lending, asset);
  const target = context.wallet(user, asset);
  const debt = context.debt(user, asset);
  const claim = context.claim(asset);
  loans.status[loan] = gone(LOAN_STATUS.pending, 'pass', LOAN_STATUS.passed);
  loans.start[loan] = clock.now;
  loans.instalment[loan] = instalmentOf(amount, loans.rate[loan] as number, each, loans.count[loan] as number);
  loans.due[loan] = clock.now + each * DAY;
  loans.day[loan] = clock.now;
  timers.add(loans.due[loan] as number, TIMER.loanDue, loans.id(loan));
  context.emit(loan, CAUSE.paidOut, amount, 0);
  ledger.post(source, -amount, 0);
  ledger.post(target, amount, 0);
  ledger.post(debt, -amount, 0);
  ledger.post(claim, amount, 0);
  beginDay(context, loan);
}

/** Begins a 24-hour day since the payout. Its interest is owed at once (simple, on principal). */
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
  // Before rules `overdueAtom`, an atom overdue only through rounding waited for the next event.
  if (overdue && whole === 0 && rounded > 0 && clock.rules >= RULE.overdueAtom) context.emit(loan, CAUSE.day, 0, 0);
}

/** Whether everything owed is overdue, because all instalments are due. */
function allOverdue({ loans }: LoanContext, loan: number): boolean {
  return loans.status[loan] === LOAN_STATUS.overdue && loans.made[loan] === loans.count[loan];
}

/** Rules `overdueAtom`: emits `loan.changed` for loans whose events may lack one overdue atom. Bounded by MAX_LOANS. */
export function emitOverdueAtoms(context: LoanContext): void {
  const { loans } = context;
  for (let loan = 1; loan <= loans.top; loan += 1) {
    if (!loans.alive(loan) || !allOverdue(context, loan) || loans.carry[loan] === 0) continue;
    // A day with at least one whole atom has its own event.
    if (accrue(loans.principal[loan] as number, context.rateOf(loan), 1, 0).whole === 0)
      context.emit(loan, CAUSE.day, 0, 0);
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
  context.emit(loan, CAUSE.day, 0, whole);
  ledger.post(debt, -whole, 0);
  ledger.post(claim, whole, 0);
}

/**
 * Pays `amount` atoms (at most `owed`) from spot, interest first, rounded up when it pays everything. Interest is
 * income (`fee`); principal returns to `lending`. May end the loan or its overdue state.
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
  const income = context.operatorAccount(ACCOUNT_CLASS.fee, asset);
  const lending = context.operatorAccount(ACCOUNT_CLASS.lending, asset);
  loans.interest[loan] = due - interest;
  loans.principal[loan] = (loans.principal[loan] as number) - principal;
  const arrears = (loans.arrears[loan] as number) - amount;
  loans.arrears[loan] = arrears > 0 ? arrears : 0;
  const settled = loans.principal[loan] === 0;
  const now = settled ? LOAN_STATUS.settled : arrears > 0 ? LOAN_STATUS.overdue : LOAN_STATUS.passed;
  loans.status[loan] = gone(was, step, now);
  if (settled) loans.due[loan] = 0;
  context.emit(loan, cause, -amount, interest);
  ledger.post(source, -amount, 0);
  ledger.post(debt, amount, 0);
  ledger.post(claim, -amount, 0);
  ledger.post(income, interest, 0);
  ledger.post(lending, principal, 0);
  if (was === LOAN_STATUS.overdue && now !== LOAN_STATUS.overdue) {
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
 * Rewards a loan repaid without ever being overdue. Before rules `loanScore` it earned two points. Since then it raises
 * the proven limit to one and a half times the amount borrowed.
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
 * Since rules `loanScore`: counts a day in time, at most one per UTC day. It counts when the borrower has nothing
 * overdue and has borrowed at least a quarter of the limit. Thirty such days earn a point.
 */
export function countDay(context: LoanContext, loan: number): void {
  const { loans, borrowers, clock } = context;
  if (clock.rules < RULE.loanScore || loans.status[loan] !== LOAN_STATUS.passed) return;
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

/** Removes a failed or settled loan from its borrower's list and frees its row. */
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

/** An instalment is due: debits it whole, or nothing, and then it is overdue. */
export function dueNow(context: LoanContext, loan: number): void {
  const { loans, timers, clock } = context;
  // The day that ends at the same time counts, whichever of the two timers fires first.
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
  if (was === LOAN_STATUS.passed && context.available(user, loans.asset[loan] as number) >= amount)
    return pay(context, loan, amount, 'debit', CAUSE.debited);
  loans.status[loan] = gone(was, 'miss', LOAN_STATUS.overdue);
  loans.arrears[loan] = (loans.arrears[loan] as number) + amount;
  loans.missed[loan] = 1;
  context.emit(loan, CAUSE.missed, 0, 0);
  if (was === LOAN_STATUS.overdue) return;
  const row = context.find(user);
  context.borrowers.overdue[row] = (context.borrowers.overdue[row] as number) + 1;
  context.borrowers.days[row] = 0;
  context.score(user, SCORE.missed);
  collectLater(context, loan, clock.now);
}

/** Sets the next collection, at the start of the next UTC day. */
function collectLater(context: LoanContext, loan: number, now: number): void {
  const { loans, timers, clock } = context;
  loans.collection[loan] = (dayOf(now) + 1) * DAY - 1;
  const kind = clock.rules < RULE.rowTimers ? TIMER.loanDay : TIMER.loanCollect;
  timers.add(loans.collection[loan] as number, kind, loans.id(loan));
}

/** Rules `rowTimers`: gives each paid-out loan exactly the timers its row names. */
export function renewTimers(context: LoanContext): void {
  const { loans, timers } = context;
  timers.keep([TIMER.loanDue, TIMER.loanDay], () => false);
  for (let loan = 1; loan <= loans.top; loan += 1) {
    if (!loans.alive(loan) || loans.status[loan] === LOAN_STATUS.pending) continue;
    if (loans.due[loan] !== 0) timers.add(loans.due[loan] as number, TIMER.loanDue, loans.id(loan));
    timers.add(loans.day[loan] as number, TIMER.loanDay, loans.id(loan));
    if (loans.collection[loan] !== 0) timers.add(loans.collection[loan] as number, TIMER.loanCollect, loans.id(loan));
  }
}

/**
 * Once per UTC day of an overdue loan: takes whatever is available, interest first. If anything stays overdue, the
 * score loses a point.
 */
export function collect(context: LoanContext, loan: number): void {
  const { loans, clock } = context;
  const user = loans.user[loan] as number;
  const free = context.available(user, loans.asset[loan] as number);
  const arrears = loans.arrears[loan] as number;
  const amount = free < arrears ? free : arrears;
  const id = loans.id(loan);
  if (amount > 0) pay(context, loan, amount, 'collect', CAUSE.collected);
  if (loans.find(id) === 0 || loans.status[loan] !== LOAN_STATUS.overdue) return;
  context.score(user, SCORE.day);
  collectLater(context, loan, clock.now);
}
