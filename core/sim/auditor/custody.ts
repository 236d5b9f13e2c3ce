// Audits deposits, withdrawals, swaps and rewards (money §8, §10).

import { ACCOUNT_CLASS, DEBT_KIND, MARKET_MAKER, PRICE_STATE, WALLET } from '../../src/enum/index.ts';
import { Breach, must } from '../finding.ts';
import { commandKind, eventPlaces } from '../words.ts';
import type { Auditor } from './auditor.ts';
import type { LinkBook } from './desk/links.ts';
import { shareOf } from './people.ts';
import { WithdrawalQueueBook } from './withdrawal-queue.ts';

/** Kind of reserve of a campaign. */
const CAMPAIGN = 11;
const QUOTE_AGE = 10_000;
const DAY = 86_400_000;
const RESTORE = commandKind('deposit.restore');
const D = eventPlaces('deposit.changed');
const W = eventPlaces('withdrawal.changed');
const O = eventPlaces('reversal.owed');
const N = eventPlaces('network.paid');
const P = eventPlaces('withdrawal.passed');
const K = eventPlaces('pass.changed');
const R = eventPlaces('rail.changed');
const S = eventPlaces('swapped');
const X = eventPlaces('swap.changed');
const G = eventPlaces('rewarded');
const C = eventPlaces('campaign.changed');
/** Allowed next states of each withdrawal status (money §8: after signing it is confirmed, or ends by proof). */
const NEXT: readonly (readonly number[])[] = [[1], [2, 6, 8], [3, 6, 7, 8], [2, 4, 5, 7], [2, 5, 7]];

interface Deposit {
  readonly user: number;
  readonly asset: number;
  readonly amount: number;
  readonly rail: number;
  status: number;
  /** Its status before the reversal. */
  was: number;
}

export interface Withdrawal {
  readonly id: number;
  readonly user: number;
  readonly asset: number;
  readonly rail: number;
  readonly amount: number;
  readonly fee: number;
  readonly worth: number;
  status: number;
}

export interface Rail {
  readonly fee: number;
  readonly rate: number;
  readonly rail: number;
  readonly asset: number;
  /** Bits: 1 deposits, 2 withdrawals. */
  readonly open: number;
}

interface Leg {
  readonly instrument: number;
  readonly spread: number;
}

interface Campaign {
  readonly asset: number;
  readonly each: number;
  left: number;
  readonly claimed: Set<number>;
}

export class CustodyBook {
  readonly withdrawals = new Map<number, Withdrawal>();
  readonly campaigns = new Map<number, Campaign>();
  readonly legs = new Map<number, Leg>();
  /** Debts of reversed deposits, by user, asset and rail. */
  readonly owed = new Map<string, number>();
  private readonly auditor: Auditor;
  private readonly units: readonly number[];
  private readonly deposits = new Map<string, Deposit>();
  readonly rails = new Map<number, Rail>();
  readonly queue: WithdrawalQueueBook;
  private reversed = 0;
  /** A deposit restored by the current command, before its debt is repaid. */
  private restoring: { readonly key: string; readonly amount: number } | undefined;
  /** Limits for passing without review, whole USDT: one withdrawal, a user and UTC day. */
  rules = { most: 0, day: 0 };
  /** What passed without review, by user and UTC day, whole USDT. */
  private readonly passed = new Map<string, number>();

