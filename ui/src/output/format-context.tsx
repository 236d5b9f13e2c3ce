// The user's formats for all outputs: language tag, time zone, date format, currency. The page sets them once.
import { createContext, useContext, type ReactNode } from 'react';
import type { TimeOptions } from '../time/index.ts';

/** The user's currency. `rate`: units of it for one USDT; absent while unknown. */
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
  /** Amounts are shown as dots, so that others near the screen cannot read them. */
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

/** The user's formats, for the few places that print without an output component (charts, titles, toasts). */
export function useFormat(): ReaderFormat {
  return useContext(Context);
}
