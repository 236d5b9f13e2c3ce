// A claim on a merchant's bond, as its two parties see it.

import * as z from 'zod/mini';
import { BOND_CLAIM_STATE } from '../enumeration.ts';
import { decimal, id, time } from '../text.ts';

export const bondClaim = z.object({
  id,
  /** The over-the-counter order that it is about. */
  orderId: id,
  /** Which of the two the asking customer is. */
  role: z.enum(['merchant', 'harmed']),
  coin: z.string(),
  amount: decimal,
  state: z.enum(BOND_CLAIM_STATE),
  /** Until then nobody decides, and the merchant may answer. */
  noticeUntil: time,
  /** When it lapses if nobody decides. */
  until: time,
  /** When it came into this state. */
  changed: time,
  /** The merchant's own answer; for the other party always null. */
  answer: z.nullable(z.string()),
  answered: z.nullable(time),
});
export type BondClaim = z.output<typeof bondClaim>;
