// Withdrawing as pure functions: the three steps, the first problem, fee and remaining balance, input.
import {
  hashPassword,
  readDecimal,
  type AddressBook,
  type AddressCheck,
  type AddressFault,
  type BankCard,
  type CoinNetwork,
  type RechargeCurrency,
  type Withdrawal,
  type WithdrawalBody,
  type WithdrawalLimits,
  type WithdrawalLockKind,
} from '@vitrine/contract';
import { PIN_DIGITS } from '@vitrine/ui';
import { divideUp, toShortText, toText, toUnits } from '../../../ticket/index.ts';
import { scaleOf } from '../deposit/deposit-form.ts';

export const STEPS = ['where', 'amount', 'check'] as const;
export type Step = (typeof STEPS)[number];

export interface WithdrawForm {
  readonly step: Step;
  /** Name of the network, or nothing yet. */
  readonly network: string | undefined;
  readonly address: string;
  readonly amount: string;
  /** The digits of the fund password; cleared whenever the summary closes. */
  readonly pin: string;
}

export const firstWithdraw: WithdrawForm = { step: 'where', network: undefined, address: '', amount: '', pin: '' };

export type WithdrawAction =
  | { readonly set: 'network'; readonly network: string }
  | { readonly set: 'address' | 'amount' | 'pin'; readonly text: string }
  /** Another coin, or another withdrawal. */
  | { readonly set: 'first' }
  | { readonly go: Step };

/** Changing the method clears only the fund password: the address is checked again, and the amount with the new fee. */
export function reduceWithdraw(form: WithdrawForm, action: WithdrawAction): WithdrawForm {
  if ('go' in action) return { ...form, step: action.go, pin: '' };
  switch (action.set) {
    case 'network':
      return { ...form, network: action.network };
    case 'address':
      return { ...form, address: action.text.replace(/\s/g, '') };
    case 'amount':
      return { ...form, amount: action.text };
    case 'pin':
      return { ...form, pin: action.text.replace(/\D/g, '').slice(0, PIN_DIGITS) };
    case 'first':
      return firstWithdraw;
  }
}

/** The data around the form; undefined: not loaded yet. */
export interface WithdrawFacts {
  readonly currency: RechargeCurrency | undefined;
  readonly network: CoinNetwork | undefined;
  /** Of the coin in the spot wallet, decimal. */
  readonly available: string | undefined;
  /** The check of exactly the typed address. */
  readonly check: AddressCheck | undefined;
  readonly book: AddressBook | undefined;
  /** Null: none is bound. */
  readonly card: BankCard | null | undefined;
  readonly limits: WithdrawalLimits | undefined;
  /** USDT per unit; null: unknown. */
  readonly rate: string | null | undefined;
  readonly fundPassword: boolean | undefined;
  /** ms UTC. */
  readonly now: number;
}

export type WithdrawProblem =
  | { readonly kind: 'loading' | 'kyc' | 'fundPassword' | 'closed' | 'card' }
  | { readonly kind: 'locked'; readonly lock: WithdrawalLockKind; readonly until: number | null }
  | { readonly kind: 'halted'; readonly words: string }
  | { readonly kind: 'network' | 'address' | 'checking' | 'notInBook' }
  | { readonly kind: 'fault'; readonly fault: AddressFault; readonly network: string | null }
  | { readonly kind: 'waiting'; readonly until: number }
  | { readonly kind: 'amount' | 'number' | 'zero' | 'rate' }
  /** Decimals in the coin. */
  | { readonly kind: 'least' | 'step' | 'short'; readonly of: string }
  /** Whole USDT above the daily limit. */
  | { readonly kind: 'day'; readonly of: string }
  | { readonly kind: 'pin'; readonly missing: number };

/** A problem that does not depend on the input. */
export function barrier(facts: WithdrawFacts): WithdrawProblem | undefined {
  const { limits, fundPassword } = facts;
  if (limits === undefined || fundPassword === undefined || facts.currency === undefined) return { kind: 'loading' };
  // A lock without an end means that the fund password was never set: that is fixed here, without waiting.
  const unset = limits.locks.some(({ kind, until }) => kind === 'fundPassword' && until === null);
  const lock = limits.locks.find(({ kind, until }) => kind !== 'fundPassword' || until !== null);
  if (lock) return { kind: 'locked', lock: lock.kind, until: lock.until };
  if (limits.stage === 0) return { kind: 'kyc' };
  return fundPassword && !unset ? undefined : { kind: 'fundPassword' };
}

