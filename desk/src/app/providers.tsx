// The providers of every page: catalogue, theme, formats, queries.
import { useMemo, type ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { FormatProvider, ThemeProvider, defaultLocale, localeTag, type ReaderFormat } from '@vitrine/ui';
import { queryClient } from '../api/index.ts';
import { usePreferences } from '../preference/index.ts';

export function Providers({ children }: { readonly children: ReactNode }) {
  const { theme, offset, dateFormat } = usePreferences();
  const format = useMemo<ReaderFormat>(
    () => ({
      tag: localeTag(defaultLocale),
      time: { offset, format: dateFormat },
      currency: { code: 'USDT', symbol: 'USDT' },
      now: Date.now,
    }),
    [offset, dateFormat],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <ThemeProvider name={theme}>
          <FormatProvider value={format}>{children}</FormatProvider>
        </ThemeProvider>
      </I18nProvider>
    </QueryClientProvider>
  );
}
