// Roles of staff, as text in SQL and as bits in the exchange.

import { DESK_ROLES, type DeskRole } from '@vitrine/contract';

/** Bits of an operator's roles in the exchange; an auditor has none there. */
const BITS: Readonly<Record<DeskRole, number>> = {
  support: 1,
  risk: 2,
  treasurer: 4,
  reviewer: 8,
  administrator: 16,
  auditor: 0,
};

/** Roles in canonical order, without duplicates. */
export function inOrder(roles: readonly DeskRole[]): readonly DeskRole[] {
  return DESK_ROLES.filter((role) => roles.includes(role));
}

/** The stored text of roles. */
export function rolesText(roles: readonly DeskRole[]): string {
  return inOrder(roles).join(',');
}

/** The roles of a stored text. */
export function rolesOf(text: string): readonly DeskRole[] {
  const words = text.split(',');
  return DESK_ROLES.filter((role) => words.includes(role));
}

/** The bits used by the exchange. */
export function bitsOf(roles: readonly DeskRole[]): number {
  return roles.reduce((bits, role) => bits | BITS[role], 0);
}

/** Whether one person may have these roles: an auditor, who sees everything, may have no other. */
export function mayBeOnes(roles: readonly DeskRole[]): boolean {
  return roles.length > 0 && (!roles.includes('auditor') || roles.length === 1);
}

/** Whether somebody has one of the roles needed. */
export function hasOne(roles: readonly DeskRole[], needed: readonly DeskRole[]): boolean {
  return needed.some((role) => roles.includes(role));
}
