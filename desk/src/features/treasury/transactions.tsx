// Transactions of the operator, newest first, of one network or of all.
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { NETWORKS, type NetworkName } from '@vitrine/contract';
import { Empty, ErrorBlock, Pages, Pane, SelectField } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { OldNote } from '../../case/index.ts';
import { Transactions } from '../../funds/index.ts';
import { networkWords, useFaultText, wordOf } from '../../words/index.ts';
import style from './treasury.module.css';

const pageSize = 20;

export interface HouseTransactionsProps {
  readonly network: NetworkName | undefined;
  readonly page: number;
  readonly onGo: (change: { readonly network?: NetworkName; readonly page?: number }) => void;
}

export function HouseTransactions({ network, page, onGo }: HouseTransactionsProps) {
  const { t } = useLingui();
  const faultText = useFaultText();
  const of = network === undefined ? {} : { network };
  const list = useQuery(queryOf('desk.treasury.transactions', { ...of, current: page, size: pageSize }, 'queue'));
  return (
    <Pane title={<Trans>Transactions</Trans>}>
      <div className={style['filter']}>
        <SelectField
          label={<Trans>Network</Trans>}
          value={network ?? ''}
          onChange={(to) => onGo(to === '' ? {} : { network: to })}
          options={[
            { key: '' as const, label: t({ message: 'All', comment: 'Networks: all of them' }) },
            ...NETWORKS.filter((one) => one !== 'bank').map((one) => ({ key: one, label: wordOf(networkWords, one) })),
          ]}
        />
      </div>
      {list.data === undefined ? null : <OldNote query={list} />}
      <Transactions
        rows={list.data?.records}
        empty={
          <Empty title={<Trans>No transaction yet</Trans>}>
            <Trans>Withdrawals, sweeps and transfers to the cold wallet appear here.</Trans>
          </Empty>
        }
        error={
          list.isError && list.data === undefined ? (
            <ErrorBlock title={<Trans>Couldn’t load the transactions</Trans>} onRetry={() => void list.refetch()}>
              {faultText(list.error)}
            </ErrorBlock>
          ) : undefined
        }
        paging={
          list.data && (
            <Pages
              current={page}
              size={list.data.size}
              total={list.data.total}
              onChange={(to) => onGo({ ...of, ...(to > 1 ? { page: to } : {}) })}
            />
          )
        }
      />
    </Pane>
  );
}
