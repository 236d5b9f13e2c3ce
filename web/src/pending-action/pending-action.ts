// An action prepared outside of the ticket: the ticket of that market takes it and is filled in, unsent.

import { useEffect } from 'react';

export type IntentProduct = 'spot' | 'u' | 'coin';

/** The values to fill into a ticket. Texts are plain decimals; undefined: unchanged. */
export interface TicketIntent {
  readonly product: IntentProduct;
  /** `BTC_USDT`. */
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** Limit if there is a price, else market. */
  readonly kind: 'limit' | 'market';
  readonly price?: string | undefined;
  readonly amount?: string | undefined;
}

/** A pending action expires after this, so that it cannot fill a ticket much later, ms. */
const WAITS_MS = 15_000;

let waiting: { readonly intent: TicketIntent; readonly until: number } | undefined;
const listeners = new Set<() => void>();

/** Sets the pending action; the ticket of that market takes it now or when it mounts. */
export function intend(intent: TicketIntent, now: number = performance.now()): void {
  waiting = { intent, until: now + WAITS_MS };
  for (const listener of listeners) listener();
}

/** Takes the pending action of a market's ticket, once. */
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

/** Whether a market's ticket has a pending action; does not take it. */
export function meantFor(product: IntentProduct, symbol: string, now: number = performance.now()): boolean {
  return (
    waiting !== undefined &&
    now <= waiting.until &&
    waiting.intent.product === product &&
    waiting.intent.symbol === symbol
  );
}

/** Opens a ticket that is not always visible when it has a pending action. `show` must keep its identity. */
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

/** Fills a ticket with its market's pending action. `fill` must keep its identity between renders. */
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
