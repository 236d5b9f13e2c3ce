// The records: every balance change with its cause and the proof that the entries add up; separate lists of deposits,
// withdrawals, swaps and transfers.
import { useId } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Pane, Tabs, tabId } from '@vitrine/ui';
import { Bills } from './transactions.tsx';
import { DepositHistory } from '../deposit/history-deposit.tsx';
import { WithdrawalHistory } from '../withdraw/history-withdrawal.tsx';
import { usePlace } from '../place.tsx';
import type { WalletSearch } from '../search.ts';
import { SwapList } from '../transfer/swap-list.tsx';
import { TransferList } from '../transfer/transfer-list.tsx';
import style from '../wallet.module.css';

export interface RecordsProps {
  readonly search: WalletSearch;
  readonly onSearch: (search: WalletSearch) => void;
}

const PARTS = ['bills', 'deposits', 'withdrawals', 'swaps', 'transfers'] as const;

export function Records({ search, onSearch }: RecordsProps) {
  const { t } = useLingui();
  const place = usePlace();
  const panel = useId();
  const part = PARTS.find((one) => one === search.part) ?? 'bills';
  const list = <List part={part} search={search} onSearch={onSearch} />;
  // On the account pages each list is a separate page, named by the menu.
  if (place === 'account') return list;
  return (
    <>
      <Pane>
        <div className={style['tabs']}>
          <Tabs
            label={t({ message: 'Records', comment: 'Part of the wallet: what changed the balances' })}
            panel={panel}
            value={part}
            choices={[
              {
                key: 'bills',
                label: <Trans comment="Part of the wallet: every change of a balance">Transaction history</Trans>,
              },
              { key: 'deposits', label: <Trans>Deposits</Trans> },
              { key: 'withdrawals', label: <Trans>Withdrawals</Trans> },
              { key: 'swaps', label: <Trans>Swaps</Trans> },
              { key: 'transfers', label: <Trans comment="Between the customer’s wallets">Transfers</Trans> },
            ]}
            onChange={(next) => onSearch({ key: 'records', part: next })}
          />
        </div>
      </Pane>
      <div role="tabpanel" id={panel} aria-labelledby={tabId(panel, part)}>
        {list}
      </div>
    </>
  );
}

function List({ part, search, onSearch }: RecordsProps & { readonly part: (typeof PARTS)[number] }) {
  switch (part) {
    case 'deposits':
      return <DepositHistory />;
    case 'withdrawals':
      return <WithdrawalHistory />;
    case 'swaps':
      return <SwapList />;
    case 'transfers':
      return <TransferList />;
    case 'bills':
      return <Bills search={search} onSearch={onSearch} />;
  }
}
