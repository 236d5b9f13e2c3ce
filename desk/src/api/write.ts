// Sends a write with an idempotency key once. After 5 s without an answer it queries the outcome of the key.
import {
  isCode,
  isTimely,
  KEY_RANDOM_BYTES,
  makeKey,
  readKey,
  type DeskAnswerOf,
  type DeskInputOf,
} from '@vitrine/contract';
import { askUntilKnown, settleWrite, unknownAfter } from '@vitrine/ui';
import { request, type KeyedName } from './client.ts';
import { deskNow } from './desk-time.ts';
import { ApiFault, mayBeDone, NoAnswer, NotDone, OutcomeUnknown } from './fault.ts';
import { pendingWrites } from './pending.ts';

export type Settled<N extends KeyedName> =
  | { readonly how: 'answered'; readonly data: DeskAnswerOf<N> }
  /** The answer was lost, and the query found that it was done. */
  | { readonly how: 'found' };

/** Codes of a query that give no outcome: busy, or failed. */
const ASK_AGAIN: readonly number[] = [429, 500, 503, 504];

/** The code of a key that is expired or void. */
const KEY_EXPIRED = 410;

/** A new Idempotency-Key, a UUID v7, by the desk's time. @param now ms UTC */
export function newKey(now: number = deskNow()): string {
  return makeKey(now, crypto.getRandomValues(new Uint8Array(KEY_RANDOM_BYTES)));
}

/** A new key for a write whose key was refused for its time; that refusal also set the desk's time. */
function renewKey(error: unknown, key: string): string | undefined {
  if (!(error instanceof ApiFault) || error.code !== KEY_EXPIRED) return undefined;
  const time = deskNow();
  return isTimely(readKey(key)?.time ?? time, time) ? undefined : newKey(time);
}

/**
 * Sends a keyed write and resolves when its outcome is known. Rejects with ApiFault when it was refused or never ran
 * (code 410: its key is then void), and with OutcomeUnknown when the desk does not know either.
 * A key refused for its time is replaced once and passed to `onKey`.
 */
export function settle<N extends KeyedName>(
  name: N,
  input: DeskInputOf<N>,
  key: string,
  onKey: (key: string) => void = () => undefined,
): Promise<Settled<N>> {
  return settleWrite<KeyedName, ApiFault, Settled<N>>(
    pendingWrites,
    { key, call: name, notice: `write-${key}`, shown: 'end' },
    {
      send: async (as) => ({
        how: 'answered',
        data: await request(name, input, { key: as, timeout: unknownAfter }),
      }),
      async ask(as) {
        await ask(as);
        // The form lacks the answer to show, so a notice says that it was done.
        pendingWrites.change(as, { shown: 'nothing' });
        return { how: 'found' };
      },
      renew: (error, refused) => {
        const renewed = renewKey(error, refused);
        if (renewed !== undefined) onKey(renewed);
        return Promise.resolve(renewed);
      },
      mayBeDone,
      faultOf: (error) => (error instanceof ApiFault ? error : undefined),
    },
  );
}

/** Queries the outcome of a key until it is known: resolves when it was done, rejects like `settle`. */
async function ask(key: string): Promise<void> {
  const outcome = await askUntilKnown(
    () => pendingWrites.isOwn(key),
    () => request('desk.outcome', { key }, { timeout: unknownAfter }),
    (error) => error instanceof NoAnswer || (error instanceof ApiFault && ASK_AGAIN.includes(error.code)),
  ).catch((error: unknown) => {
    // For example signed out: the write may have been done anyway.
    throw new OutcomeUnknown(`expected what became of ${key}: ${String(error)}`);
  });
  if (outcome.state === 'unknown') throw new OutcomeUnknown(`nobody knows what became of ${key}`);
  if (outcome.state === 'done') return;
  const code = isCode(outcome.code) && outcome.code !== 200 ? outcome.code : 500;
  throw new NotDone(code, outcome.key);
}

/** Queries a write that no form on this page waits for, and records its outcome. */
export async function resumeWrite(key: string): Promise<void> {
  try {
    await ask(key);
    pendingWrites.end(key, 'done');
  } catch (error) {
    if (error instanceof NoAnswer) pendingWrites.end(key, 'unsure');
    else if (error instanceof ApiFault) pendingWrites.end(key, 'none', error);
    else throw error;
  }
}
