// Practice money claimed from the page: a second press before the button is busy claims nothing more (issue 14).
import { act, renderHook } from '@testing-library/react';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { clearToasts } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useClaim } from '../../src/practice/claim.ts';

let asked: string[] = [];
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>
    <I18nProvider i18n={i18n}>{children}</I18nProvider>
  </QueryClientProvider>
);

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response(JSON.stringify({ code: 503, msg: 'x', data: { key: 'server.busy', args: {} } }), {
      status: 503,
    });
  });
});
afterEach(() => {
  clearToasts();
  vi.unstubAllGlobals();
});

it('issue 14: two presses at once are one claim; the next press after its outcome is another', async () => {
  const { result } = renderHook(useClaim, { wrapper });
  const press = () => result.current.mutateAsync().catch(() => undefined);
  await act(async () => void (await Promise.all([press(), press()])));
  expect(asked.filter((url) => url.includes('claim'))).toHaveLength(1);
  await act(async () => void (await press()));
  expect(asked.filter((url) => url.includes('claim'))).toHaveLength(2);
});
