// A write with a key: after 5 s without an answer it is unknown, and the desk is asked what became of its key; it is sent once.
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
  /** The answer was lost, the outcome was asked for: done. */
  | { readonly how: 'found' };

/** Codes of an answer to the asking that is none: busy, or failed. */
const ASK_AGAIN: readonly number[] = [429, 500, 503, 504];

/** The code of a key that is refused for its time, or is void. */
const KEY_EXPIRED = 410;

/** A fresh Idempotency-Key, a UUID v7, by the desk's time. @param now ms UTC */
export function newKey(now: number = deskNow()): string {
  return makeKey(now, crypto.getRandomValues(new Uint8Array(KEY_RANDOM_BYTES)));
}

/** A key for sending a write again whose key was refused for its time; that refusal told the desk's. */
function renewKey(error: unknown, key: string): string | undefined {
  if (!(error instanceof ApiFault) || error.code !== KEY_EXPIRED) return undefined;
  const time = deskNow();
  return isTimely(readKey(key)?.time ?? time, time) ? undefined : newKey(time);
}

/**
 * Sends a keyed write and answers only when its fate is known.
 * Rejects with ApiFault when it was refused, or never ran (code 410: its key is then void), and with OutcomeUnknown when
 * the desk does not know either. A key that was refused for its time is replaced once; `onKey` hears of it.
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
        // The form lacks the answer that it would tell of: a notice says that it was done.
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

/** Asks what became of a key until that is known: resolves when it was done, rejects as `settle`. */
async function ask(key: string): Promise<void> {
  const outcome = await askUntilKnown(
    () => pendingWrites.isOwn(key),
    () => request('desk.outcome', { key }, { timeout: unknownAfter }),
    (error) => error instanceof NoAnswer || (error instanceof ApiFault && ASK_AGAIN.includes(error.code)),
  ).catch((error: unknown) => {
    // Signed out, say: the write may be done all the same.
    throw new OutcomeUnknown(`expected what became of ${key}: ${String(error)}`);
  });
  if (outcome.state === 'unknown') throw new OutcomeUnknown(`nobody knows what became of ${key}`);
  if (outcome.state === 'done') return;
  const code = isCode(outcome.code) && outcome.code !== 200 ? outcome.code : 500;
  throw new NotDone(code, outcome.key);
}

/** Asks for a write that nobody on this page waits for, and notes its end. */
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
