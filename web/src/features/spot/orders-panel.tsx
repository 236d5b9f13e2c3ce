// Below chart and book: open orders live, past orders, own trades, balances.

import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Order } from '@vitrine/contract';
import {
  Button,
  type Column,
  Dialog,
  Empty,
  ErrorBlock,
  NumMoney,
  NumWorth,
  Table,
  Tabs,
  tabId,
  toast,
} from '@vitrine/ui';
import { useEffect, useId, useState } from 'react';
import { ApiFault, NoAnswer, queryOf, request, useSession } from '../../api/index.ts';
import { type BalancesStore, type LiveBalance, type OrdersStore, useSelected, useUserFeed } from '../../live/index.ts';
import { AmendDialog } from './amend-dialog.tsx';
import { SPOT_WALLET } from './facts.ts';
import { fillColumns, historyColumns, openColumns, type RulesOf } from './order-columns.tsx';
import style from './spot.module.css';
import { faultWords } from './submit.ts';
import { LoginLink } from './ticket-parts.tsx';

type Tab = 'open' | 'history' | 'fills' | 'balances';
const PAGE = 15;
const none: readonly Order[] = [];
const noBalances: readonly LiveBalance[] = [];

/** One's open spot orders, held while shown. */
export function useOpenOrders(): { readonly orders: readonly Order[]; readonly loaded: boolean } {
  const user = useUserFeed();
  useEffect(() => user?.holdOrders(), [user]);
  const orders = useSelected(user?.orders, readList, none);
  const loaded = useSelected(user?.orders, readLoaded, false);
  return { orders, loaded };
}

const readList = (store: OrdersStore): readonly Order[] => store.list;
const readLoaded = (store: OrdersStore): boolean => store.loaded;

export function OrdersPanel({ rulesOf }: { readonly rulesOf: RulesOf }) {
  const { t } = useLingui();
  const panel = useId();
  const { state } = useSession();
  const [tab, setTab] = useState<Tab>('open');
  const { orders } = useOpenOrders();
  const balances = useWallet();
  const signedIn = state === 'user';
  return (
    <div className={style['orders']}>
      <div className={style['ordersHead']}>
        <Tabs
          label={t`Orders and balances`}
          panel={panel}
          value={tab}
          choices={[
            { key: 'open', label: <Trans>Open orders</Trans>, ...(signedIn && { count: orders.length }) },
            { key: 'history', label: <Trans>Order history</Trans> },
            { key: 'fills', label: <Trans comment="Tab: one's own trades">Trades</Trans> },
            { key: 'balances', label: <Trans>Balances</Trans>, ...(signedIn && { count: balances.length }) },
          ]}
          onChange={setTab}
        />
        {tab === 'open' && orders.length > 0 ? <CancelAll count={orders.length} /> : null}
      </div>
      <div role="tabpanel" id={panel} aria-labelledby={tabId(panel, tab)} className={style['ordersBody']}>
        {!signedIn ? (
          <Empty title={<Trans>Log in to see your orders</Trans>}>
            <LoginLink className="v-link" />
          </Empty>
        ) : tab === 'open' ? (
          <OpenOrders rulesOf={rulesOf} />
        ) : tab === 'history' ? (
          <HistoryTable rulesOf={rulesOf} symbol="all" />
        ) : tab === 'fills' ? (
          <FillsTable rulesOf={rulesOf} symbol="all" />
        ) : (
          <BalancesTable balances={balances} />
        )}
      </div>
    </div>
  );
}

/** Open orders with their actions. */
export function OpenOrders({ rulesOf, symbol }: { readonly rulesOf: RulesOf; readonly symbol?: string | undefined }) {
  const { t } = useLingui();
  const user = useUserFeed();
  const { orders, loaded } = useOpenOrders();
  const [amending, setAmending] = useState<Order>();
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const cancel = async (order: Order): Promise<void> => {
    setLeaving((now) => new Set(now).add(order.id));
    try {
      const ack = await request('currency.order.cancelOrder', { id: order.id }, { quiet: true });
      user?.resync(ack.seq);
    } catch (error) {
      tellCancelFault(error);
      user?.resync();
    } finally {
      setLeaving((now) => new Set([...now].filter((id) => id !== order.id)));
    }
  };
  const amend = (order: Order, className?: string) => (
    <Button
      size="small"
      tone={className === undefined ? 'plain' : 'quiet'}
      className={className}
      disabled={leaving.has(order.id)}
      onClick={() => setAmending(order)}
    >
      <Trans comment="Change price or amount of an open order">Amend</Trans>
    </Button>
  );
  const actions = (order: Order) => (
    <span className={style['actions']}>
      {amend(order, 'v-no-phone')}
      <Button size="small" busy={leaving.has(order.id)} onClick={() => void cancel(order)}>
        <Trans comment="Cancel an open order">Cancel</Trans>
      </Button>
    </span>
  );
  const shown = symbol === undefined ? orders : orders.filter(({ symbolName }) => symbolName === symbol);
  return (
    <>
      <Table
        dense
        label={t`Open orders`}
        columns={openColumns(rulesOf, actions, (order) => amend(order), t`Actions`)}
        rows={loaded ? shown : undefined}
        rowKey={({ id }) => id}
        skeletonRows={3}
        empty={
          <Empty title={<Trans>No open orders</Trans>}>
            <Trans>Orders that wait in the book appear here.</Trans>
          </Empty>
        }
      />
      <AmendDialog
        order={amending}
        rules={amending && rulesOf(amending.symbolName)}
        onClose={() => setAmending(undefined)}
      />
    </>
  );
}

function tellCancelFault(error: unknown): void {
  if (!(error instanceof ApiFault) && !(error instanceof NoAnswer)) throw error;
  toast({
    id: 'cancel',
    kind: error instanceof NoAnswer ? 'waiting' : 'warn',
    title: <Trans>Not cancelled yet</Trans>,
    text: faultWords(error),
  });
}

