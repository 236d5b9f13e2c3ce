// Calls about the chat of an over-the-counter order, for its two parties only.

import * as z from 'zod/mini';
import { chatMessage } from '../feed/index.ts';
import { page, paging } from '../paging.ts';
import { idInput, oneOf } from '../text.ts';
import { call, keyedInSql } from './define.ts';

/** Most characters of a message. */
export const MAX_CHAT_TEXT = 400;
/** `content_type` of a message. */
export const CHAT_CONTENT = { text: 1, picture: 2 } as const;

const coin = '/api/{requestHead}/coin/buy';
/** Allows line breaks and tabs, but no other control characters. Its length and being empty have separate codes. */
const content = z.string().check(z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u));

export const otcChatCalls = {
  'buy.sendChatRecord': call({
    method: 'POST',
    path: `${coin}/sendChatRecord`,
    about:
      'Writes to the other party of an over-the-counter order; a picture is the link of one’s own upload for `chat`.',
    who: 'user',
    writes: true,
    ...keyedInSql,
    empty: ['content'],
    input: z.object({ orderId: idInput, content, contentType: z._default(oneOf([1, 2]), 1) }),
    answer: chatMessage,
  }),
  'buy.getChatRecord': call({
    method: 'POST',
    path: `${coin}/getChatRecord/{id}`,
    about: 'The chat of an over-the-counter order of one’s own, newest first.',
    who: 'user',
    input: z.object({ id: idInput, ...paging }),
    answer: page(chatMessage),
  }),
} as const;
