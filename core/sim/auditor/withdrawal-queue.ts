// Audits the withdrawal queue: nothing is signed before its grant, no grant exceeds the hourly limit, and only small
// withdrawals may overtake, within their part (money §8).

import { ACCOUNT_CLASS, MARKET_MAKER } from '../../src/enum/index.ts';
import { RULE } from '../../src/index.ts';
import { Breach } from '../finding.ts';
import { eventPlaces } from '../words.ts';
import type { Auditor } from './auditor.ts';
import type { LinkBook } from './desk/links.ts';
import type { Withdrawal } from './custody.ts';

const MINUTE = 60_000;
/** Enough whole minutes to cover any past sixty minutes. */
const MINUTES = 61;
/** Whole USDT. */
const SMALL = 1_000;
const OWN: readonly number[] = [
  ACCOUNT_CLASS.fee,
  ACCOUNT_CLASS.safety,
  ACCOUNT_CLASS.insurance,
  ACCOUNT_CLASS.treasury,
  ACCOUNT_CLASS.network,
  ACCOUNT_CLASS.secondPool,
  ACCOUNT_CLASS.lending,
  ACCOUNT_CLASS.rewards,
  ACCOUNT_CLASS.rounding,
];
const Q = eventPlaces('withdrawal.queued');
const G = eventPlaces('withdrawal.granted');
const L = eventPlaces('limits.changed');
const A = eventPlaces('allowance.changed');
const R = eventPlaces('rail.changed');
const HOUR = 3_600_000;
const TWO_DAYS = 48 * HOUR;
/** An hour adds one part in so many of the hourly limit. */
const PARTS = 10;
/** The least an hour adds to an allowance is the worth of a small withdrawal: a USDT uses so many ms of it at most. */
const MOST_USED = HOUR / SMALL;

interface Turn {
  readonly of: Withdrawal;
  readonly round: number;
  readonly time: number;
  readonly until: number;
}

/** What counts against the hour: granted and not signed (minute 0), or signed in a minute. */
interface Counted {
  readonly amount: number;
  readonly worth: number;
  readonly minute: number;
}

/** A grant that was not given back: its time, and the minimum that it used of its user's allowance, ms. */
interface Kept {
  readonly id: number;
  readonly time: number;
  readonly minimum: number;
}

/** What a grant used of its user's allowance: its start, and the user's number of grants then. */
interface Use {
  readonly from: number;
  readonly grants: number;
}

export class WithdrawalQueueBook {
  private readonly auditor: Auditor;
  private readonly withdrawals: ReadonlyMap<number, Withdrawal>;
  /** By asset and id. */
  private readonly waiting = new Map<number, Map<number, Turn>>();
  private readonly granted = new Map<number, Withdrawal>();
  private readonly signed = new Map<number, Counted[]>();
  /** By user: latest end of the used allowance, ms, and number of grants. */
  private readonly used = new Map<number, { until: number; grants: number }>();
  /** Uses by granted withdrawals; those whose grant was returned. Linked users share one allowance. */
  private readonly uses = new Map<number, Use>();
  private readonly returned = new Set<number>();
  /** By user: grants of the last two days that were not given back, in their order (rules `allowancePassed`). */
  private readonly kept = new Map<number, Kept[]>();
  /** By asset: the most that an hour ever added, whole USDT. */
  private readonly added = new Map<number, number>();
  private readonly links: LinkBook;
  private readonly units: readonly number[];
  /** Coins that have an index. */
  private readonly priced = new Set<number>();
  /** Millionths of what is owed to customers. */
  private hour = 0;

  /** `units`: atoms of one whole of each asset. */
  constructor(
    auditor: Auditor,
    withdrawals: ReadonlyMap<number, Withdrawal>,
    links: LinkBook,
    units: readonly number[],
  ) {
    this.auditor = auditor;
    this.links = links;
    this.withdrawals = withdrawals;
    this.units = units;
    auditor.on('rail.changed', (w, at) => {
      if (w[at + R.instrument] !== 0) this.priced.add(w[at + R.asset] as number);
    });
    auditor.on('allowance.changed', (w, at) => this.hourBegins(w, at));
    auditor.on('limits.changed', (w, at) => (this.hour = w[at + L.hour] as number));
    auditor.on('withdrawal.queued', (w, at) => this.queued(w, at));
    auditor.on('withdrawal.granted', (w, at) => {
      this.grants(w[at + G.withdrawal] as number);
      this.usesOnce(w, at);
      this.usesAgain(w, at);
    });
  }

