// An address that names a market which is not there (spec §2: a wrong symbol says so).
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { ThemeProvider } from '@vitrine/ui';
import { NoMarket } from '../src/routes/exchange/-no-market.tsx';

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

/** The page under a router of its own, whose links need one. */
async function shown(page: ReactNode): Promise<HTMLElement> {
  const root = createRootRoute({ component: () => page });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) });
  render(
    <I18nProvider i18n={i18n}>
      <ThemeProvider name="theme-daytime" env="test">
        <RouterProvider router={router as never} />
      </ThemeProvider>
    </I18nProvider>,
  );
  return screen.findByTestId('no-market');
}

async function links(contract: string | undefined): Promise<string[]> {
  expect((await shown(<NoMarket symbol="XAU_USDT" contract={contract} />)).textContent).toContain('XAU/USDT');
  return screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
}

test('it names what was asked for and leads to all markets, without any ticket', async () => {
  expect(await links(undefined)).toEqual(['/quotes/index']);
  expect(screen.queryByTestId('ticket')).toBeNull();
});

test('an address of no kind of market there is says so', async () => {
  await shown(<NoMarket />);
  expect(screen.getByTestId('no-market').textContent).toContain('No such market');
});

test('a market that has only a contract is led to it', async () => {
  expect((await links('XAU_USD'))[0]).toMatch(/^\/exchange\/index\?.*symbol=XAU_USD/);
});
