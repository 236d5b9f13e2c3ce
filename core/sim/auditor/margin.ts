// Audits debts of margin wallets: hourly interest, repayment with interest first, insurance payments (money §4).

import { ACCOUNT_CLASS, DEBT_CHANGE, WALLET } from '../../src/enum/index.ts';
import { Breach } from '../finding.ts';
import { eventPlaces } from '../words.ts';
import type { Auditor } from './auditor.ts';

const HOUR = 3_600_000;
const BILLION = 1_000_000_000n;
/** Batches within which an hour's interest must be emitted: a batch short of steps leaves debts to the next. */
export const MOST_LATE = 300;
const D = eventPlaces('debt.changed');
const I = eventPlaces('interest');
const R = eventPlaces('debt.repaid');
const S = eventPlaces('margin.step');
const M = eventPlaces('margin.changed');

export interface Debt {
  readonly user: number;
  readonly wallet: number;
  readonly market: number;
  readonly asset: number;
  principal: number;
  interest: number;
  /**
   * Exact interest since it began, 10⁻⁹ atoms; interest in events, atoms; hours since 1970 up to which it is counted.
   */
  exact: bigint;
  charged: number;
  covered: number;
  /** Something was repaid: interest is rounded up when all of it is paid. */
  paid: boolean;
  /**
   * Principal or rate and hours changed at the start of one batch: the emitted number counts, with an atom of
   * uncertainty.
   */
  unknown: boolean;
  slack: number;
  /** Batches since the start of an hour whose interest no event has shown yet. */
  late: number;
}

export class MarginBook {
  readonly debts = new Map<string, Debt>();
  readonly steps = [0, 0, 0, 0, 0, 0];
  private readonly auditor: Auditor;
  private readonly rates = new Map<number, number>();
  private readonly touched = new Set<Debt>();
  /** Hour up to which all debts were compared, and debts whose comparison is still missing. */
  private hour = 0;
  private readonly waiting = new Set<Debt>();

  constructor(auditor: Auditor) {
    this.auditor = auditor;
    auditor.on('debt.changed', (w, at) => this.changed(w, at));
    auditor.on('interest', (w, at) => this.interest(w, at));
    auditor.on('debt.repaid', (w, at) => this.repaid(w, at));
    auditor.on('margin.step', (w, at) => {
      const step = w[at + S.step] as number;
      this.steps[step] = (this.steps[step] ?? 0) + 1;
    });
    auditor.on('margin.changed', (w, at) => {
      // The old rate applies up to now.
      if (auditor.command === 0) for (const debt of this.debts.values()) debt.unknown = true;
      for (const debt of this.debts.values()) if (debt.asset === w[at + M.asset]) this.bring(debt, begun(auditor.time));
      this.rates.set(w[at + M.asset] as number, w[at + M.rate] as number);
    });
    auditor.atEnd(() => this.counted());
    for (const name of ['margin.level', 'margin.market', 'margin.terms', 'margin.leverage'] as const)
      auditor.on(name, () => undefined);
  }

  private of(user: number, wallet: number, market: number, asset: number): Debt {
    const key = `${user} ${wallet} ${market} ${asset}`;
    const known = this.debts.get(key);
    if (known !== undefined) return known;
    const made = {
      user,
      wallet,
      market,
      asset,
      principal: 0,
      interest: 0,
      exact: 0n,
      charged: 0,
      covered: 0,
      paid: false,
      unknown: false,
      slack: 0,
      late: 0,
    };
    this.debts.set(key, made);
    return made;
  }

  /** Atoms that settle a debt now, interest rounded up. */
  owes({ asset, principal, interest, exact, charged, covered }: Debt): number {
    const hours = BigInt(Math.max(begun(this.auditor.time) - covered, 0));
    const due = exact + BigInt(principal) * BigInt(this.rates.get(asset) ?? 0) * hours - BigInt(charged) * BILLION;
    return principal + interest + (due > 0n ? Number((due + BILLION - 1n) / BILLION) : 0);
  }

  private place(debt: Debt): number {
    return this.auditor.accounts.wallet(
      debt.user,
      debt.wallet,
      debt.asset,
      debt.wallet === WALLET.isolatedMargin ? debt.market : 0,
    );
  }

  /** Raises a user's debt and the receivable by the same amount. */
  private owe(debt: Debt, atoms: number): void {
    const { accounts } = this.auditor;
    accounts.move(accounts.of(ACCOUNT_CLASS.debt, debt.user, debt.wallet, debt.asset, debt.market), -atoms);
    accounts.move(accounts.of(ACCOUNT_CLASS.receivable, 0, debt.wallet, debt.asset, 0), atoms);
  }

