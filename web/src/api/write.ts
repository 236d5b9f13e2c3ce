// A write with a key: after 5 s without an answer it is unknown, and the exchange is asked what became of its key; it is never sent twice.
import { isCode, type AnswerOf, type InputOf } from '@vitrine/contract';
import { holdPage } from '@vitrine/ui';
import { request, type KeyedName, type RequestOptions } from './client.ts';
import { ApiFault, mayBeDone, NoAnswer } from './fault.ts';
import { showRefusal } from './notice.ts';
import { changeWrite, endWrite, noteWrite } from './pending.ts';
import { newKey } from './transport.ts';

/** From here on a write without an answer is unknown. */
export const unknownAfter = 5_000;
/** Between two questions what became of it; the first at once. */
const askAgain = 3_000;

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
  /** Called when the answer is missing and the asking begins; show "unknown, checking". Without it a notice says so. */
  readonly onUnknown?: ((key: string) => void) | undefined;
  /** The id of that notice. */
  readonly notice?: string | undefined;
  /** Holds the page until what it gives is called: `holdPage`. */
  readonly hold?: (() => () => void) | undefined;
}

/** Waits, until the line is back at most; milliseconds. */
export const waitOnline = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    globalThis.addEventListener?.(
      'online',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/**
 * Sends a keyed write and answers only when its fate is known.
 * Rejects with ApiFault when it was refused, or never ran (code 410: its key is then void, so that it never will).
 */
export async function settle<N extends KeyedName>(
  name: N,
  input: InputOf<N>,
  options: WriteOptions = {},
): Promise<Settled<N>> {
  const key = options.key ?? newKey();
  // A page that reloads itself would forget the key, and with it what became of the write.
  const release = (options.hold ?? holdPage)();
  const { onUnknown, notice = `write-${key}` } = options;
  noteWrite({ key, call: name, notice, state: 'sent', shown: onUnknown ? 'all' : 'end' });
  try {
    const settled = await sentOrAsked(name, input, key, options);
    endWrite(key, 'done');
    return settled;
  } catch (error) {
    if (mayBeDone(error)) endWrite(key, 'unsure');
    else endWrite(key, 'none', error instanceof ApiFault ? error : undefined);
    throw error;
  } finally {
    release();
  }
}

async function sentOrAsked<N extends KeyedName>(
  name: N,
  input: InputOf<N>,
  key: string,
  options: WriteOptions,
): Promise<Settled<N>> {
  try {
    return {
      how: 'answered',
      data: await request(name, input, { ...options, quiet: true, key, timeout: options.timeout ?? unknownAfter }),
    };
  } catch (error) {
    if (!mayBeDone(error)) {
      if (error instanceof ApiFault && !error.silent && options.quiet !== true) showRefusal(error);
      throw error;
    }
    changeWrite(key, { state: 'unknown' });
    options.onUnknown?.(key);
    return await ask(key, options);
  }
}

/** Asks what became of a key until that is known. Rejects as `settle`. */
export async function ask(key: string, options: WriteOptions): Promise<Extract<Settled<KeyedName>, { how: 'found' }>> {
  for (;;) {
    try {
      const outcome = await request(
        'common.outcome',
        { key },
        { quiet: true, timeout: unknownAfter, signal: options.signal },
      );
      if (outcome.state === 'done') {
        return {
          how: 'found',
          id: outcome.answer?.id,
          status: outcome.answer?.status ?? undefined,
          seq: outcome.seq ?? undefined,
        };
      }
      if (outcome.state === 'unknown') throw new Lost('timeout', `nobody knows what became of ${key}`);
      const code = outcome.state === 'never' ? 410 : outcome.code;
      throw new Refused(code, outcome.key);
    } catch (error) {
      if (error instanceof Refused) {
        if (options.quiet !== true) showRefusal(error.fault);
        throw error.fault;
      }
      if (error instanceof Lost) throw error;
      const again =
        error instanceof NoAnswer ||
        (error instanceof ApiFault &&
          (error.code === 503 || error.code === 504 || error.code === 429 || error.code === 500));
      // Signed out, say: the write may be done all the same.
      if (!again) throw new NoAnswer('offline', `expected what became of ${key}: ${String(error)}`);
    }
    await waitOnline(askAgain);
  }
}

/** The exchange itself does not know: asking again would not help. */
class Lost extends NoAnswer {}

/** Carries the found refusal past the retry of the asking itself. */
class Refused extends Error {
  readonly fault: ApiFault;

  constructor(code: number, key: string) {
    super(key);
    const known = code === 410 ? 'key.expired' : key;
    this.fault = new ApiFault(toRefusal(code), { key: known, args: {} }, known, false);
  }
}

function toRefusal(code: number): ApiFault['code'] {
  return isCode(code) && code !== 200 ? code : 500;
}
