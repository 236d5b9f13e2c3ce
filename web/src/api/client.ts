// The typed client: sends every call of the contract by name and passes each answer through the one interceptor. It
// repeats a call once after a refresh or a further verification.
import { calls, factorWanted, type AnswerOf, type CallName, type CallShape, type InputOf } from '@vitrine/contract';
import { ApiFault } from './fault.ts';
import { judge, judgeOurs, type Verdict } from './interceptor.ts';
import { showRefusal } from './notice.ts';
import { refreshSession } from './refresh.ts';
import { currentSession, leave } from './session.ts';
import { askFactor } from './step-up.ts';
import { send, type SendOptions } from './transport.ts';

/** Writes with an idempotency key. Forms send them by `settle`, which learns their outcome. */
export type KeyedName = { [N in CallName]: (typeof calls)[N]['key'] extends true ? N : never }[CallName];

export interface RequestOptions extends SendOptions {
  /** The caller shows the refusal itself (a form at its fields), so there is no toast. */
  readonly quiet?: boolean | undefined;
}

/** The code of a call that requires a second factor. */
const FACTOR_REQUIRED = 1108;

/**
 * Sends a call and returns its checked data. On 401 it refreshes the session once, on 1108 it asks for a second factor;
 * then it repeats the call once. Nothing was done yet, because both checks come first.
 * Rejects with ApiFault for every refusal and NoAnswer without an answer. If the user gives no second factor, the fault
 * is silent.
 */
export async function request<N extends CallName>(
  name: N,
  input: InputOf<N>,
  options: RequestOptions = {},
): Promise<AnswerOf<N>> {
  const call: CallShape = calls[name];
  const judgeThis = call.writes || name === 'common.outcome' ? judgeOurs : judge;
  const attempt = async (): Promise<Verdict> => {
    const { status, body } = await send(name, input, options);
    return judgeThis(status, body);
  };
  let sentAt = Date.now();
  let verdict = await attempt();
  /** A refresh without an answer proves nothing: the session stays (§4). */
  let undecided = false;
  if (verdict.kind === 'refused' && verdict.refreshable && currentSession().state !== 'guest') {
    const refreshed = await refreshSession();
    undecided = refreshed === 'failed';
    if (refreshed === 'renewed') {
      sentAt = Date.now();
      verdict = await attempt();
    }
  }
  let declined = false;
  if (verdict.kind === 'refused' && verdict.code === FACTOR_REQUIRED) {
    const wanted = factorWanted.safeParse(verdict.detail);
    const proven = wanted.success && (await askFactor(wanted.data.methods, sentAt, options.signal));
    options.signal?.throwIfAborted();
    if (proven) verdict = await attempt();
    else declined = wanted.success;
  }
  if (verdict.kind === 'done') {
    const checked = call.answer.safeParse(verdict.data);
    if (checked.success) return checked.data as AnswerOf<N>;
    throw new ApiFault(
      500,
      { key: 'server.fault', args: {} },
      `expected the answer of ${name} as the contract says, got ${checked.error.message}`,
      false,
    );
  }
  // Redirects only users who were signed in; the initial session request fails silently.
  if (verdict.leave !== undefined && !undecided && currentSession().state === 'user') leave(verdict.leave);
  const silent = !verdict.toast || declined;
  const fault = new ApiFault(verdict.code, verdict.data, verdict.msg, silent, verdict.detail);
  if (!silent && options.quiet !== true) showRefusal(fault);
  throw fault;
}

/** `request` for calls without a key: the outcome of a keyed write whose answer is lost must be queried. */
export const requestUnkeyed: <N extends Exclude<CallName, KeyedName>>(
  name: N,
  input: InputOf<N>,
  options?: RequestOptions,
) => Promise<AnswerOf<N>> = request;
