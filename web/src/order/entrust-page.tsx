// The account's orders of one product: open, triggers, past, own trades. Filters by market and days, stored in the URL;
// exports CSV.

import { Trans, useLingui } from '@lingui/react/macro';
import { buttonClass, Empty, Pane, periodOf, SelectField, Tabs, tabId, useFormat } from '@vitrine/ui';
import { useId } from 'react';
import type { Order } from '@vitrine/contract';
import type { OrderProduct } from '../live/index.ts';
import { DayFields, PaneBoundary } from '../page/index.ts';
import { runtimeConfig } from '../runtime/index.ts';
import type { Held, MarketOf } from './columns.tsx';
import { OpenOrders } from './open-orders.tsx';
import style from './order.module.css';
import { FillsTable, HistoryTable } from './past.tsx';

type Tab = 'open' | 'trigger' | 'history' | 'fills';

/** The URL parameters: tab, market as BASE_QUOTE, first and last day as YYYY-MM-DD in the user's time zone. */
export interface EntrustSearch {
  readonly tab?: Tab;
  readonly symbol?: string;
  readonly from?: string;
  readonly to?: string;
}

export interface EntrustListsProps {
  readonly product: OrderProduct;
  /** The title of the lists. */
  readonly title: string;
  readonly search: EntrustSearch;
  readonly onSearch: (search: EntrustSearch) => void;
  readonly rulesOf: MarketOf;
  /** Names of the product's markets, BASE/QUOTE. */
  readonly markets: readonly string[];
  /** The hold of an open order; undefined if it does not follow from the order alone. */
  readonly aside: (order: Order) => Held | undefined;
}

/** A page with only orders. */
export function EntrustPage(props: EntrustListsProps) {
  return (
    <main className={`v-max ${style['page']}`}>
      <h1>{props.title}</h1>
      <EntrustLists {...props} />
    </main>
  );
}

/** The lists in a panel, for a page with other content. */
export function EntrustLists({ product, title, search, onSearch, rulesOf, markets, aside }: EntrustListsProps) {
  const { t } = useLingui();
  const { time } = useFormat();
  const panel = useId();
  const tab = search.tab ?? 'open';
  const symbol = search.symbol ?? 'all';
  // Unknown while the markets load.
  const isMissing = symbol !== 'all' && markets.length > 0 && !markets.includes(symbol.replace('_', '/'));
  const name = symbol.replace('_', '/');
  const { startTime, endTime } = periodOf(search, time.offset);
  const change = (part: { [K in keyof EntrustSearch]?: EntrustSearch[K] | undefined }): void =>
    onSearch(pruned({ ...search, ...part }));
  return (
    <Pane>
      <div className={style['ordersHead']}>
        <Tabs
          label={title}
          panel={panel}
          value={tab}
          choices={[
            { key: 'open', label: <Trans>Open orders</Trans> },
            { key: 'trigger', label: <Trans comment="Tab: orders that wait for a trigger price">Triggers</Trans> },
            { key: 'history', label: <Trans>Order history</Trans> },
            { key: 'fills', label: <Trans comment="Tab: one's own trades">Trades</Trans> },
          ]}
          onChange={(next) => change({ tab: next })}
        />
        {tab === 'open' || tab === 'trigger' || isMissing ? null : (
          <a
            className={buttonClass({ size: 'small' })}
            href={csvPath(product, tab, symbol, startTime, endTime)}
            download
          >
            <Trans comment="Link: downloads the list as a file for spreadsheets">CSV</Trans>
          </a>
        )}
      </div>
      <div className={style['filters']}>
        <SelectField
          label={<Trans>Market</Trans>}
          value={symbol}
          options={[
            { key: 'all', label: t`All markets` },
            ...markets.map((name) => ({ key: name.replace('/', '_'), label: name })),
          ]}
          onChange={(key) => change({ symbol: key === 'all' ? undefined : key })}
        />
        {tab === 'open' || tab === 'trigger' ? null : <DayFields days={search} onChange={change} />}
      </div>
      <div role="tabpanel" id={panel} aria-labelledby={tabId(panel, tab)}>
        <PaneBoundary of={`${product}|${tab}`}>
          {isMissing ? (
            // Never shows another market's orders, or all, instead of those in the address.
            <div data-testid="no-market">
              <Empty
                title={
                  <Trans comment="name: a market of the address, e.g. XAU/USDT">There is no market {name} here</Trans>
                }
              />
            </div>
          ) : tab === 'open' || tab === 'trigger' ? (
            <OpenOrders
              key={tab}
              product={product}
              rulesOf={rulesOf}
              part={tab === 'open' ? 'book' : 'trigger'}
              symbol={search.symbol?.replace('_', '/')}
              aside={aside}
            />
          ) : tab === 'history' ? (
            <HistoryTable product={product} rulesOf={rulesOf} symbol={symbol} startTime={startTime} endTime={endTime} />
          ) : (
            <FillsTable product={product} rulesOf={rulesOf} symbol={symbol} startTime={startTime} endTime={endTime} />
          )}
        </PaneBoundary>
      </div>
    </Pane>
  );
}

/** Drops unset parameters, so that the URL stays short. */
function pruned({
  tab,
  symbol,
  from,
  to,
}: { [K in keyof EntrustSearch]?: EntrustSearch[K] | undefined }): EntrustSearch {
  return { ...(tab && { tab }), ...(symbol && { symbol }), ...(from && { from }), ...(to && { to }) };
}

/** Address of the same list as a file: a plain GET, authorised by the session cookie. */
export function csvPath(
  product: OrderProduct,
  tab: 'history' | 'fills',
  symbol: string,
  startTime: number | undefined,
  endTime: number | undefined,
): string {
  const head = `/api/${runtimeConfig().requestHead}/coin/entrust`;
  const contract = product === 'u' || product === 'coin';
  const query = new URLSearchParams({ format: 'csv' });
  if (startTime !== undefined) query.set('startTime', String(startTime));
  if (endTime !== undefined) query.set('endTime', String(endTime));
  if (tab === 'fills') {
    query.set(contract ? 'contractType' : 'account', product);
    return `${head}/get/myExchangeLog/${symbol}?${query.toString()}`;
  }
  return `${head}/${contract ? 'entrustlogContract' : 'entrustlog'}/${product}/history/${symbol}?${query.toString()}`;
}
