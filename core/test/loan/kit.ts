// A world with loans: 1 % a day, a desk of two persons, customers of stage 2.

import { ACCOUNT_CLASS } from '../../src/enum/index.ts';
import { type Command, encodeCommand } from '../../src/index.ts';
import { agreed, grantAll } from '../desk/kit.ts';
import { command, type Shape, USDT } from '../kit/genesis.ts';
import { NO_KEY, type Reply, World } from '../kit/world.ts';
import { LoanAudit } from './audit.ts';

export const DAY = 86_400_000;
export const LENDING = ACCOUNT_CLASS.lending;
export const FEE = ACCOUNT_CLASS.fee;
export const LENT = 100_000;
export const ALL_AT_END = 1;
export const EQUAL = 2;

type Change = Readonly<Record<string, number>>;

/** loan.set: 1 % a day, 1.5 times that when overdue, all terms, two persons from 5,000. */
export function productOf(change: Change = {}): Command {
  return command('loan.set', {
    ...{ product: 1, asset: USDT, min: 100, max: 10_000, rate: 10_000_000, overdue: 1_500_000, days: 15 },
    ...{ threshold: 5_000, perPoint: 100, leastScore: 60, open: 1, ...change },
  });
}

export class LoanWorld extends World {
  constructor(change: Partial<Shape> & { lending?: number } = {}, product: Change = {}) {
    const { lending = LENT, ...shape } = change;
    super({ funds: lending === 0 ? [] : [{ class: LENDING, asset: USDT, amount: lending }], ...shape }, 0);
    grantAll(this);
    this.must(productOf(product));
    for (let user = 2; user < 5; user += 1) {
      this.open(user === 2 ? 0 : user - 1);
      this.claim(user);
      this.must(command('user.set', { user, stage: 2, locks: 0 }));
    }
    this.tick();
  }

  get loans(): LoanAudit {
    return this.audit.products.find((one) => one instanceof LoanAudit)!;
  }

  applyOf(user: number, amount: number, days = 7, repayType = ALL_AT_END, product = 1): Command {
    return command('loan.apply', { user, ...NO_KEY, product, amount, days, repayType });
  }

  /** Applies and is passed by whom it takes; gives the loan's id. */
  lend(user: number, amount: number, days = 7, repayType = ALL_AT_END): number {
    const loan = this.must(this.applyOf(user, amount, days, repayType));
    const reply = amount < 5_000 ? this.review(loan) : agreed(this, this.reviewOf(loan, 1, 0));
    if (reply.code !== 200) throw new Error(`expected loan ${loan} to pass, got ${reply.code}`);
    return loan;
  }

  reviewOf(loan: number, decision = 1, operator = 1): Command {
    return command('loan.decide', { operator, loan, decision });
  }

  review(loan: number, decision = 1, operator = 1): Reply {
    return this.send(this.reviewOf(loan, decision, operator));
  }

  payBack(user: number, loan: number, amount = 0): Reply {
    return this.send(command('loan.repay', { user, ...NO_KEY, loan, amount }));
  }

  ask(one: Command): { readonly code: number; readonly numbers: readonly number[] } {
    return this.exchange.ask(encodeCommand(one), 0);
  }

  /** Principal, interest, arrears and status as last emitted. */
  of(loan: number): readonly number[] {
    const { principal, interest, arrears, status } = this.loans.loans.get(loan)!;
    return [principal, interest, arrears, status];
  }

  /** All of a customer's spot USDT goes elsewhere, but `left`. */
  empty(user: number, left = 0): void {
    const free = this.free(user);
    if (free > left) this.transfer(user, 1, 6, USDT, free - left);
  }

  fill(user: number, amount: number): void {
    this.must(command('wallet.transfer', { user, ...NO_KEY, from: 6, to: 1, asset: USDT, amount, market: 0 }));
  }
}
