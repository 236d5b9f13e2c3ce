// The price header: star and pair, last price and its basis, the day's figures, and where the index comes from.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { IconChevronDown } from '@tabler/icons-react';
import { classes, compareDecimal, NumPercent, NumPrice, NumVolume, type PriceSource, SourceChip } from '@vitrine/ui';
import { type ReactNode, useCallback, useState } from 'react';
import { queryOf } from '../../api/index.ts';
import { type LivePrice, STALE_MS, type TickStore, useLineStatus, useLive, useSelected } from '../../live/index.ts';
import { type Favourites, Star, useNow } from '../../market/index.ts';
import type { SpotMarket } from './spot-markets.ts';
import style from './terminal.module.css';

/** The age on the chip moves this often, ms. */
const AGE_CADENCE_MS = 200;
/** The sources are read this often while the header is shown: the TICK stream carries none. */
const SOURCES_EVERY_MS = 5_000;

/** The turnover is in no stream of the market; its list is read this often. */
const TURNOVER_EVERY_MS = 15_000;

export interface PriceHeaderProps {
  readonly market: SpotMarket;
  readonly price: LivePrice | undefined;
  readonly ticks: TickStore;
  readonly favourites: Favourites;
  /** Opens the list of markets; undefined where it stands beside. */
  readonly onSwitch: (() => void) | undefined;
}

export function PriceHeader({ market, price, ticks, favourites, onSwitch }: PriceHeaderProps) {
  const { t } = useLingui();
  const { clock } = useLive();
  useNow(AGE_CADENCE_MS);
  const tick = useSelected(
    ticks,
    useCallback((store: TickStore) => store.last, []),
    undefined,
  );
  const age = tick ? Math.max(0, clock.now() - tick.time) : undefined;
  const stale = price?.state !== 'closed' && age !== undefined && age > STALE_MS;
  const direction = price?.move === 1 ? 'up' : price?.move === -1 ? 'down' : 'flat';
  const last = price?.close;
  const rows = useQuery({ ...queryOf('open.getSpotGoods', {}, 'lazy'), refetchInterval: TURNOVER_EVERY_MS });
  const turnover = rows.data?.find(({ symbol_name: name }) => name === market.name)?.amount;
  return (
    <header className={style['header']}>
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
              aria-haspopup="dialog"
              aria-label={t`${market.name}, choose another market`}
              onClick={onSwitch}
            >
              {market.shown} <IconChevronDown className="v-i-14" stroke={1.75} aria-hidden="true" />
            </button>
          ) : (
            market.shown
          )}
        </h1>
      </div>
      <div className={style['lastBox']}>
        <NumPrice
          className={classes(style['last'], style[direction], stale && style['stale'])}
          value={last ?? tick?.price}
          decimals={market.decimals}
        />
        <span className={classes('v-12 v-ink-3', style['basis'])}>
          {last === undefined ? (
            <Trans comment="Where the price shown comes from">index</Trans>
          ) : (
            <Trans comment="Where the price shown comes from">last trade</Trans>
          )}
        </span>
      </div>
      <dl className={style['stats']}>
        <Stat className={style['dayChange']} name={<Trans comment="Change over 24 hours">24 h</Trans>}>
          <span className="v-row">
            <NumPrice value={price?.change} decimals={market.decimals} directed />
            <NumPercent value={price?.priceChangePercent} directed />
          </span>
        </Stat>
        <Stat name={<Trans comment="Index price">Index</Trans>}>
          <NumPrice value={tick?.price ?? price?.indexPrice} decimals={market.decimals} />
        </Stat>
        <Stat name={<Trans>24 h high</Trans>}>
          <NumPrice value={price?.high24} decimals={market.decimals} />
        </Stat>
        <Stat name={<Trans>24 h low</Trans>}>
          <NumPrice value={price?.low24} decimals={market.decimals} />
        </Stat>
        <Stat name={<Trans comment="Volume of 24 hours, in the base coin">Volume</Trans>}>
          <NumVolume value={price?.volume24} unit={market.base} />
        </Stat>
        <Stat name={<Trans comment="Turnover of 24 hours, in the quote coin">Turnover</Trans>}>
          <NumVolume value={turnover} unit={market.quote} />
        </Stat>
      </dl>
      <div className={style['chip']}>
        <Sources market={market} price={price} age={age} seq={tick?.seq} />
      </div>
    </header>
  );
}

function Stat({ name, className, children }: { name: ReactNode; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={classes(style['stat'], className)}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Sources({
  market,
  price,
  age,
  seq,
}: {
  market: SpotMarket;
  price: LivePrice | undefined;
  age: number | undefined;
  seq: number | undefined;
}) {
  const line = useLineStatus();
  const [opened, setOpened] = useState(false);
  const query = useQuery({
    ...queryOf('open.getPriceComparison', { x: market.route }, 'lazy'),
    refetchInterval: SOURCES_EVERY_MS,
  });
  const list = query.data?.sources;
  const sources = list && listed(list);
  const word =
    line === 'offline' ? (
      <Trans comment="State of the connection">offline</Trans>
    ) : line === 'reconnecting' ? (
      <Trans comment="State of the connection">reconnecting</Trans>
    ) : undefined;
  return (
    <SourceChip
      age={age}
      {...(seq !== undefined && { seq })}
      {...(list && { used: list.filter(({ use }) => use === 'used').length, total: list.length })}
      sources={opened ? sources : undefined}
      decimals={market.decimals}
      closed={price?.state === 'closed' ? { opensAt: price.opensAt ?? market.opensAt } : undefined}
      word={word}
      onOpen={() => setOpened(true)}
    />
  );
}

/** The sources as the popover lists them, the median (of those used) in bold. */
function listed(list: readonly { source: string; price: string | null; age: number; use: string }[]): PriceSource[] {
  const used = list
    .filter(({ use, price }) => use === 'used' && price !== null)
    .toSorted((a, b) => compareDecimal(a.price ?? '', b.price ?? ''));
  const median = used.length % 2 === 1 ? used[(used.length - 1) / 2]?.source : undefined;
  return list.map(({ source, price, age, use }) => ({
    name: source,
    price: price ?? '',
    age,
    used: use === 'used',
    median: source === median,
    ...(use !== 'used' && { reason: <WhyUnused use={use} /> }),
  }));
}

function WhyUnused({ use }: { use: string }) {
  if (use === 'tooOld') return <Trans comment="Why a price source was not used">too old, not used</Trans>;
  if (use === 'tooFar')
    return <Trans comment="Why a price source was not used">too far from the others, not used</Trans>;
  return <Trans comment="Why a price source was not used">no price, not used</Trans>;
}
