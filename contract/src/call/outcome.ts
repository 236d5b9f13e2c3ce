// What became of a request by its key: what the exchange and the desk answer alike.

import * as z from 'zod/mini';

export const outcomeInput = z.object({ key: z.string().check(z.regex(/^[0-9a-fA-F-]{36}$/)) });

export const outcomeFields = {
  /** `unknown`: it may have been done, and no more will ever be known: its process was killed, or it is a day ago. */
  state: z.enum(['done', 'refused', 'never', 'unknown']),
  /** 200 when done; the refusal's code; 410 when it never ran; 504 when it will never be known. */
  code: z.int(),
  /** Of the code's message. */
  key: z.string(),
} as const;
