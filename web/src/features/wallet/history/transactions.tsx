// Transaction history: every balance change by wallet, coin, kind and days; opening + flows = closing for the
// selection.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { BILL_KIND, type Bill, type BillSum, type InputOf } from '@vitrine/contract';
import {
  Drawer,
  Empty,
  ErrorBlock,
  Note,
  NumCount,
  NumMoney,
  Pane,
  SelectField,
  Table,
  Time,
  compareDecimal,
  periodOf,
  useFormat,
  useSearched,
  type Column,
} from '@vitrine/ui';
import { queryOf } from '../../../api/index.ts';
import { DayFields } from '../../../page/index.ts';
import { BillCause } from './bill-cause.tsx';
import type { RecordsProps } from './records.tsx';
import { SaveButton } from '../save-button.tsx';
import { unexplained } from './unexplained.ts';
import { useBillKind, useWalletName } from '../words.tsx';
import style from '../wallet.module.css';

/** Rows of a page. */
const PAGE = 15;
const ALL = 'all';
const WALLETS = ['1', '2', '3', '4', '5', '6', '7'] as const;
type Kind = (typeof BILL_KIND)[number];

export function Bills({ search, onSearch }: RecordsProps) {
  const { t } = useLingui();
  const { time } = useFormat();
  const walletName = useWalletName();
  const kindName = useBillKind();
  const [cause, setAsked] = useState<Bill>();
  const [kind, setKind] = useState<Kind | typeof ALL>(ALL);
  const coins = useQuery(queryOf('userCoin.getUserCoin', {}, 'lazy'));
  const wallet = WALLETS.find((one) => one === search.wallet);
  const asked: InputOf<'assets.getMyBill'> = {
    ...(search.coin === undefined ? {} : { coin: search.coin }),
    ...(wallet === undefined ? {} : { walletType: wallet }),
    ...(kind === ALL ? {} : { kind }),
    ...periodOf(search, time.offset),
  };
  const pages = useSearched(JSON.stringify(asked));
  const bills = useQuery({
    ...queryOf('assets.getMyBill', { ...asked, ...pages.older, current: pages.current, size: PAGE }, 'lazy'),
    placeholderData: keepPreviousData,
  });
  const change = (part: { readonly [K in 'coin' | 'wallet' | 'from' | 'to']?: string | undefined }): void => {
    const { coin, wallet: type, from, to } = { ...search, ...part };
    onSearch({
      key: 'records',
      part: 'bills',
      ...(coin && { coin }),
      ...(type && { wallet: type }),
      ...(from && { from }),
      ...(to && { to }),
    });
  };
  const names = [...new Set([...(search.coin ? [search.coin] : []), ...(coins.data?.map(({ coin }) => coin) ?? [])])];
  return (
    <Pane
      className={style['pane']}
      title={<Trans>All balance changes</Trans>}
      aside={<SaveButton name="assets.getMyBill" input={asked} />}
    >
      <div className={style['filters']}>
        <SelectField
          label={<Trans comment="One of the customer’s accounts">Wallet</Trans>}
          value={wallet ?? ALL}
          options={[
            { key: ALL, label: t({ message: 'All wallets', comment: 'Choice: no filter by wallet' }) },
            ...WALLETS.map((key) => ({ key, label: walletName(key) })),
          ]}
          onChange={(key) => change({ wallet: key === ALL ? undefined : key })}
        />
        <SelectField
          label={<Trans comment="Coin that is moved">Asset</Trans>}
          value={search.coin ?? ALL}
          options={[
            { key: ALL, label: t({ message: 'All assets', comment: 'Choice: no filter by coin' }) },
            ...names.map((key) => ({ key, label: key })),
          ]}
          onChange={(key) => change({ coin: key === ALL ? undefined : key })}
        />
        <SelectField
          label={<Trans comment="Column head: what changed the balance">What</Trans>}
          value={kind}
          options={[
            { key: ALL, label: t({ message: 'Everything', comment: 'Filter of balance changes' }) },
            ...BILL_KIND.map((key) => ({ key, label: kindName(key) })),
          ]}
          onChange={setKind}
        />
        <DayFields days={search} onChange={change} />
      </div>
      <Table
        label={t`All balance changes`}
        columns={useColumns(setAsked)}
        rows={bills.data?.records}
        rowKey={({ id }) => id}
        empty={
          <Empty title={<Trans comment="Heading: no balance changed in the period">Nothing changed</Trans>}>
            <Trans>Each balance change appears here with its cause.</Trans>
          </Empty>
        }
        error={
          bills.isError && !bills.data ? (
            <ErrorBlock title={<Trans>Couldn’t load the records</Trans>} onRetry={() => void bills.refetch()} />
          ) : undefined
        }
        paging={pages.paging(bills.data, PAGE)}
      />
      {bills.data && bills.data.sums.length > 0 ? <Sums sums={bills.data.sums} /> : null}
      <Drawer
        open={cause !== undefined}
        onClose={() => setAsked(undefined)}
        title={<Trans>Why did my balance change?</Trans>}
      >
        {cause ? <Cause bill={cause} /> : null}
      </Drawer>
    </Pane>
  );
}

