// The markets page: every market with price, change, range, turnover, sparkline and age; favourites are the first tab.
import { useMemo } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  Empty,
  ErrorBlock,
  NumPrice,
  Pane,
  SearchField,
  Table,
  Tabs,
  compareDecimal,
  tabId,
  type Column,
} from '@vitrine/ui';
import {
  MarketName,
  Star,
  inCategory,
  tradePath,
  useFavourites,
  useMarketColumns,
  useMarkets,
  type Category,
  type Market,
} from '../../market/index.ts';
import { symbolKey } from '@vitrine/contract';
import { PracticeNote } from '../../practice-traders/index.ts';
import { useTitle } from '../../page/index.ts';
import { fromSorting, matches, toSorting, type QuotesSearch, type SearchChange } from './search.ts';
import style from './markets.module.css';

const panel = 'quotes-panel';

export interface QuotesPageProps {
  readonly search: QuotesSearch;
  readonly onSearch: (change: SearchChange) => void;
}

export function QuotesPage({ search, onSearch }: QuotesPageProps) {
  const { t } = useLingui();
  useTitle(t({ message: 'Markets', comment: 'Menu entry: all markets with their prices' }));
  const { markets, failed, retry } = useMarkets();
  const favourites = useFavourites();
  const category = search.category ?? 'crypto';
  const words = search.q ?? '';
  const chosen = useMemo(() => {
    if (!markets) return undefined;
    // A search ignores the tab: XAU on the crypto tab finds gold.
    return words === ''
      ? inCategory(markets, category, favourites.symbols)
      : markets.filter((market) => matches(words, market));
  }, [markets, category, words, favourites.symbols]);
  const tabs: readonly { readonly key: Category; readonly label: string }[] = [
    { key: 'favourites', label: t`Favourites` },
    { key: 'crypto', label: t`Crypto` },
    { key: 'forex', label: t`Forex` },
    { key: 'commodities', label: t`Commodities` },
    { key: 'indices', label: t`Stock indices` },
    { key: 'gold', label: t({ message: 'Gold', comment: 'Group of markets' }) },
  ];
  return (
    <main className={`v-max ${style['page']}`}>
      <div className={style['head']}>
        <h1>
          <Trans comment="Menu entry: all markets with their prices">Markets</Trans>
        </h1>
        <SearchField
          className={style['search']}
          label={t({ message: 'Search markets', comment: 'Field' })}
          value={words}
          onChange={(q) => onSearch({ q: q === '' ? undefined : q })}
        />
      </div>
      <Pane>
        <Tabs
          className={style['tabs']}
          label={t`Categories`}
          panel={panel}
          value={category}
          choices={tabs}
          onChange={(key) => onSearch({ category: key, q: undefined })}
        />
        <div role="tabpanel" id={panel} aria-labelledby={tabId(panel, category)}>
          {failed && !markets ? (
            <ErrorBlock title={<Trans>Couldn’t load the markets</Trans>} onRetry={retry} />
          ) : (
            <QuotesTable
              rows={chosen}
              search={search}
              onSearch={onSearch}
              favourites={favourites}
              category={category}
            />
          )}
        </div>
      </Pane>
      <PracticeNote />
    </main>
  );
}

interface QuotesTableProps extends QuotesPageProps {
  readonly rows: readonly Market[] | undefined;
  readonly favourites: ReturnType<typeof useFavourites>;
  readonly category: Category;
}

function QuotesTable({ rows, search, onSearch, favourites, category }: QuotesTableProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { prices, columns: shared } = useMarketColumns();
  const by = (pick: (market: Market) => string | null | undefined) => (a: Market, b: Market) =>
    compareDecimal(pick(a) ?? '', pick(b) ?? '');
  const columns: readonly Column<Market>[] = [
    {
      key: 'market',
      head: t`Market`,
      phone: 'keep',
      compare: (a, b) => a.name.localeCompare(b.name, 'en'),
      cell: (market) => (
        <span className={style['name']}>
          {favourites.has(market.symbol) ? (
            <Star
              market={market}
              on={favourites.symbols.has(symbolKey(market.symbol))}
              onToggle={() => favourites.toggle(market.symbol)}
            />
          ) : null}
          <MarketName market={market} />
        </span>
      ),
    },
    { ...shared.price, compare: by((market) => prices.of(market).index) },
    { ...shared.change, compare: by((market) => prices.of(market).percent) },
    {
      key: 'high',
      head: t`24 h high`,
      right: true,
      compare: by((market) => prices.of(market).high),
      cell: (market) => <NumPrice className="v-ink-2" value={prices.of(market).high} decimals={market.decimals} />,
    },
    {
      key: 'low',
      head: t`24 h low`,
      right: true,
      compare: by((market) => prices.of(market).low),
      cell: (market) => <NumPrice className="v-ink-2" value={prices.of(market).low} decimals={market.decimals} />,
    },
    { ...shared.volume, compare: by((market) => market.turnover) },
    shared.line,
    shared.age,
    shared.trade,
  ];
  const empty =
    search.q !== undefined ? (
      <Empty title={<Trans>No market of this name</Trans>}>
        <Trans>Try a coin such as BTC, or a pair such as EUR/USD.</Trans>
      </Empty>
    ) : category === 'favourites' ? (
      <Empty title={<Trans>No favourites yet</Trans>}>
        <Trans>Press the star beside a market to add it here.</Trans>
      </Empty>
    ) : (
      <Empty title={<Trans>No markets here</Trans>} />
    );
  return (
    <Table
      label={t`Markets`}
      columns={columns}
      rows={rows}
      rowKey={(market) => market.symbol}
      empty={empty}
      sorting={toSorting(search.sort)}
      onSort={(sorting) => onSearch({ sort: fromSorting(sorting) })}
      onRow={(market) => void navigate(tradePath(market))}
      skeletonRows={12}
    />
  );
}
