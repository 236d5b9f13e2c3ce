// The steps prices are grouped by are printed in the reader's own way.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import { FormatProvider, ThemeProvider } from '@vitrine/ui';
import { expect, it } from 'vitest';
import { GroupSelect } from '../../src/features/book/index.ts';

it.each([
  ['en', '0.1'],
  ['de', '0,1'],
  ['ru', '0,1'],
])('§9 number display: the group of the order book is shown in %s as %s', (tag, shown) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  render(
    <I18nProvider i18n={i18n}>
      <ThemeProvider name="theme-daytime" env="test">
        <FormatProvider
          value={{
            tag,
            time: { offset: 0, format: 'MM/DD/YYYY' },
            currency: { code: 'CNY', symbol: '¥' },
            now: () => 0,
          }}
        >
          <GroupSelect tickDecimals={1} value={1} onChange={() => undefined} />
        </FormatProvider>
      </ThemeProvider>
    </I18nProvider>,
  );
  expect(screen.getByRole('button').textContent?.trim()).toBe(shown);
});
