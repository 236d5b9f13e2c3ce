// What one meant to do, said somewhere else than in the ticket: the ticket of that market takes it and is filled, unsent.

import { useEffect } from 'react';

export type IntentProduct = 'spot' | 'u' | 'coin';

/** A ticket as it is to be filled. Texts are plain decimals; undefined: stays as it is. */
export interface TicketIntent {
  readonly product: IntentProduct;
  /** `BTC_USDT`. */
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** Limit where a price was said, else market. */
  readonly kind: 'limit' | 'market';
  readonly price?: string | undefined;
  readonly amount?: string | undefined;
}

/** An intent waits this long for its ticket: a page that never comes must not fill one much later, ms. */
const WAITS_MS = 15_000;

let waiting: { readonly intent: TicketIntent; readonly until: number } | undefined;
const listeners = new Set<() => void>();

/** Says what is meant; the ticket of that market takes it now or when it is shown. */
export function intend(intent: TicketIntent, now: number = performance.now()): void {
  waiting = { intent, until: now + WAITS_MS };
  for (const listener of listeners) listener();
}

/** Takes what is meant for a market's ticket, once. */
export function takeIntent(
  product: IntentProduct,
  symbol: string,
  now: number = performance.now(),
): TicketIntent | undefined {
  if (waiting === undefined || now > waiting.until) return undefined;
  const { intent } = waiting;
  if (intent.product !== product || intent.symbol !== symbol) return undefined;
  waiting = undefined;
  return intent;
}

/** Whether something is meant for a market's ticket; it is not taken. */
export function meantFor(product: IntentProduct, symbol: string, now: number = performance.now()): boolean {
  return (
    waiting !== undefined &&
    now <= waiting.until &&
    waiting.intent.product === product &&
    waiting.intent.symbol === symbol
  );
}

/** Brings a ticket into view that is not shown all the time, when something is meant for it. `show` must not change without need. */
export function useMeant(product: IntentProduct, symbol: string, show: (side: TicketIntent['side']) => void): void {
  useEffect(() => {
    const look = (): void => {
      if (waiting !== undefined && meantFor(product, symbol)) show(waiting.intent.side);
    };
    look();
    listeners.add(look);
    return () => {
      listeners.delete(look);
    };
  }, [product, symbol, show]);
}

/** Fills a ticket with what is meant for its market. `fill` must not change from one drawing to the next without need. */
export function useIntent(product: IntentProduct, symbol: string, fill: (intent: TicketIntent) => void): void {
  useEffect(() => {
    const look = (): void => {
      const intent = takeIntent(product, symbol);
      if (intent !== undefined) fill(intent);
    };
    look();
    listeners.add(look);
    return () => {
      listeners.delete(look);
    };
  }, [product, symbol, fill]);
}
