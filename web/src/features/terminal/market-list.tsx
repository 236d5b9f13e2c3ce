// A list of markets: name, price, change. Heads sort, arrow keys move, Enter opens, a star marks favourites.

import { Trans, useLingui } from '@lingui/react/macro';
import { symbolKey } from '@vitrine/contract';
import { Empty, NumPercent, NumPrice, SkeletonRows, Triangle } from '@vitrine/ui';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { type Favourites, type Market, type MarketPrices, Star } from '../../market/index.ts';
import {
  FAVOURITES,
  type MarketFilter,
  marketsShown,
  nextSorting,
  type Sorting,
  sortMarkets,
} from './market-filter.ts';
import style from './terminal.module.css';

export interface MarketListProps {
  /** Undefined while loading. */
  readonly markets: readonly Market[] | undefined;
  readonly filter: MarketFilter;
  readonly favourites: Favourites;
  readonly prices: MarketPrices;
  /** The current market, `BTC_USDT`; undefined if it is not in this list. */
  readonly chosen: string | undefined;
  readonly onChoose: (market: Market) => void;
}

/** Keyboard navigation of a market list; Down moves from the search box to the first. */
export function walkMarkets(event: KeyboardEvent): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-market]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const typing = at < 0 && document.activeElement instanceof HTMLInputElement;
  let to: HTMLElement | undefined;
  if (event.key === 'ArrowDown') to = rows[at + 1];
  else if (event.key === 'ArrowUp') to = rows[at - 1];
  else if (event.key === 'Home' && !typing && at >= 0) [to] = rows;
  else if (event.key === 'End' && !typing && at >= 0) to = rows.at(-1);
  else if (event.key === 'Enter' && typing) {
    // Enter after a search opens the first match.
    rows[0]?.click();
    event.preventDefault();
    return;
  }
  if (!to) return;
  event.preventDefault();
  to.focus();
}

export function MarketList({ markets, filter, favourites, prices, chosen, onChoose }: MarketListProps) {
  const [sorting, setSorting] = useState<Sorting>();
  const shown =
    markets && sortMarkets(marketsShown(markets, filter, favourites.symbols), sorting, (market) => prices.of(market));
  const head = (by: NonNullable<Sorting>['by'], word: ReactNode) => (
    <SortHead by={by} word={word} sorting={sorting} onSort={setSorting} />
  );
  // Contracts cannot be favourites (spec §3), so their rows have no star.
  const plain = markets?.[0] !== undefined && isContract(markets[0]);
  return (
    <>
      <div className={style['marketHead']} data-plain={plain || undefined}>
        {head('name', <Trans>Market</Trans>)}
        {head('price', <Trans comment="Index price">Index</Trans>)}
        {head(
          'change',
          <>
            <Trans comment="Change over 24 hours">24 h</Trans> ·{' '}
            <Trans comment="Where the price shown comes from">index</Trans>
          </>,
        )}
      </div>
      <div className={style['list']}>
        {shown === undefined ? <SkeletonRows rows={10} /> : null}
        {shown?.length === 0 ? (
          filter.search.trim() === '' && filter.tab === FAVOURITES ? (
            <Empty title={<Trans>No favourites yet</Trans>}>
              <Trans>Press the star beside a market to add it here.</Trans>
            </Empty>
          ) : (
            <Empty title={<Trans>No such market</Trans>} />
          )
        ) : null}
        {shown?.map((market) => (
          <MarketRow
            key={market.symbol}
            market={market}
            favourites={favourites}
            prices={prices}
            chosen={market.route === chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
    </>
  );
}

const isContract = ({ kind }: Market): boolean => kind === 2 || kind === 3;

function SortHead({
  by,
  word,
  sorting,
  onSort,
}: {
  readonly by: NonNullable<Sorting>['by'];
  readonly word: ReactNode;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}) {
  const { t } = useLingui();
  const on = sorting?.by === by;
  return (
    <button
      type="button"
      className={style['sortHead']}
      aria-pressed={on}
      onClick={() => onSort(nextSorting(sorting, by))}
    >
      {word}
      {on ? (
        <>
          {' '}
          <Triangle direction={sorting.falls ? 'down' : 'up'} />
          <span className="v-hidden">
            {sorting.falls
              ? t({ message: 'falling', comment: 'How a list is sorted' })
              : t({ message: 'rising', comment: 'How a list is sorted' })}
          </span>
        </>
      ) : null}
    </button>
  );
}

function MarketRow({
  market,
  favourites,
  prices,
  chosen,
  onChoose,
}: Pick<MarketListProps, 'favourites' | 'prices' | 'onChoose'> & {
  readonly market: Market;
  readonly chosen: boolean;
}) {
  const price = prices.of(market);
  const contract = isContract(market);
  return (
    <div className={style['marketRow']} data-chosen={chosen || undefined} data-plain={contract || undefined}>
      {contract ? null : favourites.has(market.symbol) ? (
        <Star
          market={market}
          on={favourites.symbols.has(symbolKey(market.symbol))}
          onToggle={() => favourites.toggle(market.symbol)}
        />
      ) : (
        <span />
      )}
      <button
        type="button"
        data-market={market.route}
        className={style['marketButton']}
        aria-current={chosen || undefined}
        onClick={() => onChoose(market)}
      >
        <span>
          <span className="v-strong">{market.base}</span>
          <span className="v-ink-3">/{market.quote}</span>
        </span>
        <NumPrice value={price.index} decimals={market.decimals} />
        <span className={style['change']}>
          {price.state === 'closed' ? (
            <span className="v-ink-3">
              <Trans comment="State of a market, in a list">closed</Trans>
            </span>
          ) : (
            <NumPercent value={price.percent} directed />
          )}
        </span>
      </button>
    </div>
  );
}