  /** @param units atoms per whole unit of each asset, from events */
  constructor(auditor: Auditor, links: LinkBook, units: readonly number[]) {
    this.auditor = auditor;
    this.units = units;
    this.queue = new WithdrawalQueueBook(auditor, this.withdrawals, links, units);
    auditor.on('deposit.changed', (w, at) => this.deposit(w, at));
    auditor.on('withdrawal.changed', (w, at) => this.withdrawal(w, at));
    auditor.on('reversal.owed', (w, at) => this.owes(w, at));
    auditor.on('network.paid', (w, at) => {
      const { accounts } = auditor;
      const asset = w[at + N.asset] as number;
      accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.network, asset), -(w[at + N.paid] as number));
      accounts.move(
        accounts.operatorAccount(ACCOUNT_CLASS.outside, asset, w[at + N.rail] as number),
        w[at + N.paid] as number,
      );
    });
    auditor.on('rail.changed', (w, at) =>
      this.rails.set((w[at + R.rail] as number) * 256 + (w[at + R.asset] as number), {
        fee: w[at + R.fee] as number,
        rate: w[at + R.feeRate] as number,
        rail: w[at + R.rail] as number,
        asset: w[at + R.asset] as number,
        open: w[at + R.open] as number,
      }),
    );
    auditor.on('pass.changed', (w, at) => {
      this.rules = { most: w[at + K.most] as number, day: w[at + K.day] as number };
    });
    auditor.on('withdrawal.passed', (w, at) => this.passes(w, at));
    auditor.on('swap.changed', (w, at) => {
      const asset = w[at + X.asset] as number;
      if (w[at + X.open] === 1)
        this.legs.set(asset, { instrument: w[at + X.instrument] as number, spread: w[at + X.spread] as number });
      else this.legs.delete(asset);
    });
    auditor.on('swapped', (w, at) => this.swapped(w, at));
    auditor.on('campaign.changed', (w, at) => this.campaign(w, at));
    auditor.on('rewarded', (w, at) => this.rewarded(w, at));
    auditor.atEnd(() => {
      const { restoring } = this;
      this.restoring = undefined;
      if (restoring !== undefined && (this.owed.get(restoring.key) ?? 0) > 0)
        throw new Breach(`money §8: a restored deposit repays nothing of what ${restoring.key} owes`);
    });
    auditor.atEnd(() => must(this.reversed === 0, () => `a reversed deposit leaves ${this.reversed} that no one owes`));
  }

  private deposit(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const [user, asset, amount, rail] = [w[at + D.user], w[at + D.asset], w[at + D.amount], w[at + D.rail]] as [
      number,
      number,
      number,
      number,
    ];
    const key = `${rail} ${w[at + D.transactionHigh]} ${w[at + D.transactionLow]} ${w[at + D.position]}`;
    const status = w[at + D.status] as number;
    const known = this.deposits.get(key);
    if (status !== 3) {
      if (known !== undefined) this.expectRestored(key, known, status);
      if (known !== undefined && !(known.user === user && known.asset === asset && known.amount === amount))
        throw new Breach(`the deposit ${key} comes back as another`);
      this.deposits.set(key, { user, asset, amount, rail, status, was: 0 });
      if (status !== 1) return;
      // The debt to this rail is repaid first, before debts to others.
      if (known !== undefined) this.restoring = { key: `${user} ${asset} ${rail}`, amount };
      accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.outside, asset, rail), -amount);
      accounts.move(accounts.wallet(user, WALLET.spot, asset), amount);
      return;
    }
    if (!(known !== undefined && known.status !== 3 && known.user === user && known.amount === amount))
      throw new Breach(`the deposit ${key} is reversed, it was not credited`);
    if (known === undefined) return;
    const credited = known.status === 1;
    known.was = known.status;
    known.status = 3;
    if (!credited) return;
    const wallet = accounts.wallet(user, WALLET.spot, asset);
    const taken = Math.min(amount, Math.max(0, accounts.free[wallet] as number));
    accounts.move(wallet, -taken);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.outside, asset, rail), taken);
    this.reversed = amount - taken;
  }

  /** Only a reversed deposit can be restored, by its own command, to its earlier status. */
  private expectRestored(key: string, { status: before, was }: Deposit, status: number): void {
    if (before !== 3 || this.auditor.command !== RESTORE)
      throw new Breach(`money §12.6: the deposit ${key} is credited a second time`);
    if (was !== status) throw new Breach(`the deposit ${key} comes back with status ${status}, it had ${was}`);
  }

  /** Whether a user has a debt of a reversed deposit. Bounded by all debts of a run. */
  owesAny(user: number): boolean {
    for (const [key, atoms] of this.owed) if (atoms > 0 && key.startsWith(`${user} `)) return true;
    return false;
  }

  /** Atoms of an asset that a user owes for reversed deposits, over all rails. The next deposits repay them first. */
  owedOf(user: number, asset: number): number {
    let sum = 0;
    for (const [key, atoms] of this.owed) if (key.startsWith(`${user} ${asset} `)) sum += atoms;
    return sum;
  }

  private owes(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const [user, asset, rail, change] = [w[at + O.user], w[at + O.asset], w[at + O.rail], w[at + O.change]] as [
      number,
      number,
      number,
      number,
    ];
    const key = `${user} ${asset} ${rail}`;
    const before = this.owed.get(key) ?? 0;
    const wallet = accounts.wallet(user, WALLET.spot, asset);
    if (change > 0) {
      if (change !== this.reversed)
        throw new Breach(`user ${user} comes to owe ${change} of a reversed deposit, it left ${this.reversed}`);
      this.reversed = 0;
    } else {
      if (this.restoring !== undefined && this.restoring.key !== key && (this.owed.get(this.restoring.key) ?? 0) > 0)
        throw new Breach(`money §8: a restored deposit repays ${key} before ${this.restoring.key}`);
      const most = this.restoring?.key === key ? this.restoring.amount : Infinity;
      this.restoring = undefined;
      const pays = Math.min(before, most, Math.max(0, accounts.free[wallet] as number));
      if (-change !== pays)
        throw new Breach(`user ${user} repays ${-change} of ${before}, they have ${accounts.free[wallet]}`);
      accounts.move(wallet, change);
      accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.outside, asset, rail), -change);
    }
    if (w[at + O.owed] !== before + change)
      throw new Breach(`user ${user} is said to owe ${w[at + O.owed]}, it is ${before + change}`);
    this.owed.set(key, before + change);
    accounts.move(accounts.of(ACCOUNT_CLASS.debt, user, DEBT_KIND.chain, asset, rail), -change);
    accounts.move(accounts.of(ACCOUNT_CLASS.receivable, 0, DEBT_KIND.chain, asset, rail), change);
  }

  private withdrawal(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const id = w[at + W.withdrawal] as number;
    const status = w[at + W.status] as number;
    const known = this.withdrawals.get(id);
    if (!(NEXT[known?.status ?? 0]?.includes(status) === true))
      throw new Breach(`money §8: withdrawal ${id} goes from ${known?.status ?? 0} to ${status}`);
    const [user, asset, rail, amount, fee] = [
      w[at + W.user],
      w[at + W.asset],
      w[at + W.rail],
      w[at + W.amount],
      w[at + W.fee],
    ] as [number, number, number, number, number];
    const wallet = accounts.wallet(user, WALLET.spot, asset);
    if (known === undefined) {
      const terms = this.rails.get(rail * 256 + asset);
      const share = amount - shareOf(amount, 1_000_000 - (terms?.rate ?? 0));
      if (fee !== Math.max(share, terms?.fee ?? 0))
        throw new Breach(
          `money §8: withdrawal ${id} of ${amount} costs ${Math.max(share, terms?.fee ?? 0)}, emitted ${fee}`,
        );
      if (!(this.auditor.people.get(user).stage > 0)) throw new Breach(`user ${user} withdraws without being verified`);
      this.withdrawals.set(id, { id, user, asset, rail, amount, fee, worth: w[at + W.worth] as number, status });
      accounts.bind(wallet, amount + fee);
      return;
    }
    if (!(known.amount === amount && known.fee === fee && known.user === user))
      throw new Breach(`withdrawal ${id} is another than it was`);
    if (status === 3) this.queue.leaves(known, true);
    else if (status > 5) this.queue.leaves(known, false);
    known.status = status;
    if (status < 5) return;
    this.withdrawals.delete(id);
    accounts.bind(wallet, -amount - fee);
    if (status !== 5) return;
    accounts.move(wallet, -amount - fee);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.outside, asset, rail), amount);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.network, asset), fee);
  }

  /** money §8: small withdrawals pass without review, within a user's total per UTC day. */
  private passes(w: Float64Array, at: number): void {
    const id = w[at + P.withdrawal] as number;
    const user = w[at + P.user] as number;
    const worth = w[at + P.worth] as number;
    const known = this.withdrawals.get(id);
    if (!(known?.status === 1 && known.user === user && known.worth === worth))
      throw new Breach(`withdrawal ${id} of user ${user} passes with worth ${worth}, it is ${known?.worth}`);
    const key = `${user} ${Math.floor(this.auditor.time / DAY)}`;
    const today = (this.passed.get(key) ?? 0) + worth;
    this.passed.set(key, today);
    const { most, day } = this.rules;
    if (worth > most || today > day || today !== w[at + P.today])
      throw new Breach(
        `money §8: withdrawal ${id} passes with ${worth}, ${today} today; the rules are ${most}, ${day}`,
      );
    if ((this.auditor.people.get(user).locks & 3) !== 0)
      throw new Breach(`withdrawal ${id} of user ${user} passes, they are locked`);
  }

  private swapped(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const [user, from, to, amount, receive] = [
      w[at + S.user],
      w[at + S.from],
      w[at + S.to],
      w[at + S.amount],
      w[at + S.receive],
    ] as [number, number, number, number, number];
    const given = this.leg(from, w[at + S.fromTick] as number, w[at + S.fromPrice] as number);
    const got = this.leg(to, w[at + S.toTick] as number, w[at + S.toPrice] as number);
    const unitFrom = BigInt(this.units[from] ?? 1);
    const unitTo = BigInt(this.units[to] ?? 1);
    const half = 2_000_000n;
    const worth = BigInt(amount) * given.price * (half - given.spread) * unitTo * got.parts;
    const most = worth / (unitFrom * given.parts * got.price * (half + got.spread));
    if (BigInt(receive) !== most)
      throw new Breach(`money §8: ${amount} of asset ${from} swap into ${most} of ${to}, emitted ${receive}`);
    accounts.move(accounts.wallet(user, WALLET.spot, from), -amount);
    accounts.move(accounts.wallet(MARKET_MAKER, WALLET.spot, from), amount);
    accounts.move(accounts.wallet(MARKET_MAKER, WALLET.spot, to), -receive);
    accounts.move(accounts.wallet(user, WALLET.spot, to), receive);
  }

  /** Price of one leg in cents, cents of one USDT, spread. Its tick was valid and at most 10 s old. */
  private leg(asset: number, number: number, price: number): { price: bigint; parts: bigint; spread: bigint } {
    const leg = this.legs.get(asset);
    const spread = BigInt(leg?.spread ?? 0);
    if (leg === undefined || leg.instrument === 0) return { price: 1n, parts: 1n, spread };
    const instrument = this.auditor.prices.of(leg.instrument);
    const tick = instrument.ticks.findLast((one) => one.number === number);
    if (
      !(
        tick !== undefined &&
        tick.price === price &&
        tick.state === PRICE_STATE.valid &&
        this.auditor.time - tick.time <= QUOTE_AGE
      )
    )
      throw new Breach(`money §8: a swap at tick ${number} of instrument ${leg.instrument}, which may not be quoted`);
    return { price: BigInt(price), parts: 10n ** BigInt(instrument.tickDecimals + 2), spread };
  }

  private campaign(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const id = w[at + C.campaign] as number;
    const asset = w[at + C.asset] as number;
    const left = w[at + C.left] as number;
    const known = this.campaigns.get(id);
    const reserve = accounts.of(ACCOUNT_CLASS.reserve, 0, CAMPAIGN, asset, id);
    if (known === undefined) {
      this.campaigns.set(id, { asset, each: w[at + C.each] as number, left, claimed: new Set() });
      accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.rewards, asset), -left);
      accounts.move(reserve, left);
      return;
    }
    const before = known.left;
    known.left = left;
    // A claim's own event moves its money; at its end the rest returns.
    if (this.auditor.command !== 0) {
      if (before - left !== known.each)
        throw new Breach(`campaign ${id} goes from ${before} to ${left}, each gets ${known.each}`);
      return;
    }
    if (left !== 0) throw new Breach(`campaign ${id} is over and keeps ${left}`);
    accounts.move(reserve, -before);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.rewards, asset), before);
  }

  private rewarded(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const id = w[at + G.campaign] as number;
    const user = w[at + G.user] as number;
    const amount = w[at + G.amount] as number;
    const known = this.campaigns.get(id);
    if (!(known !== undefined && amount === known.each && !known.claimed.has(user)))
      throw new Breach(`user ${user} is rewarded ${amount} by campaign ${id}, which owes them nothing`);
    known?.claimed.add(user);
    const asset = w[at + G.asset] as number;
    accounts.move(accounts.of(ACCOUNT_CLASS.reserve, 0, CAMPAIGN, asset, id), -amount);
    accounts.move(accounts.wallet(user, WALLET.spot, asset), amount);
  }
}
