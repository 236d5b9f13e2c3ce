// The list of last trades: trades that no customer took part in are marked, and a legend says what the mark means.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import { FormatProvider, ThemeProvider } from '@vitrine/ui';
import { beforeEach, expect, it } from 'vitest';
import { TradeList } from '../../src/features/book/trades.tsx';
import { TradesStore } from '../../src/live/stores/trades-store.ts';

const LEGEND = 'Among practice traders and the market maker';
const MARK = 'No customer took part';

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

function show(trades: readonly { readonly id: string; readonly practice?: boolean }[]): void {
  const store = new TradesStore();
  store.snapshot(
    trades.map((one) => ({ price: '1', quantity: '2', direction: 1, house: true, time: 5, seq: 1, ...one })),
  );
  render(
    <I18nProvider i18n={i18n}>
      <ThemeProvider name="theme-daytime" env="test">
        <FormatProvider
          value={{
            tag: 'en',
            time: { offset: 0, format: 'MM/DD/YYYY' },
            currency: { code: 'CNY', symbol: '¥' },
            now: () => 0,
          }}
        >
          <TradeList market={{ tickDecimals: 1, lotDecimals: 1 } as never} store={store} />
        </FormatProvider>
      </ThemeProvider>
    </I18nProvider>,
  );
}

it('issue 18 §1: trades among practice traders are marked one by one, others are not', () => {
  show([{ id: '1', practice: true }, { id: '2' }, { id: '3', practice: true }]);
  expect(screen.getAllByRole('img', { name: MARK })).toHaveLength(2);
  expect(screen.getByText(LEGEND)).toBeDefined();
});

it('issue 18 §1: without such trades there is no mark and no legend', () => {
  show([{ id: '1' }, { id: '2' }]);
  expect(screen.queryByRole('img', { name: MARK })).toBeNull();
  expect(screen.queryByText(LEGEND)).toBeNull();
});
