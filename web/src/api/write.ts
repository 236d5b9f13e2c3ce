// Sends a write with an idempotency key once. After 5 s without an answer it queries the outcome of the key.
import { isCode, type AnswerOf, type InputOf } from '@vitrine/contract';
import { askUntilKnown, settleWrite, unknownAfter } from '@vitrine/ui';
import { request, type KeyedName, type RequestOptions } from './client.ts';
import { ApiFault, mayBeDone, NoAnswer } from './fault.ts';
import { showRefusal } from './notice.ts';
import { pendingWrites } from './pending.ts';
import { newKey, renewKey } from './key.ts';

export type Settled<N extends KeyedName> =
  | { readonly how: 'answered'; readonly data: AnswerOf<N> }
  /** The answer was lost, and the query found that it was done, with the data in the journal. */
  | {
      readonly how: 'found';
      readonly id: string | undefined;
      readonly status: number | undefined;
      readonly seq: number | undefined;
    };

export interface WriteOptions extends RequestOptions {
  /** Called with the key of the first sending, unless the caller gave one, and with the key of a second sending. */
  readonly onKey?: ((key: string) => void) | undefined;
  /** Called when the answer is missing and the queries begin; show "unknown, checking". Without it a notice says so. */
  readonly onUnknown?: ((key: string) => void) | undefined;
  /** The id of that notice. */
  readonly notice?: string | undefined;
  /** Blocks reloads until the returned function is called: `holdPage`. */
  readonly hold?: (() => () => void) | undefined;
}

/**
 * Sends a keyed write and resolves when its outcome is known. Rejects with ApiFault when it was refused or never ran
 * (code 410: its key is then void and it never will).
 * A key refused for its time is replaced once by the exchange's clock, unless the caller gave it: then the input
 * contains it.
 */
export async function settle<N extends KeyedName>(
  name: N,
  input: InputOf<N>,
  options: WriteOptions = {},
): Promise<Settled<N>> {
  try {
    return await settleQuietly(name, input, options);
  } catch (error) {
    // Only refusals that are certain now: after a renewed key or a query, the outcome may differ.
    if (error instanceof ApiFault && !error.silent && options.quiet !== true) showRefusal(error);
    throw error;
  }
}

function settleQuietly<N extends KeyedName>(name: N, input: InputOf<N>, options: WriteOptions): Promise<Settled<N>> {
  const { key = newKey(), onKey, onUnknown, notice = `write-${key}` } = options;
  let sentAs = key;
  onKey?.(key);
  return settleWrite<KeyedName, ApiFault, Settled<N>>(
    pendingWrites,
    { key, call: name, notice, shown: onUnknown ? 'all' : 'end' },
    {
      send: (as) => sendOnce(name, input, as, options),
      ask: (as) => ask(as, options),
      renew: async (error, refused) => {
        const renewed = await renewKey(error, refused);
        if (renewed === undefined || options.key !== undefined) return undefined;
        sentAs = renewed;
        onKey?.(renewed);
        return renewed;
      },
      mayBeDone,
      faultOf: (error) => (error instanceof ApiFault ? error : undefined),
      onUnknown: () => onUnknown?.(sentAs),
      hold: options.hold,
    },
  );
}

async function sendOnce<N extends KeyedName>(
  name: N,
  input: InputOf<N>,
  key: string,
  options: WriteOptions,
): Promise<Settled<N>> {
  const { timeout = unknownAfter } = options;
  return { how: 'answered', data: await request(name, input, { ...options, quiet: true, key, timeout }) };
}

/** Codes of a query that give no outcome: busy, or failed. */
const ASK_AGAIN: readonly number[] = [429, 500, 503, 504];

/** Queries the outcome of a key until it is known; shows nothing. Rejects like `settle`. */
export async function ask(
  key: string,
  options: Pick<WriteOptions, 'signal'> = {},
): Promise<Extract<Settled<KeyedName>, { how: 'found' }>> {
  const { signal } = options;
  const outcome = await askUntilKnown(
    () => pendingWrites.isOwn(key),
    () => request('common.outcome', { key }, { quiet: true, timeout: unknownAfter, signal }),
    (error) => error instanceof NoAnswer || (error instanceof ApiFault && ASK_AGAIN.includes(error.code)),
  ).catch((error: unknown) => {
    // For example signed out: the write may have been done anyway.
    throw new NoAnswer('offline', `expected what became of ${key}: ${String(error)}`);
  });
  if (outcome.state === 'done') {
    const { answer, seq } = outcome;
    return { how: 'found', id: answer?.id, status: answer?.status ?? undefined, seq: seq ?? undefined };
  }
  // The exchange does not know the outcome: another query would not help.
  if (outcome.state === 'unknown') throw new NoAnswer('timeout', `nobody knows what became of ${key}`);
  const isVoid = outcome.state === 'never';
  const words = isVoid ? 'key.expired' : outcome.key;
  throw new ApiFault(toRefusal(isVoid ? 410 : outcome.code), { key: words, args: {} }, words, false);
}

function toRefusal(code: number): ApiFault['code'] {
  return isCode(code) && code !== 200 ? code : 500;
}
