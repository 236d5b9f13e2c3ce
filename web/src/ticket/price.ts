// The price as a ticket reads it.

import { type LivePrice, sameFigures, usePricePart } from '../live/index.ts';

/** Maximum rate at which estimates follow book and price, ms. */
export const ESTIMATE_CADENCE_MS = 500;

const whole = (price: LivePrice | undefined): LivePrice | undefined => price;

/** The current price at the pace of the estimates; a tick that changes no figure causes no render. */
export function useTicketPrice(symbol: string, kind: number): LivePrice | undefined {
  return usePricePart(symbol, kind, whole, ESTIMATE_CADENCE_MS, sameFigures);
}