function CancelAll({ count }: { count: number }) {
  const user = useUserFeed();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const done = await request('entrust.cancel.all', {}, { quiet: true });
      user?.resync(done.seq);
    } catch (error) {
      tellCancelFault(error);
      user?.resync();
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        <Trans comment="Cancels every open order; the number is how many">Cancel all {count}</Trans>
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={<Trans comment="Question of a dialog; the number is how many">Cancel all {count} open orders?</Trans>}
        safe={<Trans>Keep them</Trans>}
        act={{ label: <Trans>Cancel all</Trans>, onClick: () => void send(), busy }}
      >
        <Trans>Everything they set aside becomes available again. What is filled stays.</Trans>
      </Dialog>
    </>
  );
}

/** Past orders, page by page. */
export function HistoryTable({
  rulesOf,
  symbol,
  startTime,
  endTime,
}: {
  readonly rulesOf: RulesOf;
  readonly symbol: string;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}) {
  const { t } = useLingui();
  const [current, setCurrent] = usePage(`${symbol}|${startTime}|${endTime}`);
  const query = useQuery({
    ...queryOf(
      'entrust.entrustlog',
      { a: 'spot', b: 'history', c: symbol, current, size: PAGE, ...times(startTime, endTime) },
      'lazy',
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <Table
      dense
      label={t`Order history`}
      columns={historyColumns(rulesOf)}
      rows={query.data?.records}
      rowKey={({ id }) => id}
      error={
        query.isError ? (
          <ErrorBlock title={<Trans>The history did not load</Trans>} onRetry={() => void query.refetch()} />
        ) : undefined
      }
      paging={query.data && { current, size: PAGE, total: query.data.total, onChange: setCurrent }}
      empty={
        <Empty title={<Trans>No past orders</Trans>}>
          <Trans>Orders that were filled or cancelled appear here.</Trans>
        </Empty>
      }
    />
  );
}

/** Own fills, page by page. */
export function FillsTable({
  rulesOf,
  symbol,
  startTime,
  endTime,
}: {
  readonly rulesOf: RulesOf;
  readonly symbol: string;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}) {
  const { t } = useLingui();
  const [current, setCurrent] = usePage(`${symbol}|${startTime}|${endTime}`);
  const query = useQuery({
    ...queryOf('entrust.get.myExchangeLog', { x: symbol, current, size: PAGE, ...times(startTime, endTime) }, 'lazy'),
    placeholderData: keepPreviousData,
  });
  return (
    <Table
      dense
      label={t`Own trades`}
      columns={fillColumns(rulesOf)}
      rows={query.data?.records}
      rowKey={({ id, orderId }) => `${id}-${orderId}`}
      error={
        query.isError ? (
          <ErrorBlock title={<Trans>Trades did not load</Trans>} onRetry={() => void query.refetch()} />
        ) : undefined
      }
      paging={query.data && { current, size: PAGE, total: query.data.total, onChange: setCurrent }}
      empty={
        <Empty title={<Trans>No trades yet</Trans>}>
          <Trans>Each fill of an order appears here.</Trans>
        </Empty>
      }
    />
  );
}

/** The page of a list; another filter begins at the first. */
function usePage(filter: string): readonly [number, (current: number) => void] {
  const [page, setPage] = useState({ filter, current: 1 });
  return [page.filter === filter ? page.current : 1, (current) => setPage({ filter, current })];
}

function times(startTime: number | undefined, endTime: number | undefined): { startTime?: number; endTime?: number } {
  return { ...(startTime !== undefined && { startTime }), ...(endTime !== undefined && { endTime }) };
}

function useWallet(): readonly LiveBalance[] {
  const user = useUserFeed();
  useEffect(() => user?.holdWallet(SPOT_WALLET), [user]);
  return useSelected(
    user?.balances,
    readWallet,
    noBalances,
    undefined,
    (a, b) => a.length === b.length && a.every((row, at) => row === b[at]),
  );
}

const readWallet = (store: BalancesStore): readonly LiveBalance[] =>
  store.of(SPOT_WALLET).filter(({ total }) => /[1-9]/.test(total));

function BalancesTable({ balances }: { balances: readonly LiveBalance[] }) {
  const { t } = useLingui();
  const columns: readonly Column<LiveBalance>[] = [
    {
      key: 'coin',
      head: <Trans>Coin</Trans>,
      cell: ({ coin }) => <span className="v-strong">{coin}</span>,
      phone: 'keep',
    },
    {
      key: 'available',
      head: <Trans>Available</Trans>,
      cell: ({ available, coin }) => <NumMoney value={available} asset={coin} />,
      right: true,
      phone: 'keep',
    },
    {
      key: 'held',
      head: <Trans>Held</Trans>,
      cell: ({ held, coin }) => <NumMoney value={held} asset={coin} />,
      right: true,
    },
    {
      key: 'total',
      head: <Trans>Total</Trans>,
      cell: ({ total, coin }) => <NumMoney value={total} asset={coin} />,
      right: true,
      phone: 'keep',
    },
    {
      key: 'worth',
      head: <Trans comment="Column: value in the reader's currency">Worth</Trans>,
      cell: ({ usdt }) => <NumWorth value={usdt} />,
      right: true,
    },
  ];
  return (
    <Table
      dense
      label={t`Balances of the spot wallet`}
      columns={columns}
      rows={balances}
      rowKey={({ coin }) => coin}
      empty={
        <Empty title={<Trans>Nothing in the spot wallet</Trans>}>
          <Trans>Deposits, transfers and practice money appear here.</Trans>
        </Empty>
      }
    />
  );
}
