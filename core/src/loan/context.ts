// The tables that loans use: products, loans, borrowers with their credit scores (money §7).

import type { CoreContext } from '../core-context.ts';
import type { Clock, Timers } from '../clock/index.ts';
import { ACCOUNT_CLASS, DEBT_KIND, LOAN_STATUS, WALLET } from '../enum/index.ts';
import { type Ledger } from '../ledger/index.ts';
import type { Markets } from '../market/index.ts';
import type { Users } from '../user/index.ts';
import { RULE } from '../rules.ts';
import { MAX_ORDER_ATOMS } from '../schema/index.ts';
import { Lookup, type EventBuffer, pool, table } from '../state/index.ts';

const MAX_PRODUCTS = 65_535;
const MAX_BORROWERS = 1_000_000;
export const MAX_LOANS = 2_000_000;
/** Most loans of one user that are pending or not yet repaid. */
export const MAX_OPEN_LOANS = 10;
/** Initial and highest credit score. */
export const FIRST_SCORE = 100;
export const MOST_SCORE = 1_000;

/** An amount of one product in another's worth of a point, up; at most what an order may be. */
function scaled(atoms: number, perPoint: number, own: number): number {
  const most = (BigInt(atoms) * BigInt(perPoint) + BigInt(own) - 1n) / BigInt(own);
  return most < BigInt(MAX_ORDER_ATOMS) ? Number(most) : MAX_ORDER_ATOMS;
}

export class LoanContext {
  /** By product number; `version` 0: none. */
  readonly products;
  readonly loans;
  readonly borrowers;
  readonly out: EventBuffer;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ledger: Ledger;
  readonly users: Users;
  readonly markets: Markets;
  private readonly index = new Lookup();

  constructor(core: CoreContext) {
    const { registry, out, clock, timers, ledger, users, orderBooks } = core;
    this.out = out;
    this.clock = clock;
    this.timers = timers;
    this.ledger = ledger;
    this.users = users;
    this.markets = orderBooks.markets;
    this.products = registry.add(
      table(
        'loan.products',
        {
          min: 'f64',
          max: 'f64',
          rate: 'f64',
          threshold: 'f64',
          perPoint: 'f64',
          asset: 'i32',
          overdue: 'i32',
          days: 'i32',
          leastScore: 'i32',
          open: 'i32',
          version: 'i32',
        },
        MAX_PRODUCTS,
      ),
    );
    this.loans = registry.add(
      pool(
        'loan.loans',
        {
          /** Owed: principal, whole interest, and the fraction of interest (billionths of an atom). */
          principal: 'f64',
          interest: 'f64',
          carry: 'f64',
          /** The overdue part of what is owed; the equal instalment. */
          arrears: 'f64',
          instalment: 'f64',
          /** Amount applied for. */
          asked: 'f64',
          /** Daily rates, billionths: normal, and while overdue. */
          rate: 'f64',
          late: 'f64',
          /** Times: payout; next instalment; end of the day; next collection. 0: none. */
          start: 'f64',
          due: 'f64',
          day: 'f64',
          collection: 'f64',
          user: 'i32',
          product: 'i32',
          asset: 'i32',
          status: 'i32',
          days: 'i32',
          repayType: 'i32',
          /** Instalments in all, and those already due; 1 once it was overdue. */
          count: 'i32',
          made: 'i32',
          missed: 'i32',
          next: 'i32',
        },
        MAX_LOANS,
        'next',
      ),
    );
    this.borrowers = registry.add(
      table(
        'loan.borrowers',
        {
          user: 'i32',
          score: 'i32',
          loans: 'i32',
          overdue: 'i32',
          /** Since rules `loanScore`: days in time that count toward the next point, and the last UTC day that did. */
          days: 'i32',
          day: 'i32',
          /** Points up to which the largest loan repaid in time raises the limit. */
          proven: 'i32',
        },
        MAX_BORROWERS,
        true,
        { added: { days: 0, day: 0, proven: 0 } },
      ),
    );
  }

  /** Rebuilds the index, on load. */
  rebuild(): void {
    const { borrowers } = this;
    for (let row = 1; row <= borrowers.top; row += 1) this.index.add(borrowers.user[row] as number, 0, 0, row);
  }

  /** A borrower's row, 0 when the user never applied. */
  find(user: number): number {
    return this.index.find(user, 0, 0);
  }

  open(user: number): number {
    const found = this.find(user);
    if (found !== 0) return found;
    const { borrowers } = this;
    const row = borrowers.append();
    borrowers.user[row] = user;
    borrowers.score[row] = FIRST_SCORE;
    this.index.add(user, 0, 0, row);
    return row;
  }

  scoreOf(user: number): number {
    const row = this.find(user);
    return row === 0 ? FIRST_SCORE : (this.borrowers.score[row] as number);
  }

  /** Changes a score, from 0 to its maximum, and emits it. */
  score(user: number, by: number): void {
    const { borrowers } = this;
    const row = this.find(user);
    const before = borrowers.score[row] as number;
    const raised = before + by;
    const after = raised < 0 ? 0 : raised > MOST_SCORE ? MOST_SCORE : raised;
    if (after === before) return;
    borrowers.score[row] = after;
    this.out.record('score.changed', { user, score: after, by: after - before });
  }

  /** Whether a user has an overdue loan, which blocks withdrawals and new loans (money §7). */
  overdue(user: number): boolean {
    const row = this.find(user);
    return row !== 0 && (this.borrowers.overdue[row] as number) > 0;
  }

  /** Whether a user gets no loan, because of an overdue one; since rules `linkedDebts` also of a linked account. */
  blocked(user: number): boolean {
    return this.users.any(user, (one) => this.overdue(one));
  }

