// Tradable subjects of an order: a spot market or a contract, by number or symbol, and the units of its limits.

import type { ContractType } from '@vitrine/contract';
import { MARKET_TYPE } from '@vitrine/core/enum';
import type { Contract, Market } from '../../../projection/handlers/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import { listingOf } from '../../../markets/index.ts';
import { refuse } from '../../call/index.ts';
import { instrumentName, pairOf } from '../../wire/index.ts';

/** A spot market, or a contract. */
export type Traded = Market | Contract;

/** Market types of the contract kinds; also their wallets. */
export const CONTRACT_KIND = { u: 2, coin: 3 } as const;
const USD = { code: 'USD', scale: 0 } as const;

export function isContract(traded: Traded): traded is Contract {
  return 'settle' in traded;
}

/** The spot market or contract with a number. */
export function tradedOf(live: Live, market: number): Traded | undefined {
  return live.contract(market) ?? live.market(market);
}

/** The contract of a kind for a symbol in any notation. @throws {Refusal} 2002 */
export function contractOf(live: Live, kind: ContractType, symbol: string): Contract {
  const listing = listingOf(symbol);
  const instrument = listing && live.instrumentByName(listing.base, listing.quote);
  const contract = instrument && live.contractOf(CONTRACT_KIND[kind], instrument.instrument);
  if (!contract) throw refuse('market.unknown', { symbol });
  return contract;
}

/** The display name: `BTC/USDT`. */
export function nameOf(live: Live, traded: Traded): string {
  return isContract(traded) ? instrumentName(live, traded.instrument) : pairOf(live, traded);
}

/** Unit of an order's minimum and maximum value: the quote or settle coin; whole USD for inverse contracts. */
export function valueUnit(live: Live, traded: Traded): { readonly code: string; readonly scale: number } | undefined {
  if (!isContract(traded)) return live.asset(traded.quote);
  return traded.type === MARKET_TYPE.inverse ? USD : live.asset(traded.settle);
}
