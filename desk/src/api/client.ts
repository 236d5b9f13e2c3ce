// The typed client of the desk's calls: sends one request, reads the envelope at any status, and checks the answer
// against the contract.
import {
  type deskCalls,
  deskCallOf,
  envelope,
  readRefusal,
  requestOf,
  type DeskAnswerOf,
  type DeskCallName,
  type DeskInputOf,
} from '@vitrine/contract';
import { handAfter, stillFor } from './activity.ts';
import { hearTime } from './desk-time.ts';
import { ApiFault, NoAnswer, readWhy } from './fault.ts';
import { currentToken, endSession } from './session.ts';

/** Writes with an idempotency key. Forms send them by `useSend`, which learns their outcome. */
export type KeyedName = {
  [N in DeskCallName]: (typeof deskCalls)[N]['key'] extends true ? N : never;
}[DeskCallName];

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Longest wait for an answer, ms. */
  readonly timeout?: number | undefined;
  /** Idempotency-Key of a keyed write. */
  readonly key?: string | undefined;
}

/** Longest wait for an answer, milliseconds. */
const patience = 20_000;
/** Codes that mean that the session has ended. */
const ended: readonly number[] = [401, 1001];

async function fetchCall(name: DeskCallName, input: object, options: RequestOptions): Promise<Response> {
  const { signal, timeout = patience, key } = options;
  const request = requestOf(deskCallOf(name), { ...input });
  const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/json' };
  headers['lang'] = document.documentElement.lang || 'en';
  const token = currentToken();
  if (token !== undefined) headers['satoken'] = token;
  if (key !== undefined) headers['idempotency-key'] = key;
  if (stillFor() > handAfter) headers['x-poll'] = '1';
  const limit = AbortSignal.timeout(timeout);
  try {
    return await fetch(request.url, {
      method: request.method,
      headers,
      body: request.body ?? null,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      credentials: 'same-origin',
      cache: 'no-store',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    if (limit.aborted) throw new NoAnswer(`expected an answer to ${name} within ${timeout} ms, none came`);
    if (error instanceof TypeError)
      throw new NoAnswer(`expected an answer to ${name}, the connection failed: ${error.message}`);
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

/** Converts an answer to a fault; a refusal that ends the session ends it here too. */
function faultOf(status: number, body: unknown): ApiFault {
  const read = envelope.safeParse(body);
  const answer = read.success ? read.data : { code: status === 200 ? 500 : status, msg: '', data: undefined };
  const refusal = readRefusal(answer);
  if (ended.includes(refusal.code)) endSession(true);
  // Uses the desk's own text if the desk answered.
  return new ApiFault(refusal.code, answer.msg, { ...refusal.data, why: readWhy(answer.data) });
}

/**
 * Sends a call and returns its checked data. Rejects with ApiFault for every refusal and with NoAnswer without an
 * answer.
 */
export async function request<N extends DeskCallName>(
  name: N,
  input: DeskInputOf<N>,
  options: RequestOptions = {},
): Promise<DeskAnswerOf<N>> {
  const response = await fetchCall(name, input, options);
  const body = await readJson(response);
  const read = envelope.safeParse(body);
  if (read.success) hearTime(response.headers.get('date'));
  // A proxy may answer for the desk after the write was done, so this answer says nothing about a write.
  if (!read.success && (options.key !== undefined || name === 'desk.outcome'))
    throw new NoAnswer(`expected an answer of the desk to ${name}, got status ${response.status} without its envelope`);
  if (!read.success || Number(read.data.code) !== 200 || !response.ok) throw faultOf(response.status, body);
  const checked = deskCallOf(name).answer.safeParse(read.data.data);
  if (checked.success) return checked.data as DeskAnswerOf<N>;
  throw new ApiFault(500, `expected the answer of ${name} as the contract says, got ${checked.error.message}`, {
    key: 'server.fault',
    args: {},
  });
}

/** `request` for calls without a key: the outcome of a keyed write whose answer is lost must be queried. */
export const requestUnkeyed: <N extends Exclude<DeskCallName, KeyedName>>(
  name: N,
  input: DeskInputOf<N>,
  options?: RequestOptions,
) => Promise<DeskAnswerOf<N>> = request;

/** Calls that return a picture. The desk logs each view. */
export type PictureCall = {
  readonly [N in 'desk.kyc.document' | 'desk.deposits.picture']: { readonly name: N; readonly input: DeskInputOf<N> };
}['desk.kyc.document' | 'desk.deposits.picture'];

/** A picture, for an object URL. */
export async function requestPicture({ name, input }: PictureCall, options: RequestOptions = {}): Promise<Blob> {
  const response = await fetchCall(name, input, options);
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && type.startsWith('image/')) return await response.blob();
  throw faultOf(response.status, await readJson(response));
}
