// Calls of the account centre: devices, sign-in log, verification, cards, payment methods, API keys, files.

import * as z from 'zod/mini';
import { API_RIGHTS, UPLOAD_PURPOSE } from '../enumeration.ts';
import { page, paging } from '../paging.ts';
import { ack, apiKey, bankCard, device, kyc, loginRecord, payment, uploaded } from '../shape/index.ts';
import { flagInput, id, oneOf, whole } from '../text.ts';
import { call, keyedInSql } from './define.ts';
import { line, linkInput, passwordHash } from './input.ts';

const coin = '/api/{requestHead}/coin/member';
const mine = { who: 'user', writes: true, secret: true } as const;

/** Most addresses and networks of an API key. */
export const MAX_KEY_ADDRESSES = 20;
/** Most bytes of an upload. */
export const MAX_UPLOAD = 10 * 1_024 * 1_024;

const verification = {
  stage: oneOf([1, 2]),
  name: z.optional(line(100)),
  /** ISO 3166-1 alpha-2. */
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  documentType: z.optional(oneOf([1, 2, 3])),
  documentNo: z.optional(z.string().check(z.trim(), z.regex(/^[0-9A-Za-z./ -]{4,40}$/))),
  front: z.optional(linkInput),
  back: z.optional(linkInput),
  handheld: z.optional(linkInput),
};
const card = {
  name: line(100),
  idNumber: z.string().check(z.trim(), z.regex(/^[0-9A-Za-z./ -]{4,40}$/)),
  cardNumber: z.string().check(z.trim(), z.regex(/^[0-9A-Za-z -]{8,42}$/)),
  bankName: line(100),
  bankAddress: z.optional(line(200)),
  bankPhone: z.optional(z.string().check(z.regex(/^[0-9 +()-]{5,24}$/))),
  bankCode: z.optional(z.string().check(z.regex(/^[0-9A-Za-z]{4,20}$/))),
  branchName: z.optional(line(100)),
  homeAddress: z.optional(line(200)),
};
const ip = z.string().check(z.trim(), z.regex(/^[0-9a-fA-F.:]{2,45}(\/[0-9]{1,3})?$/));

