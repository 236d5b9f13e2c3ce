// Outcome of a request by its key: common to the exchange and the desk.

import * as z from 'zod/mini';

export const outcomeInput = z.object({ key: z.string().check(z.regex(/^[0-9a-fA-F-]{36}$/)) });

export const outcomeFields = {
  /**
   * `unknown`: it may have been done, and this can no longer be determined: its process was killed, or it was a day
   * ago.
   */
  state: z.enum(['done', 'refused', 'never', 'unknown']),
  /** 200 if done; else the code of the refusal; 410 if it never ran; 504 if it can never be known. */
  code: z.int(),
  /** Key of the code's message. */
  key: z.string(),
} as const;