function whereProblem(form: WithdrawForm, facts: WithdrawFacts): WithdrawProblem | undefined {
  const { network, check, book, card } = facts;
  if (network === undefined) return { kind: 'network' };
  if (network.halted !== null) return { kind: 'halted', words: network.halted };
  if (!network.open.withdrawal) return { kind: 'closed' };
  if (network.rail === 'manual') {
    if (card === undefined) return { kind: 'loading' };
    return card === null ? { kind: 'card' } : undefined;
  }
  if (form.address === '') return { kind: 'address' };
  if (check === undefined || book === undefined) return { kind: 'checking' };
  if (check.fault !== null) return { kind: 'fault', fault: check.fault, network: check.network };
  if (!book.allowOnly) return undefined;
  if (check.book === null) return { kind: 'notInBook' };
  return check.book.usableFrom > facts.now ? { kind: 'waiting', until: check.book.usableFrom } : undefined;
}

/** The scale of all calculations with a coin. */
function scaleFor(network: CoinNetwork, available: string | undefined): number {
  return Math.max(
    scaleOf(network.step),
    scaleOf(network.fee),
    scaleOf(network.withdrawMin),
    available === undefined ? 0 : scaleOf(available),
  );
}

const RATE_SCALE = 18;
const WHOLE_RATE = 10n ** BigInt(RATE_SCALE);

/** The fee of an amount, in its units: the larger of the fixed fee and the percentage, which is rounded up. */
function feeUnits(units: bigint, network: CoinNetwork, scale: number): bigint {
  const flat = toUnits(network.fee, scale) ?? 0n;
  const share = divideUp(units * (toUnits(network.feeRate, RATE_SCALE) ?? 0n), WHOLE_RATE);
  return share > flat ? share : flat;
}

/** The maximum amount such that amount and fee are available, a multiple of the step; empty: none. */
export function mostWithdrawn(network: CoinNetwork, available: string | undefined, percent = 100): string {
  if (available === undefined) return '';
  const scale = scaleFor(network, available);
  const there = toUnits(available, scale) ?? 0n;
  const rate = toUnits(network.feeRate, RATE_SCALE) ?? 0n;
  const byShare = (there * WHOLE_RATE) / (WHOLE_RATE + rate);
  const byFee = there - (toUnits(network.fee, scale) ?? 0n);
  const most = ((byShare < byFee ? byShare : byFee) * BigInt(percent)) / 100n;
  const step = toUnits(network.step, scale) ?? 1n;
  const whole = most > 0n ? most - (most % step) : 0n;
  return whole === 0n ? '' : toShortText(whole, scale);
}

/** The value of an amount in whole USDT, rounded up like the exchange does; undefined while the rate is unknown. */
export function worthOf(amount: string, rate: string | null | undefined): bigint | undefined {
  if (rate === null || rate === undefined) return undefined;
  const units = toUnits(amount, scaleOf(amount));
  const each = toUnits(rate, scaleOf(rate));
  if (units === undefined || each === undefined) return undefined;
  return divideUp(units * each, 10n ** BigInt(scaleOf(amount) + scaleOf(rate)));
}

const whole = (worth: string): bigint => toUnits(worth.replace(/\..*$/, ''), 0) ?? 0n;

function amountProblem(form: WithdrawForm, facts: WithdrawFacts): WithdrawProblem | undefined {
  const { network, available, limits, rate } = facts;
  if (network === undefined || available === undefined || limits === undefined) return { kind: 'loading' };
  if (form.amount === '') return { kind: 'amount' };
  const scale = scaleFor(network, available);
  const units = toUnits(form.amount, scale);
  if (units === undefined) return { kind: 'number' };
  if (units === 0n) return { kind: 'zero' };
  const step = toUnits(network.step, scale) ?? 1n;
  if (units % step !== 0n) return { kind: 'step', of: network.step };
  if (units < (toUnits(network.withdrawMin, scale) ?? 0n)) return { kind: 'least', of: network.withdrawMin };
  const needed = units + feeUnits(units, network, scale);
  const there = toUnits(available, scale) ?? 0n;
  if (needed > there) return { kind: 'short', of: toText(needed - there, scale) };
  const worth = worthOf(toText(units, scale), rate);
  if (worth === undefined) return { kind: 'rate' };
  const left = whole(limits.left);
  return worth > left ? { kind: 'day', of: (worth - left).toString() } : undefined;
}

/** Whether it is sent right after approval, by the coin's hourly limit, or waits, and behind how many others. */
export interface WithdrawTurn {
  readonly waits: boolean;
  readonly behind: number;
}

