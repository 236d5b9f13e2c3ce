// How much the insurance fund pays of margin debts since rules `marginForced` (money §4). Per coin: at most 2 % of its
// balance at the hour's first checked debt, and with its other losses at most 10 % of its balance a day.

import { ACCOUNT_CLASS } from '../enum/index.ts';
import { type FundDays, HOUR_LOSS } from '../ledger/index.ts';
import { quotient, shareDown } from '../number/index.ts';
import { type Registry, table } from '../state/index.ts';
import type { MarginContext } from './context.ts';
import type { Expect } from '../expect.ts';

const HOUR = 3_600_000;
const MAX_ASSETS = 65_535;

export class FundPayments {
  /** By asset: the last checked hour, the fund's balance then, what it paid in it. */
  private readonly rows;
  private readonly days: FundDays;

  constructor(registry: Registry, days: FundDays) {
    this.days = days;
    this.rows = registry.add(table('margin.fund', { hour: 'f64', fund: 'f64', paid: 'f64' }, MAX_ASSETS));
  }

  /** Atoms of an asset that the fund may pay now. */
  mayPay(context: MarginContext, asset: number): number {
    const { rows, days } = this;
    const account = context.ledger.find(ACCOUNT_CLASS.insurance, 0, 0, asset, 0);
    const fund = account === 0 ? 0 : (context.ledger.accounts.available[account] as number);
    rows.reach(asset);
    days.turn(asset, fund);
    const hour = quotient(context.clock.now, HOUR) * HOUR;
    if (rows.hour[asset] !== hour) {
      rows.hour[asset] = hour;
      rows.fund[asset] = fund;
      rows.paid[asset] = 0;
    }
    const left = Math.min(this.most(asset) - (rows.paid[asset] as number), days.left(asset), fund);
    return left > 0 ? left : 0;
  }

  /** Records a payment of `atoms`, within `mayPay`. */
  paid(asset: number, atoms: number): void {
    this.rows.paid[asset] = (this.rows.paid[asset] as number) + atoms;
    this.days.lose(asset, atoms);
  }

  audit(expect: Expect): void {
    const { rows } = this;
    for (let asset = 1; asset <= rows.top; asset += 1)
      expect(
        (rows.paid[asset] as number) <= this.most(asset),
        () => `the fund to pay at most ${this.most(asset)} an hour`,
      );
  }

  private most(asset: number): number {
    return shareDown(this.rows.fund[asset] as number, HOUR_LOSS);
  }
}