export const memberCalls = {
  'member.getLoginLog': call({
    method: 'GET',
    path: `${coin}/getLoginLog`,
    about: 'Attempts to sign in, newest first.',
    who: 'user',
    by: 'query',
    input: z.object(paging),
    answer: page(loginRecord),
  }),
  'member.getLoginDevice': call({
    method: 'GET',
    path: `${coin}/getLoginDevice`,
    about: 'Devices that signed in.',
    who: 'user',
    by: 'query',
    answer: z.array(device),
  }),
  'member.deleteDevice': call({
    method: 'POST',
    path: `${coin}/deleteDevice/{id}`,
    about: 'Forgets a device and ends its sessions; `keep`: only ends its sessions.',
    who: 'user',
    writes: true,
    ...keyedInSql,
    input: z.object({ id, keep: z.optional(flagInput) }),
    answer: ack,
  }),
  'member.updateDevice': call({
    method: 'POST',
    path: `${coin}/updateDevice`,
    about: 'Names a device.',
    who: 'user',
    writes: true,
    ...keyedInSql,
    input: z.object({ id, name: line(40) }),
    answer: ack,
  }),
  'member.verified': call({
    method: 'POST',
    path: `${coin}/verified`,
    about:
      'Sends a stage of verification: 1 name, country, document; 2 photos. After a refusal only what was refused has to be sent.',
    ...mine,
    ...keyedInSql,
    input: z.object(verification),
    answer: kyc,
  }),
  'user.uploadKYC': call({
    method: 'POST',
    path: '/api/user/uploadKYC',
    about: 'As member/verified.',
    ...mine,
    ...keyedInSql,
    by: 'query',
    input: z.object(verification),
    answer: kyc,
  }),
  'member.getMemberOtherData': call({
    method: 'GET',
    path: `${coin}/getMemberOtherData/{x}`,
    about: 'yhrzxx: the state of both stages of verification.',
    who: 'user',
    by: 'query',
    input: z.object({ x: z.string().check(z.regex(/^[a-z]{1,16}$/)) }),
    answer: kyc,
  }),
  'userBank.save': call({
    method: 'POST',
    path: '/api/userBank/save',
    about: 'Binds the bank card, once.',
    ...mine,
    ...keyedInSql,
    factor: 'risk',
    each: true,
    input: z.object(card),
    answer: bankCard,
  }),
  'userBank.getbank': call({
    method: 'POST',
    path: '/api/userBank/getbank',
    about: 'The bound card, masked; null without one.',
    who: 'user',
    answer: z.nullable(bankCard),
  }),
  'member.payment': call({
    method: 'POST',
    path: `${coin}/payment`,
    about: 'A way to be paid: 1 the bank card (once), 2 another account; with `id` it takes the place of that account.',
    ...mine,
    ...keyedInSql,
    factor: 'risk',
    each: true,
    fund: true,
    input: z.object({
      ...z.partial(z.object(card)).shape,
      type: oneOf([1, 2]),
      id: z.optional(id),
      name: line(100),
      account: z.optional(line(100)),
      qr: z.optional(linkInput),
      fundPassword: z.optional(passwordHash),
    }),
    answer: ack,
  }),
  'member.payment.del': call({
    method: 'POST',
    path: `${coin}/payment/del`,
    about: 'Removes an account to be paid to; the bank card stays.',
    ...mine,
    ...keyedInSql,
    factor: 'risk',
    each: true,
    fund: true,
    input: z.object({ id, fundPassword: z.optional(passwordHash) }),
    answer: ack,
  }),
  'member.getPayment': call({
    method: 'GET',
    path: `${coin}/getPayment`,
    about: 'The ways to be paid, masked.',
    who: 'user',
    by: 'query',
    answer: z.array(payment),
  }),
  'member.apis': call({
    method: 'GET',
    path: `${coin}/apis`,
    about: 'API keys, without their secrets.',
    who: 'user',
    by: 'query',
    answer: z.array(apiKey),
  }),
  'member.api': call({
    method: 'POST',
    path: `${coin}/api`,
    about: 'Makes an API key; its secret is shown this once. The right w wants addresses.',
    ...mine,
    ...keyedInSql,
    factor: 'always',
    each: true,
    input: z.object({
      name: line(40),
      rights: z.array(z.enum(API_RIGHTS)).check(z.minLength(1), z.maxLength(3)),
      ips: z.optional(z.array(ip).check(z.maxLength(MAX_KEY_ADDRESSES))),
      /** ms UTC; absent: valid until deleted. */
      expires: z.optional(whole(0, 2 ** 52)),
    }),
    answer: z.object({ ...apiKey.shape, secret: z.string() }),
  }),
  'member.api.del': call({
    method: 'GET',
    path: `${coin}/api/del`,
    about: 'Deletes an API key.',
    who: 'user',
    writes: true,
    ...keyedInSql,
    by: 'query',
    input: z.object({ id }),
    answer: ack,
  }),
  'common.upload.OSS': call({
    method: 'POST',
    path: '/api/common/upload/OSS',
    about: 'Uploads a picture (JPEG, PNG, WebP to 10 MB); it is drawn anew, and opens for its owner only.',
    who: 'user',
    writes: true,
    upload: true,
    input: z.object({ purpose: z.enum(UPLOAD_PURPOSE) }),
    answer: uploaded,
  }),
  'cgform-api.upload.file': call({
    method: 'POST',
    path: '/api/{head}/cgform-api/upload/file',
    about: 'As upload/OSS.',
    who: 'user',
    writes: true,
    upload: true,
    input: z.object({ type: z.optional(oneOf([0])), purpose: z._default(z.enum(UPLOAD_PURPOSE), 'recharge') }),
    answer: uploaded,
  }),
  file: call({
    method: 'GET',
    path: '/api/file/{id}',
    about: 'A picture of one’s own.',
    who: 'user',
    by: 'query',
    download: true,
    input: z.object({ id }),
    answer: z.unknown(),
  }),
} as const;
