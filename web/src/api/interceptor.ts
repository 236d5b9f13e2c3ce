// The one interceptor of all answers: reads the envelope at any status and decides what the page does (§8).
import { envelope, readRefusal, refusalData, type RefusalCode, type RefusalData } from '@vitrine/contract';
import { type Leave, NoAnswer } from './fault.ts';

/** Messages that are rejected silently: the one login step that is not a failure. */
export const silentKeys: readonly string[] = ['login.stepSuccess'];
/** Messages that are rejected without a toast. */
export const quietKeys: readonly string[] = ['request.tooFrequent'];
/** Lower statuses do not come from the exchange. */
export const leastStatus = 200;
export const mostStatus = 500;
/** Statuses above 500 from the exchange itself: nothing was done, or the outcome is not known yet. */
const ownStatuses: readonly number[] = [503, 504];

export type Verdict =
  | { readonly kind: 'done'; readonly data: unknown; readonly msg: string }
  | {
      readonly kind: 'refused';
      readonly code: RefusalCode;
      readonly data: RefusalData;
      readonly msg: string;
      /** Whether the user sees a toast. */
      readonly toast: boolean;
      readonly leave: Leave | undefined;
      /** A refresh may resolve this 401. */
      readonly refreshable: boolean;
      readonly detail: unknown;
      /**
       * Whether the exchange itself refused, in its envelope. A proxy may also answer, and does not know what was done.
       */
      readonly ours: boolean;
    };

function messageIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '500';
  for (const name of ['msg', 'error_description']) {
    const text = (body as Record<string, unknown>)[name];
    if (typeof text === 'string' && text !== '') return text;
  }
  return '500';
}

/** Code of an answer without an envelope: its HTTP status if the exchange uses it, else a server error. */
function codeWithout(status: number, body: unknown): number {
  const code = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['code'] : undefined;
  if (typeof code === 'number' || typeof code === 'string') return Number.parseInt(String(code), 10);
  return status;
}

/**
 * The meaning of an answer.
 * @param status HTTP status
 * @param body parsed JSON, or undefined when the body was not JSON
 */
export function judge(status: number, body: unknown): Verdict {
  const read = envelope.safeParse(body);
  const code = read.success ? Number.parseInt(String(read.data.code), 10) : codeWithout(status, body);
  const msg = messageIn(body);
  const inRange = (status >= leastStatus && status <= mostStatus) || ownStatuses.includes(status);
  if (read.success && code === 200 && status < 300) return { kind: 'done', data: read.data.data, msg };
  const detail = read.success ? read.data.data : undefined;
  const ours = refusalData.safeParse(detail).success;
  // A proxy's 429 has no seconds to wait; 503 needs none.
  const known = code === 429 && !ours ? 503 : code;
  const refusal = readRefusal({ code: inRange && code !== 200 ? known : 500, msg, data: detail });
  const base = { kind: 'refused', code: refusal.code, data: refusal.data, msg, detail, ours } as const;
  if (silentKeys.includes(refusal.data.key)) return { ...base, toast: false, leave: undefined, refreshable: false };
  if (refusal.code === 401) return { ...base, toast: false, leave: 'root', refreshable: true };
  if (refusal.data.key === 'token.invalid' || /token invalid/i.test(msg))
    return { ...base, toast: false, leave: 'login', refreshable: false };
  const toast = !/sql/i.test(msg) && !quietKeys.includes(refusal.data.key);
  return { ...base, toast, leave: undefined, refreshable: false };
}

/** Like `judge`, for a write or its outcome. Rejects with NoAnswer if the refusal does not come from the exchange. */
export function judgeOurs(status: number, body: unknown): Verdict {
  const verdict = judge(status, body);
  if (verdict.kind === 'done' || verdict.ours) return verdict;
  throw new NoAnswer('foreign', `expected an answer of the exchange, got status ${status} without its envelope`);
}
