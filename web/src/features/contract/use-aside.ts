// The margin that open contract orders reserve in their wallet, for the order lists.

import type { Order } from '@vitrine/contract';
import { printDecimal } from '@vitrine/core/number';
import { useCallback } from 'react';
import { useContractMarkets } from '../../market/index.ts';
import type { Held } from '../../order/index.ts';
import type { ContractKind } from './terms.ts';
import { useTerms } from './positions/use-held.ts';
import { requirementOf } from './use-surroundings.ts';

/** The margin of an opening order; undefined for closing orders, and until the terms are loaded. */
export function useContractAside(contractType: ContractKind): (order: Order) => Held | undefined {
  const { markets } = useContractMarkets(contractType);
  const terms = useTerms(markets);
  return useCallback(
    (order) => {
      const of = terms(order.symbolName);
      const atoms = of === undefined ? 0 : requirementOf(order, of);
      return of && atoms > 0 ? { amount: printDecimal(atoms, of.settleScale), coin: of.settle } : undefined;
    },
    [terms],
  );
}
