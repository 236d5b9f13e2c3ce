// What every output needs to know of its reader: language tag, zone, date format, currency. Set once by the page.
import { createContext, useContext, type ReactNode } from 'react';
import type { TimeOptions } from '../time/index.ts';

/** The reader's currency; `rate` is units of it for one USDT, absent while unknown. */
export interface ReaderCurrency {
  readonly code: string;
  readonly symbol: string;
  readonly rate?: string | undefined;
}

export interface ReaderFormat {
  readonly tag: string;
  readonly time: TimeOptions;
  readonly currency: ReaderCurrency;
  /** Milliseconds UTC by the exchange's clock. */
  readonly now: () => number;
  /** Amounts of money are dots: somebody may look over the shoulder. */
  readonly masked?: boolean | undefined;
}

const Context = createContext<ReaderFormat>({
  tag: 'en',
  time: { offset: 480, format: 'MM/DD/YYYY' },
  currency: { code: 'USDT', symbol: 'USDT' },
  now: Date.now,
});

export function FormatProvider({ value, children }: { readonly value: ReaderFormat; readonly children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

/** The reader's formats; for the few places that print outside the outputs (charts, titles, toasts). */
export function useFormat(): ReaderFormat {
  return useContext(Context);
}
