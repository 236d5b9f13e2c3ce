// Writes whose answer was lost (issue 16, part A): the page keeps them, asks, and says what became of them, whatever form or
// page is shown by then, after a reload too. Nothing is sent twice.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, renderHook } from '@testing-library/react';
import { calls } from '@vitrine/contract';
import { clearToasts, toasts } from '@vitrine/ui';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession, enterSession, pendingWrites, useSend, useSettle } from '../src/api/index.ts';
import { faultText } from '../src/page/index.ts';
import { WriteHost } from '../src/features/writes/index.ts';
import { useWrite } from '../src/ticket/index.ts';
import { useWriteNames } from '../src/features/writes/write-names.ts';

type State = 'done' | 'refused' | 'never' | 'unknown';
const STORED = 'vitrine:writes:7';
const user = { id: '7', user: { userId: '7' }, satoken: 's' } as Parameters<typeof enterSession>[0];

let isCut = true;
let outcome: State = 'done';
/** Paths of the requests that were sent. */
let sent: string[] = [];

const envelope = (data: unknown) => new Response(JSON.stringify({ code: 200, msg: '', data }), { status: 200 });
const CODES = { done: 200, refused: 404, never: 410, unknown: 504 } as const;
const KEYS = { done: 'ok', refused: 'request.notFound', never: 'key.expired', unknown: 'server.unknown' } as const;

beforeEach(() => {
  vi.useFakeTimers();
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  isCut = true;
  outcome = 'done';
  sent = [];
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url);
    if (isCut) throw new TypeError('Failed to fetch');
    return envelope({ state: outcome, code: CODES[outcome], key: KEYS[outcome], seq: null, answer: null });
  });
  enterSession(user);
});
afterEach(async () => {
  cleanup();
  // The page keeps its writes beyond a test, as it does beyond a form.
  await backAgain();
  await later(10_000);
  pendingWrites.on(({ key }) => pendingWrites.forget(key))();
  clearToasts();
  endSession();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const noticed = () => toasts().map(({ kind, state }) => [kind, state]);

function host(): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider i18n={i18n}>
        <WriteHost />
      </I18nProvider>
    </QueryClientProvider>,
  );
}

/** A form that sends; `ended` says how. */
function form() {
  const { result, unmount } = renderHook(useSend);
  const ended: string[] = [];
  result.current('alert.del', { id: '1' }).then(
    () => ended.push('done'),
    (error: Error) => ended.push(error.name),
  );
  return { ended, leave: unmount };
}

const written = () => sent.filter((url) => url === '/api/alert/del');
const backAgain = async () => {
  isCut = false;
  dispatchEvent(new Event('online'));
  await later(0);
};

