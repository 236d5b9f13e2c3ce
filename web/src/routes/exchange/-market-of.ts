// A contract's steps and units by its name, for order lists. Coin-margined contracts are counted in contracts.
import { useMemo } from 'react';
import type { ContractMarkets } from '../../market/index.ts';
import type { MarketOf } from '../../order/index.ts';

/** The contract data that order lists need. `contracts`: the unit of whole contracts, in the user's language. */
export function useMarketOf({ rulesOf }: ContractMarkets, contracts: string): MarketOf {
  return useMemo<MarketOf>(
    () => (symbolName) => {
      const rules = rulesOf(symbolName);
      return (
        rules && {
          base: rules.contractType === 'coin' ? contracts : rules.base,
          quote: rules.quote,
          settle: rules.settle,
          tickDecimals: rules.tickDecimals,
          lotDecimals: rules.lotDecimals,
        }
      );
    },
    [rulesOf, contracts],
  );
}
