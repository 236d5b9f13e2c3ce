// The markets on the home page: the first nine of a category, with price, change, turnover, sparkline and age.
import { useMemo, useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { Empty, ErrorBlock, Pane, Table, Tabs, tabId, type Column } from '@vitrine/ui';
import {
  MarketName,
  inCategory,
  tradePath,
  useFavourites,
  useMarketColumns,
  useMarkets,
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
  const { columns: shared } = useMarketColumns();
  const rows = useMemo(
    () => markets && inCategory(markets, category, favourites.symbols).slice(0, most),
    [markets, category, favourites.symbols],
  );
  const count = markets?.length;
  const columns: readonly Column<Market>[] = [
    { key: 'market', head: t`Market`, phone: 'keep', cell: (market) => <MarketName market={market} /> },
    shared.price,
    shared.change,
    { ...shared.volume, phone: 'drop' },
    shared.line,
    { ...shared.age, phone: 'drop' },
    { ...shared.trade, phone: 'drop' },
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
