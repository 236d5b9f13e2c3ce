// One request over the wire: headers, timeout, JSON. Does not interpret the answer.
import { calls, requestOf, type CallName, type CallShape, type InputOf } from '@vitrine/contract';
import { currentLocale } from '../i18n/index.ts';
import { runtimeConfig } from '../runtime/index.ts';
import { NoAnswer } from './fault.ts';
import { currentToken } from './session.ts';

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Timeout, milliseconds; default: the configuration's. */
  readonly timeout?: number | undefined;
  /** Idempotency-Key of a keyed write; the same for its repeats. */
  readonly key?: string | undefined;
  /** Sequence number of the user's own write that the answer must include. */
  readonly after?: number | undefined;
}

export interface Answer {
  readonly status: number;
  /** undefined when the body was not JSON. */
  readonly body: unknown;
}

/** Timeout of a write without a key, ms. Its outcome cannot be queried, so its page reads again. */
const WRITE_WAIT = 20_000;

/** Sends a call. Rejects with NoAnswer when no answer came in time; passes on an abort by the caller's signal. */
export async function send<N extends CallName>(name: N, input: InputOf<N>, options: SendOptions = {}): Promise<Answer> {
  const call: CallShape = calls[name];
  const { head, requestHead, requestTimeout } = runtimeConfig();
  const request = requestOf(call, { ...input }, { head, requestHead });
  const headers: Record<string, string> = { accept: 'application/json', lang: currentLocale() };
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  const token = currentToken();
  if (token !== undefined) headers['satoken'] = token;
  if (options.key !== undefined) headers['idempotency-key'] = options.key;
  if (options.after !== undefined) headers['x-after'] = String(options.after);
  const wait = options.timeout ?? (call.writes ? WRITE_WAIT : requestTimeout);
  const limit = AbortSignal.timeout(wait);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers,
      body: request.body ?? null,
      signal,
      credentials: 'same-origin',
      cache: 'no-store',
    });
    return { status: response.status, body: await readJson(response) };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    if (limit.aborted) throw new NoAnswer('timeout', `expected an answer to ${name} within ${wait} ms, none came`);
    // When the user leaves a page, Firefox ends its requests like an abort.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'AbortError'))
      throw new NoAnswer('offline', `expected an answer to ${name}, the connection failed: ${error.message}`);
    throw error;
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
