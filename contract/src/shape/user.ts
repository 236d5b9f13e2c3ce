// Shapes of people: UserInfo and what login answers.

import * as z from 'zod/mini';
import { FACTOR_METHOD, KYC_STATE, LOCK_KIND } from '../enumeration.ts';
import { id, time } from '../text.ts';

export const lock = z.object({ kind: z.enum(LOCK_KIND), until: z.nullable(time) });
export type Lock = z.output<typeof lock>;

/** The profile. E-mail and phone are masked. */
export const userInfo = z.object({
  user: z.object({ userId: id }),
  id,
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  /** 0 no, 1 applied, 2 merchant, 3 suspended. */
  is_merchant: z.int(),
  merchant: z.nullable(z.object({ id })),
  chatKey: z.string(),
  blade_user_id: id,
  creditScore: z.int(),
  /** 0 normal, from 1 VIP. */
  vip: z.int(),
  walletAddress: z.nullable(z.string()),
  inviteCode: z.string(),
  /** Of each stage: 0 none, 1 under review, 2 passed, 3 failed. */
  kyc: z.object({ certified: z.int(), advanced: z.int() }),
  locks: z.array(lock),
  /** Version of the terms agreed to; another one is in force: the page asks to agree. */
  terms: z.string(),
  satoken: z.string(),
});
export type UserInfo = z.output<typeof userInfo>;

/**
 * The one state of verification that USER_STATUS names: the first stage's until it has passed, from then on the second's,
 * once that was sent.
 */
export function verificationOf<S extends number>({ certified, advanced }: { certified: S; advanced: S }): S {
  return certified !== KYC_STATE.passed || advanced === KYC_STATE.none ? certified : advanced;
}

/** What login answers when a second factor is wanted (code 210). */
export const loginStep = z.object({ stepId: id, methods: z.array(z.enum(FACTOR_METHOD)) });
export type LoginStep = z.output<typeof loginStep>;
/** What a refusal with 1108 carries besides: the methods this session could prove itself by. */
export const factorWanted = z.object({ methods: z.array(z.enum(FACTOR_METHOD)) });

/** A message that waits in the practice inbox; `code` is null in a notice (purpose 0). */
export const inboxCode = z.object({
  id,
  address: z.string(),
  purpose: z.int(),
  code: z.nullable(z.string()),
  subject: z.string(),
  text: z.string(),
  time,
  expires: time,
});
export type InboxCode = z.output<typeof inboxCode>;
