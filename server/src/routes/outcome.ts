// What became of a key of one's own. Asking voids a key that has not run, so that it never will.

import { codes, readKey } from '@vitrine/contract';
import { type HandlersOf, asRefusalCode, refuse } from '../call/index.ts';
import type { RouteParts } from './parts.ts';
import { commandKeyWords } from './ticket.ts';

const EXPIRED = 410;

/** The handler of `common/outcome/{key}`. */
export function outcomes({ link, live }: RouteParts): HandlersOf<'common.outcome'> {
  return {
    async 'common.outcome'(input, { session }) {
      const key = readKey(input.key);
      if (key === undefined) throw refuse(404);
      const user = session.coreUser;
      const words = commandKeyWords({ keyTime: key.time, keyHigh: key.high, keyLow: key.low, bodyHash: 0 });
      // A key that has run answers with what it did; one that has not is void from now on.
      const { code, result, seq, repeated } = await link.submit({ name: 'key.void', user, ...words }, user);
      if (!repeated || code === EXPIRED)
        return { state: 'never', code: EXPIRED, key: codes[EXPIRED].key, seq: null, answer: null };
      if (code === 200) {
        const status = live.order(result)?.user === user ? (live.order(result)?.status ?? null) : null;
        // What makes nothing of its own (a transfer, a claim) is named by its command.
        const id = String(result === 0 ? seq : result);
        return { state: 'done', code: 200, key: codes[200].key, seq, answer: { id, status, seq } };
      }
      const no = asRefusalCode(code);
      return { state: 'refused', code: no, key: codes[no].key, seq, answer: null };
    },
  };
}
