// Saves a list as a CSV file with all its rows.
import { calls, requestOf, type CallName, type CallShape, type InputOf } from '@vitrine/contract';
import { currentLocale } from '../i18n/index.ts';
import { runtimeConfig } from '../runtime/index.ts';
import { ApiFault, NoAnswer } from './fault.ts';
import { judge } from './interceptor.ts';
import { showRefusal } from './notice.ts';
import { refreshSession } from './refresh.ts';
import { currentToken } from './session.ts';

/** Longest wait for a whole list, ms: up to 100,000 rows. */
const LIST_PATIENCE = 120_000;

/** Names of lists that have a file. */
export type ListName = { [N in CallName]: (typeof calls)[N]['csv'] extends true ? N : never }[CallName];

/** Requests all rows of a list and lets the browser save them as a file. Rejects as `request` does. */
export async function saveList<N extends ListName>(name: N, input: InputOf<N>): Promise<void> {
  const call: CallShape = calls[name];
  const { head, requestHead } = runtimeConfig();
  const asked = requestOf(call, { ...input, format: 'csv' }, { head, requestHead });
  const attempt = (): Promise<Response> => {
    const token = currentToken();
    return fetch(asked.url, {
      method: asked.method,
      headers: {
        lang: currentLocale(),
        ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { satoken: token }),
      },
      body: asked.body ?? null,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(LIST_PATIENCE),
    });
  };
  let answer: Response;
  try {
    answer = await attempt();
    if (answer.status === 401 && (await refreshSession()) === 'renewed') answer = await attempt();
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException)
      throw new NoAnswer('offline', `expected the list ${name}, the connection failed: ${error.message}`);
    throw error;
  }
  if (answer.headers.get('content-type')?.startsWith('text/csv') !== true) {
    const verdict = judge(answer.status, await readJson(answer));
    if (verdict.kind === 'done') throw new Error(`expected the list ${name} as CSV, got an answer in the envelope`);
    const fault = new ApiFault(verdict.code, verdict.data, verdict.msg, !verdict.toast, verdict.detail);
    if (verdict.toast) showRefusal(fault);
    throw fault;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = `${name.replaceAll('.', '-')}.csv`;
  link.click();
  // The browser has read the blob once the click is handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    // Without JSON, only the status counts.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
