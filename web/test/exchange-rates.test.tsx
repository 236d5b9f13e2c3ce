// Rates of currencies are asked for again (§9 exchange time 300,000).
import { i18n } from '@lingui/core';
import { QueryClient } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Providers } from '../src/app/providers.tsx';
import { makeLive } from '../src/app/live.ts';
import { defaultConfig } from '../src/runtime/index.ts';

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('§9 rates are asked for once at the start, and again after 300,000 ms, no earlier', async () => {
  expect(defaultConfig.exchangeInterval).toBe(300_000);
  // Feeds are of no concern here.
  class Silent extends EventTarget {
    postMessage = (): void => undefined;
    terminate = (): void => undefined;
    send = (): void => undefined;
    close = (): void => undefined;
  }
  vi.stubGlobal('Worker', Silent);
  vi.stubGlobal('WebSocket', Silent);
  const asked: string[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string) => {
      asked.push(url);
      return Promise.resolve(new Response(JSON.stringify({ code: 404, msg: '', data: { key: 'x', args: {} } })));
    }),
  );
  const settings = () => asked.filter((url) => url.endsWith('/common/getAllSetting')).length;
  const queries = new QueryClient();
  const { unmount } = render(
    <Providers queries={queries} live={makeLive(queries, () => undefined)}>
      <p />
    </Providers>,
  );
  await act(() => vi.advanceTimersByTimeAsync(299_999));
  expect(settings()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(settings()).toBe(2);
  unmount();
});
