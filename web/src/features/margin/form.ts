// Borrowing and repaying as pure functions: form state, faults, remaining debt.

import type { CanBorrow } from '@vitrine/contract';
import { toShortText, toText, toUnits } from '../../ticket/index.ts';

/** Decimals of a coin's smallest unit, as in the amounts of the API. */
export function scaleOf(limits: string): number {
  const point = limits.indexOf('.');
  return point < 0 ? 0 : limits.length - point - 1;
}

export type LoanProblem =
  | { readonly kind: 'loading' | 'amount' | 'unreadable' | 'nothingOwed' | 'nothingLent' }
  /** Decimal: the excess, or the missing wallet balance. */
  | { readonly kind: 'beyond' | 'lack'; readonly by: string };

/** The first reason that `amount` cannot be borrowed. */
export function validateBorrow(amount: string, limits: CanBorrow | undefined): LoanProblem | undefined {
  if (limits === undefined) return { kind: 'loading' };
  const scale = scaleOf(limits.canBorrow);
  const most = toUnits(limits.canBorrow, scale) ?? 0n;
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
  /** The wallet's available balance of the coin. */
  readonly available: string;
}

export interface Repayment {
  /** Interest first, then principal; decimals. */
  readonly interest: string;
  readonly principal: string;
  readonly left: string;
  readonly availableAfter: string;
}

/** The effect of a repayment; interest first (money §4). Undefined for an invalid amount, or more than the debt. */
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

/** The whole debt, or the whole available balance if smaller, for the field. */
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

/** Whether an amount is the whole debt: then "all" is sent, which includes interest accrued meanwhile. */
export function isAll(amount: string, owed: Owed): boolean {
  const scale = scaleOf(owed.principal);
  const due = (toUnits(owed.principal, scale) ?? 0n) + (toUnits(owed.interest, scale) ?? 0n);
  return toUnits(amount, scale) === due;
}
