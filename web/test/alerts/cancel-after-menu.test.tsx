// The menu of the dead man's switch (issue 17 §1): only its countdown renders each second.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, render, screen } from '@testing-library/react';
import { FormatProvider, type MenuProps, type ReaderFormat } from '@vitrine/ui';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const BEGIN = Date.UTC(2026, 10, 22, 12);
const reader: ReaderFormat = {
  ...{ tag: 'en', time: { offset: 0, format: 'MM/DD/YYYY' }, currency: { code: 'USDT', symbol: 'USDT' } },
  now: () => Date.now(),
};
const menus = vi.hoisted(() => ({ rendered: 0 }));

vi.mock('@vitrine/ui', async (original) => ({
  ...(await original<typeof import('@vitrine/ui')>()),
  Menu: ({ target }: MenuProps) => {
    menus.rendered += 1;
    return target;
  },
}));
vi.mock('../../src/api/index.ts', async (original) => ({
  ...(await original<typeof import('../../src/api/index.ts')>()),
  useSession: () => ({ state: 'user' }),
}));
vi.mock('../../src/features/alerts/cancel-after-store.ts', async (original) => {
  const state = { time: 60_000, actsAt: Date.UTC(2026, 10, 22, 12) + 60_000, failing: false };
  return {
    ...(await original<typeof import('../../src/features/alerts/cancel-after-store.ts')>()),
    gone: { state, listen: () => () => undefined },
  };
});

const { CancelAfterMenu } = await import('../../src/features/alerts/index.ts');

beforeEach(() => {
  vi.useFakeTimers({ now: BEGIN });
});
afterEach(() => {
  vi.useRealTimers();
});

test('issue 17 §1: the countdown goes on and the menu around it does not render again', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  render(
    <I18nProvider i18n={i18n}>
      <FormatProvider value={reader}>
        <CancelAfterMenu />
      </FormatProvider>
    </I18nProvider>,
  );
  const before = screen.getByTestId('gone').textContent;
  const rendered = menus.rendered;
  expect(rendered).toBeGreaterThan(0);
  act(() => {
    vi.advanceTimersByTime(10_000);
  });
  expect(screen.getByTestId('gone').textContent).not.toBe(before);
  expect(menus.rendered).toBe(rendered);
});
