// The desk's queues: verifications, forgotten fund passwords, proposals.

import * as z from 'zod/mini';
import { call, line } from '../call/index.ts';
import { FUND_CASE_STATE, KYC_REASON, KYC_STATE } from '../enumeration.ts';
import { page, paging } from '../paging.ts';
import { idInput, oneOf } from '../text.ts';
import { MAX_REFUSED_FIELDS, api, done, one, oneWhy, read, reason, unkeyed, write } from './common.ts';
import { PROPOSAL_KIND } from './enumeration.ts';
import { deskFundCase, deskKycCase, deskKycRecord, proposal } from './shape.ts';

export const queueCalls = {
  'desk.kyc.list': call({
    ...read,
    path: `${api}/kyc/list`,
    about: 'Verifications by stage and state; those under review oldest first.',
    input: z.object({
      stage: z.optional(oneOf([1, 2])),
      state: z._default(oneOf([KYC_STATE.underReview, KYC_STATE.passed, KYC_STATE.failed]), KYC_STATE.underReview),
      ...paging,
    }),
    answer: page(deskKycRecord),
  }),
  'desk.kyc.case': call({
    ...read,
    path: `${api}/kyc/case`,
    about: 'One submission, masked. The look is logged.',
    input: one,
    answer: deskKycCase,
  }),
  'desk.kyc.unmask': call({
    ...unkeyed,
    secret: true,
    path: `${api}/kyc/unmask`,
    about: 'One field in the clear, with a reason. Logged.',
    input: z.object({ id: idInput, field: z.string().check(z.regex(/^[A-Za-z]{1,32}$/)), reason }),
    answer: z.object({ field: z.string(), value: z.string() }),
  }),
  'desk.kyc.document': call({
    ...read,
    path: `${api}/kyc/document`,
    about: 'A picture of one submission. Every look is logged.',
    input: z.object({ id: idInput, fileId: idInput }),
    answer: z.unknown(),
    download: true,
  }),
  'desk.kyc.pass': call({
    ...write,
    path: `${api}/kyc/pass`,
    about: 'Proposes to pass it: the second person decides.',
    input: oneWhy,
    answer: proposal,
  }),
  'desk.kyc.refuse': call({
    ...write,
    path: `${api}/kyc/refuse`,
    about: 'Refuses exactly these fields. One person is enough.',
    input: z.object({
      id: idInput,
      refused: z
        .array(
          z.object({
            field: z.string().check(z.regex(/^[A-Za-z]{1,32}$/)),
            reason: z.enum(KYC_REASON),
            note: z.optional(z.nullable(line(200))),
          }),
        )
        .check(z.minLength(1), z.maxLength(MAX_REFUSED_FIELDS)),
    }),
    answer: done,
  }),

  'desk.fundCases.list': call({
    ...read,
    path: `${api}/fundCases/list`,
    about: 'Forgotten fund passwords.',
    input: z.object({ state: z._default(z.enum(FUND_CASE_STATE), 'open'), ...paging }),
    answer: page(deskFundCase),
  }),
  'desk.fundCases.pass': call({
    ...write,
    path: `${api}/fundCases/pass`,
    about: 'Proposes to let the customer set a new fund password: the second person decides.',
    input: oneWhy,
    answer: proposal,
  }),
  'desk.fundCases.refuse': call({
    ...write,
    path: `${api}/fundCases/refuse`,
    about: 'Refuses it. One person is enough.',
    input: oneWhy,
    answer: done,
  }),

  'desk.proposals.list': call({
    ...read,
    path: `${api}/proposals/list`,
    about: 'Proposals, open or past.',
    input: z.object({ open: z._default(z.boolean(), true), kind: z.optional(z.enum(PROPOSAL_KIND)), ...paging }),
    answer: page(proposal),
  }),
  'desk.proposals.get': call({
    ...read,
    path: `${api}/proposals/get`,
    about: 'One proposal.',
    input: one,
    answer: proposal,
  }),
  'desk.proposals.approve': call({
    ...write,
    path: `${api}/proposals/approve`,
    about: 'The second person approves: it is done. Never one’s own.',
    input: one,
    answer: proposal,
  }),
  'desk.proposals.refuse': call({
    ...write,
    path: `${api}/proposals/refuse`,
    about: 'Refuses it, one’s own too, with a reason.',
    input: oneWhy,
    answer: proposal,
  }),
} as const;
