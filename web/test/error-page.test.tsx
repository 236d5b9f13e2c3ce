// A page of which a part did not load: what it says, and that it loads again by itself.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, cleanup, render } from '@testing-library/react';
import { holdPage, ThemeProvider } from '@vitrine/ui';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorPage } from '../src/page/index.ts';

const missing = new TypeError('Failed to fetch dynamically imported module: /static/x.js');
const reload = vi.fn<() => void>();
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function page(error: unknown): string {
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <ThemeProvider name="theme-daytime" env="test">
        <ErrorPage error={error} />
      </ThemeProvider>
    </I18nProvider>,
  );
  return container.textContent;
}

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  sessionStorage.clear();
  reload.mockClear();
  vi.useFakeTimers();
  vi.spyOn(location, 'reload').mockImplementation(reload);
  vi.stubGlobal('fetch', async () => Promise.resolve(new Response('page')));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('held by a write of unknown outcome, it loads again once that is known, and blames no update', async () => {
  const release = holdPage();
  expect(page(missing)).not.toMatch(/updated|out of date/);
  await later(60_000);
  expect(reload).not.toHaveBeenCalled();
  release();
  await later(5_000);
  // The page's text is read off the clock.
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test('left, it does not reload any more', async () => {
  const release = holdPage();
  page(missing);
  await later(0);
  cleanup();
  release();
  await later(60_000);
  expect(reload).not.toHaveBeenCalled();
});

test('a fault of the page does not load again by itself', async () => {
  page(new Error('planted'));
  await later(60_000);
  expect(reload).not.toHaveBeenCalled();
});
