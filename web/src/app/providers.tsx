// The providers of every page: catalogue, theme, formats, queries, live data.
import { useMemo, type ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query';
import { FormatProvider, ThemeProvider, localeTag, type ReaderCurrency, type ReaderFormat } from '@vitrine/ui';
import { queryOf, useSession } from '../api/index.ts';
import { LiveProvider, type Live } from '../live/index.ts';
import { usePreferences } from '../preference/index.ts';
import { runtimeConfig } from '../runtime/index.ts';

export interface ProvidersProps {
  readonly queries: QueryClient;
  readonly live: Live;
  readonly children: ReactNode;
}

export function Providers({ queries, live, children }: ProvidersProps) {
  const { theme } = usePreferences();
  return (
    <QueryClientProvider client={queries}>
      <I18nProvider i18n={i18n}>
        <ThemeProvider name={theme}>
          <Signed live={live}>
            <Formats live={live}>{children}</Formats>
          </Signed>
        </ThemeProvider>
      </I18nProvider>
    </QueryClientProvider>
  );
}

function Signed({ live, children }: { readonly live: Live; readonly children: ReactNode }) {
  const { user } = useSession();
  return (
    <LiveProvider live={live} userId={user?.user.userId}>
      {children}
    </LiveProvider>
  );
}

/** The user's currency with its rate; without a known rate, values stay in USDT. */
function useCurrency(code: string): ReaderCurrency {
  const settings = useQuery({
    ...queryOf('common.getAllSetting', {}, 'lazy'),
    refetchInterval: runtimeConfig().exchangeInterval,
  });
  const found = settings.data?.currencies.find((currency) => currency.exchange_code === code);
  return useMemo(
    () => ({ code, symbol: found?.symbol ?? code, rate: found?.rate ?? undefined }),
    [code, found?.symbol, found?.rate],
  );
}

function Formats({ live, children }: { readonly live: Live; readonly children: ReactNode }) {
  const { language, offset, dateFormat, currency: code } = usePreferences();
  const currency = useCurrency(code);
  const value = useMemo<ReaderFormat>(
    () => ({ tag: localeTag(language), time: { offset, format: dateFormat }, currency, now: () => live.clock.now() }),
    [language, offset, dateFormat, currency, live],
  );
  return <FormatProvider value={value}>{children}</FormatProvider>;
}
