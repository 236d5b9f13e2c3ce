// Which roles may make which desk call. The server checks this table, the page shows by it.

import type { DeskCallName } from './calls.ts';
import { DESK_ROLES, type DeskRole } from './enumeration.ts';

/** Anybody, signed in or not. */
const ANYBODY = 'anybody';
/** Every role. */
const ALL: readonly DeskRole[] = DESK_ROLES;
const WORKERS = DESK_ROLES.filter((role) => role !== 'auditor');
const REVIEW: readonly DeskRole[] = ['reviewer'];
const TREASURY: readonly DeskRole[] = ['treasurer', 'risk'];
const CUSTOMERS: readonly DeskRole[] = ['support', 'risk'];
const ADMINISTRATOR: readonly DeskRole[] = ['administrator'];
const reading = (roles: readonly DeskRole[]): readonly DeskRole[] => [...roles, 'auditor'];

export const DESK_CALL_ROLES: Readonly<Record<DeskCallName, readonly DeskRole[] | typeof ANYBODY>> = {
  'desk.setup.open': ANYBODY,
  'desk.setup.finish': ANYBODY,
  'desk.signIn': ANYBODY,
  'desk.signOut': ALL,
  'desk.me': ALL,
  'desk.summary': ALL,
  'desk.outcome': ALL,
  'desk.reviewer.set': ADMINISTRATOR,
  'desk.practiceTraders.set': ADMINISTRATOR,
  'desk.kyc.list': reading(REVIEW),
  'desk.kyc.case': reading(REVIEW),
  'desk.kyc.unmask': reading(REVIEW),
  'desk.kyc.document': reading(REVIEW),
  'desk.kyc.pass': REVIEW,
  'desk.kyc.refuse': REVIEW,
  'desk.fundCases.list': reading(['support']),
  'desk.fundCases.pass': ['support'],
  'desk.fundCases.refuse': ['support'],
  'desk.deposits.list': reading(REVIEW),
  'desk.deposits.get': reading(REVIEW),
  'desk.deposits.picture': reading(REVIEW),
  'desk.deposits.pass': REVIEW,
  'desk.deposits.refuse': REVIEW,
  'desk.withdrawals.list': reading([...REVIEW, ...TREASURY]),
  'desk.withdrawals.get': reading([...REVIEW, ...TREASURY]),
  'desk.withdrawals.approve': REVIEW,
  'desk.withdrawals.refuse': REVIEW,
  'desk.withdrawals.paid': ['treasurer'],
  'desk.withdrawals.returned': ['treasurer'],
  'desk.withdrawals.failProven': ['treasurer'],
  'desk.withdrawals.replan': ['treasurer'],
  'desk.bonds.list': reading(REVIEW),
  'desk.bonds.order': reading(REVIEW),
  'desk.bonds.claim': REVIEW,
  'desk.treasury.get': reading(TREASURY),
  'desk.treasury.transactions': reading(TREASURY),
  'desk.treasury.unrecorded': reading(TREASURY),
  'desk.treasury.halt': TREASURY,
  'desk.treasury.resume': TREASURY,
  'desk.treasury.topUp': ['treasurer'],
  'desk.clock.confirm': TREASURY,
  'desk.chain.rescan': ['treasurer', 'reviewer'],
  'desk.chain.credit': ['treasurer', 'reviewer'],
  'desk.coverage.list': reading(TREASURY),
  'desk.practice.reorganise': ['treasurer'],
  'desk.proposals.list': ALL,
  'desk.proposals.get': ALL,
  // The role needed besides follows from the proposal's kind: PROPOSAL_ROLES.
  'desk.proposals.approve': WORKERS,
  'desk.proposals.refuse': WORKERS,
  'desk.customers.search': reading([...CUSTOMERS, 'reviewer']),
  'desk.customers.get': reading([...CUSTOMERS, 'reviewer']),
  'desk.customers.loginLog': reading(CUSTOMERS),
  'desk.customers.freeze': CUSTOMERS,
  'desk.customers.unfreeze': CUSTOMERS,
  'desk.links.list': reading(CUSTOMERS),
  'desk.links.link': CUSTOMERS,
  'desk.links.unlink': CUSTOMERS,
  'desk.appeals.list': reading(CUSTOMERS),
  'desk.appeals.grant': CUSTOMERS,
  'desk.appeals.refuse': CUSTOMERS,
  'desk.closingRates.list': reading(['risk']),
  'desk.closingRates.set': ['risk'],
  'desk.people.list': reading(ADMINISTRATOR),
  'desk.people.invite': ADMINISTRATOR,
  'desk.people.roles': ADMINISTRATOR,
  'desk.people.reset': ADMINISTRATOR,
  'desk.people.link': ADMINISTRATOR,
  'desk.people.stop': ADMINISTRATOR,
  'desk.audit.list': reading(ADMINISTRATOR),
  'desk.audit.check': reading(ADMINISTRATOR),
};

/** Whether somebody with these roles may make a call. */
export function mayDesk(name: DeskCallName, roles: readonly DeskRole[]): boolean {
  const needed = DESK_CALL_ROLES[name];
  return needed === ANYBODY || needed.some((role) => roles.includes(role));
}
