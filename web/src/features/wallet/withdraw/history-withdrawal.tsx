// All withdrawals of the user: filtered, paged, as a file; each opens its progress, where it may still be cancelled.
import { useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Withdrawal } from '@vitrine/contract';
import { Drawer, Empty, ErrorBlock, NumMoney, Pages, Pane, Table, Time, type Column } from '@vitrine/ui';
import { shortAddress } from '../funds-address.ts';
import { useWithdrawals } from '../funds-data.ts';
import { Confirmations } from '../funds-parts.tsx';
import { ReasonLine, useNetworkName, WithdrawalStageTag } from '../funds-words.tsx';
import { HISTORY_PAGE, HistoryFilters, useFilterInput, type HistoryFilter } from '../history-filter.tsx';
import { SaveButton } from '../save-button.tsx';
import { WithdrawalStory } from './withdraw-progress.tsx';
import funds from '../funds.module.css';
import style from '../wallet.module.css';

export function WithdrawalHistory() {
  const { t } = useLingui();
  const [filter, setFilter] = useState<HistoryFilter>({});
  const [current, setCurrent] = useState(1);
  const [opened, setOpened] = useState<string>();
  const input = useFilterInput(filter);
  const list = useWithdrawals({ ...input, current, size: HISTORY_PAGE });
  const row = list.rows?.find(({ id }) => id === opened);
  return (
    <Pane
      className={style['pane']}
      title={<Trans>Withdrawals</Trans>}
      aside={<SaveButton name="assets.getWithdrawalLog" input={input} />}
    >
      <HistoryFilters
        filter={filter}
        onFilter={(next) => {
          setFilter(next);
          setCurrent(1);
        }}
      />
      <Table
        label={t`Withdrawals`}
        columns={useColumns(setOpened)}
        rows={list.rows}
        rowKey={({ id }) => id}
        paging={<Pages current={current} size={HISTORY_PAGE} total={list.total} onChange={setCurrent} />}
        empty={
          <Empty title={<Trans>No such withdrawals</Trans>}>
            <Trans>Each withdrawal appears here as soon as you request it.</Trans>
          </Empty>
        }
        error={
          list.failed ? (
            <ErrorBlock title={<Trans>Couldn’t load your withdrawals</Trans>} onRetry={list.retry} />
          ) : undefined
        }
      />
      <Drawer
        open={row !== undefined}
        onClose={() => setOpened(undefined)}
        title={<Trans comment="Heading: one withdrawal and its way">This withdrawal</Trans>}
      >
        {row ? (
          <div className={funds['drawn']}>
            <WithdrawalStory row={row} />
          </div>
        ) : null}
      </Drawer>
    </Pane>
  );
}

function useColumns(onOpen: (id: string) => void): readonly Column<Withdrawal>[] {
  const { t } = useLingui();
  const nameOf = useNetworkName();
  return [
    { key: 'time', head: t`Time`, phone: 'under', cell: (row) => <Time at={row.time} as="full" className="v-ink-2" /> },
    { key: 'order', head: t`Order number`, phone: 'drop', cell: (row) => <span className="v-num">{row.orderNo}</span> },
    {
      key: 'amount',
      head: t({ message: 'Amount', context: 'money', comment: 'Column head' }),
      right: true,
      phone: 'keep',
      cell: (row) => <NumMoney className="v-strong" value={row.amount} asset={row.coin} unit={row.coin} />,
    },
    {
      key: 'fee',
      head: t({ message: 'Fee', comment: 'Column head' }),
      right: true,
      phone: 'drop',
      cell: (row) => <NumMoney className="v-ink-2" value={row.fee} asset={row.coin} unit={row.coin} />,
    },
    {
      key: 'to',
      head: t({ message: 'To', context: 'address', comment: 'Column head: where a withdrawal goes' }),
      phone: 'drop',
      cell: (row) => (
        <span title={row.address}>
          {row.label ?? shortAddress(row.address)}, {nameOf(row.network)}
        </span>
      ),
    },
    {
      key: 'stage',
      head: t({ message: 'Status', comment: 'Column head' }),
      phone: 'keep',
      cell: (row) => (
        <span className={funds['state']}>
          <WithdrawalStageTag stage={row.stage} />
          {row.stage === 'broadcast' && row.needed > 0 ? (
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
      key: 'open',
      head: '',
      label: t({ message: 'Progress', comment: 'Column of buttons that open a withdrawal' }),
      right: true,
      phone: 'keep',
      cell: (row) => (
        <button type="button" className="v-link v-13" data-testid="open" onClick={() => onOpen(row.id)}>
          <Trans comment="Opens a withdrawal">Open</Trans>
        </button>
      ),
    },
  ];
}
