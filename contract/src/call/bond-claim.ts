// Calls about claims on merchants' bonds, for the two parties only.

import * as z from 'zod/mini';
import { page, paging } from '../paging.ts';
import { bondClaim } from '../shape/index.ts';
import { idInput } from '../text.ts';
import { call, keyedInSql } from './define.ts';

/** Most characters of a merchant's answer. */
export const MAX_CLAIM_ANSWER = 2_000;

/** Allows line breaks and tabs, but no other control characters. Its length and being empty have separate codes. */
const content = z.string().check(z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u));

export const bondClaimCalls = {
  'bondClaim.list': call({
    method: 'POST',
    path: '/api/bondClaim/list',
    about: 'Claims on a merchant’s bond in which one is the merchant or the harmed party, newest first.',
    who: 'user',
    input: z.object({ ...paging }),
    answer: page(bondClaim),
  }),
  'bondClaim.answer': call({
    method: 'POST',
    path: '/api/bondClaim/answer',
    about: 'The merchant’s answer, while the notice runs; a later one takes the place of the one before.',
    who: 'user',
    writes: true,
    ...keyedInSql,
    empty: ['content'],
    input: z.object({ id: idInput, content }),
    answer: bondClaim,
  }),
} as const;
