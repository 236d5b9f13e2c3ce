// Products of staking and finance in one form, and what comes back of an amount, day by day. Pure; money is decimal text
// outside and atoms inside.

import type { FinanceProduct, PledgeProduct } from '@vitrine/contract';
import { EARN_KIND } from '@vitrine/core/enum';
import { earlyPenalty, yieldOf } from '@vitrine/core/formula';
import { parseAtoms, parseDecimal, printDecimal } from '@vitrine/core/number';

/** The two kinds; also the first part of the calls' names and of the pages' addresses. */
export type EarnKind = 'pledge' | 'finance';

/** Fields of both kinds of product, and what they say of rates under one name. */
export interface Offer extends Omit<PledgeProduct, 'dailyRate' | 'subscriptionAmount'> {
  readonly kind: EarnKind;
  /** A day's rate of staking, a year's of finance; a fraction. */
  readonly rate: string;
  readonly flexible: boolean;
  /** Finance: 1 value-added, 2 members, 3 ordinary; staking 0. */
  readonly tab: number;
}

export function pledgeOffer({ dailyRate, ...product }: PledgeProduct): Offer {
  return { ...product, kind: 'pledge', rate: dailyRate, flexible: false, tab: 0 };
}

export function financeOffer({ averageIncome, ...product }: FinanceProduct): Offer {
  return { ...product, kind: 'finance', rate: averageIncome };
}

const RATE_DECIMALS = 9;
const SHARE_DECIMALS = 6;
const YEAR = 365;
const DAY = 86_400_000;
/** Decimals of a printed share of a year. */
const YEARLY_DECIMALS = 6;
/** Largest principal (the core's own bound), so that yields stay integers. */
const MOST_ATOMS = 2 ** 48;

type Rated = Pick<Offer, 'kind' | 'rate' | 'cycle' | 'flexible'>;

const kindNumber = ({ kind }: Pick<Offer, 'kind'>) => (kind === 'pledge' ? EARN_KIND.staking : EARN_KIND.finance);

/** A rate in billionths. */
function billionths(rate: string): number {
  const parsed = parseDecimal(rate, RATE_DECIMALS);
  if (typeof parsed === 'string') throw new Error(`expected a rate, got "${rate}"`);
  return parsed;
}

/** A day's share of the principal, a fraction as text. */
export function dailyRate(offer: Rated): string {
  if (offer.kind === 'pledge') return offer.rate;
  return printDecimal(Math.floor(billionths(offer.rate) / YEAR), RATE_DECIMALS);
}

/** The effective annual rate: bought again with its yield at each end for a year; a fraction as text, for show. */
export function effectiveYearly(offer: Rated): string {
  const yearly = billionths(offer.rate) / 10 ** RATE_DECIMALS;
  const term = (offer.kind === 'pledge' ? yearly : yearly / YEAR) * offer.cycle;
  return Math.expm1((YEAR / offer.cycle) * Math.log1p(term)).toFixed(YEARLY_DECIMALS);
}

/** Atoms of a decimal; undefined if invalid (a trailing point is accepted while typing). */
export function atomsOf(text: string | undefined, scale: number): number | undefined {
  const atoms = parseAtoms((text ?? '').replace(/\.$/, ''), scale);
  return typeof atoms === 'number' && atoms <= MOST_ATOMS ? atoms : undefined;
}

/** Decimals of an offer's coin. */
export function scaleOf({ max }: Pick<Offer, 'max'>): number {
  return max.split('.')[1]?.length ?? 0;
}

/** A day of a purchase, at its end; day 0 is the purchase itself. */
export interface PlanDay {
  readonly day: number;
  readonly time: number;
  /** Yield earned by then, of which `paid` is in the wallet. */
  readonly earned: string;
  readonly paid: string;
  /** What redeeming then costs: penalty and yield given up; null: not redeemable then, or the term is over. */
  readonly cost: string | null;
  /** Everything received by then if redeemed (or ended) then; null: locked. */
  readonly end: string | null;
}

export interface Plan {
  readonly days: readonly PlanDay[];
  /** Yield of the whole term. */
  readonly yield: string;
  /** Principal and yield. */
  readonly back: string;
  readonly ends: number;
}

/** Days of flexible finance that a plan shows: it has no end. */
export const FLEXIBLE_DAYS = 30;

/** What comes back of an amount bought at `start`; undefined while the amount cannot be bought. */
export function planOf(offer: Offer, amount: string, start: number): Plan | undefined {
  const scale = scaleOf(offer);
  const principal = atomsOf(amount, scale);
  if (principal === undefined || principal === 0) return undefined;
  const rate = billionths(offer.rate);
  const kind = kindNumber(offer);
  const penalty = parseDecimal(offer.penalty, SHARE_DECIMALS);
  if (typeof penalty === 'string') throw new Error(`expected a penalty, got "${offer.penalty}"`);
  const print = (atoms: number) => printDecimal(atoms, scale);
  const days = offer.flexible ? FLEXIBLE_DAYS : offer.cycle;
  const oneDay = yieldOf(kind, principal, rate, 1);
  // Each day of flexible finance is a term of its own, rounded down.
  const until = (day: number) => (offer.flexible ? oneDay * day : yieldOf(kind, principal, rate, day));
  const whole = until(days);
  const fee = earlyPenalty(principal, penalty);
  const atEnd = offer.kind === 'finance' && !offer.flexible;
  const rows = Array.from({ length: days + 1 }, (_, day): PlanDay => {
    const earned = until(day);
    const isOver = !offer.flexible && day === days;
    const paid = atEnd && !isOver ? 0 : earned;
    const givenUp = offer.flexible ? oneDay : whole - paid;
    const canRedeem = offer.early && !isOver;
    return {
      day,
      time: start + day * DAY,
      earned: print(earned),
      paid: print(paid),
      cost: canRedeem ? print(fee + givenUp) : null,
      end: isOver ? print(principal + whole) : canRedeem ? print(principal - fee + paid) : null,
    };
  });
  return { days: rows, yield: print(whole), back: print(principal + whole), ends: start + days * DAY };
}

/** The days that a short table shows: the first, three between, the one before the last, the last. */
export function fewDays(days: readonly PlanDay[]): readonly PlanDay[] {
  const last = days.length - 1;
  const at = [0, 1, Math.round(last / 4), Math.round(last / 2), last - 1, last];
  return days.filter(({ day }) => at.includes(day));
}

/** Of many days, at most `most` for a picture, the last included. */
export function drawnDays(days: readonly PlanDay[], most: number): readonly PlanDay[] {
  const step = Math.ceil((days.length - 1) / most);
  return days.slice(1).filter(({ day }) => (days.length - 1 - day) % step === 0);
}
