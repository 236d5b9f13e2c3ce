// Answers about a key: its state with the code and message.

import { codes, CODE } from '@vitrine/contract';
import { asRefusalCode, refuse } from '../call/index.ts';
import type { RequestOutcome } from './request-keys.ts';

/** It has not run and never will. */
const NEVER_RAN = { state: 'never', code: CODE['key.expired'], key: codes[CODE['key.expired']].key } as const;
/** It may have been done; this can never be determined. */
export const NEVER_KNOWN = { state: 'unknown', code: CODE['server.unknown'], key: 'server.unknown' } as const;

/** The answer for a refusal by its code. */
export function refusedAnswer(number: number) {
  const code = asRefusalCode(number);
  return { state: 'refused', code, key: codes[code].key } as const;
}

/** The answer for a request whose key is in SQL. @throws {Refusal} 503 while it runs. */
export function outcomeAnswer(found: RequestOutcome) {
  switch (found.state) {
    case 'running':
      throw refuse('server.notTaking');
    case 'refused':
      return refusedAnswer(found.code);
    case 'done':
      return { state: 'done', code: CODE.ok, key: 'ok' } as const;
    default:
      return found.state === 'never' ? NEVER_RAN : NEVER_KNOWN;
  }
}
