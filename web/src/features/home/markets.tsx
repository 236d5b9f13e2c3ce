// The markets on the home page: the first nine of a category, with price, change, turnover, sparkline and age.
import { useMemo, useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  Empty,
  ErrorBlock,
  NumVolume,
  Pane,
  Sparkline,
  Table,
  Tabs,
  buttonClass,
  tabId,
  type Column,
} from '@vitrine/ui';
import {
  AgeCell,
  ChangeCell,
  MarketName,
  PriceCell,
  inCategory,
  tradePath,
  useFavourites,
  useMarketPrices,
  useMarkets,
  useNow,
  type Category,
  type Market,
} from '../../market/index.ts';
import style from './home.module.css';

/** Rows on the home page. */
const most = 9;
const panel = 'home-markets';

export function HomeMarkets() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [category, setCategory] = useState<Category>('crypto');
  const { markets, failed, retry } = useMarkets();
  const favourites = useFavourites();
  const prices = useMarketPrices();
  const now = useNow();
  const rows = useMemo(
    () => markets && inCategory(markets, category, favourites.symbols).slice(0, most),
    [markets, category, favourites.symbols],
  );
  const count = markets?.length;
  const columns: readonly Column<Market>[] = [
    { key: 'market', head: t`Market`, phone: 'keep', cell: (market) => <MarketName market={market} /> },
    {
      key: 'price',
      head: t({ message: 'Index', comment: 'Index price' }),
      right: true,
      phone: 'keep',
      cell: (market) => <PriceCell market={market} price={prices.of(market)} now={now} />,
    },
    {
      key: 'change',
      head: t({ message: '24 h', comment: 'Column head: change in 24 hours' }),
      right: true,
      phone: 'keep',
      cell: (market) => <ChangeCell price={prices.of(market)} />,
    },
    {
      key: 'volume',
      head: t`24 h volume`,
      right: true,
      phone: 'drop',
      cell: (market) => <NumVolume className="v-ink-2" value={market.turnover} />,
    },
    {
      key: 'line',
      head: t`Last 24 h`,
      right: true,
      phone: 'drop',
      cell: (market) => <Sparkline closes={prices.closes(market)} />,
    },
    {
      key: 'age',
      head: t({ message: 'Age', comment: 'Column head: how old' }),
      right: true,
      phone: 'drop',
      cell: (market) => <AgeCell market={market} price={prices.of(market)} now={now} />,
    },
    {
      key: 'trade',
      head: '',
      label: t({ message: 'Trade', comment: 'Menu entry: the exchange' }),
      right: true,
      phone: 'drop',
      cell: (market) => (
        <Link
          {...tradePath(market)}
          className={buttonClass({ size: 'small' })}
          onClick={(event) => event.stopPropagation()}
        >
          <Trans comment="Menu entry: the exchange">Trade</Trans>
        </Link>
      ),
    },
  ];
  return (
    <section className={style['section']}>
      <div className={style['sectionHead']}>
        <h2>
          <Trans>Markets</Trans>
        </h2>
        <Link to="/quotes/index" className="v-link v-13">
          {count === undefined ? (
            <Trans>All markets</Trans>
          ) : (
            <Trans comment="count: number of markets">All {count} markets</Trans>
          )}
        </Link>
      </div>
      <Pane>
        <Tabs
          className={style['tabs']}
          label={t({ message: 'Categories', comment: 'Kinds of markets' })}
          panel={panel}
          value={category}
          onChange={setCategory}
          choices={[
            { key: 'favourites', label: t({ message: 'Favourites', comment: 'Markets with a star' }) },
            { key: 'crypto', label: t({ message: 'Crypto', comment: 'Group of markets' }) },
            { key: 'forex', label: t({ message: 'Forex', comment: 'Group of markets: currencies' }) },
            {
              key: 'commodities',
              label: t({ message: 'Commodities', comment: 'Group of markets: oil, gas and the like' }),
            },
            { key: 'indices', label: t`Stock indices` },
          ]}
        />
        <div role="tabpanel" id={panel} aria-labelledby={tabId(panel, category)}>
          <Table
            label={t`Markets`}
            columns={columns}
            rows={rows}
            rowKey={(market) => market.symbol}
            skeletonRows={most}
            onRow={(market) => void navigate(tradePath(market))}
            error={
              failed && !markets ? (
                <ErrorBlock title={<Trans>Couldn’t load the markets</Trans>} onRetry={retry} />
              ) : undefined
            }
            empty={
              category === 'favourites' ? (
                <Empty title={<Trans>No favourites yet</Trans>}>
                  <Trans>Press the star beside a market to add it here.</Trans>
                </Empty>
              ) : (
                <Empty title={<Trans>No markets here</Trans>} />
              )
            }
          />
        </div>
      </Pane>
    </section>
  );
}
