// Shapes of the account centre: security data, devices, verification, cards, API keys, files.

import * as z from 'zod/mini';
import { API_RIGHTS, FUND_CASE_STATE, KYC_REASON, LOGIN_RESULT } from '../enumeration.ts';
import { id, time } from '../text.ts';

/** A forgotten fund password case. */
export const fundCase = z.object({
  id,
  state: z.enum(FUND_CASE_STATE),
  time,
  decided: z.nullable(time),
  /** Until when an approved reset may be used: the next setting then needs no old password. */
  until: z.nullable(time),
});
export type FundCase = z.output<typeof fundCase>;

/** What is bound and set; nothing here grants access. */
export const security = z.object({
  loginName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  areaCode: z.nullable(z.string()),
  passwordChanged: time,
  fundPassword: z.object({ set: z.boolean(), changed: z.nullable(time), lockedUntil: z.nullable(time) }),
  fundCase: z.nullable(fundCase),
  google: z.object({ bound: z.boolean(), time: z.nullable(time), recoveryLeft: z.int() }),
  passkeys: z.int(),
  /** The customer's anti-phishing word, shown on sensitive dialogs; null: none is set. */
  antiCode: z.nullable(z.string()),
  /** End of the withdrawal lock after a changed credential; null: none. */
  withdrawalsLockedUntil: z.nullable(time),
  frozen: z.boolean(),
  terms: z.object({ accepted: z.string(), inForce: z.string(), time }),
});
export type Security = z.output<typeof security>;

export const loginRecord = z.object({
  id,
  time,
  ip: z.string(),
  /** Known location of the address. */
  place: z.nullable(z.string()),
  device: z.string(),
  result: z.enum(LOGIN_RESULT),
});
export type LoginRecord = z.output<typeof loginRecord>;

export const device = z.object({
  id,
  name: z.string(),
  lastTime: time,
  ip: z.string(),
  /** The device of this request. */
  current: z.boolean(),
  /** A second factor was given on it, and no risk signal has occurred since. */
  trusted: z.boolean(),
  /** Active sessions on it. */
  sessions: z.int(),
});
export type DeviceRecord = z.output<typeof device>;

/** One verification stage. Values are masked. */
export const kycStage = z.object({
  stage: z.int(),
  /** 0 none, 1 under review, 2 passed, 3 failed. */
  state: z.int(),
  fields: z.record(z.string(), z.string()),
  /** For a failed one: exactly which fields were refused, and why. */
  refused: z.array(z.object({ field: z.string(), reason: z.enum(KYC_REASON), note: z.nullable(z.string()) })),
  sent: z.nullable(time),
  decided: z.nullable(time),
});
export type KycStage = z.output<typeof kycStage>;
export const kyc = z.object({ stages: z.array(kycStage) });

export const bankCard = z.object({
  id,
  name: z.string(),
  idNumber: z.string(),
  cardNumber: z.string(),
  bankName: z.string(),
  bankAddress: z.nullable(z.string()),
  bankPhone: z.nullable(z.string()),
  bankCode: z.nullable(z.string()),
  branchName: z.nullable(z.string()),
  homeAddress: z.nullable(z.string()),
  time,
});
export type BankCard = z.output<typeof bankCard>;

/** A payment account, masked. */
export const payment = z.object({
  id,
  type: z.int(),
  name: z.string(),
  account: z.string(),
  bankName: z.nullable(z.string()),
  /** Link of the QR code picture. */
  qr: z.nullable(z.string()),
  time,
});
export type PaymentRecord = z.output<typeof payment>;

export const apiKey = z.object({
  id,
  name: z.string(),
  /** The public part, sent as `api-key`. */
  key: z.string(),
  rights: z.array(z.enum(API_RIGHTS)),
  ips: z.array(z.string()),
  expires: z.nullable(time),
  created: time,
  lastUsed: z.nullable(time),
});
export type ApiKeyRecord = z.output<typeof apiKey>;

/** A passkey as its owner sees it. */
export const passkey = z.object({ id, name: z.string(), created: time, lastUsed: z.nullable(time) });
export type PasskeyRecord = z.output<typeof passkey>;

/** Answer of an upload. */
export const uploaded = z.object({ link: z.string(), name: z.string(), size: z.int() });
