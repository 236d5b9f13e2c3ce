// What became of a key of one's own. Asking voids a key that has not run, so that it never will.

import { codes, readKey } from '@vitrine/contract';
import { asRefusalCode, type CommandKey, type HandlersOf, refuse } from '../call/index.ts';
import { placedAfterBorrowing } from './margin-orders.ts';
import type { RouteParts } from './parts.ts';
import { commandKeyWords } from './ticket.ts';

const EXPIRED = 410;
const BALANCE_INSUFFICIENT = 3001;

/** The handler of `common/outcome/{key}`. */
export function outcomes({ link, live }: RouteParts): HandlersOf<'common.outcome'> {
  return {
    async 'common.outcome'(input, { session }) {
      const key = readKey(input.key);
      if (key === undefined) throw refuse(404);
      const user = session.coreUser;
      const words = { keyTime: key.time, keyHigh: key.high, keyLow: key.low, bodyHash: 0 };
      const voided = (one: CommandKey) => link.submit({ name: 'key.void', user, ...commandKeyWords(one) }, user);
      // A key that has run answers with what it did; one that has not is void from now on.
      const first = await voided(words);
      // An order that lacked money may have borrowed it and run after that, under a key of its own.
      const then = first.code === BALANCE_INSUFFICIENT ? await voided(placedAfterBorrowing(words)) : undefined;
      const ran = then?.repeated === true && then.code !== EXPIRED ? then : first;
      const { code, result, seq, repeated } = ran;
      if (!repeated || code === EXPIRED)
        return { state: 'never', code: EXPIRED, key: codes[EXPIRED].key, seq: null, answer: null };
      if (code === 200) {
        const order = live.order(result);
        // Only what this command opened has a status: positions and counts are numbers of another kind.
        const status = order?.user === user && order.seq === seq ? order.status : null;
        // What makes nothing of its own (a transfer, a claim) is named by its command.
        const id = String(result === 0 ? seq : result);
        return { state: 'done', code: 200, key: codes[200].key, seq, answer: { id, status, seq } };
      }
      const no = asRefusalCode(code);
      return { state: 'refused', code: no, key: codes[no].key, seq, answer: null };
    },
  };
}
