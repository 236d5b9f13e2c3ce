// The typed client: every call of the contract by its name, judged by the one interceptor, repeated once after a refresh
// or after one more proof.
import { calls, factorWanted, type AnswerOf, type CallName, type CallShape, type InputOf } from '@vitrine/contract';
import { ApiFault } from './fault.ts';
import { judge, judgeOurs, type Verdict } from './interceptor.ts';
import { showRefusal } from './notice.ts';
import { refreshSession } from './refresh.ts';
import { currentSession, leave } from './session.ts';
import { askFactor } from './step-up.ts';
import { send, type SendOptions } from './transport.ts';

/** Writes with a key: a form sends them by `settle`, which learns what became of them. */
export type KeyedName = { [N in CallName]: (typeof calls)[N]['key'] extends true ? N : never }[CallName];

export interface RequestOptions extends SendOptions {
  /** The caller shows the refusal itself (a form at its fields): no toast. */
  readonly quiet?: boolean | undefined;
}

/** The code of a call that wants a second factor first. */
const FACTOR_REQUIRED = 1108;

/**
 * Sends a call and answers its checked data.
 * A 401 is first met with one refresh, a 1108 with the question for one more proof; then the call is repeated once: it
 * was refused at the door, so nothing was done yet.
 * Rejects with ApiFault for every refusal and NoAnswer when nothing came; a proof not given makes the fault silent.
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
  /** A refresh that found no answer proves nothing: the session stays (§4). */
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
  // Only who was signed in is led away; the question at the start, whether somebody is, ends quietly.
  if (verdict.leave !== undefined && !undecided && currentSession().state === 'user') leave(verdict.leave);
  const silent = !verdict.toast || declined;
  const fault = new ApiFault(verdict.code, verdict.data, verdict.msg, silent, verdict.detail);
  if (!silent && options.quiet !== true) showRefusal(fault);
  throw fault;
}

/** `request` for all that has no key: a keyed write whose answer is lost must be asked after. */
export const requestUnkeyed: <N extends Exclude<CallName, KeyedName>>(
  name: N,
  input: InputOf<N>,
  options?: RequestOptions,
) => Promise<AnswerOf<N>> = request;
