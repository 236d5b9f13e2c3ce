// Claims on merchants' bonds at the desk: proposed for an ended over-the-counter order, decided after seven days'
// notice.

import * as z from 'zod/mini';
import { call } from '../call/index.ts';
import { BOND_CLAIM_STATE } from '../enumeration.ts';
import { page, paging } from '../paging.ts';
import { decimal, id, idInput, positive, time } from '../text.ts';
import { api, one, read, reason, write } from './common.ts';
import { customerLine, proposal } from './shape.ts';

/** An ended order that can be claimed for. */
export const deskBondOrder = z.object({
  /** The order's number. */
  id,
  merchant: customerLine,
  harmed: customerLine,
  coin: z.string(),
  /** Value of the deal, and the part of it that is neither paid from a bond nor claimed. */
  value: decimal,
  left: decimal,
  until: time,
});
export type DeskBondOrder = z.output<typeof deskBondOrder>;

export const deskBondClaim = z.object({
  id,
  orderId: id,
  merchant: customerLine,
  harmed: customerLine,
  coin: z.string(),
  amount: decimal,
  value: decimal,
  state: z.enum(BOND_CLAIM_STATE),
  noticeUntil: time,
  until: time,
  changed: time,
  answer: z.nullable(z.string()),
  answered: z.nullable(time),
  /** The claim's proposal; null: made by another desk, or not recorded yet. */
  proposal: z.nullable(proposal),
});
export type DeskBondClaim = z.output<typeof deskBondClaim>;

export const bondCalls = {
  'desk.bonds.list': call({
    ...read,
    path: `${api}/bonds/list`,
    about: 'Claims on merchants’ bonds: those that stand, or past ones; newest first.',
    input: z.object({ open: z._default(z.boolean(), true), ...paging }),
    answer: page(deskBondClaim),
  }),
  'desk.bonds.order': call({
    ...read,
    path: `${api}/bonds/order`,
    about: 'An ended over-the-counter order that can be claimed for, by its number.',
    input: one,
    answer: deskBondOrder,
  }),
  'desk.bonds.claim': call({
    ...write,
    path: `${api}/bonds/claim`,
    about:
      'Proposes to pay the harmed party from the merchant’s bond: the merchant has seven days’ notice, then another person decides.',
    input: z.object({ id: idInput, amount: positive, reason }),
    answer: proposal,
  }),
} as const;
