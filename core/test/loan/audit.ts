// Loans as the event-only auditor sees them: what each event must have moved, interest first.

import { expect } from 'vitest';
import { ACCOUNT_CLASS, DEBT_KIND, LOAN_STATUS, WALLET } from '../../src/enum/index.ts';
import type { EventOf, ExchangeEvent } from '../../src/index.ts';
import type { Known } from '../kit/known.ts';
import type { Owe, ProductAudit } from '../kit/products.ts';

const PAID_OUT = 2;
const DAY = 4;
const PAYMENTS: readonly number[] = [5, 6, 8];

export class LoanAudit implements ProductAudit {
  readonly loans = new Map<number, EventOf<'loan.changed'>>();
  readonly scores = new Map<number, number>();
  readonly emitted: EventOf<'loan.changed'>[] = [];

  take(event: ExchangeEvent, _known: Known, owe: Owe): boolean {
    switch (event.name) {
      case 'loan.changed':
        this.changed(event, owe);
        return true;
      case 'score.changed':
        expect(event.score).toBe((this.scores.get(event.user) ?? (event.by === 0 ? event.score : 100)) + event.by);
        this.scores.set(event.user, event.score);
        return true;
      case 'loan.product':
        return true;
      default:
        return false;
    }
  }

  holds(): void {}

  private changed(event: EventOf<'loan.changed'>, owe: Owe): void {
    const { loan, user, asset, cause, amount, ofInterest, status } = event;
    const before = this.loans.get(loan);
    this.emitted.push(event);
    this.loans.set(loan, event);
    const claim = (atoms: number): void => {
      owe(ACCOUNT_CLASS.debt, user, DEBT_KIND.loan, asset, 0, -atoms);
      owe(ACCOUNT_CLASS.receivable, 0, DEBT_KIND.loan, asset, 0, atoms);
    };
    if (cause === PAID_OUT) {
      owe(ACCOUNT_CLASS.lending, 0, 0, asset, 0, -amount);
      owe(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0, amount);
      claim(amount);
      expect(event.principal).toBe(amount);
    } else if (cause === DAY) {
      claim(ofInterest);
      expect(event.interest).toBe(before!.interest + ofInterest);
    } else if (PAYMENTS.includes(cause)) {
      const principal = -amount - ofInterest;
      if (principal > 0) expect(ofInterest, 'money §7: interest first').toBe(before!.interest);
      expect([event.interest, event.principal]).toEqual([before!.interest - ofInterest, before!.principal - principal]);
      owe(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0, amount);
      claim(amount);
      owe(ACCOUNT_CLASS.fee, 0, 0, asset, 0, ofInterest);
      owe(ACCOUNT_CLASS.lending, 0, 0, asset, 0, principal);
    } else expect([amount, ofInterest]).toEqual([0, 0]);
    expect(event.arrears > 0, 'overdue is what has arrears').toBe(status === LOAN_STATUS.overdue);
    if (before !== undefined) expect(event.asked, 'what was applied for stays').toBe(before.asked);
    if (cause === PAID_OUT) expect(event.asked).toBe(amount);
    if (status === LOAN_STATUS.settled) expect([event.principal, event.interest]).toEqual([0, 0]);
    if (status === LOAN_STATUS.pending || status === LOAN_STATUS.failed) expect(event.principal).toBe(0);
  }
}
