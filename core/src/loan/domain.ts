// The loan domain: applications, decisions, repayment, overdue loans (money §7).

import { TIMER } from '../clock/index.ts';
import { Domain } from '../domain.ts';
import { ACCOUNT_CLASS, DEBT_KIND, LOAN_STATUS } from '../enum/index.ts';
import { LOAN_DAYS, instalmentsOf, overdueRate, planOf } from '../formula/index.ts';
import { RULE } from '../rules.ts';
import { commands, DONE, MAX_ORDER_ATOMS, offsetOf, rejects } from '../schema/index.ts';
import { SLOT_SPAN } from '../state/index.ts';
import {
  beginDay,
  CAUSE,
  collect,
  countDay,
  dueNow,
  emitOverdueAtoms,
  forget,
  pay,
  payOut,
  renewTimers,
} from './pay.ts';
import { type LoanContext, MAX_OPEN_LOANS } from './context.ts';
import { gone, mayGo } from './states.ts';
import { commitProduct, decideProduct, emitProduct } from './terms.ts';
import type { Expect } from '../expect.ts';

const APPLY = commands['loan.apply'].kind;
const REPAY = commands['loan.repay'].kind;
const DECIDE = commands['loan.decide'].kind;
const SET = commands['loan.set'].kind;
const USER = offsetOf('loan.apply', 'user');
const PRODUCT = offsetOf('loan.apply', 'product');
const AMOUNT = offsetOf('loan.apply', 'amount');
const DAYS = offsetOf('loan.apply', 'days');
const REPAY_TYPE = offsetOf('loan.apply', 'repayType');
const REPAY_LOAN = offsetOf('loan.repay', 'loan');
const REPAY_AMOUNT = offsetOf('loan.repay', 'amount');
const OPERATOR = offsetOf('loan.decide', 'operator');
const DECIDE_LOAN = offsetOf('loan.decide', 'loan');
const DECISION = offsetOf('loan.decide', 'decision');
/** Verification stage that a loan requires. */
const STAGE = 2;
const PASS = 1;

export class Loans extends Domain {
  readonly kinds = [APPLY, REPAY, DECIDE, SET];
  override readonly whileFrozen = [REPAY];
  override readonly timers = [TIMER.loanDue, TIMER.loanDay, TIMER.loanCollect];
  private readonly context: LoanContext;

  constructor(context: LoanContext) {
    super();
    this.context = context;
  }

  /** Whether an overdue loan locks a user's withdrawals. */
  locksWithdrawals(user: number): boolean {
    return this.context.overdue(user);
  }

  decide(words: Float64Array, at: number, kind: number): number {
    if (kind === APPLY) return this.decideApply(words, at);
    if (kind === REPAY) return this.decideRepay(words, at);
    if (kind === DECIDE) return this.decideReview(words, at);
    return decideProduct(this.context, words, at) ? DONE : this.refuse(rejects['request.invalid'], 0, 0);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    if (kind === APPLY) return this.commitApply(words, at);
    if (kind === REPAY) return this.commitRepay(words, at);
    if (kind === DECIDE) return this.commitReview(words, at);
    return commitProduct(this.context, words, at);
  }

