// Calls about alerts.

import * as z from 'zod/mini';
import { ALERT_CHANNEL, ALERT_KIND } from '../enumeration.ts';
import { alert } from '../shape/index.ts';
import { decimal, flagInput, id, idInput, oneOf, symbolInput } from '../text.ts';
import { call, keyedInSql } from './define.ts';

/** Most alerts per customer. */
export const MAX_ALERTS = 100;

const write = { method: 'POST', who: 'user', writes: true } as const;

export const alertCalls = {
  'alert.list': call({
    method: 'POST',
    path: '/api/alert/list',
    about: "One's alerts, newest first.",
    who: 'user',
    answer: z.array(alert),
  }),
  'alert.save': call({
    path: '/api/alert/save',
    about: 'Makes an alert, or with an id changes it and switches it on again.',
    ...write,
    ...keyedInSql,
    input: z.object({
      id: z.optional(idInput),
      symbol: z.optional(symbolInput),
      type: z._default(oneOf([1, 2, 3]), 1),
      kind: z.enum(ALERT_KIND),
      value: z.optional(decimal),
      channels: z.array(z.enum(ALERT_CHANNEL)).check(z.minLength(1), z.maxLength(2)),
      repeat: z._default(flagInput, false),
    }),
    answer: alert,
  }),
  'alert.del': call({
    path: '/api/alert/del',
    about: 'Takes an alert away.',
    ...write,
    ...keyedInSql,
    input: z.object({ id: idInput }),
    answer: z.object({ id }),
  }),
} as const;
