// Everything a page stands in: catalogue, theme, reader's formats, queries.
import { useMemo, type ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { FormatProvider, localeTag, ThemeProvider, type ReaderFormat } from '@vitrine/ui';
import { usePreferences } from '../preference/index.ts';
import { useCurrency } from './currency.ts';

export function Providers({ queries, children }: { readonly queries: QueryClient; readonly children: ReactNode }) {
  const { theme } = usePreferences();
  return (
    <QueryClientProvider client={queries}>
      <I18nProvider i18n={i18n}>
        <ThemeProvider name={theme}>
          <Formats>{children}</Formats>
        </ThemeProvider>
      </I18nProvider>
    </QueryClientProvider>
  );
}

function Formats({ children }: { readonly children: ReactNode }) {
  const { language, offset, dateFormat } = usePreferences();
  const currency = useCurrency();
  const value = useMemo<ReaderFormat>(
    () => ({ tag: localeTag(language), time: { offset, format: dateFormat }, currency, now: Date.now }),
    [language, offset, dateFormat, currency],
  );
  return <FormatProvider value={value}>{children}</FormatProvider>;
}