  /** Whether a withdrawal may be signed now. */
  isGranted(id: number): boolean {
    return this.granted.has(id);
  }

  /** Most atoms of a large withdrawal of an asset. */
  most(asset: number): number {
    return Math.floor((this.limit(asset) * 4) / 5);
  }

  /** A withdrawal is signed (`signed`) or ended before. */
  leaves(of: Withdrawal, signed: boolean): void {
    if (signed && !this.granted.has(of.id)) throw new Breach(`money §8: withdrawal ${of.id} is signed without a grant`);
    if (!signed) this.givenBack(of);
    this.granted.delete(of.id);
    this.uses.delete(of.id);
    this.returned.delete(of.id);
    this.waiting.get(of.asset)?.delete(of.id);
    if (!signed) return;
    const minute = Math.floor(this.auditor.time / MINUTE);
    const known = (this.signed.get(of.asset) ?? []).filter((one) => one.minute > minute - MINUTES);
    known.push({ amount: of.amount, worth: of.worth, minute });
    this.signed.set(of.asset, known);
  }

  /** An hour of a coin adds a tenth of the hourly limit's worth when it begins, at least 1,000 USDT (rules `allowanceByHour`). */
  private hourBegins(w: Float64Array, at: number): void {
    const asset = w[at + A.asset] as number;
    const hour = w[at + A.hour] as number;
    const whole = w[at + A.whole] as number;
    if (hour % HOUR !== 0 || hour > this.auditor.time || whole < SMALL)
      throw new Breach(`money §8: the hour of asset ${asset} at ${hour} adds ${whole}`);
    this.added.set(asset, Math.max(whole, this.added.get(asset) ?? SMALL));
    if (this.priced.has(asset)) return;
    const most = Math.max(SMALL, Math.floor(Math.ceil(this.limit(asset) / (this.units[asset] ?? 1)) / PARTS));
    if (whole !== most) throw new Breach(`money §8: the hour of asset ${asset} at ${hour} adds ${whole}, not ${most}`);
  }

  private queued(w: Float64Array, at: number): void {
    const id = w[at + Q.withdrawal] as number;
    const of = this.withdrawals.get(id);
    if (of?.status !== 2) throw new Breach(`withdrawal ${id} waits in the queue and is not approved`);
    this.givenBack(of);
    if (this.granted.delete(id)) this.returned.add(id);
    const queue = this.waiting.get(of.asset) ?? new Map<number, Turn>();
    this.waiting.set(of.asset, queue);
    const [round, time, until] = [w[at + Q.round], w[at + Q.time], w[at + Q.until]] as [number, number, number];
    queue.set(id, { of, round, time, until });
  }

  private grants(id: number): void {
    const of = this.withdrawals.get(id);
    const queue = this.waiting.get(of?.asset ?? 0);
    const turn = queue?.get(id);
    if (of === undefined || queue === undefined || turn === undefined || turn.until !== 0)
      throw new Breach(`withdrawal ${id} is granted and does not wait in turn`);
    queue.delete(id);
    const { all, large, smallWorth } = this.counted(of.asset);
    const hour = this.limit(of.asset);
    const forLarge = this.most(of.asset);
    const reserved = all - large + of.amount <= hour - forLarge || smallWorth + of.worth <= SMALL;
    const fits =
      of.worth > SMALL
        ? large + of.amount <= forLarge && (smallWorth <= SMALL || all + of.amount <= hour)
        : reserved || all + of.amount <= hour;
    if (!fits || this.hour === 0)
      throw new Breach(
        `money §8: withdrawal ${id} of ${of.amount} is granted; ${all} of ${hour} are used, ${large} by large ones`,
      );
    for (const other of queue.values())
      if (other.until === 0 && isBefore(other, turn) && !(of.worth <= SMALL && other.of.worth > SMALL && reserved))
        throw new Breach(`money §8: withdrawal ${id} is granted, ${other.of.id} waits before it`);
    this.granted.set(id, of);
  }

