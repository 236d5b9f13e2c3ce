// The markets of the terminal: search, favourites, plates; arrows walk the list, Enter opens.

import { Trans, useLingui } from '@lingui/react/macro';
import { IconStar } from '@tabler/icons-react';
import { symbolKey } from '@vitrine/contract';
import { Empty, NumPercent, NumPrice, SearchField, SkeletonRows, Tabs } from '@vitrine/ui';
import { useState, type KeyboardEvent } from 'react';
import { type Favourites, useMarketPrices } from '../../market/index.ts';
import type { SpotMarket } from './spot-markets.ts';
import style from './terminal.module.css';

export interface MarketListProps {
  readonly markets: readonly SpotMarket[] | undefined;
  readonly favourites: Favourites;
  /** The market shown, `BTC_USDT`. */
  readonly chosen: string;
  readonly onChoose: (route: string) => void;
}

const FAVOURITES = 'favourites';

export function MarketList({ markets, favourites, chosen, onChoose }: MarketListProps) {
  const { t } = useLingui();
  const prices = useMarketPrices();
  const [search, setSearch] = useState('');
  const quotes = [...new Set(markets?.map(({ quote }) => quote))];
  const [tab, setTab] = useState<string>();
  const current = tab ?? quotes[0] ?? FAVOURITES;
  const wanted = search.trim().toLowerCase();
  const shown = markets?.filter((market) => {
    if (wanted !== '') return symbolKey(market.name).includes(symbolKey(wanted));
    return current === FAVOURITES ? favourites.symbols.has(symbolKey(market.symbol)) : market.quote === current;
  });
  const walk = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-market]')];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const to = rows[event.key === 'ArrowDown' ? at + 1 : at - 1];
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  return (
    <div className={style['markets']} onKeyDown={walk} role="presentation">
      <SearchField label={t`Search markets`} value={search} onChange={setSearch} className={style['search']} />
      <Tabs
        label={t`Groups of markets`}
        className={style['plates']}
        value={current}
        choices={[
          { key: FAVOURITES, label: <IconStar className="v-i-14" stroke={1.75} aria-label={t`Favourites`} /> },
          ...quotes.map((quote) => ({ key: quote, label: quote })),
        ]}
        onChange={setTab}
      />
      <div className={style['list']}>
        {shown === undefined ? <SkeletonRows rows={10} /> : null}
        {shown?.length === 0 ? (
          wanted === '' ? (
            <Empty title={<Trans>No favourites yet</Trans>}>
              <Trans>The star beside a market puts it here.</Trans>
            </Empty>
          ) : (
            <Empty title={<Trans>No such market</Trans>} />
          )
        ) : null}
        {shown?.map((market) => {
          const price = prices.of(market);
          return (
            <button
              key={market.symbol}
              type="button"
              data-market={market.route}
              className={style['marketRow']}
              aria-current={market.route === chosen || undefined}
              onClick={() => onChoose(market.route)}
            >
              <span>
                <span className="v-strong">{market.base}</span>
                <span className="v-ink-3">/{market.quote}</span>
              </span>
              <NumPrice value={price.close} decimals={market.decimals} />
              <span className={style['change']}>
                <NumPercent value={price.percent} directed />
              </span>
            </button>
          );
        })}
      </div>
    </div>
  );
}
