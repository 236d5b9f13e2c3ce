// Users, fee tiers, 30-day turnover: what determines rates and shares of fees.

import { LOCK } from '../../src/enum/index.ts';
import { RULE } from '../../src/index.ts';
import { Breach } from '../finding.ts';
import { eventPlaces } from '../words.ts';
import type { Auditor } from './auditor.ts';

const DAY = 86_400_000;
const DAYS = 30;
const MILLION = 1_000_000;
/** Fractions of a whole unit; a multiple of every asset's scale. */
const PARTS = 100_000_000;

export interface User {
  referrer: number;
  stage: number;
  locks: number;
  /** The batch in which they were frozen under rules `frozenReduces`; 0: not frozen. */
  frozen: number;
  /** Fractions of a whole unit of turnover not yet counted. */
  parts: number;
  /** Whole units by day of the ring, and each entry's day. */
  readonly days: Float64Array;
  readonly stamps: Float64Array;
}

export interface Tier {
  readonly volume: number;
  readonly maker: number;
  readonly taker: number;
}

const U = eventPlaces('user.changed');
const T = eventPlaces('tier.changed');

export class People {
  readonly users: (User | undefined)[] = [undefined];
  readonly tiers: Tier[] = [];
  /** Rates of all tiers ever in force: an order keeps those of its time. */
  readonly rates: { readonly maker: number; readonly taker: number }[] = [];
  /** Shares of every fee, millionths. */
  shares = { safety: 0, generations: [0, 0, 0] as readonly number[] };
  private readonly auditor: Auditor;

  constructor(auditor: Auditor) {
    this.auditor = auditor;
    auditor.on('user.changed', (w, at) => this.changed(w, at));
    auditor.on('tier.changed', (w, at) => {
      this.tiers[w[at + T.tier] as number] = {
        volume: w[at + T.volume] as number,
        maker: w[at + T.maker] as number,
        taker: w[at + T.taker] as number,
      };
      remember(this.rates, w[at + T.maker] as number, w[at + T.taker] as number);
    });
  }

  get(user: number): User {
    const known = this.users[user];
    if (known === undefined) throw new Error(`Expected user ${user} to be known.`);
    return known;
  }

  /** Whether a user is frozen now. */
  isFrozen(user: number): boolean {
    return ((this.users[user]?.locks ?? 0) & LOCK.frozen) !== 0;
  }

  private changed(w: Float64Array, at: number): void {
    const user = w[at + U.user] as number;
    const referrer = w[at + U.referrer] as number;
    const before = this.users[user];
    if (before === undefined) {
      if (user !== this.users.length)
        throw new Breach(`users are numbered: ${user} comes after ${this.users.length - 1}`);
      if (!(referrer < user))
        throw new Breach(`money §10: the referrer ${referrer} of user ${user} is not an earlier one`);
      this.users.push({
        ...{ referrer, stage: w[at + U.stage] as number, locks: w[at + U.locks] as number, parts: 0, frozen: 0 },
        ...{ days: new Float64Array(DAYS), stamps: new Float64Array(DAYS) },
      });
      return;
    }
    if (before.referrer !== referrer) throw new Breach(`money §10: user ${user} has another referrer than at first`);
    before.stage = w[at + U.stage] as number;
    before.locks = w[at + U.locks] as number;
    if ((before.locks & LOCK.frozen) === 0) before.frozen = 0;
    else if (before.frozen === 0 && this.auditor.rules >= RULE.frozenReduces) before.frozen = this.auditor.batch;
  }

  /** Counts a trade's value for a user, in whole units. */
  turn(user: number, atoms: number, unit: number): void {
    const known = this.get(user);
    const day = Math.floor(this.auditor.time / DAY);
    const place = day % DAYS;
    const rest = atoms % unit;
    let whole = (atoms - rest) / unit;
    known.parts += rest * (PARTS / unit);
    if (known.parts >= PARTS) {
      known.parts -= PARTS;
      whole += 1;
    }
    if (known.stamps[place] !== day) {
      known.stamps[place] = day;
      known.days[place] = 0;
    }
    known.days[place] = (known.days[place] as number) + whole;
  }

  /** The tier of thirty days of turnover, from 0. */
  tierOf(user: number): number {
    const known = this.get(user);
    const today = Math.floor(this.auditor.time / DAY);
    let sum = 0;
    for (let place = 0; place < DAYS; place += 1)
      if ((known.stamps[place] as number) > today - DAYS) sum += known.days[place] as number;
    let reached = 0;
    for (let tier = 1; tier < this.tiers.length; tier += 1)
      if ((this.tiers[tier]?.volume ?? Infinity) <= sum) reached = tier;
    return reached;
  }
}

/** Adds a pair of rates to the known ones. */
export function remember(
  rates: { readonly maker: number; readonly taker: number }[],
  maker: number,
  taker: number,
): void {
  if (!rates.some((one) => one.maker === maker && one.taker === taker)) rates.push({ maker, taker });
}

/** Explains the fees of an order whose rate no event shows: the candidates in `rates` that still fit. */
export class Guess {
  private paid = 0;
  private readonly may: { readonly maker: number; readonly taker: number; readonly exact: Exact }[];

  constructor(rates: readonly { readonly maker: number; readonly taker: number }[]) {
    this.may = rates.map(({ maker, taker }) => ({ maker, taker, exact: new Exact() }));
  }

  /** Adds one receipt. Returns false when no rate explains the fees so far. */
  take(received: number, fee: number, making: boolean): boolean {
    this.paid += fee;
    for (let at = this.may.length - 1; at >= 0; at -= 1) {
      const one = this.may[at];
      if (one === undefined) continue;
      one.exact.add(making ? one.maker : one.taker, received);
      if (one.exact.up() !== this.paid) this.may.splice(at, 1);
    }
    return this.may.length > 0;
  }
}

/** ⌊atoms × share ÷ 10^6⌋, exactly. */
export function shareOf(atoms: number, share: number): number {
  const rest = atoms % MILLION;
  return ((atoms - rest) / MILLION) * share + Math.floor((rest * share) / MILLION);
}

/** An exact sum of rate × amount: whole millions and the remainder. */
export class Exact {
  private whole = 0;
  private over = 0;
  add(rate: number, amount: number): void {
    const rest = amount % MILLION;
    this.whole += rate * ((amount - rest) / MILLION);
    this.over += rate * rest;
    const carried = Math.floor(this.over / MILLION);
    this.whole += carried;
    this.over -= carried * MILLION;
  }
  /** Rounded up. */
  up(): number {
    return this.whole + (this.over > 0 ? 1 : 0);
  }
}