  /**
   * One withdrawal uses its user's allowance once: granted again, it does not wait for its own first grant (rules
   * `allowanceBack`).
   */
  private usesOnce(w: Float64Array, at: number): void {
    const { time, rules } = this.auditor;
    const id = w[at + G.withdrawal] as number;
    const user = w[at + G.user] as number;
    const until = w[at + G.allowance] as number;
    const before = this.used.get(user) ?? { until: 0, grants: 0 };
    const first = this.uses.get(id);
    const again = this.returned.delete(id) && first?.grants === before.grants && !this.links.wasLinked(user);
    const most = Math.max(time, first?.from ?? 0) + (this.withdrawals.get(id)?.worth ?? 0) * MOST_USED;
    if (again && rules >= RULE.allowanceBack && until > most)
      throw new Breach(`money §8: withdrawal ${id} uses its allowance twice, until ${until}, not ${most}`);
    const from = again ? (first?.from ?? 0) : Math.max(time, before.until);
    this.used.set(user, { until, grants: before.grants + 1 });
    this.uses.set(id, { from, grants: before.grants + 1 });
  }

  /**
   * Nobody has more allowance than if what was given back had not been asked for (rules `allowancePassed`): what other grants
   * used, each at the most that an hour added, is in use still.
   */
  private usesAgain(w: Float64Array, at: number): void {
    const { time, rules } = this.auditor;
    const id = w[at + G.withdrawal] as number;
    const user = w[at + G.user] as number;
    const until = w[at + G.allowance] as number;
    const of = this.withdrawals.get(id);
    const worth = (of?.worth ?? 0) * HOUR;
    const known = (this.kept.get(user) ?? []).filter((one) => one.id !== id && one.time > time - TWO_DAYS);
    known.push({ id, time, minimum: Math.floor(worth / (this.added.get(of?.asset ?? 0) ?? SMALL)) });
    this.kept.set(user, known);
    let minimum = 0;
    for (const one of known) minimum = Math.max(minimum, one.time) + one.minimum;
    if (rules >= RULE.allowancePassed && until < minimum)
      throw new Breach(`money §8: withdrawal ${id} uses hours that others used, until ${until}, not ${minimum}`);
  }

  private givenBack({ id, user }: Withdrawal): void {
    const known = this.kept.get(user);
    if (known !== undefined)
      this.kept.set(
        user,
        known.filter((one) => one.id !== id),
      );
  }

  /** Atoms granted or signed within the hour, the part of large withdrawals, and the value of small ones. */
  private counted(asset: number): { readonly all: number; readonly large: number; readonly smallWorth: number } {
    const minute = Math.floor(this.auditor.time / MINUTE);
    const of = (this.signed.get(asset) ?? []).filter((one) => one.minute > minute - MINUTES);
    for (const one of this.granted.values()) if (one.asset === asset) of.push({ ...one, minute });
    let [all, large, smallWorth] = [0, 0, 0];
    for (const { amount, worth } of of) {
      all += amount;
      if (worth > SMALL) large += amount;
      else smallWorth += worth;
    }
    return { all, large, smallWorth };
  }

  /** What may leave within an hour: a share of what is owed to users, atoms. */
  private limit(asset: number): number {
    const { accounts } = this.auditor;
    let owed = 0;
    for (let slot = 1; slot < accounts.classes.length; slot += 1) {
      if (accounts.assets[slot] !== asset) continue;
      const group = accounts.classes[slot] as number;
      const free = accounts.free[slot] as number;
      if (group === ACCOUNT_CLASS.outside || OWN.includes(group)) owed -= free;
      else if (group === ACCOUNT_CLASS.wallet && accounts.users[slot] === MARKET_MAKER)
        owed -= free + (accounts.held[slot] as number);
    }
    return owed > 0 ? Number((BigInt(owed) * BigInt(this.hour)) / 1_000_000n) : 0;
  }
}

function isBefore(a: Turn, b: Turn): boolean {
  if (a.round !== b.round) return a.round < b.round;
  return a.time === b.time ? a.of.id < b.of.id : a.time < b.time;
}