/** Undefined if the coin's hourly limit is unknown. */
function turnOf(
  amount: string,
  coin: string | undefined,
  worth: bigint,
  limits: WithdrawalLimits,
): WithdrawTurn | undefined {
  const hour = limits.hour.find((one) => one.coin === coin);
  if (hour === undefined) return undefined;
  const left = worth > whole(limits.small) ? hour.leftForLarge : hour.left;
  const scale = Math.max(scaleOf(amount), scaleOf(left));
  const fits = (toUnits(amount, scale) ?? 0n) <= (toUnits(left, scale) ?? 0n);
  return { waits: hour.waiting > 0 || !fits, behind: hour.waiting };
}

/** The first problem of the current step, including those of earlier steps. */
export function validateWithdraw(form: WithdrawForm, facts: WithdrawFacts): WithdrawProblem | undefined {
  const before = barrier(facts) ?? whereProblem(form, facts);
  if (before !== undefined || form.step === 'where') return before;
  const amount = amountProblem(form, facts);
  if (amount !== undefined || form.step === 'amount') return amount;
  const missing = PIN_DIGITS - form.pin.length;
  return missing > 0 ? { kind: 'pin', missing } : undefined;
}

export interface WithdrawSummary {
  /** Decimals in the coin: what arrives, the fee on top, what leaves the wallet. */
  readonly amount: string;
  readonly fee: string;
  readonly total: string;
  /** Undefined if it would be negative. */
  readonly availableAfter: string | undefined;
  /** Whole USDT left of the daily limit; undefined while the value is unknown, or above the limit. */
  readonly leftAfter: string | undefined;
  /** Who reviews it, by its value. */
  readonly review: 'rules' | 'person' | 'persons' | undefined;
  /** Whether it would wait for the hourly limit; undefined while unknown. */
  readonly turn: WithdrawTurn | undefined;
  /** The chain's usual duration, ms; undefined for bank payments. */
  readonly chainTime: number | undefined;
}

/** The effects of the amount; undefined while it is invalid. */
export function summariseWithdraw(form: WithdrawForm, facts: WithdrawFacts): WithdrawSummary | undefined {
  const { network, available, limits, rate } = facts;
  if (network === undefined) return undefined;
  const scale = scaleFor(network, available);
  const units = toUnits(form.amount, scale);
  if (units === undefined || units === 0n) return undefined;
  const fee = feeUnits(units, network, scale);
  const there = available === undefined ? undefined : toUnits(available, scale);
  const worth = worthOf(toText(units, scale), rate);
  const left = limits && whole(limits.left);
  return {
    amount: toText(units, scale),
    fee: toText(fee, scale),
    total: toText(units + fee, scale),
    availableAfter: there !== undefined && there >= units + fee ? toText(there - units - fee, scale) : undefined,
    leftAfter: worth !== undefined && left !== undefined && worth <= left ? (left - worth).toString() : undefined,
    review: worth === undefined || limits === undefined ? undefined : reviewOf(worth, limits, network),
    turn:
      worth === undefined || limits === undefined
        ? undefined
        : turnOf(toText(units, scale), facts.currency?.coin, worth, limits),
    chainTime: network.blockTime === null ? undefined : network.blockTime * network.confirmations,
  };
}

function reviewOf(worth: bigint, limits: WithdrawalLimits, network: CoinNetwork): 'rules' | 'person' | 'persons' {
  if (worth >= whole(limits.persons) || network.rail === 'manual') return 'persons';
  return worth <= whole(limits.rules) ? 'rules' : 'person';
}

/** The body to encrypt. `key` is the request's key; `time` the exchange's clock, ms UTC. */
export function withdrawBody(
  form: WithdrawForm,
  facts: Pick<WithdrawFacts, 'currency' | 'network' | 'check' | 'card'>,
  who: { readonly userId: string; readonly key: string; readonly time: number },
): WithdrawalBody | undefined {
  const { currency, network, check, card } = facts;
  if (currency === undefined || network === undefined) return undefined;
  const way =
    network.rail === 'manual' ? card && { cardId: card.id } : check?.fault === null && { address: check.address };
  const amount = readDecimal(form.amount.replace(/\.$/, ''));
  if (!way || amount === undefined) return undefined;
  return {
    ...who,
    coin: currency.coin,
    network: network.network,
    ...way,
    amount,
    fundPassword: hashPassword(form.pin),
  };
}

/** Whether a withdrawal is still in progress. */
export function isUnderWay({ stage }: Pick<Withdrawal, 'stage'>): boolean {
  return stage === 'review' || stage === 'approved' || stage === 'signed' || stage === 'broadcast';
}