describe('a write without an answer', () => {
  test('is said to be asked for; once the line is back its form says how it ended', async () => {
    host();
    const { ended } = form();
    await later(0);
    expect(noticed()).toEqual([['waiting', 'unknown']]);
    await later(9_000);
    expect(ended).toEqual([]);
    await backAgain();
    expect(ended).toEqual(['done']);
    expect(noticed()).toEqual([]);
    expect(written()).toHaveLength(1);
    expect(sessionStorage.getItem(STORED)).toBeNull();
  });

  test.each([
    ['done', 'done', 'done'],
    ['refused', 'warn', 'none'],
    ['never', 'warn', 'none'],
    ['unknown', 'warn', 'unsure'],
  ] as const)('that is found %s is reported when its form is gone', async (state, kind, shown) => {
    outcome = state;
    host();
    const { leave } = form();
    await later(0);
    leave();
    await backAgain();
    expect(noticed()).toEqual([[kind, shown]]);
    expect(written()).toHaveLength(1);
    expect(sessionStorage.getItem(STORED)).toBeNull();
  });

  test('is reported after a reload, to its own account alone', async () => {
    const key = '01936b2a-0000-7000-8000-000000000001';
    sessionStorage.setItem(STORED, JSON.stringify([{ key, call: 'currency.order.submit' }, { key: 1 }]));
    isCut = false;
    outcome = 'never';
    endSession();
    enterSession({ ...user, id: '8' });
    host();
    await later(0);
    expect(sent).toEqual([]);
    act(() => enterSession(user));
    await later(0);
    // What cannot be read is left out whole: half of it might name another write.
    expect(sent).toEqual([]);
    sessionStorage.setItem(STORED, JSON.stringify([{ key, call: 'currency.order.submit' }]));
    act(() => enterSession({ ...user, id: '8' }));
    act(() => enterSession(user));
    await later(0);
    expect(sent).toEqual([`/api/common/outcome/${key}`]);
    expect(noticed()).toEqual([['warn', 'none']]);
  });

  test('is kept while it is sent, and asked for again by the account that signed out meanwhile', async () => {
    host();
    form();
    expect(JSON.parse(sessionStorage.getItem(STORED) ?? '')).toMatchObject([{ call: 'alert.del' }]);
    await later(0);
    vi.stubGlobal('fetch', async () =>
      Promise.resolve(
        new Response(JSON.stringify({ code: 401, msg: '', data: { key: 'session.ended', args: {} } }), { status: 401 }),
      ),
    );
    act(() => endSession());
    await later(5_000);
    expect(sessionStorage.getItem(STORED)).not.toBeNull();
  });
});

test('twenty are kept at most: the oldest leaves', async () => {
  const kept: unknown[] = [];
  for (let count = 0; count < 25; count += 1) form();
  await later(0);
  pendingWrites.on((write) => kept.push(write))();
  expect(kept).toHaveLength(20);
  await backAgain();
});

test('each keyed call of the contract has a name in a notice', () => {
  const { result } = renderHook(useWriteNames, {
    wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  });
  for (const [name, { key }] of Object.entries(calls))
    if (key) expect(result.current(name as Parameters<typeof result.current>[0]), name).toMatch(/\S/);
});

test('a fault of the page is shown without its developer’s words', () => {
  const { container } = render(
    <I18nProvider i18n={i18n}>{faultText(new Error('expected a row, got none'))}</I18nProvider>,
  );
  expect(container.textContent).toMatch(/\S/);
  expect(container.textContent).not.toContain('expected');
});

describe('a form whose button is pressed twice before it is busy (issue 14)', () => {
  const of = { from: '1', to: '3', coin: 'USDT' } as const;
  const transfers = () => sent.filter((url) => url.includes('transfer')).length;

  test('sends equal requests once, with one key, and both presses learn the same', async () => {
    const { result } = renderHook(useSettle);
    const presses = [0, 1].map(() => result.current('userCoin.transfer', { ...of, amount: '5' }));
    await backAgain();
    await act(async () => void (await Promise.allSettled(presses)));
    expect(transfers()).toBe(1);
    expect(await Promise.allSettled(presses)).toHaveProperty('0', (await Promise.allSettled(presses))[1]);
  });

  test('sends different requests each, and an equal one again once the first has its outcome', async () => {
    const { result } = renderHook(useSettle);
    const send = (amount: string) => result.current('userCoin.transfer', { ...of, amount });
    await backAgain();
    await act(async () => void (await Promise.allSettled([send('5'), send('6')])));
    expect(transfers()).toBe(2);
    await act(async () => void (await Promise.allSettled([send('5')])));
    expect(transfers()).toBe(3);
  });

  test('a ticket takes the second press as none: its order is sent and shown once', async () => {
    const { result } = renderHook(() => useWrite());
    let ended: unknown[] = [];
    await backAgain();
    await act(async () => {
      const { run } = result.current;
      ended = await Promise.all([0, 1].map(() => run('userCoin.transfer', { ...of, amount: '5' })));
    });
    expect(transfers()).toBe(1);
    expect(ended[1]).toBeUndefined();
    expect(result.current.state.step).not.toBe('sending');
  });
});
