// Calls about signing in: registration, login and its second step, refresh, logout, profile, codes, reset, passkeys,
// the practice inbox.

import * as z from 'zod/mini';
import { FACTOR_METHOD } from '../enumeration.ts';
import { ack, inboxCode, passkey, userInfo } from '../shape/index.ts';
import { BREACHED_MOST, BREACHED_PREFIX } from '../password.ts';
import { WORK_SOLUTION } from '../proof-of-work.ts';
import { flagInput, id, oneOf, time } from '../text.ts';
import { call, keyedInSql } from './define.ts';
import {
  accountInput,
  areaCode,
  codeInput,
  emailCodeInput,
  line,
  mobileCodeInput,
  passwordHash,
  wait,
  webauthn,
} from './input.ts';

const loginType = oneOf([1, 2, 3]);
/** Proof of identity: a code (six digits or a recovery code), a passkey response, or the password. */
const proof = {
  method: z.enum(FACTOR_METHOD),
  code: z.optional(z.string().check(z.regex(/^[0-9A-Za-z-]{6,24}$/))),
  response: z.optional(webauthn),
  password: z.optional(passwordHash),
};

export const userCalls = {
  'user.login': call({
    method: 'POST',
    path: '/api/user/login',
    about: 'Signs in: type 1 account, 2 e-mail (with a code), 3 phone. With a second factor bound: 210 and a step.',
    writes: true,
    secret: true,
    input: z.object({
      type: loginType,
      account: accountInput,
      areaCode,
      password: passwordHash,
      code: z.optional(codeInput),
    }),
    answer: userInfo,
  }),
  'user.loginStep': call({
    method: 'POST',
    path: '/api/user/loginStep',
    about:
      'The second step of signing in: an authenticator code, a recovery code, or a passkey. 1005: sign in again from the first step.',
    writes: true,
    secret: true,
    input: z.object({ stepId: id, ...proof }),
    answer: userInfo,
  }),
  'user.register': call({
    method: 'POST',
    path: '/api/user/register',
    about: 'Makes an account and signs in.',
    writes: true,
    secret: true,
    input: z.object({
      type: loginType,
      account: accountInput,
      areaCode,
      password: passwordHash,
      confirmPassword: passwordHash,
      code: z.optional(codeInput),
      invite_code: z.optional(z.string().check(z.regex(/^[0-9A-Za-z]{0,32}$/))),
      /** Accepted version of the terms. */
      terms: z.optional(z.string().check(z.maxLength(32))),
      /** Challenge from user/registerChallenge, with its solution. */
      challenge: z.optional(z.string().check(z.maxLength(128))),
      solution: z.optional(z.string().check(z.regex(WORK_SOLUTION))),
    }),
    answer: userInfo,
  }),
  'user.registerChallenge': call({
    method: 'POST',
    path: '/api/user/registerChallenge',
    about:
      'What a registration has to prove: find a solution (up to 12 hex digits) so that SHA-256 of `challenge.solution` begins with `bits` zero bits, and send both. 0 bits: nothing. Each challenge is taken once.',
    answer: z.object({ bits: z.number(), challenge: z.string(), expires: time }),
  }),
  'user.breachedPasswords': call({
    method: 'GET',
    path: '/api/user/breachedPasswords',
    by: 'query',
    about:
      'SHA-1 hashes of passwords known from breaches that begin with `prefix`: their digits 6 to 20. A page looks for its own among them and neither sends the password nor its hash. Empty without a list at the exchange.',
    input: z.object({ prefix: z.string().check(z.regex(new RegExp(`^[0-9a-f]{${BREACHED_PREFIX}}$`))) }),
    answer: z.object({ suffixes: z.array(z.string()).check(z.maxLength(BREACHED_MOST)) }),
  }),
  'user.refresh': call({
    method: 'POST',
    path: '/api/user/refresh',
    about: 'New cookies for a session, by its refresh cookie.',
    writes: true,
    answer: z.object({ satoken: z.string() }),
  }),
  'user.logout': call({
    method: 'POST',
    path: '/api/user/logout',
    about: 'Ends this session, or all of them.',
    who: 'user',
    writes: true,
    input: z.object({ all: z.optional(flagInput) }),
    answer: ack,
  }),
  'user.socketTicket': call({
    method: 'POST',
    path: '/api/user/socketTicket',
    about: 'A ticket for a socket: 30 s, once.',
    who: 'user',
    writes: true,
    answer: z.object({ ticket: z.string(), expires: time }),
  }),
  'user.stepUp': call({
    method: 'POST',
    path: '/api/user/stepUp',
    about: 'Proves once more that it is the customer: then calls that were refused with 1108 pass for ten minutes.',
    who: 'user',
    writes: true,
    secret: true,
    input: z.object(proof),
    answer: z.object({ until: time }),
  }),
  'user.getInfo': call({
    method: 'POST',
    path: '/api/user/getInfo',
    about: 'The profile, and the satoken of this session.',
    who: 'user',
    answer: userInfo,
  }),
  'user.acceptTerms': call({
    method: 'POST',
    path: '/api/user/acceptTerms',
    about: 'Agrees to a newer version of the terms.',
    who: 'user',
    writes: true,
    ...keyedInSql,
    input: z.object({ version: z.string().check(z.maxLength(32)) }),
    answer: ack,
  }),
  'user.sendEmailCode': call({
    method: 'POST',
    path: '/api/user/sendEmailCode',
    about: 'Sends a code; the answer is the same whether the account exists or not. Without an address: to one’s own.',
    writes: true,
    secret: true,
    by: 'query',
    input: z.object(emailCodeInput),
    answer: wait,
  }),
  'user.sendMobileCode': call({
    method: 'POST',
    path: '/api/user/sendMobileCode',
    about: 'As user/sendEmailCode, by SMS.',
    writes: true,
    secret: true,
    by: 'query',
    input: z.object(mobileCodeInput),
    answer: wait,
  }),
  'open.send.email': call({
    method: 'GET',
    path: '/api/{requestHead}/coin/open/send/email',
    about: 'As user/sendEmailCode.',
    writes: true,
    secret: true,
    by: 'query',
    input: z.object(emailCodeInput),
    answer: wait,
  }),
  'open.send.sms': call({
    method: 'GET',
    path: '/api/{requestHead}/coin/open/send/sms',
    about: 'As user/sendMobileCode.',
    writes: true,
    secret: true,
    by: 'query',
    input: z.object(mobileCodeInput),
    answer: wait,
  }),
  'user.backPwd': call({
    method: 'POST',
    path: '/api/user/backPwd',
    about: 'Sets a forgotten login password by a code sent; every session ends.',
    writes: true,
    secret: true,
    by: 'query',
    input: z.object({ account: accountInput, areaCode, code: codeInput, pwd: passwordHash, confirmPwd: passwordHash }),
    answer: ack,
  }),
  'user.passkey.options': call({
    method: 'POST',
    path: '/api/user/passkey/options',
    about:
      'What a browser needs to make or use a passkey: register (signed in), login, step (with stepId or signed in).',
    writes: true,
    secret: true,
    input: z.object({ use: z.enum(['register', 'login', 'step']), stepId: z.optional(id) }),
    answer: webauthn,
  }),
  'user.passkey.save': call({
    method: 'POST',
    path: '/api/user/passkey/save',
    about:
      'Keeps a passkey made by this browser. With the first second factor of an account: recovery codes, shown this once; else none.',
    who: 'user',
    writes: true,
    ...keyedInSql,
    secret: true,
    factor: 'always',
    input: z.object({ name: line(40), response: webauthn }),
    answer: z.object({ ...passkey.shape, recoveryCodes: z.array(z.string()) }),
  }),
  'user.passkey.verify': call({
    method: 'POST',
    path: '/api/user/passkey/verify',
    about: 'Signs in by a passkey alone, which is two factors in one.',
    writes: true,
    secret: true,
    input: z.object({ response: webauthn }),
    answer: userInfo,
  }),
  'user.passkey.list': call({
    method: 'POST',
    path: '/api/user/passkey/list',
    about: 'The passkeys of the account.',
    who: 'user',
    answer: z.array(passkey),
  }),
  'user.passkey.del': call({
    method: 'POST',
    path: '/api/user/passkey/del',
    about: 'Takes a passkey away.',
    who: 'user',
    writes: true,
    ...keyedInSql,
    secret: true,
    factor: 'always',
    input: z.object({ id }),
    answer: ack,
  }),
  'practice.inbox': call({
    method: 'POST',
    path: '/api/practice/inbox',
    about: 'Messages sent in practice mode, for the browser that asked for them only.',
    answer: z.array(inboxCode),
  }),
} as const;
