// Which desk role may send, propose and approve which command. Data only; docs/concepts/nobody.md shows the same.

import { type CommandName, commands, KINDS } from '../schema/index.ts';

/** Bits of an operator's roles. */
export const ROLE = { support: 1, risk: 2, treasury: 4, review: 8, administrator: 16 } as const;
/** Any role. */
const ANY = 31;
const LISTING = ROLE.administrator;
/** The terms that users trade on. */
const TERMS = ROLE.risk | ROLE.administrator;

/** Commands that operators send, alone or two together. */
export type DeskName = {
  [N in CommandName]: (typeof commands)[N]['sender'] extends 'desk' | 'setup' ? N : never;
}[CommandName];

/** By command: roles of which an operator needs one. Those who list and grant may not move money, and the reverse. */
export const ROLES: Readonly<Record<DeskName, number>> = {
  // One operator. A proposal also requires a role of the proposed command.
  'proposal.make': ANY,
  'proposal.approve': ANY,
  'proposal.refuse': ANY,
  'market.stop': TERMS,
  'user.freeze': ROLE.support | ROLE.risk,
  'loan.decide': ROLE.review,
  'withdrawal.approve': ROLE.review,
  // Two operators.
  'desk.grant': ROLE.administrator,
  'asset.list': LISTING,
  'instrument.list': LISTING,
  'market.list': LISTING,
  'market.steps': LISTING,
  'market.change': TERMS,
  'contract.list': LISTING,
  'contract.change': TERMS,
  'contract.closingRate': TERMS,
  'contract.fees': TERMS,
  'parameters.set': TERMS,
  'margin.set': TERMS,
  'second.set': TERMS,
  'swap.set': TERMS,
  'earn.set': TERMS,
  'loan.set': TERMS,
  'otc.set': TERMS,
  'rail.set': TERMS,
  'withdrawal.limits': TERMS,
  'withdrawal.rules': TERMS,
  'campaign.fund': ROLE.treasury,
  'treasury.move': ROLE.treasury,
  correction: ROLE.treasury,
  'user.unfreeze': ROLE.support | ROLE.risk,
  'account.link': ROLE.support | ROLE.risk,
  'account.unlink': ROLE.support | ROLE.risk,
  'deal.rule': ROLE.review,
  'bond.pay': ROLE.review,
};

const byKind = new Uint8Array(KINDS);
for (const [name, roles] of Object.entries(ROLES)) byKind[commands[name as DeskName].kind] = roles;

/** Roles of which a command's sender needs one; 0 when no operator sends it. */
export function rolesFor(kind: number): number {
  return byKind[kind] as number;
}
