// The user's past orders and own trades of a product, page by page.

import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Empty, ErrorBlock, Table, useSearched } from '@vitrine/ui';
import { queryOf } from '../api/index.ts';
import type { OrderProduct } from '../live/index.ts';
import { fillColumns, historyColumns, type MarketOf } from './columns.tsx';

const PAGE = 15;

export interface PastProps {
  readonly product: OrderProduct;
  readonly rulesOf: MarketOf;
  /** A symbol in any form, or `all`. */
  readonly symbol: string;
  /** ms UTC. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** Past orders. */
export function HistoryTable({ product, rulesOf, symbol, startTime, endTime }: PastProps) {
  const { t } = useLingui();
  const list = useSearched(`${product}|${symbol}|${startTime}|${endTime}`);
  const asked = {
    b: 'history',
    c: symbol,
    current: list.current,
    size: PAGE,
    ...times(startTime, endTime),
    ...list.older,
  } as const;
  const contract = product === 'u' || product === 'coin';
  const spot = useQuery({
    ...queryOf('entrust.entrustlog', { a: contract ? 'spot' : product, ...asked }, 'lazy'),
    placeholderData: keepPreviousData,
    enabled: !contract,
  });
  const contracts = useQuery({
    ...queryOf('entrust.entrustlogContract', { a: contract ? product : 'u', ...asked }, 'lazy'),
    placeholderData: keepPreviousData,
    enabled: contract,
  });
  const query = contract ? contracts : spot;
  return (
    <Table
      dense
      label={t`Order history`}
      columns={historyColumns(rulesOf)}
      rows={query.data?.records}
      rowKey={({ id }) => id}
      error={
        query.isError ? (
          <ErrorBlock title={<Trans>Couldn’t load the history</Trans>} onRetry={() => void query.refetch()} />
        ) : undefined
      }
      paging={list.paging(query.data, PAGE)}
      empty={
        <Empty title={<Trans>No past orders</Trans>}>
          <Trans>Filled and cancelled orders appear here.</Trans>
        </Empty>
      }
    />
  );
}

/** Own trades. */
export function FillsTable({ product, rulesOf, symbol, startTime, endTime }: PastProps) {
  const { t } = useLingui();
  const list = useSearched(`${product}|${symbol}|${startTime}|${endTime}`);
  const contract = product === 'u' || product === 'coin';
  const query = useQuery({
    ...queryOf(
      'entrust.get.myExchangeLog',
      {
        x: symbol,
        current: list.current,
        size: PAGE,
        ...(contract ? { contractType: product } : { account: product }),
        ...times(startTime, endTime),
        ...list.older,
      },
      'lazy',
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <Table
      dense
      label={t({ message: 'Own trades', comment: 'Fills of the customer' })}
      columns={fillColumns(rulesOf, contract)}
      rows={query.data?.records}
      rowKey={({ id, orderId }) => `${id}-${orderId}`}
      error={
        query.isError ? (
          <ErrorBlock title={<Trans>Couldn’t load the trades</Trans>} onRetry={() => void query.refetch()} />
        ) : undefined
      }
      paging={list.paging(query.data, PAGE)}
      empty={
        <Empty title={<Trans>No trades yet</Trans>}>
          <Trans>Each fill of an order appears here.</Trans>
        </Empty>
      }
    />
  );
}

function times(startTime: number | undefined, endTime: number | undefined): { startTime?: number; endTime?: number } {
  return { ...(startTime !== undefined && { startTime }), ...(endTime !== undefined && { endTime }) };
}
