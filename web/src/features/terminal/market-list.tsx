// The markets of the terminal: favourites, the plates of coins, search, the quote's filter; arrows walk the list, Enter opens.

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconStar } from '@tabler/icons-react';
import { symbolKey } from '@vitrine/contract';
import { Empty, NumPercent, NumPrice, SearchField, Segmented, SkeletonRows, Tabs } from '@vitrine/ui';
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
const ALL = 'all';

/** Groups of coins of the dictionary `coin_plate`, by number; a group nobody named yet shows its number's markets under All. */
const plateNames = [
  { plate: 11, label: msg({ message: 'Majors', comment: 'Group of coins: the largest' }) },
  { plate: 12, label: msg({ message: 'Layer 1', comment: 'Group of coins: own chains' }) },
  { plate: 16, label: msg({ message: 'Layer 2', comment: 'Group of coins: chains on top of others' }) },
  { plate: 13, label: msg({ message: 'DeFi', comment: 'Group of coins' }) },
  { plate: 14, label: msg({ message: 'Meme', comment: 'Group of coins' }) },
  { plate: 15, label: msg({ message: 'Payments', comment: 'Group of coins' }) },
  { plate: 17, label: msg({ message: 'Storage', comment: 'Group of coins' }) },
] as const;

/** Markets of a tab, of a quote, and of a search; a search looks through all of them, whatever the tab. */
export function marketsShown(
  markets: readonly SpotMarket[],
  tab: string,
  quote: string | undefined,
  search: string,
  favourites: ReadonlySet<string>,
): readonly SpotMarket[] {
  const wanted = symbolKey(search.trim());
  return markets.filter((market) => {
    if (wanted !== '') return symbolKey(market.name).includes(wanted) || symbolKey(market.shown).includes(wanted);
    if (quote !== undefined && market.quote !== quote) return false;
    if (tab === FAVOURITES) return favourites.has(symbolKey(market.symbol));
    return tab === ALL || market.plates.map(String).includes(tab);
  });
}

export function MarketList({ markets, favourites, chosen, onChoose }: MarketListProps) {
  const { t, i18n } = useLingui();
  const prices = useMarketPrices();
  const [search, setSearch] = useState('');
  const [tab, setTab] = useState<string>(ALL);
  const [quote, setQuote] = useState<string>();
  const quotes = [...new Set(markets?.map((market) => market.quote))];
  const plates = plateNames.filter(({ plate }) => markets?.some((market) => market.plates.includes(plate)));
  const shown = markets && marketsShown(markets, tab, quote, search, favourites.symbols);
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
        value={tab}
        choices={[
          { key: FAVOURITES, label: <IconStar className="v-i-14" stroke={1.75} aria-label={t`Favourites`} /> },
          { key: ALL, label: t({ message: 'All', comment: 'Group of markets: all of them' }) },
          ...plates.map(({ plate, label }) => ({ key: String(plate), label: i18n._(label) })),
        ]}
        onChange={setTab}
      />
      {quotes.length > 1 ? (
        <Segmented
          label={t({ message: 'Quote coin', comment: 'Filter of markets by the coin they are priced in' })}
          value={quote ?? ALL}
          choices={[
            { key: ALL, label: t({ message: 'All', comment: 'Group of markets: all of them' }) },
            ...quotes.map((one) => ({ key: one, label: one })),
          ]}
          onChange={(one) => setQuote(one === ALL ? undefined : one)}
        />
      ) : null}
      <div className={style['list']}>
        {shown === undefined ? <SkeletonRows rows={10} /> : null}
        {shown?.length === 0 ? (
          search.trim() === '' && tab === FAVOURITES ? (
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
