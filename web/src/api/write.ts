// A write with a key: after 5 s without an answer it is unknown, and the exchange is asked what became of its key; it is never sent twice.
import { isCode, type AnswerOf, type InputOf } from '@vitrine/contract';
import { askUntilKnown, settleWrite, unknownAfter } from '@vitrine/ui';
import { request, type KeyedName, type RequestOptions } from './client.ts';
import { ApiFault, mayBeDone, NoAnswer } from './fault.ts';
import { showRefusal } from './notice.ts';
import { pendingWrites } from './pending.ts';
import { newKey, renewKey } from './key.ts';

export type Settled<N extends KeyedName> =
  | { readonly how: 'answered'; readonly data: AnswerOf<N> }
  /** The answer was lost, the outcome was asked for: done, with what the journal knows of it. */
  | {
      readonly how: 'found';
      readonly id: string | undefined;
      readonly status: number | undefined;
      readonly seq: number | undefined;
    };

export interface WriteOptions extends RequestOptions {
  /** Called with the key it is sent under, if none was given, and with the one of a second sending. */
  readonly onKey?: ((key: string) => void) | undefined;
  /** Called when the answer is missing and the asking begins; show "unknown, checking". Without it a notice says so. */
  readonly onUnknown?: ((key: string) => void) | undefined;
  /** The id of that notice. */
  readonly notice?: string | undefined;
  /** Holds the page until what it gives is called: `holdPage`. */
  readonly hold?: (() => () => void) | undefined;
}

/**
 * Sends a keyed write and answers only when its fate is known.
 * Rejects with ApiFault when it was refused, or never ran (code 410: its key is then void, so that it never will).
 * A key that the exchange refused for its time is replaced once, by its clock; not one that was given: the input names it.
 */
export async function settle<N extends KeyedName>(
  name: N,
  input: InputOf<N>,
  options: WriteOptions = {},
): Promise<Settled<N>> {
  try {
    return await settleQuietly(name, input, options);
  } catch (error) {
    // Only what is known now: a key that was renewed, or a fate that was asked for, may have ended otherwise.
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

/** Codes of an answer to the asking that is none: busy, or failed. */
const ASK_AGAIN: readonly number[] = [429, 500, 503, 504];

/** Asks what became of a key until that is known, and shows nothing. Rejects as `settle`. */
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
    // Signed out, say: the write may be done all the same.
    throw new NoAnswer('offline', `expected what became of ${key}: ${String(error)}`);
  });
  if (outcome.state === 'done') {
    const { answer, seq } = outcome;
    return { how: 'found', id: answer?.id, status: answer?.status ?? undefined, seq: seq ?? undefined };
  }
  // The exchange itself does not know: asking again would not help.
  if (outcome.state === 'unknown') throw new NoAnswer('timeout', `nobody knows what became of ${key}`);
  const isVoid = outcome.state === 'never';
  const words = isVoid ? 'key.expired' : outcome.key;
  throw new ApiFault(toRefusal(isVoid ? 410 : outcome.code), { key: words, args: {} }, words, false);
}

function toRefusal(code: number): ApiFault['code'] {
  return isCode(code) && code !== 200 ? code : 500;
}
