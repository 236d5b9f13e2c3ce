// Reads favourites back after a change without an answer: it has no key, so only the list shows the outcome. Prefetched
// for signed-in users, because it is needed when the connection is lost.
import type { AnswerOf } from '@vitrine/contract';
import { ApiFault, currentSession, NoAnswer, request } from '../api/index.ts';
import { unknownAfter, waitOnline } from '@vitrine/ui';

/** Delay between two readings, ms; the first is immediate. */
const READ_AGAIN = 3_000;
/** Maximum readings: minutes without a connection. */
const READINGS = 100;
/** Readings without the change before it counts as not done: at the first it may still be in flight. */
const READINGS_WITHOUT = 2;

/**
 * The exchange's favourites once it is known whether a row was added or removed; undefined if it cannot be queried for
 * minutes. Rejects like `request` once the user is signed out.
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
