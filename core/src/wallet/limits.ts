// Withdrawal limits: per user and UTC day, and for all users together per hour (money §8, parameters).

import { type Clock, dayOf, MINUTE } from '../clock/index.ts';
import { ACCOUNT_CLASS, MARKET_MAKER } from '../enum/index.ts';
import { type Ledger } from '../ledger/index.ts';
import { quotient, remainder, shareDown } from '../number/index.ts';
import { MAX_USERS, type Users } from '../user/index.ts';
import { type EventBuffer, type Registry, table } from '../state/index.ts';
import type { Outside } from './outside.ts';

const ROW = 1;
/** Enough whole minutes to cover any past sixty minutes. */
const MINUTES = 61;
const MAX_ASSET = 65_535;
const WALLETS = 8;
const VERIFIED = 2;
/** Account classes of the operator's own money. */
const HOUSES = [
  ACCOUNT_CLASS.fee,
  ACCOUNT_CLASS.safety,
  ACCOUNT_CLASS.insurance,
  ACCOUNT_CLASS.treasury,
  ACCOUNT_CLASS.network,
  ACCOUNT_CLASS.secondPool,
  ACCOUNT_CLASS.lending,
  ACCOUNT_CLASS.rewards,
  ACCOUNT_CLASS.rounding,
] as const;

export class WithdrawalLimits {
  private readonly out: EventBuffer;
  private readonly clock: Clock;
  private readonly ledger: Ledger;
  private readonly users: Users;
  private readonly outside: Outside;
  private readonly counted = { atoms: 0, large: 0, worth: 0 };
  private readonly row;
  /** By user: whole USDT requested on a day. */
  private readonly days;
  /**
   * By asset and minute: atoms signed, the part of large withdrawals, and the value of small ones, whole USDT. Before
   * rules `withdrawalQueue`: atoms requested.
   */
  private readonly minutes;

  constructor(registry: Registry, out: EventBuffer, clock: Clock, ledger: Ledger, users: Users, outside: Outside) {
    this.out = out;
    this.clock = clock;
    this.ledger = ledger;
    this.users = users;
    this.outside = outside;
    this.row = registry.add(
      table(
        'withdrawal.limits',
        { stage1: 'f64', stage2: 'f64', vip: 'f64', threshold: 'f64', hour: 'i32', version: 'i32' },
        ROW,
      ),
    );
    this.days = registry.add(table('withdrawal.days', { whole: 'f64', day: 'i32' }, MAX_USERS));
    this.minutes = registry.add(
      table(
        'withdrawal.minutes',
        { atoms: 'f64', minute: 'f64', large: 'f64', worth: 'f64' },
        MAX_ASSET * MINUTES,
        true,
        { added: { large: 0, worth: 0 } },
      ),
    );
  }

  /** Whether limits were ever set. Without limits no withdrawal is possible. */
  known(): boolean {
    return this.row.top === ROW;
  }

  /** Value in whole USDT from which two operators decide. */
  threshold(): number {
    return this.row.threshold[ROW] as number;
  }

  /** Whether new limits, whose words are at `at`, are stricter for anyone than those in force. */
  lower(words: Float64Array, at: number, hour: number): boolean {
    const { row } = this;
    return (
      this.known() &&
      ((words[at] as number) < (row.stage1[ROW] as number) ||
        (words[at + 1] as number) < (row.stage2[ROW] as number) ||
        (words[at + 2] as number) < (row.vip[ROW] as number) ||
        hour < (row.hour[ROW] as number))
    );
  }

  /** Sets limits from the words of a `withdrawal.limits` command, starting at its first field. */
  set(words: Float64Array, at: number): void {
    const { row } = this;
    row.reach(ROW);
    row.stage1[ROW] = words[at] as number;
    row.stage2[ROW] = words[at + 1] as number;
    row.vip[ROW] = words[at + 2] as number;
    row.threshold[ROW] = words[at + 3] as number;
    row.hour[ROW] = words[at + 4] as number;
    row.version[ROW] = (row.version[ROW] as number) + 1;
    this.emitState();
  }

  /** Emits `limits.changed`. */
  emitState(): void {
    const { row } = this;
    if (!this.known()) return;
    this.out.record('limits.changed', {
      stage1: row.stage1[ROW] as number,
      stage2: row.stage2[ROW] as number,
      vip: row.vip[ROW] as number,
      threshold: row.threshold[ROW] as number,
      hour: row.hour[ROW] as number,
      version: row.version[ROW] as number,
    });
  }

  /** Whole USDT a user may still ask for today; linked accounts share it since rules `linkedTogether`. */
  leftToday(user: number): number {
    const { row } = this;
    const { stage, tier } = this.users.rows;
    const verified = stage[user] as number;
    if (verified === 0) return 0;
    const limit = verified < VERIFIED ? row.stage1[ROW] : (tier[user] as number) > 0 ? row.vip[ROW] : row.stage2[ROW];
    const left = (limit as number) - this.users.together(user, (one) => this.askedToday(one));
    return left > 0 ? left : 0;
  }

