// The user's contract orders of a kind, with the filters in the URL.
import { useLingui } from '@lingui/react/macro';
import type { ContractType } from '@vitrine/contract';
import { useContractMarkets } from '../../../../market/index.ts';
import { EntrustPage, type EntrustSearch } from '../../../../order/index.ts';
import { useTitle } from '../../../../page/index.ts';
import { useMarketOf } from '../../../exchange/-market-of.ts';

export interface FutureRouteProps {
  readonly contractType: ContractType;
  readonly search: EntrustSearch;
  readonly onSearch: (search: EntrustSearch) => void;
}

export function FutureRoute({ contractType, search, onSearch }: FutureRouteProps) {
  const { t } = useLingui();
  const list = useContractMarkets(contractType);
  const rulesOf = useMarketOf(
    list,
    t({ message: 'contracts', comment: 'Unit of quantities of coin-margined contracts' }),
  );
  const title = contractType === 'u' ? t`USDT perpetual orders` : t`Coin-margined orders`;
  useTitle(title);
  return (
    <EntrustPage
      product={contractType}
      title={title}
      search={search}
      onSearch={onSearch}
      rulesOf={rulesOf}
      markets={(list.markets ?? []).map(({ name }) => name)}
      // The margin of an order depends on positions: the terminal's ticket shows it.
      aside={() => undefined}
    />
  );
}
