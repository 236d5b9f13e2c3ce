// §5 favourites on a bad line: the star shows what is so, no notice claims an outcome that is not known, nothing is sent twice.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { clearToasts, toasts } from '@vitrine/ui';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endSession, enterSession } from '../../src/api/index.ts';
import { useFavourites } from '../../src/market/index.ts';

const user = {
  ...{ user: { userId: '7' }, id: '7', email: null, phone: null, avatar: null, is_merchant: 0 as const },
  ...{ merchant: null, chatKey: 'k', blade_user_id: '7', creditScore: 100, vip: 0, walletAddress: null },
  ...{ inviteCode: 'A', kyc: { certified: 0 as const, advanced: 0 as const }, locks: [], terms: '', satoken: 'first' },
};
const row = {
  ...{ id: '3', symbol_name: 'BTC/USDT', base_symbol: 'BTC', close: '1', amount: '1', zdf: '0' },
  ...{ part_cou: 0, full_cou: 0, plate: '1', collect: false, c_id: null },
};

/** Ids that the exchange keeps. */
let kept: string[] = [];
/** What becomes of a change and of a reading: done and answered, answer lost, lost before, held until given up, refused. */
let change: 'answered' | 'lost' | 'notDone' | 'held' | 'foreign' | 'refused' = 'answered';
let isCut = false;
let sent = 0;
/** Lets the change that is held reach the exchange. */
let arrive: () => void = () => undefined;

const ok = (data: unknown) => new Response(JSON.stringify({ code: 200, msg: 'ok', data }));

async function exchange(url: string, init: RequestInit): Promise<Response> {
  const add = url.includes('/addOptional/');
  if (add || url.includes('/cancelOptional/')) {
    sent += 1;
    const does = (): void => void (kept = add ? ['3'] : []);
    if (change === 'refused')
      return new Response(JSON.stringify({ code: 503, msg: '', data: { key: 'server.notTaking', args: {} } }), {
        status: 503,
      });
    if (change === 'held') {
      arrive = does;
      return await new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'TimeoutError')));
      });
    }
    if (change !== 'notDone') does();
    if (change === 'answered') return ok({ c_id: add ? '1' : null });
    if (change === 'foreign') return new Response('<html>', { status: 503 });
    throw new TypeError('connection reset');
  }
  if (url.includes('getOptional')) {
    if (isCut) throw new TypeError('offline');
    return ok(kept.map((id) => ({ ...row, id, collect: true, c_id: '1' })));
  }
  return ok(url.includes('getSpotGoods') ? [row] : []);
}

function Star() {
  const { symbols, toggle } = useFavourites();
  return (
    <button type="button" aria-pressed={symbols.size > 0} onClick={() => toggle('BTC/USDT')}>
      star
    </button>
  );
}

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const isOn = () => screen.getByRole('button').getAttribute('aria-pressed') === 'true';
const states = () => toasts().map(({ kind, state }) => state ?? kind);
async function press(): Promise<void> {
  await later(600);
  fireEvent.click(screen.getByRole('button'));
  await later(0);
}

// The clock of these tests does not wait for a module that is still loading.
beforeAll(() => import('../../src/market/read-back.ts'));

beforeEach(async () => {
  [kept, change, isCut, sent] = [[], 'answered', false, 0];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', exchange);
  // The timers of these signals are not those of the test.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('late', 'TimeoutError')), ms);
    return limit.signal;
  });
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  clearToasts();
  enterSession(user);
  const router = createRouter({
    routeTree: createRootRoute({ component: Star }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } })}>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router as never} />
      </I18nProvider>
    </QueryClientProvider>,
  );
  await later(100);
});
afterEach(() => {
  cleanup();
  clearToasts();
  endSession();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('with an answer the star changes without a word', async () => {
  await press();
  expect(isOn()).toBe(true);
  await press();
  expect(isOn()).toBe(false);
  expect(states()).toEqual([]);
});

test.each([
  ['lost', true],
  ['foreign', true],
  ['notDone', false],
] as const)('an answer that is %s: it is read back, and shown as it is', async (how, expected) => {
  change = how;
  isCut = true;
  await press();
  await later(60_000);
  expect(states()).toEqual(['unknown']);
  // Another press would make the outcome unknown for good.
  await press();
  expect(sent).toBe(1);
  isCut = false;
  dispatchEvent(new Event('online'));
  await later(3_100);
  expect(isOn()).toBe(expected);
  expect(states()).toEqual([]);
  expect(sent).toBe(1);
});

test('a line that hangs says so after 5 s, and a change that arrives late is shown', async () => {
  change = 'held';
  await press();
  await later(4_900);
  expect(states()).toEqual([]);
  await later(200);
  expect(states()).toEqual(['unknown']);
  arrive();
  await later(3_100);
  expect(isOn()).toBe(true);
  expect(states()).toEqual([]);
});

test('without a line for minutes it is left to the customer, who sees that it may be done', async () => {
  change = 'lost';
  isCut = true;
  await press();
  await later(600_000);
  expect(states()).toEqual(['warn']);
  expect(toasts()[0]?.title).toMatch(/may have been done/);
  change = 'answered';
  isCut = false;
  await press();
  expect(sent).toBe(2);
});

test('signed out meanwhile, nobody is asked any more', async () => {
  change = 'lost';
  isCut = true;
  await press();
  act(() => endSession());
  await later(3_100);
  expect(states()).toEqual([]);
});

test('a refusal puts the star back (§8)', async () => {
  change = 'refused';
  await press();
  expect(isOn()).toBe(false);
  expect(states()).toEqual([]);
});