  /** Numbers of the application or repayment just allowed (`schema/answer.ts`). */
  override numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    const { context } = this;
    if (kind === REPAY) {
      const loan = context.loans.find(words[at + REPAY_LOAN] as number);
      const owed = context.owed(loan);
      const amount = this.repaying(words, at, owed);
      const due = context.interestUp(loan);
      const interest = amount < due ? amount : due;
      return [interest, amount - interest, owed - amount];
    }
    if (kind !== APPLY) return [];
    const user = words[at + USER] as number;
    const product = words[at + PRODUCT] as number;
    const amount = words[at + AMOUNT] as number;
    const rate = context.products.rate[product] as number;
    const plan = planOf(amount, rate, words[at + DAYS] as number, words[at + REPAY_TYPE] as number);
    const interest = plan.reduce((sum, part) => sum + part.interest, 0);
    const [first] = plan;
    const part = first === undefined ? 0 : first.interest + first.principal;
    const used = context.outstanding(user, product);
    return [interest, plan.length, part, context.limit(user, product), used];
  }

  private decideApply(words: Float64Array, at: number): number {
    const { context } = this;
    const { products, users } = context;
    const user = words[at + USER] as number;
    const product = words[at + PRODUCT] as number;
    const amount = words[at + AMOUNT] as number;
    const stage = users.rows.stage[user] as number;
    if (product > products.top || products.open[product] !== 1)
      return this.refuse(rejects['product.unknown'], 0, product);
    if (stage < STAGE) return this.refuse(rejects['kyc.required'], STAGE, stage);
    const min = products.min[product] as number;
    const max = products.max[product] as number;
    if (amount < min || amount > max) return this.refuse(rejects['product.range'], amount < min ? min : max, amount);
    const days = words[at + DAYS] as number;
    const term = LOAN_DAYS.indexOf(days);
    if (term < 0 || ((products.days[product] as number) & (1 << term)) === 0)
      return this.refuse(rejects['product.range'], products.days[product] as number, days);
    if (context.blocked(user)) return this.refuse(rejects['loan.overdue'], 0, 1);
    const atoms = context.outstanding(user, product);
    const count = context.count(user);
    if (count >= MAX_OPEN_LOANS || context.loans.full() || context.borrowers.full())
      return this.refuse(rejects['request.tooFrequent'], MAX_OPEN_LOANS, count);
    const limit = context.limit(user, product);
    return atoms + amount > limit ? this.refuse(rejects['loan.limit'], limit, atoms + amount) : DONE;
  }

  private commitApply(words: Float64Array, at: number): number {
    const { context } = this;
    const { loans, products, borrowers } = context;
    const user = words[at + USER] as number;
    const product = words[at + PRODUCT] as number;
    const row = context.open(user);
    const loan = loans.take();
    for (const column of [loans.interest, loans.carry, loans.arrears, loans.instalment, loans.start, loans.due])
      column[loan] = 0;
    for (const column of [loans.day, loans.collection, loans.made, loans.missed]) column[loan] = 0;
    loans.user[loan] = user;
    loans.product[loan] = product;
    loans.asset[loan] = products.asset[product] as number;
    loans.principal[loan] = words[at + AMOUNT] as number;
    loans.asked[loan] = words[at + AMOUNT] as number;
    loans.rate[loan] = products.rate[product] as number;
    loans.late[loan] = overdueRate(products.rate[product] as number, products.overdue[product] as number);
    loans.days[loan] = words[at + DAYS] as number;
    loans.repayType[loan] = words[at + REPAY_TYPE] as number;
    loans.count[loan] = instalmentsOf(words[at + DAYS] as number, words[at + REPAY_TYPE] as number);
    loans.status[loan] = LOAN_STATUS.pending;
    loans.next[loan] = borrowers.loans[row] as number;
    borrowers.loans[row] = loan;
    context.emit(loan, CAUSE.applied, 0, 0);
    return loans.id(loan);
  }

  /** The slot of a loan, or 0 with `code`: 404 when it never existed or is another user's, 4103 when it is over. */
  private named(id: number, user: number): { readonly loan: number; readonly code: number } {
    const { loans } = this.context;
    const loan = loans.find(id);
    if (loan !== 0 && (user === 0 || loans.user[loan] === user)) return { loan, code: DONE };
    const place = id % SLOT_SPAN;
    const generation = place === 0 || place > loans.top ? -1 : (loans.generation[place] as number);
    const given = loan === 0 && generation >= 0 && (id - place) / SLOT_SPAN < (generation >> 1) + (generation & 1);
    return { loan: 0, code: this.refuse(given ? rejects['loan.state'] : rejects['request.notFound'], 0, id) };
  }

  private repaying(words: Float64Array, at: number, owed: number): number {
    const amount = words[at + REPAY_AMOUNT] as number;
    return amount === 0 ? owed : amount;
  }

  private decideRepay(words: Float64Array, at: number): number {
    const { context } = this;
    const user = words[at + USER] as number;
    const { loan, code } = this.named(words[at + REPAY_LOAN] as number, user);
    if (loan === 0) return code;
    const status = context.loans.status[loan] as number;
    if (!mayGo(status, 'repay')) return this.refuse(rejects['loan.state'], LOAN_STATUS.passed, status);
    const owed = context.owed(loan);
    const amount = this.repaying(words, at, owed);
    if (amount > owed) return this.refuse(rejects['repay.tooMuch'], owed, amount);
    const free = context.available(user, context.loans.asset[loan] as number);
    return free < amount ? this.refuse(rejects['balance.insufficient'], amount, free) : DONE;
  }

  private commitRepay(words: Float64Array, at: number): number {
    const loan = this.context.loans.find(words[at + REPAY_LOAN] as number);
    const amount = this.repaying(words, at, this.context.owed(loan));
    pay(this.context, loan, amount, 'repay', CAUSE.repaid);
    return amount;
  }

  /** One operator decides below the product's threshold; from it on two, through a proposal (operator 0). */
  private decideReview(words: Float64Array, at: number): number {
    const { context } = this;
    const { loans, products, ledger } = context;
    const { loan, code } = this.named(words[at + DECIDE_LOAN] as number, 0);
    if (loan === 0) return code;
    const status = loans.status[loan] as number;
    const passes = words[at + DECISION] === PASS;
    if (!mayGo(status, passes ? 'pass' : 'fail'))
      return this.refuse(rejects['loan.state'], LOAN_STATUS.pending, status);
    const product = loans.product[loan] as number;
    const amount = loans.principal[loan] as number;
    const threshold = products.threshold[product] as number;
    if (words[at + OPERATOR] !== 0 && passes && amount >= threshold)
      return this.refuse(rejects['request.forbidden'], threshold, amount);
    if (!passes) return DONE;
    const user = loans.user[loan] as number;
    const asset = loans.asset[loan] as number;
    const stage = context.users.rows.stage[user] as number;
    if (stage < STAGE && context.clock.rules >= RULE.stageRevoked)
      return this.refuse(rejects['kyc.required'], STAGE, stage);
    if (context.blocked(user)) return this.refuse(rejects['loan.overdue'], 0, 1);
    const limit = context.limit(user, product);
    const atoms = context.outstanding(user, product);
    if (atoms > limit) return this.refuse(rejects['loan.limit'], limit, atoms);
    const source = ledger.find(ACCOUNT_CLASS.lending, 0, 0, asset, 0);
    const has = source === 0 ? 0 : (ledger.accounts.available[source] as number);
    const claim = ledger.find(ACCOUNT_CLASS.receivable, 0, DEBT_KIND.loan, asset, 0);
    const lent = claim === 0 ? 0 : (ledger.accounts.available[claim] as number);
    return has < amount || lent + amount > MAX_ORDER_ATOMS ? this.refuse(rejects['lending.empty'], amount, has) : DONE;
  }

  private commitReview(words: Float64Array, at: number): number {
    const { context } = this;
    const { loans } = context;
    const loan = loans.find(words[at + DECIDE_LOAN] as number);
    if (words[at + DECISION] === PASS) {
      payOut(context, loan);
      return loans.id(loan);
    }
    const id = loans.id(loan);
    loans.status[loan] = gone(LOAN_STATUS.pending, 'fail', LOAN_STATUS.failed);
    context.emit(loan, CAUSE.failed, 0, 0);
    forget(context, loan);
    return id;
  }

  /** Timer: a loan's instalment, end of day, or collection. Ignores a timer that the loan no longer has. */
  override fire(kind: number, id: number, due: number): void {
    const { loans } = this.context;
    const loan = loans.find(id);
    if (loan === 0) return;
    if (kind === TIMER.loanDue) {
      if (loans.due[loan] === due) dueNow(this.context, loan);
      return;
    }
    if (kind === TIMER.loanDay && loans.day[loan] === due) {
      countDay(this.context, loan);
      beginDay(this.context, loan);
    }
    const collects = kind === TIMER.loanCollect || this.context.clock.rules < RULE.rowTimers;
    if (collects && loans.collection[loan] === due) collect(this.context, loan);
  }

  /**
   * Rules `rowTimers`: removes timers of repaid loans and gives collection its own kind. Rules `overdueAtom`: emits
   * overdue atoms that no event has shown.
   */
  override activated(version: number): void {
    if (version === RULE.rowTimers) renewTimers(this.context);
    if (version === RULE.overdueAtom) emitOverdueAtoms(this.context);
  }

  override rebuild(): void {
    this.context.rebuild();
  }

  override emitState(): void {
    const { context } = this;
    const { products, loans, borrowers } = context;
    for (let product = 1; product <= products.top; product += 1)
      if (products.version[product] !== 0) emitProduct(context, product);
    for (let row = 1; row <= borrowers.top; row += 1) {
      context.out.record('score.changed', {
        user: borrowers.user[row] as number,
        score: borrowers.score[row] as number,
        by: 0,
      });
      for (let loan = borrowers.loans[row] as number; loan !== 0; loan = loans.next[loan] as number)
        context.emit(loan, CAUSE.applied, 0, 0);
    }
  }

  /** core §4: a debt account equals its loans; the receivable equals their sum. Counts of overdue loans agree. */
  override audit(expect: Expect): void {
    const { loans, ledger, borrowers } = this.context;
    const a = ledger.accounts;
    const owed = new Float64Array(a.top + 1);
    for (let row = 1; row <= borrowers.top; row += 1) {
      const user = borrowers.user[row] as number;
      let overdue = 0;
      let count = 0;
      for (let loan = borrowers.loans[row] as number; loan !== 0; loan = loans.next[loan] as number) {
        expect(loans.alive(loan) && loans.user[loan] === user, () => `loan ${loan} to be user ${user}’s`);
        count += 1;
        const status = loans.status[loan] as number;
        if (status === LOAN_STATUS.overdue) overdue += 1;
        expect(
          (loans.arrears[loan] as number) > 0 === (status === LOAN_STATUS.overdue),
          () => `arrears of loan ${loan} if overdue`,
        );
        expect(
          (loans.arrears[loan] as number) <= this.context.owed(loan),
          () => `arrears of loan ${loan} within what is owed`,
        );
        if (status === LOAN_STATUS.pending) continue;
        const debt = ledger.find(ACCOUNT_CLASS.debt, user, DEBT_KIND.loan, loans.asset[loan] as number, 0);
        const claim = ledger.find(ACCOUNT_CLASS.receivable, 0, DEBT_KIND.loan, loans.asset[loan] as number, 0);
        const atoms = (loans.principal[loan] as number) + (loans.interest[loan] as number);
        owed[debt] = (owed[debt] as number) - atoms;
        owed[claim] = (owed[claim] as number) + atoms;
      }
      expect(overdue === borrowers.overdue[row], () => `user ${user} to have ${overdue} overdue loans`);
      expect(count <= MAX_OPEN_LOANS, () => `at most ${MAX_OPEN_LOANS} loans of user ${user}`);
    }
    for (let slot = 1; slot <= a.top; slot += 1)
      if (
        a.wallet[slot] === DEBT_KIND.loan &&
        (a.class[slot] === ACCOUNT_CLASS.debt || a.class[slot] === ACCOUNT_CLASS.receivable)
      )
        expect(a.available[slot] === owed[slot], () => `account ${slot} to be ${owed[slot]} of loans`);
  }
}
