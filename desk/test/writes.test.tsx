// Writes of the desk whose answer was lost (issue 16, part A): the page asks and says what became of them, whatever form or page is
// shown by then, after a reload too, to the operator who sent them alone. Nothing is sent twice.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, cleanup, render, renderHook } from '@testing-library/react';
import { deskCalls, deskCallNames, deskCallOf } from '@vitrine/contract';
import { clearToasts, toasts } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  endSession,
  enterSession,
  isKeyed,
  NotDone,
  OutcomeUnknown,
  pendingWrites,
  useSend,
} from '../src/api/index.ts';
import { WriteHost } from '../src/app/write-host.tsx';
import { writeName } from '../src/app/write-names.ts';
import { useFaultText } from '../src/words/index.ts';
import { me } from './world.ts';

type State = 'done' | 'refused' | 'never' | 'unknown';
const STORED = 'vitrine-desk:writes:2';
const OUTCOME = '/desk/api/outcome';
const SENT = '/desk/api/kyc/refuse';
const KEY = '01936b2a-0000-7000-8000-000000000001';
const grace = me();
const ada = me({ person: { id: '1', name: 'Ada' } });
const input = {
  ...{ id: '12', reason: 'x' },
  refused: [{ field: 'front', reason: 'unreadable', note: '' }],
} as Parameters<ReturnType<typeof useSend>>[1];

let isCut = true;
let outcome: State = 'done';
let sent: { readonly url: string; readonly key: string | null; readonly body: string }[] = [];

const CODES = { done: 200, refused: 404, never: 410, unknown: 504 } as const;
const KEYS = { done: 'ok', refused: 'request.notFound', never: 'key.expired', unknown: 'server.unknown' } as const;

