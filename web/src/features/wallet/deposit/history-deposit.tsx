// All deposits of the user: filtered, paged, as a file; each with state, reason and transaction.
import { useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Recharge } from '@vitrine/contract';
import { Empty, ErrorBlock, NumMoney, Pages, Pane, Table, Time, type Column } from '@vitrine/ui';
import { isUnderWay } from './deposit-form.ts';
import { useDeposits } from '../funds-data.ts';
import { Confirmations, CopiedShort } from '../funds-parts.tsx';
import { DepositStageTag, ReasonLine, useNetworkName } from '../funds-words.tsx';
import { HISTORY_PAGE, HistoryFilters, useFilterInput, type HistoryFilter } from '../history-filter.tsx';
import { SaveButton } from '../save-button.tsx';
import funds from '../funds.module.css';
import style from '../wallet.module.css';

export function DepositHistory() {
  const { t } = useLingui();
  const [filter, setFilter] = useState<HistoryFilter>({});
  const [current, setCurrent] = useState(1);
  const input = useFilterInput(filter);
  const list = useDeposits({ ...input, current, size: HISTORY_PAGE });
  return (
    <Pane
      className={style['pane']}
      title={<Trans>Deposits</Trans>}
      aside={<SaveButton name="assets.getRechargeLog" input={input} />}
    >
      <HistoryFilters
        filter={filter}
        onFilter={(next) => {
          setFilter(next);
          setCurrent(1);
        }}
      />
      <Table
        label={t`Deposits`}
        columns={useColumns()}
        rows={list.rows}
        rowKey={({ id }) => id}
        paging={<Pages current={current} size={HISTORY_PAGE} total={list.total} onChange={setCurrent} />}
        empty={
          <Empty title={<Trans>No such deposits</Trans>}>
            <Trans>Deposits to your address appear here automatically.</Trans>
          </Empty>
        }
        error={
          list.failed ? (
            <ErrorBlock title={<Trans>Couldn’t load your deposits</Trans>} onRetry={list.retry} />
          ) : undefined
        }
      />
    </Pane>
  );
}

function useColumns(): readonly Column<Recharge>[] {
  const { t } = useLingui();
  const nameOf = useNetworkName();
  return [
    { key: 'time', head: t`Time`, phone: 'under', cell: (row) => <Time at={row.time} as="full" className="v-ink-2" /> },
    { key: 'order', head: t`Order number`, phone: 'open', cell: (row) => <span className="v-num">{row.orderNo}</span> },
    {
      key: 'amount',
      head: t({ message: 'Amount', context: 'money', comment: 'Column head' }),
      right: true,
      phone: 'keep',
      cell: (row) => <NumMoney className="v-strong" value={row.amount} asset={row.coin} unit={row.coin} />,
    },
    { key: 'network', head: t`Network`, cell: (row) => nameOf(row.network) },
    {
      key: 'address',
      head: t`Address`,
      cell: (row) => (row.address === null ? '–' : <CopiedShort text={row.address} />),
    },
    {
      key: 'stage',
      head: t({ message: 'Status', comment: 'Column head' }),
      phone: 'keep',
      cell: (row) => (
        <span className={funds['state']}>
          <DepositStageTag stage={row.stage} />
          {isUnderWay(row) && row.needed > 0 ? (
            <Confirmations count={row.confirmations} needed={row.needed} />
          ) : row.reason === null && row.note === null ? null : (
            <span className="v-12 v-ink-2">
              <ReasonLine reason={row.reason} note={row.note} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'proof',
      head: t({ message: 'Transaction or screenshot', comment: 'Column head' }),
      right: true,
      cell: (row) =>
        row.txid !== null ? (
          <CopiedShort text={row.txid} />
        ) : row.img !== null ? (
          <a className="v-link" href={row.img} target="_blank" rel="noreferrer">
            <Trans comment="Link to the picture a customer uploaded">Screenshot</Trans>
          </a>
        ) : (
          '–'
        ),
    },
  ];
}
