// Borrowing and repaying as pure functions: what a keystroke makes of the form, what is missing, what would be left.

import type { CanBorrow } from '@vitrine/contract';
import { toShortText, toText, toUnits } from '../../ticket/index.ts';

/** Digits of a coin's smallest unit, as its amounts are told. */
export function scaleOf(told: string): number {
  const point = told.indexOf('.');
  return point < 0 ? 0 : told.length - point - 1;
}

export type LoanProblem =
  | { readonly kind: 'loading' | 'amount' | 'unreadable' | 'nothingOwed' | 'nothingLent' }
  /** Decimal: how much too much it is, or how much is missing in the wallet. */
  | { readonly kind: 'beyond' | 'lack'; readonly by: string };

/** The first thing in the way of borrowing `amount`. */
export function validateBorrow(amount: string, told: CanBorrow | undefined): LoanProblem | undefined {
  if (told === undefined) return { kind: 'loading' };
  const scale = scaleOf(told.canBorrow);
  const most = toUnits(told.canBorrow, scale) ?? 0n;
  if (most === 0n) return { kind: 'nothingLent' };
  if (amount === '') return { kind: 'amount' };
  const units = toUnits(amount, scale);
  if (units === undefined) return { kind: 'unreadable' };
  if (units === 0n) return { kind: 'amount' };
  return units > most ? { kind: 'beyond', by: toText(units - most, scale) } : undefined;
}

export interface Owed {
  /** Decimals at the coin's scale. */
  readonly principal: string;
  readonly interest: string;
  /** What the wallet has available of the coin. */
  readonly available: string;
}

export interface Repayment {
  /** Interest first, then principal; decimals. */
  readonly interest: string;
  readonly principal: string;
  readonly left: string;
  readonly availableAfter: string;
}

/** What a repayment would do; interest first (money §4). Undefined while the amount is none, or more than is owed. */
export function summariseRepay(amount: string, owed: Owed): Repayment | undefined {
  const scale = scaleOf(owed.principal);
  const units = toUnits(amount, scale);
  const principal = toUnits(owed.principal, scale) ?? 0n;
  const interest = toUnits(owed.interest, scale) ?? 0n;
  const available = toUnits(owed.available, scale) ?? 0n;
  if (units === undefined || units === 0n || units > principal + interest || units > available) return undefined;
  const ofInterest = units < interest ? units : interest;
  const ofPrincipal = units - ofInterest;
  return {
    interest: toText(ofInterest, scale),
    principal: toText(ofPrincipal, scale),
    left: toText(principal + interest - units, scale),
    availableAfter: toText(available - units, scale),
  };
}

/** All that is owed, or all that is there of it, as a field wants it. */
export function mostRepaid(owed: Owed): string {
  const scale = scaleOf(owed.principal);
  const due = (toUnits(owed.principal, scale) ?? 0n) + (toUnits(owed.interest, scale) ?? 0n);
  const available = toUnits(owed.available, scale) ?? 0n;
  const most = due < available ? due : available;
  return most === 0n ? '' : toShortText(most, scale);
}

export function validateRepay(amount: string, owed: Owed | undefined): LoanProblem | undefined {
  if (owed === undefined) return { kind: 'loading' };
  const scale = scaleOf(owed.principal);
  const due = (toUnits(owed.principal, scale) ?? 0n) + (toUnits(owed.interest, scale) ?? 0n);
  if (due === 0n) return { kind: 'nothingOwed' };
  if (amount === '') return { kind: 'amount' };
  const units = toUnits(amount, scale);
  if (units === undefined) return { kind: 'unreadable' };
  if (units === 0n) return { kind: 'amount' };
  if (units > due) return { kind: 'beyond', by: toText(units - due, scale) };
  const available = toUnits(owed.available, scale) ?? 0n;
  return units > available ? { kind: 'lack', by: toText(units - available, scale) } : undefined;
}

/** Whether an amount is everything owed: then "all" is sent, so that interest come meanwhile is paid too. */
export function isAll(amount: string, owed: Owed): boolean {
  const scale = scaleOf(owed.principal);
  const due = (toUnits(owed.principal, scale) ?? 0n) + (toUnits(owed.interest, scale) ?? 0n);
  return toUnits(amount, scale) === due;
}