beforeEach(() => {
  vi.useFakeTimers();
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  isCut = true;
  outcome = 'done';
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({
      url,
      key: new Headers(init.headers).get('idempotency-key'),
      body: typeof init.body === 'string' ? init.body : '',
    });
    if (isCut) throw new TypeError('Failed to fetch');
    const data = { state: outcome, code: CODES[outcome], key: KEYS[outcome] };
    return new Response(JSON.stringify({ code: 200, msg: '', data }), { status: 200 });
  });
  enterSession(grace);
});
afterEach(async () => {
  cleanup();
  // The page keeps its writes beyond a test, as it does beyond a form.
  enterSession(grace);
  await backAgain();
  await later(10_000);
  pendingWrites.on(({ key }) => pendingWrites.forget(key))();
  clearToasts();
  endSession(false);
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const noticed = () => toasts().map(({ kind, state }) => [kind, state]);
const backAgain = async (): Promise<void> => {
  isCut = false;
  dispatchEvent(new Event('online'));
  await later(0);
};
const withWords = ({ children }: { readonly children: ReactNode }) => (
  <I18nProvider i18n={i18n}>{children}</I18nProvider>
);
const host = () => render(<WriteHost />, { wrapper: withWords });
const written = () => sent.filter(({ url }) => url === SENT);

/** A form that sends; `ended` says how. */
function form() {
  const { result, unmount } = renderHook(useSend);
  const ended: unknown[] = [];
  result.current('desk.kyc.refuse', input as never).then(
    (data) => ended.push(data === undefined ? 'done' : data),
    (error: unknown) => ended.push(error),
  );
  return { ended, leave: unmount };
}

describe('a write of the desk without an answer', () => {
  test('is said to be asked for, and is not sent again; found done, a notice says it and its form ends', async () => {
    host();
    const { ended } = form();
    // The first of its file: its parts may still be loading on a busy machine.
    await vi.waitFor(() => expect(noticed()).toEqual([['waiting', 'unknown']]));
    await later(9_000);
    expect(ended).toEqual([]);
    await backAgain();
    await vi.waitFor(() => expect(ended).toEqual(['done']));
    await vi.waitFor(() => expect(noticed()).toEqual([['done', 'done']]));
    expect(written()).toHaveLength(1);
    expect(written()[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(sessionStorage.getItem(STORED)).toBeNull();
  });

  test('is asked for after five seconds without one', async () => {
    isCut = false;
    const fetching = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (url !== SENT) return fetching(url, init);
      sent.push({ url, key: null, body: '' });
      return new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError')));
      });
    });
    const late = AbortSignal.abort();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const control = new AbortController();
      setTimeout(() => control.abort(late.reason), ms);
      return control.signal;
    });
    const { ended } = form();
    await later(4_999);
    expect([sent.length, ended]).toEqual([1, []]);
    await later(1);
    expect(sent.map(({ url }) => url)).toEqual([SENT, OUTCOME]);
    expect(ended).toEqual(['done']);
    vi.restoreAllMocks();
  });

  test.each([
    ['refused', NotDone],
    ['never', NotDone],
    ['unknown', OutcomeUnknown],
  ] as const)('that is found %s is said by its form alone', async (state, kind) => {
    outcome = state;
    host();
    const { ended } = form();
    await later(0);
    await backAgain();
    expect(ended[0]).toBeInstanceOf(kind);
    expect(noticed()).toEqual([]);
    const { result } = renderHook(useFaultText, { wrapper: withWords });
    expect(result.current(ended[0])).not.toMatch(/connection|^request|^key/);
  });

  test.each([
    ['done', 'done', 'done'],
    ['refused', 'warn', 'none'],
    ['never', 'warn', 'none'],
    ['unknown', 'warn', 'unsure'],
  ] as const)(
    'that is found %s is reported when its form is gone, which does nothing more',
    async (state, kind, shown) => {
      outcome = state;
      host();
      const { ended, leave } = form();
      await later(0);
      leave();
      await backAgain();
      expect(noticed()).toEqual([[kind, shown]]);
      expect(ended).not.toContain('done');
      expect(written()).toHaveLength(1);
      expect(sessionStorage.getItem(STORED)).toBeNull();
    },
  );

  test('keeps its key and the name of its call, nothing of what was sent', () => {
    form();
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '');
    expect(kept).toEqual([{ key: written()[0]?.key, call: 'desk.kyc.refuse' }]);
  });

  test('is reported after a reload, to its own operator alone', async () => {
    sessionStorage.setItem(STORED, JSON.stringify([{ key: KEY, call: 'desk.kyc.pass' }]));
    isCut = false;
    outcome = 'never';
    act(() => enterSession(ada));
    host();
    await later(0);
    expect(sent).toEqual([]);
    act(() => enterSession(grace));
    await later(0);
    expect(sent.map(({ url, body }) => [url, body])).toEqual([[OUTCOME, JSON.stringify({ key: KEY })]]);
    expect(noticed()).toEqual([['warn', 'none']]);
  });

  test('is not asked for by the operator who signed in meanwhile, and is by its own again', async () => {
    host();
    const { leave } = form();
    await later(0);
    leave();
    act(() => endSession(false));
    act(() => enterSession(ada));
    clearToasts();
    sent = [];
    await backAgain();
    await later(9_000);
    expect(sent).toEqual([]);
    expect(noticed()).toEqual([]);
    act(() => enterSession(grace));
    await later(0);
    expect(sent.map(({ url }) => url)).toEqual([OUTCOME]);
    expect(noticed()).toEqual([['done', 'done']]);
  });
});

test('each keyed call of the desk has a name in a notice', () => {
  for (const name of Object.keys(deskCalls)) if (isKeyed(name)) expect(writeName(name), name).toMatch(/\S/);
  expect(deskCallNames.filter(isKeyed)).toEqual(deskCallNames.filter((name) => deskCallOf(name).key));
});

test('issue 14: a decision pressed twice before its form is busy is sent once; another one is another request', async () => {
  isCut = false;
  const { result } = renderHook(useSend);
  const press = (id: string) => result.current('desk.kyc.refuse', { ...input, id } as never).catch(String);
  const ended = await act(async () => Promise.all([press('12'), press('12'), press('13')]));
  expect(written().map(({ body }) => (JSON.parse(body) as { id: string }).id)).toEqual(['12', '13']);
  expect(new Set(written().map(({ key }) => key)).size).toBe(2);
  expect(ended[0]).toBe(ended[1]);
  await act(async () => press('12'));
  expect(written()).toHaveLength(3);
});
