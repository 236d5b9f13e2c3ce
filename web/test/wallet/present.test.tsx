// The asset overview is of now: read again in view, on return, at midnight UTC, and stale where it cannot be.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { FormatProvider } from '@vitrine/ui';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AsOf } from '../../src/features/wallet/overview/as-of.tsx';
import { REREAD_MS, STALE_AFTER_MS, useNewDay, usePresent } from '../../src/features/wallet/present.ts';

const MINUTE_BEFORE_MIDNIGHT = Date.UTC(2026, 10, 26, 23, 59);

const format = {
  tag: 'en',
  time: { offset: 0, format: 'MM/DD/YYYY' as const },
  currency: { code: 'USDT', symbol: 'USDT' },
  now: () => Date.now(),
};

function Figure() {
  const wallets = usePresent('assets.getWalletAccount', {});
  useNewDay();
  return <AsOf readAt={wallets.dataUpdatedAt} />;
}

let asked = 0;
let answers = true;

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.useFakeTimers({ now: MINUTE_BEFORE_MIDNIGHT });
  asked = 0;
  answers = true;
  vi.stubGlobal(
    'fetch',
    vi.fn(() => {
      asked++;
      return answers
        ? Promise.resolve(new Response(JSON.stringify({ code: 200, msg: '', data: [] })))
        : Promise.reject(new TypeError('offline'));
    }),
  );
});
afterEach(() => {
  // The page would read again when the focus changes.
  cleanup();
  focusManager.setFocused(undefined);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function shown(): Promise<void> {
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <FormatProvider value={format}>
          <Figure />
        </FormatProvider>
      </QueryClientProvider>
    </I18nProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
}

const asOf = () => screen.getByTestId('as-of');

test('in view it is read again, and says of when it is', async () => {
  await shown();
  expect(asked).toBe(1);
  expect(asOf().textContent).toContain('23:59:00');
  await act(() => vi.advanceTimersByTimeAsync(REREAD_MS + 10));
  expect(asked).toBe(2);
  expect(asOf().textContent).toContain('23:59:15');
});

test('hidden it is not read; back in view it is, at once', async () => {
  await shown();
  focusManager.setFocused(false);
  await act(() => vi.advanceTimersByTimeAsync(2 * REREAD_MS));
  expect(asked).toBe(1);
  await act(async () => {
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(asked).toBe(2);
});

test('at midnight UTC it is read, whenever it was read last', async () => {
  await shown();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  const before = asked;
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(asked).toBe(before + 1);
});

test('what cannot be read again is stale, with its time, until it can', async () => {
  await shown();
  answers = false;
  await act(() => vi.advanceTimersByTimeAsync(STALE_AFTER_MS + 2_000));
  expect(asOf().dataset['stale']).toBe('true');
  expect(asOf().textContent).toContain('23:59:00');
  answers = true;
  await act(() => vi.advanceTimersByTimeAsync(2 * REREAD_MS));
  expect(asOf().dataset['stale']).toBeUndefined();
});
