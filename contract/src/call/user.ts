// Calls about people: register, login, refresh, logout, profile, codes, password reset, the practice inbox.

import * as z from 'zod/mini';
import { ack, inboxCode, userInfo } from '../shape/index.ts';
import { emailAddress, flagInput, oneOf, time } from '../text.ts';
import { call } from './define.ts';

/** A password as it is sent: see `hashPassword`. */
export const passwordHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** A verification code as typed. */
export const codeInput = z.string().check(z.regex(/^[0-9]{6}$/));

const accountInput = z.string().check(z.trim(), z.minLength(1), z.maxLength(254));
const areaCode = z.optional(z.string().check(z.regex(/^\+?[0-9]{1,4}$/)));
const loginType = oneOf([1, 2, 3]);
const purpose = oneOf([1, 2, 3, 4, 5, 6, 7, 8]);
const emailCodeInput = { email: emailAddress, type: purpose };
const wait = z.object({ waitSeconds: z.int() });

export const userCalls = {
  'user.login': call({
    method: 'POST',
    path: '/api/user/login',
    about: 'Signs in: type 1 account, 2 e-mail (with a code), 3 phone.',
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
      /** Version of the terms agreed to. */
      terms: z.optional(z.string().check(z.maxLength(32))),
    }),
    answer: userInfo,
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
  'user.getInfo': call({
    method: 'POST',
    path: '/api/user/getInfo',
    about: 'The profile, and the satoken of this session.',
    who: 'user',
    answer: userInfo,
  }),
  'user.sendEmailCode': call({
    method: 'POST',
    path: '/api/user/sendEmailCode',
    about: 'Sends a code; the answer is the same whether the account exists or not.',
    writes: true,
    secret: true,
    by: 'query',
    input: z.object(emailCodeInput),
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
  'user.backPwd': call({
    method: 'POST',
    path: '/api/user/backPwd',
    about: 'Sets a forgotten login password by an e-mailed code; every session ends.',
    writes: true,
    secret: true,
    by: 'query',
    input: z.object({ account: accountInput, code: codeInput, pwd: passwordHash, confirmPwd: passwordHash }),
    answer: ack,
  }),
  'practice.inbox': call({
    method: 'POST',
    path: '/api/practice/inbox',
    about: 'Codes sent in practice mode, for the browser that asked for them only.',
    answer: z.array(inboxCode),
  }),
} as const;
