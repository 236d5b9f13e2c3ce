// The currency the reader wants worths told in, with its rate; USDT while the rate is not known.
import { useMemo } from 'react';
import type { ReaderCurrency } from '@vitrine/ui';
import { usePreferences } from '../preference/index.ts';

export function useCurrency(): ReaderCurrency {
  const { currency } = usePreferences();
  return useMemo(() => ({ code: currency, symbol: currency }), [currency]);
}
