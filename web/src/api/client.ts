// The typed client: every call of the contract by its name, judged by the one interceptor, repeated once after a refresh.
import { calls, type AnswerOf, type CallName, type CallShape, type InputOf } from '@vitrine/contract';
import { ApiFault } from './fault.ts';
import { judge } from './interceptor.ts';
import { showRefusal } from './notice.ts';
import { refreshSession } from './refresh.ts';
import { currentSession, leave } from './session.ts';
import { newKey, send, type SendOptions } from './transport.ts';

export interface RequestOptions extends SendOptions {
  /** The caller shows the refusal itself (a form at its fields): no toast. */
  readonly quiet?: boolean | undefined;
}

/**
 * Sends a call and answers its checked data.
 * A 401 is first met with one refresh, then the call is repeated: it was refused at the door, so nothing was done yet.
 * Rejects with ApiFault for every refusal and NoAnswer when nothing came.
 */
export async function request<N extends CallName>(
  name: N,
  input: InputOf<N>,
  options: RequestOptions = {},
): Promise<AnswerOf<N>> {
  const call: CallShape = calls[name];
  const sent: SendOptions = call.key ? { ...options, key: options.key ?? newKey() } : options;
  let answer = await send(name, input, sent);
  let verdict = judge(answer.status, answer.body);
  if (verdict.kind === 'refused' && verdict.refreshable && currentSession().state !== 'guest') {
    const refreshed = await refreshSession();
    if (refreshed === 'renewed') {
      answer = await send(name, input, sent);
      verdict = judge(answer.status, answer.body);
    }
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
  if (verdict.leave !== undefined && currentSession().state === 'user') leave(verdict.leave);
  const fault = new ApiFault(verdict.code, verdict.data, verdict.msg, !verdict.toast, verdict.detail);
  if (verdict.toast && options.quiet !== true) showRefusal(fault);
  throw fault;
}
