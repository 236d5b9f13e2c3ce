// Sends a write with an idempotency key once. Without an answer it queries the key until the outcome is known.
import { holdPage } from '../newer-build/index.ts';
import type { PendingWrite, PendingWrites } from './pending-writes.ts';

/** A write without an answer after this time is unknown, ms. */
export const unknownAfter = 5_000;
/** Delay between two queries of an outcome, ms; the first is immediate. */
const askAgain = 3_000;

/** Waits the given milliseconds, or until the connection returns if that is sooner. */
export const waitOnline = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    globalThis.addEventListener?.('online', done);
  });

/**
 * Queries a key until an answer comes. Rejects with the first error that a retry cannot fix, and when another account
 * signs in.
 */
export async function askUntilKnown<T>(
  isOwn: () => boolean,
  ask: () => Promise<T>,
  mayComeAgain: (error: unknown) => boolean,
): Promise<T> {
  for (;;) {
    if (!isOwn()) throw new Error('expected to ask for a write of one’s own, another account is signed in');
    try {
      return await ask();
    } catch (error) {
      if (!mayComeAgain(error)) throw error;
    }
    await waitOnline(askAgain);
  }
}

export interface WriteSteps<Fault, T> {
  readonly send: (key: string) => Promise<T>;
  /**
   * Queries the outcome. Rejects with a fault when the write was not done, otherwise with an error that `mayBeDone`
   * accepts.
   */
  readonly ask: (key: string) => Promise<T>;
  /**
   * Returns a key for sending the write once more, after a refusal that proves it was not done under its key;
   * undefined: the refusal is final.
   */
  readonly renew?: ((error: unknown, key: string) => Promise<string | undefined>) | undefined;
  /** Whether a failed write may have been done anyway. */
  readonly mayBeDone: (error: unknown) => boolean;
  readonly faultOf: (error: unknown) => Fault | undefined;
  /** Called when the answer is missing and the queries begin. */
  readonly onUnknown?: (() => void) | undefined;
  /** Blocks reloads until the returned function is called: `holdPage`. */
  readonly hold?: (() => () => void) | undefined;
}

/** Sends a write and resolves when its outcome is known. Rejects as its steps do. */
export async function settleWrite<Call, Fault, T>(
  pending: PendingWrites<Call, Fault>,
  write: Omit<PendingWrite<Call, Fault>, 'state' | 'fault'>,
  { send, ask, renew, mayBeDone, faultOf, onUnknown, hold = holdPage }: WriteSteps<Fault, T>,
): Promise<T> {
  let { key } = write;
  // An automatic reload would close the form that is waiting.
  const release = hold();
  pending.note({ ...write, state: 'sent' });
  const sendOrRenew = async (): Promise<T> => {
    try {
      return await send(key);
    } catch (error) {
      const renewed = mayBeDone(error) ? undefined : await renew?.(error, key);
      if (renewed === undefined || !pending.isOwn(key)) throw error;
      pending.rename(key, renewed);
      key = renewed;
      return await send(key);
    }
  };
  const sendOrAsk = async (): Promise<T> => {
    try {
      return await sendOrRenew();
    } catch (error) {
      if (!mayBeDone(error)) throw error;
      pending.change(key, { state: 'unknown' });
      onUnknown?.();
      return ask(key);
    }
  };
  try {
    const settled = await sendOrAsk();
    pending.end(key, 'done');
    return settled;
  } catch (error) {
    if (mayBeDone(error)) pending.end(key, 'unsure');
    else pending.end(key, 'none', faultOf(error));
    throw error;
  } finally {
    release();
  }
}
