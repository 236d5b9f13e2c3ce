// Shapes of users: UserInfo and the login answer.

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
  /** By stage: 0 none, 1 under review, 2 passed, 3 failed. */
  kyc: z.object({ certified: z.int(), advanced: z.int() }),
  locks: z.array(lock),
  /** Accepted version of the terms; if another one is current, the page asks to accept it. */
  terms: z.string(),
  satoken: z.string(),
});
export type UserInfo = z.output<typeof userInfo>;

/**
 * The verification state in USER_STATUS: the first stage's until it has passed, then the second's once it was
 * submitted.
 */
export function verificationOf<S extends number>({ certified, advanced }: { certified: S; advanced: S }): S {
  return certified !== KYC_STATE.passed || advanced === KYC_STATE.none ? certified : advanced;
}

/** The login answer if a second factor is required (code 210). */
export const loginStep = z.object({ stepId: id, methods: z.array(z.enum(FACTOR_METHOD)) });
export type LoginStep = z.output<typeof loginStep>;
/** Additional data of a refusal with 1108: the methods available to this session. */
export const factorWanted = z.object({ methods: z.array(z.enum(FACTOR_METHOD)) });

/** A message in the practice inbox; `code` is null in a notice (purpose 0). */
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
