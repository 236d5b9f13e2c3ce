// Debts of margin wallets as the event-only auditor sees them: what each event must have moved, and interest first.

import { expect } from 'vitest';
import { ACCOUNT_CLASS, DEBT_CHANGE, WALLET } from '../../src/enum/index.ts';
import type { EventOf, ExchangeEvent } from '../../src/index.ts';
import type { Known } from '../kit/known.ts';
import type { Owe, ProductAudit } from '../kit/products.ts';

export interface Owed {
  principal: number;
  interest: number;
}

export class MarginAudit implements ProductAudit {
  /** By user, wallet, market and asset. */
  readonly debts = new Map<string, Owed>();
  readonly steps: EventOf<'margin.step'>[] = [];
  /** Payments of the insurance fund. */
  insured = 0;

  take(event: ExchangeEvent, _known: Known, owe: Owe): boolean {
    switch (event.name) {
      case 'debt.changed':
        this.changed(event, owe);
        return true;
      case 'interest': {
        const { user, wallet, market, asset, amount } = event;
        expect(amount).toBeGreaterThan(0);
        this.owed(event).interest += amount;
        this.claim(owe, user, wallet, market, asset, amount);
        return true;
      }
      case 'debt.repaid': {
        const { user, wallet, market, asset, interest, principal } = event;
        const owed = this.owed(event);
        if (principal > 0) expect(interest, 'money §4: interest first').toBe(owed.interest);
        owed.interest -= interest;
        owed.principal -= principal;
        owe(
          ACCOUNT_CLASS.wallet,
          user,
          wallet,
          asset,
          wallet === WALLET.isolatedMargin ? market : 0,
          -(interest + principal),
        );
        this.claim(owe, user, wallet, market, asset, -(interest + principal));
        owe(ACCOUNT_CLASS.fee, 0, 0, asset, 0, interest);
        owe(ACCOUNT_CLASS.lending, 0, 0, asset, 0, principal);
        return true;
      }
      case 'margin.step':
        this.steps.push(event);
        return true;
      case 'margin.changed':
      case 'margin.level':
      case 'margin.market':
      case 'margin.terms':
      case 'margin.leverage':
        return true;
      default:
        return false;
    }
  }

  holds(): void {}

  private changed(event: EventOf<'debt.changed'>, owe: Owe): void {
    const { user, wallet, market, asset, type, principal, interest, amount } = event;
    const owed = this.owed(event);
    if (type === DEBT_CHANGE.borrowed && amount === 0) Object.assign(owed, { principal, interest });
    else if (type === DEBT_CHANGE.borrowed) {
      owed.principal += amount;
      owe(ACCOUNT_CLASS.lending, 0, 0, asset, 0, -amount);
      owe(ACCOUNT_CLASS.wallet, user, wallet, asset, wallet === WALLET.isolatedMargin ? market : 0, amount);
      this.claim(owe, user, wallet, market, asset, amount);
    } else if (type === DEBT_CHANGE.paidByInsurance) {
      this.insured += 1;
      const first = Math.min(-amount, owed.interest);
      owed.interest -= first;
      owed.principal += amount + first;
      owe(ACCOUNT_CLASS.insurance, 0, 0, asset, 0, amount);
      this.claim(owe, user, wallet, market, asset, amount);
      owe(ACCOUNT_CLASS.fee, 0, 0, asset, 0, first);
      owe(ACCOUNT_CLASS.lending, 0, 0, asset, 0, -amount - first);
    }
    expect(owed, 'a debt is what its events say').toEqual({ principal, interest });
  }

  /** The user owes `atoms` more, and so much more is receivable. */
  private claim(owe: Owe, user: number, wallet: number, market: number, asset: number, atoms: number): void {
    owe(ACCOUNT_CLASS.debt, user, wallet, asset, market, -atoms);
    owe(ACCOUNT_CLASS.receivable, 0, wallet, asset, 0, atoms);
  }

  owed(of: { user: number; wallet: number; market: number; asset: number }): Owed {
    const key = [of.user, of.wallet, of.market, of.asset].join(' ');
    const owed = this.debts.get(key) ?? { principal: 0, interest: 0 };
    this.debts.set(key, owed);
    return owed;
  }
}
