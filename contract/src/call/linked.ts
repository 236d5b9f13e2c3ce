// Calls about a user's account link, set by two staff members, and the appeal against it.

import * as z from 'zod/mini';
import { linkAppeal, linkStanding } from '../shape/index.ts';
import { call, keyedInSql } from './define.ts';
import { line } from './input.ts';

/** Longest text of an appeal. */
export const MAX_APPEAL = 500;

export const linkedCalls = {
  'user.linked': call({
    method: 'POST',
    path: '/api/user/linked',
    about:
      'Whether the desk linked one’s account with others of the same person: since when, with how many, what it does. Never which.',
    who: 'user',
    answer: linkStanding,
  }),
  'user.linkAppeal': call({
    method: 'POST',
    path: '/api/user/linkAppeal',
    about: 'An appeal against the link of one’s account: opens a case for two people of the desk, or takes it back.',
    who: 'user',
    writes: true,
    ...keyedInSql,
    /** `text` is the reason, required to open an appeal. */
    input: z.object({ act: z.enum(['open', 'withdraw']), text: z.optional(line(MAX_APPEAL)) }),
    answer: linkAppeal,
  }),
} as const;
