// A page around a component: English catalogue, theme without transitions, fixed formats.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormatProvider, ThemeProvider, type ReaderFormat } from '../src/index.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

export const format: ReaderFormat = {
  tag: 'en',
  time: { offset: 480, format: 'MM/DD/YYYY' },
  currency: { code: 'CNY', symbol: '¥', rate: '7.11' },
  now: () => Date.UTC(2026, 10, 21, 6, 5, 32),
};

export function show(children: ReactNode, given: Partial<ReaderFormat> = {}) {
  return render(
    <I18nProvider i18n={i18n}>
      <ThemeProvider name="theme-daytime" env="test">
        <FormatProvider value={{ ...format, ...given }}>{children}</FormatProvider>
      </ThemeProvider>
    </I18nProvider>,
  );
}
