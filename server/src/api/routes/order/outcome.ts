// Outcome of a user's own key. Querying a key that has not run voids it, so that it never runs.

import { rejects } from '@vitrine/core';
import { CODE, KEY_MAX_AGE, readKey } from '@vitrine/contract';
import { type CommandKey, type HandlersOf, refuse } from '../../call/index.ts';
import { NEVER_KNOWN, outcomeAnswer, refusedAnswer, type RequestOutcome } from '../../idempotency/index.ts';
import { placedAfterBorrowing } from '../margin/orders.ts';
import type { RouteParts } from '../parts.ts';
import { commandKeyWords } from './ticket.ts';

/** The answer for a key without a command. */
const ofRequest = (found: RequestOutcome) => ({ ...outcomeAnswer(found), seq: null, answer: null });

/** The handler of `common/outcome/{key}`. */
export function outcomes({ link, live, requestKeys }: RouteParts): HandlersOf<'common.outcome'> {
  return {
    async 'common.outcome'(input, { session, now }) {
      const key = readKey(input.key);
      if (key === undefined) throw refuse('request.notFound');
      // No key is stored that long.
      if (key.time < now - KEY_MAX_AGE) return { ...NEVER_KNOWN, seq: null, answer: null };
      const user = session.coreUser;
      const text = input.key.toLowerCase();
      const found = await requestKeys.find(session.userId, text);
      if (found !== undefined) return ofRequest(found);
      const words = { keyTime: key.time, keyHigh: key.high, keyLow: key.low, bodyHash: 0 };
      const voided = (one: CommandKey) => link.submit({ name: 'key.void', user, ...commandKeyWords(one) }, user);
      // A key that has run answers with its result; one that has not is void from now on.
      const first = await voided(words);
      // An order that lacked funds may have borrowed and run afterwards under a derived key.
      const then =
        first.code === rejects['balance.insufficient'] ? await voided(placedAfterBorrowing(words)) : undefined;
      const ran = then?.repeated === true && then.code !== rejects['key.expired'] ? then : first;
      const { code, result, seq, repeated } = ran;
      // A key without a command may still belong to a request that is not in the journal.
      if (!repeated || code === rejects['key.expired']) return ofRequest(await requestKeys.void(session.userId, text));
      if (code === CODE.ok) {
        const order = live.order(result);
        // Only an order opened by this command has a status: positions and counts are other numbers.
        const status = order?.user === user && order.seq === seq ? order.status : null;
        // A command without a created item (a transfer, a claim) is identified by its sequence number.
        const id = String(result === 0 ? seq : result);
        return { state: 'done', code: CODE.ok, key: 'ok', seq, answer: { id, status, seq } };
      }
      return { ...refusedAnswer(code), seq, answer: null };
    },
  };
}
