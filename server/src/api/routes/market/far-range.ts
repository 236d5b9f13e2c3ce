// Replaces the refusal for a full price range far from the index (money §2, rules 13). The exchange answers with the
// code of too many orders and no limit, which tells a customer nothing. The API answers that the price is too far, and
// names the farthest price that is allowed.

import { rejects } from '@vitrine/core';
import type { Live } from '../../../projection/live/index.ts';
import { isContract, type Traded } from './traded.ts';

/** The numbers of a refusal from the exchange. */
export interface Numbers {
  readonly code: number;
  readonly expected: number;
  readonly got: number;
}

const CENTS = 100;
/** Near is at most a fifth from the index, or for a contract from the mark: orders there are always possible. */
const FIFTHS = 5;

/** The refused order. */
export interface Ordered {
  readonly market?: Traded | undefined;
  /** Its limit price, ticks. */
  readonly price?: number | undefined;
}

/**
 * The refusal as shown to a customer: for a full range far from the index the code of a price that is too far, with the
 * farthest price (ticks) that is always possible; any other refusal unchanged.
 */
export function withFarPrice(live: Pick<Live, 'mark' | 'tick'>, numbers: Numbers, { market, price }: Ordered): Numbers {
  const { code, expected, got } = numbers;
  // A share of no orders has the same 0, but no price with it.
  if (code !== rejects['order.tooMany'] || expected !== 0 || got !== price || market === undefined) return numbers;
  const cents = isContract(market) ? live.mark(market.market)?.mark : live.tick(market.instrument)?.price;
  if (cents === undefined) return numbers;
  const unit = CENTS * FIFTHS;
  const highest = Math.floor((cents * (FIFTHS + 1)) / unit);
  const lowest = Math.ceil((cents * (FIFTHS - 1)) / unit);
  if (got >= lowest && got <= highest) return numbers;
  return { code: rejects['price.band'], expected: got > highest ? highest : lowest, got };
}