  /** Loans that a customer asked for or owes. Bounded by MAX_OPEN_LOANS. */
  count(user: number): number {
    const { loans, borrowers } = this;
    const row = this.find(user);
    let count = 0;
    for (let loan = row === 0 ? 0 : (borrowers.loans[row] as number); loan !== 0; loan = loans.next[loan] as number)
      count += 1;
    return count;
  }

  /**
   * Atoms of a product's limit that a customer has asked for and owes: all of its asset. Since rules `loanPoints` of all
   * products, each at its own worth of a point, so that one score is one limit; linked accounts together. Rounded up.
   */
  outstanding(user: number, product: number): number {
    return this.users.together(user, (one) => this.outstandingOf(one, product));
  }

  private outstandingOf(user: number, product: number): number {
    const { loans, borrowers, products, clock } = this;
    const row = this.find(user);
    const perPoint = products.perPoint[product] as number;
    let atoms = 0;
    // Bounded by MAX_OPEN_LOANS.
    for (let loan = row === 0 ? 0 : (borrowers.loans[row] as number); loan !== 0; loan = loans.next[loan] as number) {
      const principal = loans.principal[loan] as number;
      const own = products.perPoint[loans.product[loan] as number] as number;
      const same = loans.asset[loan] === products.asset[product];
      if (clock.rules < RULE.loanPoints || own === 0 || loans.product[loan] === product) atoms += same ? principal : 0;
      else atoms += scaled(principal, perPoint, own);
    }
    return atoms;
  }

  /**
   * The score that decides a limit: the user's. Since rules `linkedDebts` a linked account's that fell below the first one
   * and is lower, so that nobody leaves a low score behind by borrowing with another account.
   */
  private lowestScore(user: number): number {
    return this.users.lowest(user, (one) => {
      const score = this.scoreOf(one);
      return one === user || score < FIRST_SCORE ? score : MOST_SCORE;
    });
  }

  /** Atoms of a product a user may owe: by score, 0 when below the product's minimum. */
  limit(user: number, product: number): number {
    const score = this.lowestScore(user);
    const points = this.pointsOf(user, score);
    const limit = points * (this.products.perPoint[product] as number);
    if (score < (this.products.leastScore[product] as number)) return 0;
    return limit < MAX_ORDER_ATOMS ? limit : MAX_ORDER_ATOMS;
  }

  /**
   * Points that determine the limit: the score. Since rules `loanScore`, points beyond the first count only as far as
   * repaid loans prove them.
   */
  private pointsOf(user: number, score: number): number {
    if (this.clock.rules < RULE.loanScore) return score;
    const row = this.find(user);
    const proven = row === 0 ? 0 : (this.borrowers.proven[row] as number);
    const most = proven > FIRST_SCORE ? proven : FIRST_SCORE;
    return score < most ? score : most;
  }

  /** Atoms of an asset paid out to a borrower and not repaid. Bounded by MAX_OPEN_LOANS. */
  borrowed(row: number, asset: number): number {
    const { loans, borrowers } = this;
    let atoms = 0;
    for (let loan = borrowers.loans[row] as number; loan !== 0; loan = loans.next[loan] as number)
      if (loans.asset[loan] === asset && loans.status[loan] !== LOAN_STATUS.pending)
        atoms += loans.principal[loan] as number;
    return atoms;
  }

  /** Atoms that would settle a loan now, with interest rounded up. */
  owed(loan: number): number {
    const { loans } = this;
    return (loans.principal[loan] as number) + this.interestUp(loan);
  }

  interestUp(loan: number): number {
    return (this.loans.interest[loan] as number) + ((this.loans.carry[loan] as number) > 0 ? 1 : 0);
  }

  /** The daily rate of a day that begins now. */
  rateOf(loan: number): number {
    const { loans } = this;
    return (loans.status[loan] === LOAN_STATUS.overdue ? loans.late[loan] : loans.rate[loan]) as number;
  }

  available(user: number, asset: number): number {
    return this.ledger.availableOf(user, WALLET.spot, asset, 0);
  }

  wallet(user: number, asset: number): number {
    return this.ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0);
  }

  debt(user: number, asset: number): number {
    return this.ledger.open(ACCOUNT_CLASS.debt, user, DEBT_KIND.loan, asset, 0);
  }

  claim(asset: number): number {
    return this.ledger.open(ACCOUNT_CLASS.receivable, 0, DEBT_KIND.loan, asset, 0);
  }

  operatorAccount(of: number, asset: number): number {
    return this.ledger.open(of, 0, 0, asset, 0);
  }

  /** Emits `loan.changed`: the loan's state, the cause, and the amounts moved. */
  emit(loan: number, cause: number, amount: number, ofInterest: number): void {
    const { loans } = this;
    const of = (column: Float64Array | Int32Array): number => column[loan] as number;
    const pending = loans.status[loan] === LOAN_STATUS.pending || loans.status[loan] === LOAN_STATUS.failed;
    this.out.record('loan.changed', {
      loan: loans.id(loan),
      user: of(loans.user),
      product: of(loans.product),
      asset: of(loans.asset),
      status: of(loans.status),
      cause,
      asked: of(loans.asked),
      principal: pending ? 0 : of(loans.principal),
      interest: of(loans.interest),
      arrears: of(loans.arrears),
      rate: this.rateOf(loan),
      due: of(loans.due),
      instalment: of(loans.instalment),
      days: of(loans.days),
      repayType: of(loans.repayType),
      amount,
      ofInterest,
    });
  }
}
