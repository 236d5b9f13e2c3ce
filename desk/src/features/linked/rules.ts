// Calculations of the page of linked accounts. Pure.
import { LINK_APPEAL_STATE, type LinkGroup } from '@vitrine/contract';

/** The groups, or appeals by their state. */
export type View = 'groups' | (typeof LINK_APPEAL_STATE)[number];

/** The view that an address names; by default the open appeals. */
export function viewOf(state: string | undefined): View {
  return (['groups', ...LINK_APPEAL_STATE] as const).find((one) => one === state) ?? 'open';
}

/** The name of a group in an address: the lowest user number in it. */
export function groupId({ accounts }: LinkGroup): string {
  return [...accounts.map(({ customer }) => customer.id)].sort((a, b) => Number(a) - Number(b))[0] ?? '';
}

/** Parses a typed user number: digits only, else undefined. */
export function numberOf(text: string): string | undefined {
  const plain = text.trim().replace(/^#/, '');
  return /^[1-9][0-9]{0,17}$/.test(plain) ? plain : undefined;
}

/** What is missing before two accounts can be proposed as one person's. */
export function linkLack(one: string, other: string, reason: string): 'number' | 'same' | 'reason' | undefined {
  const [first, second] = [numberOf(one), numberOf(other)];
  if (first === undefined || second === undefined) return 'number';
  if (first === second) return 'same';
  return reason.trim() === '' ? 'reason' : undefined;
}
