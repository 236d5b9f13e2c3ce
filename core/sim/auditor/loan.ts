// Audits loans: amounts lent, daily interest, repayment with interest first (money §7).

import { ACCOUNT_CLASS, DEBT_KIND, LOAN_STATUS, WALLET } from '../../src/enum/index.ts';
import { Breach } from '../finding.ts';
import { eventPlaces } from '../words.ts';
import type { Auditor } from './auditor.ts';

const L = eventPlaces('loan.changed');
const S = eventPlaces('score.changed');
const P = eventPlaces('loan.product');
const PAID_OUT = 2;
const A_DAY = 4;
const PAYMENTS: readonly number[] = [5, 6, 8];
/** Allowed next states of each status; 5: no loan yet. */
const NEXT: readonly (readonly number[])[] = [[1, 2], [1, 3, 4], [], [], [1, 3, 4], [0]];
const NONE = 5;
/** One day's interest is due for each day begun of the term, and of the time it is overdue. */
const BILLION = 1_000_000_000n;

export interface Loan {
  readonly id: number;
  readonly user: number;
  readonly asset: number;
  readonly product: number;
  status: number;
  principal: number;
  interest: number;
  rate: number;
}

export interface LoanProduct {
  readonly product: number;
  readonly asset: number;
  readonly min: number;
  readonly max: number;
  readonly threshold: number;
  readonly open: boolean;
}

export class LoanBook {
  readonly loans = new Map<number, Loan>();
  readonly products = new Map<number, LoanProduct>();
  overdue = 0;
  private readonly auditor: Auditor;
  private readonly scores = new Map<number, number>();

  constructor(auditor: Auditor) {
    this.auditor = auditor;
    auditor.on('loan.product', (w, at) =>
      this.products.set(w[at + P.product] as number, {
        ...{ product: w[at + P.product] as number, asset: w[at + P.asset] as number, min: w[at + P.min] as number },
        ...{ max: w[at + P.max] as number, threshold: w[at + P.threshold] as number, open: w[at + P.open] === 1 },
      }),
    );
    auditor.on('loan.changed', (w, at) => this.changed(w, at));
    auditor.on('score.changed', (w, at) => {
      const user = w[at + S.user] as number;
      const score = w[at + S.score] as number;
      const due = Math.min(1_000, Math.max(0, (this.scores.get(user) ?? 100) + (w[at + S.by] as number)));
      if (score !== due) throw new Breach(`money §7: user ${user} has a score of ${score}, it is ${due}`);
      this.scores.set(user, score);
    });
  }

  /** Whether a user has an overdue loan. */
  isOverdue(user: number): boolean {
    for (const loan of this.loans.values()) if (loan.user === user && loan.status === LOAN_STATUS.overdue) return true;
    return false;
  }

  private changed(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const id = w[at + L.loan] as number;
    const [user, asset, status, cause] = [w[at + L.user], w[at + L.asset], w[at + L.status], w[at + L.cause]] as [
      number,
      number,
      number,
      number,
    ];
    const [principal, interest, amount, part] = [
      w[at + L.principal],
      w[at + L.interest],
      w[at + L.amount],
      w[at + L.ofInterest],
    ] as [number, number, number, number];
    const known = this.loans.get(id);
    if (!(NEXT[known?.status ?? NONE]?.includes(status) === true || known?.status === status))
      throw new Breach(`money §7: loan ${id} goes from status ${known?.status} to ${status}`);
    if (!((w[at + L.arrears] as number) > 0 === (status === LOAN_STATUS.overdue)))
      throw new Breach(`money §7: loan ${id} of status ${status} has arrears of ${w[at + L.arrears]}`);
    const loan = known ?? {
      id,
      user,
      asset,
      product: w[at + L.product] as number,
      status,
      principal: 0,
      interest: 0,
      rate: 0,
    };
    if (known === undefined) this.loans.set(id, loan);
    const wallet = accounts.wallet(user, WALLET.spot, asset);
    if (cause === PAID_OUT) {
      loan.principal = amount;
      accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.lending, asset), -amount);
      accounts.move(wallet, amount);
      this.owe(loan, amount);
    } else if (cause === A_DAY) {
      // A day's interest, or the fraction of an atom that payment rounds up.
      const most = (BigInt(loan.principal) * BigInt(w[at + L.rate] as number) + BILLION - 1n) / BILLION + 1n;
      if (!(BigInt(part) <= most))
        throw new Breach(`money §7: a day's interest of ${part} on ${loan.principal}, at most ${most}`);
      loan.interest += part;
      this.owe(loan, part);
    } else if (PAYMENTS.includes(cause)) {
      const ofPrincipal = -amount - part;
      if (!(ofPrincipal >= 0 && (ofPrincipal === 0 || part === loan.interest)))
        throw new Breach(
          `money §7: loan ${id} is paid ${ofPrincipal} of principal and ${part} of ${loan.interest} interest`,
        );
      loan.interest -= part;
      loan.principal -= ofPrincipal;
      accounts.move(wallet, amount);
      this.owe(loan, amount);
      accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.fee, asset), part);
      accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.lending, asset), ofPrincipal);
    } else if (!(amount === 0 && part === 0))
      throw new Breach(`loan ${id} changes by cause ${cause} and moves ${amount}`);
    if (!(loan.interest === interest && (loan.principal === principal || status === 0 || status === 2)))
      throw new Breach(
        `money §7: loan ${id} is said to owe ${principal} and ${interest}, it is ${loan.principal} and ${loan.interest}`,
      );
    if (status === LOAN_STATUS.overdue && loan.status !== LOAN_STATUS.overdue) this.overdue += 1;
    loan.status = status;
    loan.rate = w[at + L.rate] as number;
    if (status === 3)
      if (!(loan.principal === 0 && loan.interest === 0))
        throw new Breach(`loan ${id} is settled and owes ${loan.principal}`);
    if (status === 2 || status === 3) this.loans.delete(id);
  }

  private owe(loan: Loan, atoms: number): void {
    const { accounts } = this.auditor;
    accounts.move(accounts.of(ACCOUNT_CLASS.debt, loan.user, DEBT_KIND.loan, loan.asset, 0), -atoms);
    accounts.move(accounts.of(ACCOUNT_CLASS.receivable, 0, DEBT_KIND.loan, loan.asset, 0), atoms);
  }
}
