// Favourites after a change without an answer: it has no key, so the list itself is asked what became of it. Fetched ahead for
// customers: the line may be cut when it is needed.
import type { AnswerOf } from '@vitrine/contract';
import { ApiFault, currentSession, NoAnswer, request } from '../api/index.ts';
import { unknownAfter, waitOnline } from '@vitrine/ui';

/** Between two readings, ms; the first at once. */
const READ_AGAIN = 3_000;
/** Readings until it is left to the customer: minutes without a line. */
const READINGS = 100;
/** Readings that must show nothing of a change before it counts as not done: it may still be on its way at the first. */
const READINGS_WITHOUT = 2;

/**
 * The favourites as the exchange has them once it is known whether a row was added or taken out; undefined when it cannot
 * be asked for minutes. Rejects as `request` once nobody is signed in.
 */
export async function readBack(id: string, add: boolean): Promise<AnswerOf<'quotes.getOptional'> | undefined> {
  let without = 0;
  for (let left = READINGS; left > 0; left -= 1) {
    try {
      const rows = await request('quotes.getOptional', {}, { quiet: true, timeout: unknownAfter });
      if (rows.some((row) => row.id === id) === add) return rows;
      without += 1;
      if (without === READINGS_WITHOUT) return rows;
    } catch (error) {
      if (!(error instanceof ApiFault || error instanceof NoAnswer) || currentSession().state === 'guest') throw error;
    }
    await waitOnline(READ_AGAIN);
  }
  return undefined;
}
