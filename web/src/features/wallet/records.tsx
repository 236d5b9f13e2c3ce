// The records: every change of a balance with its cause, and proof that the lines add up.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconCircleCheck } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Bill, BillSum } from '@vitrine/contract';
import {
  Empty,
  ErrorBlock,
  Note,
  NumCount,
  NumMoney,
  Pane,
  SelectField,
  Table,
  Time,
  addDecimals,
  compareDecimal,
  type Column,
} from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { useBillKind, useWalletName } from './words.tsx';
import style from './wallet.module.css';

/** Rows of a page. */
const pageSize = 15;

export function Records({
  coin,
  onCoin,
}: {
  readonly coin: string | undefined;
  readonly onCoin: (coin: string | undefined) => void;
}) {
  const { t } = useLingui();
  const [current, setCurrent] = useState(1);
  const walletName = useWalletName();
  const kindName = useBillKind();
  const coins = useQuery(queryOf('userCoin.getUserCoin', {}, 'lazy'));
  const bills = useQuery(
    queryOf('assets.getMyBill', { current, size: pageSize, ...(coin === undefined ? {} : { coin }) }, 'lazy'),
  );
  const all = 'all';
  const columns: readonly Column<Bill>[] = [
    {
      key: 'time',
      head: t`Time`,
      phone: 'open',
      cell: (bill) => <Time at={bill.time} as="full" className="v-ink-2" />,
    },
    {
      key: 'kind',
      head: t({ message: 'What', comment: 'Column head: what changed the balance' }),
      phone: 'keep',
      cell: (bill) => <span className="v-strong">{kindName(bill.kind)}</span>,
    },
    { key: 'wallet', head: t`Wallet`, cell: (bill) => walletName(bill.walletType) },
    { key: 'market', head: t`Market`, cell: (bill) => bill.symbolName ?? '–' },
    {
      key: 'amount',
      head: t({ message: 'Amount', comment: 'Column head' }),
      right: true,
      phone: 'keep',
      cell: (bill) => (
        <NumMoney className="v-strong" value={bill.amount} asset={bill.coin} sign="always" unit={bill.coin} />
      ),
    },
    {
      key: 'balance',
      head: t({ message: 'Balance after', comment: 'Column head' }),
      right: true,
      cell: (bill) => <NumMoney value={bill.balance} asset={bill.coin} unit={bill.coin} />,
    },
    {
      key: 'seq',
      head: t({ message: 'Journal', comment: 'Column head: number in the journal' }),
      right: true,
      cell: (bill) => <NumCount className="v-ink-3" value={bill.seq} prefix="#" />,
    },
  ];
  const names = [...new Set([...(coins.data?.map((one) => one.coin) ?? []), ...(coin === undefined ? [] : [coin])])];
  return (
    <>
      <div className={style['filters']}>
        <SelectField
          label={<Trans comment="Filter of the records">Asset</Trans>}
          value={coin ?? all}
          options={[{ key: all, label: t`All assets` }, ...names.map((name) => ({ key: name, label: name }))]}
          onChange={(name) => {
            setCurrent(1);
            onCoin(name === all ? undefined : name);
          }}
        />
      </div>
      <Pane title={<Trans>What changed your balances</Trans>}>
        <Table
          label={t`What changed your balances`}
          columns={columns}
          rows={bills.data?.records}
          rowKey={(bill) => bill.id}
          paging={bills.data && { current, size: pageSize, total: bills.data.total, onChange: setCurrent }}
          empty={
            <Empty title={<Trans>Nothing changed yet</Trans>}>
              <Trans>Every change of a balance becomes a line here, with its cause.</Trans>
            </Empty>
          }
          error={
            bills.isError && !bills.data ? (
              <ErrorBlock title={<Trans>The records did not load</Trans>} onRetry={() => void bills.refetch()} />
            ) : undefined
          }
        />
      </Pane>
      {coin !== undefined && bills.data
        ? bills.data.sums
            .filter((sum) => sum.coin === coin)
            .map((sum) => <Proof key={sum.coin} sum={sum} lines={bills.data.total} />)
        : null}
    </>
  );
}

/** What the lines leave unexplained: closing − (opening + in − out), exact. */
export function unexplained(sum: BillSum): string | undefined {
  return addDecimals(sum.closing, `-${sum.opening}`, `-${sum.in}`, sum.out);
}

function Proof({ sum, lines }: { readonly sum: BillSum; readonly lines: number }) {
  const rest = unexplained(sum);
  const whole = rest !== undefined && compareDecimal(rest, '0') === 0;
  return (
    <Note
      tone={whole ? 'done' : 'warn'}
      className={style['pane']}
      icon={<IconCircleCheck stroke={1.75} aria-hidden="true" />}
    >
      <Trans comment="Proof that the entries explain the whole balance change">
        <NumCount value={lines} /> entries explain all of it: <NumMoney value={sum.opening} asset={sum.coin} /> became{' '}
        <NumMoney value={sum.closing} asset={sum.coin} unit={sum.coin} />. Unexplained:{' '}
        <NumMoney value={rest} asset={sum.coin} unit={sum.coin} />
      </Trans>
    </Note>
  );
}
