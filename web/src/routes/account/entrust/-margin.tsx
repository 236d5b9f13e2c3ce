// The page of a margin account: overview, orders, records.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/index.ts';
import { MarginPage } from '../../../features/margin/index.ts';
import { setAside } from '../../../features/spot/index.ts';
import { useSpotMarkets } from '../../../features/terminal/index.ts';
import { EntrustLists, type EntrustSearch } from '../../../order/index.ts';

export interface MarginRouteProps {
  readonly account: 'all' | 'fixed';
  readonly search: EntrustSearch;
  readonly onSearch: (search: EntrustSearch) => void;
}

export function MarginRoute({ account, search, onSearch }: MarginRouteProps) {
  const { t } = useLingui();
  const { rulesOf } = useSpotMarkets();
  const rules = useQuery(queryOf('common.getRules', {}, 'constant')).data;
  const names = rules?.margin.markets.filter(({ leverage }) => leverage > 0).map(({ symbolName }) => symbolName) ?? [];
  return (
    <MarginPage
      account={account}
      markets={names.map((name) => name.replace('/', '_'))}
      symbol={search.symbol}
      onSymbol={(symbol) => onSearch({ ...search, symbol })}
      orders={
        <EntrustLists
          product={account}
          title={t({ message: 'Margin orders', comment: 'Orders of the margin account' })}
          search={search}
          onSearch={onSearch}
          rulesOf={rulesOf}
          markets={names}
          aside={(order) => setAside(order, rulesOf(order.symbolName))}
        />
      }
    />
  );
}
