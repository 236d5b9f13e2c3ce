// A book that has its ranges of prices far from the index (money §2, rules 13): the exchange refuses with the code of too many
// orders and no bound, which says nothing to a customer. They are told that the price is too far, and which price is not.

import type { Live } from '../../../projection/live/index.ts';
import { isContract, type Traded } from './traded.ts';

/** The numbers of a refusal, as the exchange gives them. */
export interface Numbers {
  readonly code: number;
  readonly expected: number;
  readonly got: number;
}

const TOO_MANY = 2110;
const PRICE_BAND = 2108;
const CENTS = 100;
/** Near is at most a fifth from the index, of a contract from the mark: there is always room. */
const FIFTHS = 5;

/** What a refused order was. */
export interface Ordered {
  readonly market?: Traded | undefined;
  /** Its limit, ticks. */
  readonly price?: number | undefined;
}

/**
 * What a customer is told of a refusal: for a range far from the index the code of a price that is too far, with the
 * farthest price (ticks) that always has room; any other refusal as it is.
 */
export function toldOf(live: Pick<Live, 'mark' | 'tick'>, numbers: Numbers, { market, price }: Ordered): Numbers {
  const { code, expected, got } = numbers;
  // A share of no orders has the same 0, but no price behind it.
  if (code !== TOO_MANY || expected !== 0 || got !== price || market === undefined) return numbers;
  const cents = isContract(market) ? live.mark(market.market)?.mark : live.tick(market.instrument)?.price;
  if (cents === undefined) return numbers;
  const unit = CENTS * FIFTHS;
  const highest = Math.floor((cents * (FIFTHS + 1)) / unit);
  const lowest = Math.ceil((cents * (FIFTHS - 1)) / unit);
  if (got >= lowest && got <= highest) return numbers;
  return { code: PRICE_BAND, expected: got > highest ? highest : lowest, got };
}