  private changed(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const debt = this.of(
      w[at + D.user] as number,
      w[at + D.wallet] as number,
      w[at + D.market] as number,
      w[at + D.asset] as number,
    );
    const [type, amount] = [w[at + D.type] as number, w[at + D.amount] as number];
    if (type === DEBT_CHANGE.borrowed) {
      // Borrowing exactly on the hour begins that hour.
      this.bring(debt, Math.floor(this.auditor.time / HOUR) + 1);
      debt.principal += amount;
      debt.exact += BigInt(amount) * BigInt(this.rates.get(debt.asset) ?? 0);
      accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.lending, debt.asset), -amount);
      accounts.move(this.place(debt), amount);
      this.owe(debt, amount);
    } else if (type === DEBT_CHANGE.paidByInsurance) {
      this.repays(debt);
      const first = Math.min(-amount, debt.interest);
      debt.interest -= first;
      debt.principal += amount + first;
      accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.insurance, debt.asset), amount);
      this.owe(debt, amount);
      accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.fee, debt.asset), first);
      accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.lending, debt.asset), -amount - first);
    }
    const [principal, interest] = [w[at + D.principal], w[at + D.interest]];
    if (!(principal === debt.principal && interest === debt.interest))
      throw new Breach(
        `money §4: user ${debt.user} is said to owe ${principal} and ${interest} of asset ${debt.asset}, it is ${debt.principal} and ${debt.interest}`,
      );
    this.touched.add(debt);
    if (debt.principal === 0 && debt.interest === 0)
      this.debts.delete(`${debt.user} ${debt.wallet} ${debt.market} ${debt.asset}`);
  }

  /** Counts whole hours up to one. */
  private bring(debt: Debt, hours: number): void {
    if (debt.covered === 0) debt.covered = hours;
    if (hours <= debt.covered) return;
    debt.exact += BigInt(debt.principal) * BigInt(this.rates.get(debt.asset) ?? 0) * BigInt(hours - debt.covered);
    debt.covered = hours;
  }

  private repays(debt: Debt): void {
    this.touched.add(debt);
    debt.paid = true;
    if (this.auditor.command === 0 && begun(this.auditor.time) > debt.covered) debt.unknown = true;
    this.bring(debt, begun(this.auditor.time));
  }

  /** money §4: emitted interest equals that of the hours begun, to the atom. */
  private counted(): void {
    // At the start of a batch all debts, when a new hour has begun.
    if (this.auditor.command === 0 && begun(this.auditor.time) !== this.hour) {
      this.hour = begun(this.auditor.time);
      for (const debt of this.debts.values()) this.waiting.add(debt);
    }
    if (this.waiting.size > 0) this.catchUp();
    if (this.touched.size === 0) return;
    for (const debt of this.touched) {
      if (this.auditor.command === 0) this.bring(debt, begun(this.auditor.time));
      if (debt.unknown || (debt.slack > 0 && debt.paid)) {
        debt.unknown = false;
        debt.slack = 2;
        debt.exact = BigInt(debt.charged) * BILLION;
      }
      const whole = Number(debt.exact / BILLION);
      const up = debt.exact % BILLION === 0n ? whole : whole + 1;
      if (
        !(debt.charged === whole || (debt.paid && debt.charged === up) || Math.abs(debt.charged - whole) <= debt.slack)
      )
        throw new Breach(
          `money §4: user ${debt.user} was charged ${debt.charged} of interest on asset ${debt.asset}, the hours begun make ${whole}`,
        );
      // Rounded up when paid: the fraction is paid too.
      if (debt.paid && debt.charged === up) debt.exact = BigInt(up) * BILLION;
      debt.paid = false;
    }
    this.touched.clear();
  }

  /** Debts whose hourly interest was emitted, or is zero, are compared now; others at the latest some batches later. */
  private catchUp(): void {
    for (const debt of this.waiting) {
      if (!this.touched.has(debt)) {
        if (this.auditor.command !== 0) continue;
        debt.late += 1;
        const hours = BigInt(Math.max(begun(this.auditor.time) - debt.covered, 0));
        const exact = debt.exact + BigInt(debt.principal) * BigInt(this.rates.get(debt.asset) ?? 0) * hours;
        if (debt.late <= MOST_LATE && debt.charged < Number(exact / BILLION)) continue;
        this.touched.add(debt);
      }
      debt.late = 0;
      this.waiting.delete(debt);
    }
  }

  private interest(w: Float64Array, at: number): void {
    const amount = w[at + I.amount] as number;
    const debt = this.of(
      w[at + I.user] as number,
      w[at + I.wallet] as number,
      w[at + I.market] as number,
      w[at + I.asset] as number,
    );
    if (!(amount > 0)) throw new Breach(`money §4: interest of ${amount}`);
    this.touched.add(debt);
    debt.charged += amount;
    debt.interest += amount;
    this.owe(debt, amount);
  }

  private repaid(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const debt = this.of(
      w[at + R.user] as number,
      w[at + R.wallet] as number,
      w[at + R.market] as number,
      w[at + R.asset] as number,
    );
    const [interest, principal] = [w[at + R.interest] as number, w[at + R.principal] as number];
    if (!(principal === 0 || interest === debt.interest))
      throw new Breach(
        `money §4: ${principal} of principal is repaid while ${debt.interest} of interest is owed, of which ${interest}`,
      );
    this.repays(debt);
    debt.interest -= interest;
    debt.principal -= principal;
    accounts.move(this.place(debt), -interest - principal);
    this.owe(debt, -interest - principal);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.fee, debt.asset), interest);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.lending, debt.asset), principal);
  }
}

/** Hours begun since 1970, as for timers: an hour begins when the clock is past its start. */
function begun(time: number): number {
  return Math.ceil(time / HOUR);
}
