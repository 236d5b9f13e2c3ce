// The price header: favourite star and pair, last price and its source, figures of the day, and the index's sources.

import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown } from '@tabler/icons-react';
import { classes, NumPercent, NumPrice, SourceChip, Time } from '@vitrine/ui';
import { type ReactNode, useCallback } from 'react';
import {
  type IndexTick,
  type LivePrice,
  type TickSource,
  type TickStore,
  useLineStatus,
  useLive,
  usePrice,
  useSelected,
} from '../../live/index.ts';
import { type Favourites, type Market, sourceRows, Star, useNow } from '../../market/index.ts';
import { Hint } from '../../hint/index.ts';
import style from './terminal.module.css';
import { useFigureRows } from './use-figure-rows.ts';
import { useOldTick } from './use-price-age.ts';

/** Update interval of the age on the chip, ms. */
const AGE_CADENCE_MS = 200;

export interface PriceHeaderProps {
  readonly market: Market;
  /** Kind of its streams. */
  readonly kind: number;
  readonly ticks: TickStore;
  readonly favourites: Favourites;
  /** Opens the list of markets; undefined where it is shown at the side. */
  readonly onSwitch: (() => void) | undefined;
  /** Text after the pair: the kind of contract. */
  readonly tag?: ReactNode;
  /** Figures of the product, between index and high: mark, funding. */
  readonly figures?: ReactNode;
  /** Volume, turnover, open interest. */
  readonly totals: ReactNode;
  /** The end of the header: panes, full screen. */
  readonly tools: ReactNode;
}

export function PriceHeader({
  market,
  kind,
  ticks,
  favourites,
  onSwitch,
  tag,
  figures,
  totals,
  tools,
}: PriceHeaderProps) {
  const { t } = useLingui();
  const price = usePrice(market.symbol, kind);
  const tick = useSelected(
    ticks,
    useCallback((store: TickStore) => store.last, []),
    undefined,
  );
  const stale = useOldTick(ticks) && price?.state !== 'closed';
  const direction = price?.move === 1 ? 'up' : price?.move === -1 ? 'down' : 'flat';
  const last = price?.close;
  const closed = price?.state === 'closed';
  const stats = useFigureRows();
  // The lists beside it show the index's own day, so each says which series its day uses.
  const series =
    last === undefined ? (
      <Trans comment="Where the price shown comes from">index</Trans>
    ) : (
      <Trans comment="Behind “24 h”, “24 h high”: of which series of prices the day is: of the market’s own trades">
        trades
      </Trans>
    );
  const of = (name: ReactNode) => (
    <>
      {name}
      <span className={style['series']}> · {series}</span>
    </>
  );
  const { name } = market;
  return (
    <header className={style['header']} id="pane-price">
      <div className={style['pair']}>
        {favourites.has(market.symbol) ? (
          <Star
            market={market}
            on={favourites.symbols.has(market.symbol)}
            onToggle={() => favourites.toggle(market.symbol)}
          />
        ) : null}
        <h1 className={style['name']}>
          {onSwitch ? (
            <button
              type="button"
              className={style['switch']}
              data-testid="switch-market"
              aria-haspopup="dialog"
              aria-label={t`${name}, choose another market`}
              onClick={onSwitch}
            >
              {market.shown} <IconChevronDown className="v-i-14" stroke={1.75} aria-hidden="true" />
            </button>
          ) : (
            market.shown
          )}
        </h1>
        {tag === undefined ? null : <span className={style['kindTag']}>{tag}</span>}
      </div>
      <div className={style['lastBox']}>
        <NumPrice
          className={classes(style['last'], style[direction], stale && style['stale'])}
          value={last ?? tick?.price}
          decimals={market.decimals}
        />
        <span className={classes('v-12 v-ink-3', style['basis'])} data-testid="price-basis">
          {closed && tick ? (
            <Trans comment="Where the price of a closed market comes from: the last one, with its time">
              last, <Time at={tick.time} />
            </Trans>
          ) : last === undefined ? (
            <Trans comment="Where the price shown comes from">index</Trans>
          ) : (
            <Trans comment="Where the price shown comes from: the last trade, with its time">
              last trade, <Time at={price?.tradeTime} />
            </Trans>
          )}
        </span>
      </div>
      <span className={style['phoneChange']}>
        <NumPrice value={price?.change} decimals={market.decimals} directed />
        <NumPercent value={price?.priceChangePercent} directed />
        <span className="v-12 v-ink-3">
          <Trans comment="Change over 24 hours">24 h</Trans> · {series}
        </span>
      </span>
      <section
        ref={stats}
        className={style['stats']}
        data-testid="market-figures"
        aria-label={t`Market data`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
      >
        <dl>
          <Stat className={style['dayChange']} name={of(<Trans comment="Change over 24 hours">24 h</Trans>)}>
            <span className="v-row">
              <NumPrice value={price?.change} decimals={market.decimals} directed />
              <NumPercent value={price?.priceChangePercent} directed />
            </span>
          </Stat>
          <Stat
            name={
              <Hint of="index">
                <Trans comment="Index price">Index</Trans>
              </Hint>
            }
          >
            <NumPrice value={tick?.price ?? price?.indexPrice} decimals={market.decimals} />
          </Stat>
          {figures}
          <Stat name={of(<Trans>24 h high</Trans>)}>
            <NumPrice value={price?.high24} decimals={market.decimals} />
          </Stat>
          <Stat name={of(<Trans>24 h low</Trans>)}>
            <NumPrice value={price?.low24} decimals={market.decimals} />
          </Stat>
          {totals}
        </dl>
      </section>
      <div className={style['chip']}>
        <Sources market={market} price={price} ticks={ticks} />
        {tools}
      </div>
    </header>
  );
}

/** A figure of the market with its name. */
export function Stat({
  name,
  className,
  children,
}: {
  readonly name: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes(style['stat'], className)}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The newest tick with its sources; sources belong to their tick. */
interface Made {
  readonly tick: IndexTick | undefined;
  readonly sources: readonly TickSource[];
}

const none: readonly TickSource[] = [];
const nothing: Made = { tick: undefined, sources: [] };
const sameTick = (a: Made, b: Made): boolean => a.tick?.seq === b.tick?.seq && a.sources === b.sources;

function Sources({ market, price, ticks }: { market: Market; price: LivePrice | undefined; ticks: TickStore }) {
  const { clock } = useLive();
  useNow(AGE_CADENCE_MS);
  const line = useLineStatus();
  const { tick, sources } = useSelected(
    ticks,
    useCallback((store: TickStore): Made => ({ tick: store.last, sources: store.sources?.list ?? none }), []),
    nothing,
    AGE_CADENCE_MS,
    sameTick,
  );
  const age = tick ? Math.max(0, clock.now() - tick.time) : undefined;
  const word =
    line === 'offline' ? (
      <span data-testid="line" data-state={line}>
        <Trans comment="State of the connection">offline</Trans>
      </span>
    ) : line === 'reconnecting' ? (
      <span data-testid="line" data-state={line}>
        <Trans comment="State of the connection">reconnecting</Trans>
      </span>
    ) : undefined;
  return (
    <SourceChip
      age={age}
      seq={tick?.seq}
      used={tick?.used}
      total={tick?.total}
      sources={sources.length > 0 ? sourceRows(sources) : undefined}
      decimals={market.decimals}
      closed={price?.state === 'closed' ? { opensAt: price.opensAt ?? market.opensAt } : undefined}
      word={word}
    />
  );
}
