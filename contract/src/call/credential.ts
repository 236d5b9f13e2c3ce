// Calls about account protection: addresses, passwords, fund password, authenticator, anti-phishing word, freezing.

import * as z from 'zod/mini';
import { ack, fundCase, security } from '../shape/index.ts';
import { emailAddress, oneOf, time } from '../text.ts';
import { call, keyedInSql } from './define.ts';
import { accountInput, areaCode, codeInput, line, linkInput, passwordHash } from './input.ts';

const coin = '/api/{requestHead}/coin/member';
const mine = { who: 'user', writes: true, secret: true } as const;
const code = z.optional(codeInput);
const googleInput = {
  /** `-`: a code in a path would end up in proxy logs and browser histories. */
  x: z.literal('-'),
  code: z.optional(z.string().check(z.regex(/^[0-9A-Za-z-]{6,24}$/))),
};
const google = z.object({ recoveryCodes: z.array(z.string()) });
const newPassword = { newPwd: passwordHash, confirmPwd: passwordHash };

export const credentialCalls = {
  'user.security': call({
    method: 'POST',
    path: '/api/user/security',
    about: 'What is bound, set, locked: the facts of the security page.',
    who: 'user',
    answer: security,
  }),
  'user.freeze': call({
    method: 'POST',
    path: '/api/user/freeze',
    about:
      'Locks withdrawals, new orders and API keys at once; open orders stay and can be cancelled. Only two persons of the desk take it away.',
    ...mine,
    ...keyedInSql,
    answer: ack,
  }),
  'user.bindEmail': call({
    method: 'POST',
    path: '/api/user/bindEmail',
    about: 'Binds an e-mail address by the code sent to it; as member/accountVerificationBinding.',
    ...mine,
    ...keyedInSql,
    by: 'query',
    factor: 'always',
    input: z.object({ email: emailAddress, code: codeInput, oldCode: code }),
    answer: z.object({ account: z.string() }),
  }),
  'member.accountVerificationBinding': call({
    method: 'POST',
    path: `${coin}/accountVerificationBinding`,
    about:
      'Binds or replaces an e-mail address (2) or phone (3): a code of purpose 4 to the new one; of purpose 5 to the old one that goes.',
    ...mine,
    ...keyedInSql,
    factor: 'always',
    input: z.object({ type: oneOf([2, 3]), account: accountInput, areaCode, code: codeInput, oldCode: code }),
    answer: z.object({ account: z.string() }),
  }),
  'user.updateUserLoginPwd': call({
    method: 'POST',
    path: '/api/user/updateUserLoginPwd',
    about: 'Changes the login password: other sessions and all API keys end, withdrawals are locked 24 h.',
    ...mine,
    ...keyedInSql,
    by: 'query',
    factor: 'always',
    input: z.object({ oldPwd: passwordHash, ...newPassword }),
    answer: ack,
  }),
  'blade-user.update-password': call({
    method: 'POST',
    path: '/api/blade-user/update-password',
    about: 'As user/updateUserLoginPwd.',
    ...mine,
    ...keyedInSql,
    by: 'query',
    factor: 'always',
    input: z.object({ oldPassword: passwordHash, newPassword: passwordHash, newPassword1: passwordHash }),
    answer: ack,
  }),
  'user.updatePwd': call({
    method: 'POST',
    path: '/api/user/updatePwd',
    about: 'Changes the fund password by the old one; withdrawals are locked 24 h.',
    ...mine,
    ...keyedInSql,
    by: 'query',
    factor: 'risk',
    input: z.object({ oldPwd: passwordHash, ...newPassword }),
    answer: ack,
  }),
  'user.tardPwdSet': call({
    method: 'POST',
    path: '/api/user/tardPwdSet',
    about:
      'Sets the fund password for the first time, or after a passed case; with a code (purpose 7) where an address is bound.',
    ...mine,
    ...keyedInSql,
    by: 'query',
    factor: 'risk',
    input: z.object({ pwd: passwordHash, confirmPwd: passwordHash, code }),
    answer: ack,
  }),
  'member.tradePwd': call({
    method: 'POST',
    path: `${coin}/tradePwd`,
    about: 'Sets the fund password as user/tardPwdSet, or with `oldPwd` changes it as user/updatePwd.',
    ...mine,
    ...keyedInSql,
    factor: 'risk',
    input: z.object({ oldPwd: z.optional(passwordHash), pwd: passwordHash, confirmPwd: passwordHash, code }),
    answer: ack,
  }),
  'user.fundCase': call({
    method: 'POST',
    path: '/api/user/fundCase',
    about: 'A forgotten fund password: opens a case for two persons of the desk, or takes it back.',
    ...mine,
    ...keyedInSql,
    factor: 'always',
    input: z.object({ act: z.enum(['open', 'withdraw']) }),
    answer: fundCase,
  }),
  'member.antiCode': call({
    method: 'POST',
    path: `${coin}/antiCode`,
    about: 'Sets the anti-phishing word (4 to 20 characters) that stands in every mail of ours.',
    ...mine,
    ...keyedInSql,
    factor: 'risk',
    input: z.object({ antiCode: line(20).check(z.minLength(4)), code }),
    answer: ack,
  }),
  'member.getGoogleVerification': call({
    method: 'GET',
    path: `${coin}/getGoogleVerification/{x}`,
    about: 'state: whether an authenticator is bound. new: a secret to bind, valid 10 minutes, while none is bound.',
    who: 'user',
    secret: true,
    by: 'query',
    input: z.object({ x: z.enum(['state', 'new']) }),
    answer: z.object({
      bound: z.boolean(),
      time: z.nullable(time),
      secret: z.nullable(z.string()),
      uri: z.nullable(z.string()),
    }),
  }),
  'member.googleVerificationBinding': call({
    method: 'GET',
    path: `${coin}/googleVerificationBindingOrReset/{x}`,
    about: 'Binds the authenticator by its first code.',
    ...mine,
    ...keyedInSql,
    factor: 'always',
    by: 'query',
    input: z.object(googleInput),
    answer: google,
  }),
  'member.googleVerificationBindingOrReset': call({
    method: 'GET',
    path: `${coin}/googleVerificationBindingOrReset/{x}/{y}`,
    about:
      'y 2 binds, by a second factor as its shorter name; y 1 takes it away by a present or a recovery code, and withdrawals are locked 24 h.',
    ...mine,
    ...keyedInSql,
    by: 'query',
    input: z.object({ ...googleInput, y: oneOf([1, 2]) }),
    answer: google,
  }),
  'user.avatar': call({
    method: 'POST',
    path: '/api/user/avatar',
    about: 'Takes an uploaded picture as the avatar; none: the standard one.',
    who: 'user',
    writes: true,
    ...keyedInSql,
    input: z.object({ link: z.optional(linkInput) }),
    answer: ack,
  }),
} as const;
