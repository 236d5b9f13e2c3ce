// The pages of the console, the call each page needs, and its count of waiting cases. Pure: menu and first page follow
// from roles.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { mayDesk, type DeskCallName, type DeskRole, type DeskSummary } from '@vitrine/contract';

export interface Room {
  readonly path: string;
  readonly call: DeskCallName;
  readonly label: MessageDescriptor;
  /** The number of waiting cases; undefined: not counted, or unknown. */
  readonly waits: (summary: DeskSummary) => number | undefined;
}

const nothing = (): undefined => undefined;

/** In the order of the menu. */
export const deskPages: readonly Room[] = [
  {
    path: '/verification/1',
    call: 'desk.kyc.list',
    label: msg({ message: 'Verification 1', comment: 'Menu entry: verification of name and document number' }),
    waits: (summary) => summary.kyc?.first,
  },
  {
    path: '/verification/2',
    call: 'desk.kyc.list',
    label: msg({ message: 'Verification 2', comment: 'Menu entry: verification by pictures' }),
    waits: (summary) => summary.kyc?.second,
  },
  {
    path: '/deposits',
    call: 'desk.deposits.list',
    label: msg({ message: 'Deposits', comment: 'Menu entry: deposits with a screenshot' }),
    waits: (summary) => summary.deposits ?? undefined,
  },
  {
    path: '/withdrawals',
    call: 'desk.withdrawals.list',
    label: msg({ message: 'Withdrawals', comment: 'Menu entry' }),
    waits: (summary) => summary.withdrawals ?? undefined,
  },
  {
    path: '/treasury',
    call: 'desk.treasury.get',
    label: msg({ message: 'Treasury', comment: 'Menu entry: hot and cold wallets, chains, halts' }),
    waits: (summary) => summary.halts ?? undefined,
  },
  {
    path: '/otc-claims',
    call: 'desk.bonds.list',
    label: msg({ message: 'OTC claims', comment: 'Menu entry: claims on merchants’ bonds' }),
    waits: nothing,
  },
  {
    path: '/fund-passwords',
    call: 'desk.fundCases.list',
    label: msg({ message: 'Fund passwords', comment: 'Menu entry: forgotten fund passwords' }),
    waits: (summary) => summary.fundCases ?? undefined,
  },
  {
    path: '/proposals',
    call: 'desk.proposals.list',
    label: msg({ message: 'Proposals', comment: 'Menu entry: what waits for a second person' }),
    waits: (summary) => summary.proposals.open,
  },
  {
    path: '/customers',
    call: 'desk.customers.search',
    label: msg({ message: 'Customers', comment: 'Menu entry' }),
    waits: nothing,
  },
  {
    path: '/linked',
    call: 'desk.links.list',
    label: msg({
      message: 'Linked accounts',
      comment: 'Menu entry: accounts of one person, and appeals against links',
    }),
    waits: (summary) => summary.appeals ?? undefined,
  },
  {
    path: '/closing-rates',
    call: 'desk.closingRates.list',
    label: msg({
      message: 'Closing rates',
      comment: 'Menu entry: margin rates of contracts at the close of their market',
    }),
    waits: nothing,
  },
  {
    path: '/people',
    call: 'desk.people.list',
    label: msg({ message: 'People', comment: 'Menu entry: those who work at the desk' }),
    waits: nothing,
  },
  {
    path: '/audit',
    call: 'desk.audit.list',
    label: msg({ message: 'Audit log', comment: 'Menu entry' }),
    waits: nothing,
  },
];

/** The pages that these roles may open. */
export function deskPagesOf(roles: readonly DeskRole[]): readonly Room[] {
  return deskPages.filter((page) => mayDesk(page.call, roles));
}

/** The first page of a staff member; all roles have proposals. */
export function firstPath(roles: readonly DeskRole[]): string {
  return deskPagesOf(roles)[0]?.path ?? '/proposals';
}

/** Whether a path belongs to a page. */
export function isIn(pathname: string, page: string): boolean {
  return pathname === page || pathname.startsWith(`${page}/`);
}
