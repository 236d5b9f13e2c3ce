// A claim on a merchant's bond, as its two parties see it.

import * as z from 'zod/mini';
import { BOND_CLAIM_STATE } from '../enumeration.ts';
import { decimal, id, time } from '../text.ts';

export const bondClaim = z.object({
  id,
  /** The over-the-counter order of the claim. */
  orderId: id,
  /** The calling customer's role. */
  role: z.enum(['merchant', 'harmed']),
  coin: z.string(),
  amount: decimal,
  state: z.enum(BOND_CLAIM_STATE),
  /** Until then nobody decides, and the merchant may answer. */
  noticeUntil: time,
  /** When it lapses without a decision. */
  until: time,
  /** When it entered this state. */
  changed: time,
  /** The merchant's answer; always null for the other party. */
  answer: z.nullable(z.string()),
  answered: z.nullable(time),
});
export type BondClaim = z.output<typeof bondClaim>;
