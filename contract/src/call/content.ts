// Calls about articles: help, announcements, the white paper, search.

import * as z from 'zod/mini';
import { LANGUAGES } from '../enumeration.ts';
import { article } from '../shape/index.ts';
import { numberIdInput } from '../text.ts';
import { call, keyedInSql } from './define.ts';
import { line } from './input.ts';

/** Longest text to search for, characters. */
export const MAX_SEARCH = 80;
/** Most articles that a search finds. */
export const MAX_FOUND = 20;
/** Most announcements in the list. */
export const MAX_NOTICES = 100;

export const contentCalls = {
  helpCenterInfo: call({
    method: 'GET',
    path: '/api/helpCenterInfo/{id}',
    about: 'A help article or hot question, by its id.',
    by: 'query',
    input: z.object({ id: numberIdInput, article_lang: z.optional(z.enum(LANGUAGES)) }),
    answer: article,
  }),
  'notice.list': call({
    method: 'POST',
    path: '/api/notice/list',
    about: `Announcements, newest first, at most ${MAX_NOTICES}; without their content.`,
    by: 'query',
    input: z.object({ article_lang: z.optional(z.enum(LANGUAGES)) }),
    answer: z.array(article),
  }),
  'common.getWhitePaperSetting': call({
    method: 'POST',
    path: '/api/common/getWhitePaperSetting',
    about: 'Where the white paper is, in the language of the page. The envelope’s code is the text "200".',
    answer: z.object({ url: z.string() }),
    textCode: true,
  }),
  'article.search': call({
    method: 'POST',
    path: '/api/article/search',
    about: `Articles that contain the words, best first, at most ${MAX_FOUND}; a misspelt word finds its nearest.`,
    by: 'query',
    input: z.object({ text: line(MAX_SEARCH), article_lang: z.optional(z.enum(LANGUAGES)) }),
    answer: z.object({
      records: z.array(article),
      /** What was searched for instead of a misspelt text. */
      corrected: z.nullable(z.string()),
    }),
  }),
  'article.helpful': call({
    method: 'POST',
    path: '/api/article/helpful',
    about: 'Whether an article was helpful; a later answer replaces one’s earlier one.',
    who: 'user',
    writes: true,
    ...keyedInSql,
    input: z.object({ id: numberIdInput, helpful: z.boolean() }),
    answer: z.object({ helpful: z.int(), unhelpful: z.int() }),
  }),
} as const;