function useColumns(onWhy: (bill: Bill) => void): readonly Column<Bill>[] {
  const { t } = useLingui();
  const walletName = useWalletName();
  return [
    {
      key: 'time',
      head: t`Time`,
      phone: 'under',
      cell: (bill) => <Time at={bill.time} as="full" className="v-ink-2" />,
    },
    {
      key: 'kind',
      head: t({ message: 'What', comment: 'Column head: what changed the balance' }),
      phone: 'keep',
      cell: (bill) => <What bill={bill} onWhy={onWhy} />,
    },
    { key: 'wallet', head: t`Wallet`, cell: (bill) => walletName(bill.walletType) },
    { key: 'market', head: t`Market`, cell: (bill) => bill.symbolName ?? '–' },
    {
      key: 'amount',
      head: t({ message: 'Amount', context: 'money', comment: 'Column head' }),
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
}

/** One entry with its cause. */
function Cause({ bill }: { readonly bill: Bill }) {
  const walletName = useWalletName();
  return (
    <>
      <p className="v-13 v-ink-2">
        <Time at={bill.time} as="full" /> · {walletName(bill.walletType)}
      </p>
      <p className={style['amount']}>
        <NumMoney value={bill.amount} asset={bill.coin} sign="always" showAsset />
      </p>
      <BillCause id={bill.id} />
    </>
  );
}

/** The kind of the entry, and the button to its cause. */
function What({ bill, onWhy }: { readonly bill: Bill; readonly onWhy: (bill: Bill) => void }) {
  const kindName = useBillKind();
  return (
    <>
      <span className="v-strong">{kindName(bill.kind)}</span>{' '}
      <button
        type="button"
        className="v-link v-12"
        data-testid="cause"
        data-kind={bill.kind}
        onClick={() => onWhy(bill)}
      >
        <Trans comment="Opens what caused a balance change">cause</Trans>
      </button>
    </>
  );
}

/** Opening, in, out and closing balance of each coin, and that they add up. */
function Sums({ sums }: { readonly sums: readonly BillSum[] }) {
  const { t } = useLingui();
  const columns: readonly Column<BillSum>[] = [
    { key: 'coin', head: t`Asset`, phone: 'keep', cell: ({ coin }) => <b>{coin}</b> },
    {
      key: 'opening',
      head: t({ message: 'Opening', comment: 'Opening balance of a period' }),
      right: true,
      cell: (sum) => <NumMoney value={sum.opening} asset={sum.coin} />,
    },
    {
      key: 'in',
      head: t({ message: 'In', context: 'money', comment: 'Column head: what came in' }),
      right: true,
      cell: (sum) => <NumMoney value={sum.in} asset={sum.coin} />,
    },
    {
      key: 'out',
      head: t({ message: 'Out', context: 'money', comment: 'Column head: what went out' }),
      right: true,
      cell: (sum) => <NumMoney value={sum.out} asset={sum.coin} />,
    },
    {
      key: 'closing',
      head: t({ message: 'Closing', comment: 'Closing balance of a period' }),
      right: true,
      phone: 'keep',
      cell: (sum) => <NumMoney className="v-strong" value={sum.closing} asset={sum.coin} />,
    },
    {
      key: 'rest',
      head: t({ message: 'Unexplained', comment: 'Difference that no entry explains' }),
      right: true,
      cell: (sum) => <NumMoney value={unexplained(sum)} asset={sum.coin} />,
    },
  ];
  const open = sums.filter((sum) => compareDecimal(unexplained(sum) ?? '1', '0') !== 0).length;
  return (
    <div className={style['sums']}>
      <Table
        label={t`Opening, flows and closing`}
        columns={columns}
        rows={sums}
        rowKey={({ coin }) => coin}
        empty={null}
      />
      <Note
        tone={open === 0 ? 'done' : 'warn'}
        icon={<IconCircleCheck stroke={1.75} aria-hidden="true" />}
        testId={open === 0 ? 'explained' : 'unexplained'}
      >
        {open === 0 ? (
          <Trans>
            Opening balance plus all flows gives the closing balance of every asset. Nothing is unexplained.
          </Trans>
        ) : (
          <Plural value={open} one="# asset does not add up. Contact us." other="# assets do not add up. Contact us." />
        )}
      </Note>
    </div>
  );
}