  /** Atoms of an asset that may leave within an hour: a share of what users are owed of it. */
  hourOf(asset: number): number {
    return shareDown(this.liabilities(asset), this.row.hour[ROW] as number);
  }

  /** Whether all withdrawals are closed: the share is 0. */
  hourClosed(): boolean {
    return this.row.hour[ROW] === 0;
  }

  /** Atoms of an asset that all users together may still withdraw within the hour. */
  leftThisHour(asset: number): number {
    const left = this.hourOf(asset) - this.inHour(asset).atoms;
    return left > 0 ? left : 0;
  }

  /**
   * What counts within the hour: atoms, the part of large withdrawals, value of the small ones in whole USDT. The next
   * call reuses the object.
   */
  inHour(asset: number): { readonly atoms: number; readonly large: number; readonly worth: number } {
    const { minutes, counted } = this;
    const now = quotient(this.clock.now, MINUTE);
    const from = this.minutesOf(asset);
    counted.atoms = 0;
    counted.large = 0;
    counted.worth = 0;
    for (let at = from; at < from + MINUTES && at <= minutes.top; at += 1)
      if ((minutes.minute[at] as number) > now - MINUTES) {
        counted.atoms += minutes.atoms[at] as number;
        counted.large += minutes.large[at] as number;
        counted.worth += minutes.worth[at] as number;
      }
    return counted;
  }

  /** Counts a user's request against their day; whole USDT. */
  addToDay(user: number, whole: number): void {
    const { days } = this;
    const today = dayOf(this.clock.now);
    days.reach(user);
    if (days.day[user] !== today) {
      days.day[user] = today;
      days.whole[user] = 0;
    }
    days.whole[user] = (days.whole[user] as number) + whole;
  }

  /**
   * Counts atoms against the hour; `large` of them in a large withdrawal, `worth` the value of a small one in whole
   * USDT.
   */
  addToHour(asset: number, atoms: number, large: number, worth: number): void {
    const { minutes } = this;
    const minute = quotient(this.clock.now, MINUTE);
    const at = this.minutesOf(asset) + remainder(minute, MINUTES);
    minutes.reach(this.minutesOf(asset) + MINUTES - 1);
    if (minutes.minute[at] !== minute) {
      minutes.minute[at] = minute;
      minutes.atoms[at] = 0;
      minutes.large[at] = 0;
      minutes.worth[at] = 0;
    }
    minutes.atoms[at] = (minutes.atoms[at] as number) + atoms;
    minutes.large[at] = (minutes.large[at] as number) + large;
    minutes.worth[at] = (minutes.worth[at] as number) + worth;
  }

  /** Returns a request made at `time` that was never paid to the user's day, if it is still counted. */
  giveBackDay(time: number, user: number, whole: number): void {
    const { days } = this;
    if (days.day[user] === dayOf(time)) days.whole[user] = (days.whole[user] as number) - whole;
  }

  /** Before rules `withdrawalQueue`: returns a request made at `time` to the hour, if it is still counted. */
  giveBackHour(time: number, asset: number, atoms: number): void {
    const { minutes } = this;
    const minute = quotient(time, MINUTE);
    const at = this.minutesOf(asset) + remainder(minute, MINUTES);
    if (minutes.minute[at] === minute) minutes.atoms[at] = (minutes.atoms[at] as number) - atoms;
  }

  /** When rules `withdrawalQueue` take effect: earlier requests stay counted, as large withdrawals. */
  countAsLarge(): void {
    const { minutes } = this;
    for (let at = 1; at <= minutes.top; at += 1) minutes.large[at] = minutes.atoms[at] as number;
  }

  /** What users are owed of an asset, atoms: everything that came in, less the operator's own. */
  liabilities(asset: number): number {
    const { ledger } = this;
    const a = ledger.accounts;
    let sum = 0 - this.outside.sum(asset);
    for (const of of HOUSES) {
      const account = ledger.find(of, 0, 0, asset, 0);
      if (account !== 0) sum -= a.available[account] as number;
    }
    for (let wallet = 1; wallet <= WALLETS; wallet += 1) {
      const account = ledger.find(ACCOUNT_CLASS.wallet, MARKET_MAKER, wallet, asset, 0);
      if (account !== 0) sum -= (a.available[account] as number) + (a.held[account] as number);
    }
    return sum > 0 ? sum : 0;
  }

  private askedToday(user: number): number {
    const { days } = this;
    return user <= days.top && days.day[user] === dayOf(this.clock.now) ? (days.whole[user] as number) : 0;
  }

  private minutesOf(asset: number): number {
    return (asset - 1) * MINUTES + 1;
  }
}
