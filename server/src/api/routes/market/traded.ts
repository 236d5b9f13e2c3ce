// What an order can be of: a spot market or a contract, by its number or by a symbol, and the units its bounds are in.

import type { ContractType } from '@vitrine/contract';
import type { Contract, Market } from '../../../projection/handlers/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import { listingOf } from '../../../markets/index.ts';
import { refuse } from '../../call/index.ts';
import { instrumentName, pairOf } from '../../wire/index.ts';

/** A spot market, or a contract. */
export type Traded = Market | Contract;

/** Market types of the contract words; also their wallets. */
export const CONTRACT_KIND = { u: 2, coin: 3 } as const;
const INVERSE = 3;
const USD = { code: 'USD', scale: 0 } as const;

export function isContract(traded: Traded): traded is Contract {
  return 'settle' in traded;
}

/** The spot market or contract of a number. */
export function tradedOf(live: Live, market: number): Traded | undefined {
  return live.contract(market) ?? live.market(market);
}

/** The contract of a kind that a symbol in any of its forms names. @throws {Refusal} 2002 */
export function contractOf(live: Live, kind: ContractType, symbol: string): Contract {
  const listing = listingOf(symbol);
  const instrument = listing && live.instrumentByName(listing.base, listing.quote);
  const contract = instrument && live.contractOf(CONTRACT_KIND[kind], instrument.instrument);
  if (!contract) throw refuse(2002, { symbol });
  return contract;
}

/** The name a customer knows it by: `BTC/USDT`. */
export function nameOf(live: Live, traded: Traded): string {
  return isContract(traded) ? instrumentName(live, traded.instrument) : pairOf(live, traded);
}

/** What least and greatest value of an order are in: the quote or settle coin; whole USD of inverse contracts. */
export function valueUnit(live: Live, traded: Traded): { readonly code: string; readonly scale: number } | undefined {
  if (!isContract(traded)) return live.asset(traded.quote);
  return traded.type === INVERSE ? USD : live.asset(traded.settle);
}
