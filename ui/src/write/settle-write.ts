// A write with a key: without an answer it is unknown, and its key is asked after until its fate is known; it is sent once.
import { holdPage } from '../newer-build/index.ts';
import type { PendingWrite, PendingWrites } from './pending-writes.ts';

/** From here on a write without an answer is unknown, ms. */
export const unknownAfter = 5_000;
/** Between two questions what became of it, ms; the first at once. */
const askAgain = 3_000;

/** Waits, until the line is back at most; milliseconds. */
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

/** Asks after a key until an answer comes; rejects with the first error that asking again does not help, and once another account is signed in. */
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
  /** Asks what became of it. Rejects with a fault when it was not done, else with what `mayBeDone` says of. */
  readonly ask: (key: string) => Promise<T>;
  /**
   * A key for sending it once more, after a refusal that proves that it was not done and cannot be under its key;
   * undefined: the refusal stands.
   */
  readonly renew?: ((error: unknown, key: string) => Promise<string | undefined>) | undefined;
  /** Whether what failed may have been done all the same. */
  readonly mayBeDone: (error: unknown) => boolean;
  readonly faultOf: (error: unknown) => Fault | undefined;
  /** The answer is missing and the asking begins. */
  readonly onUnknown?: (() => void) | undefined;
  /** Holds the page until what it gives is called: `holdPage`. */
  readonly hold?: (() => () => void) | undefined;
}

/** Sends a write and answers only when its fate is known. Rejects as its steps do. */
export async function settleWrite<Call, Fault, T>(
  pending: PendingWrites<Call, Fault>,
  write: Omit<PendingWrite<Call, Fault>, 'state' | 'fault'>,
  { send, ask, renew, mayBeDone, faultOf, onUnknown, hold = holdPage }: WriteSteps<Fault, T>,
): Promise<T> {
  let { key } = write;
  // A page that reloads itself would leave the form that waits.
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
