// Writes whose key custody keeps: the journal, which is asked what became of all others, knows nothing of them. They are sent
// again with the same key instead, and are done once: the same key or picture is the same payment.

import type { AnswerOf, CallName, InputOf } from '@vitrine/contract';
import { holdPage } from '@vitrine/ui';
import { ApiFault, mayBeDone, newKey, NoAnswer, request, unknownAfter } from '../api/index.ts';

const KEPT_BY_CUSTODY: ReadonlySet<CallName> = new Set(['practice.send', 'userCoin.recharge']);

/** Between two tries, ms. */
const TRY_AGAIN = 3_000;
/** Tries until it is said that nothing is known: some minutes without a line. */
const TRIES = 100;
/** Not now: says nothing of a try before. */
const LATER: readonly number[] = [429, 503];

/** Whether a call is sent again, not asked after. */
export const isRepeated = (call: CallName): boolean => KEPT_BY_CUSTODY.has(call);

/** Sends a call until it is answered, each time with one key. @throws {ApiFault} refused; {NoAnswer} nobody answered. */
export async function sendUntilAnswered<N extends CallName>(
  call: N,
  input: InputOf<N>,
  onUnknown: () => void,
): Promise<AnswerOf<N>> {
  const key = newKey();
  // A page that reloads itself would forget the key.
  const release = holdPage();
  try {
    let last: unknown;
    for (let left = TRIES; left > 0; left -= 1) {
      try {
        return await request(call, input, { quiet: true, key, timeout: unknownAfter });
      } catch (error) {
        const unsure =
          mayBeDone(error) || (last !== undefined && error instanceof ApiFault && LATER.includes(error.code));
        if (!unsure) throw error;
        last = error;
        onUnknown();
      }
      await new Promise((done) => setTimeout(done, TRY_AGAIN));
    }
    throw new NoAnswer('timeout', `expected an answer to ${call}, none came: ${String(last)}`);
  } finally {
    release();
  }
}
