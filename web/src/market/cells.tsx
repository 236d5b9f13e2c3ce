// Cells and columns of market lists: star, ring and name, price, change, age.
import { useEffect, useState } from 'react';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  buttonClass,
  CoinRing,
  IconButton,
  NumPercent,
  NumPrice,
  SourceChip,
  freshnessOf,
  useFormat,
  NumVolume,
  Sparkline,
  type Column,
} from '@vitrine/ui';
import { tradePath, useMarketPrices, type Market, type MarketPrice, type MarketPrices } from './markets.ts';
import style from './market.module.css';

/** The exchange's time, updated every `pace` milliseconds. */
export function useNow(pace = 1_000): number {
  const { now } = useFormat();
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), pace);
    return () => clearInterval(timer);
  }, [now, pace]);
  return time;
}

export function MarketName({ market }: { readonly market: Market }) {
  const plain = market.shown === market.name;
  return (
    <span className={style['name']}>
      <CoinRing coin={market.base} />
      <span>
        {plain ? (
          <>
            <span className="v-strong">{market.base}</span>
            <span className="v-ink-3">/{market.quote}</span>
          </>
        ) : (
          <>
            <span className="v-strong">{market.shown}</span> <span className="v-12 v-ink-3">{market.name}</span>
          </>
        )}
      </span>
    </span>
  );
}

export function Star({
  market,
  on,
  onToggle,
}: {
  readonly market: Market;
  readonly on: boolean;
  readonly onToggle: () => void;
}) {
  const { t } = useLingui();
  const { name } = market;
  return (
    <IconButton
      className={style['star']}
      data-testid="star"
      pressed={on}
      label={on ? t({ message: `Remove ${name} from favourites` }) : t({ message: `Add ${name} to favourites` })}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      {on ? <IconStarFilled aria-hidden="true" /> : <IconStar stroke={1.75} aria-hidden="true" />}
    </IconButton>
  );
}

/** Age of an index price by the exchange's clock; undefined before the first. */
export function ageOf(price: MarketPrice, now: number): number | undefined {
  return typeof price.time === 'number' ? Math.max(0, now - price.time) : undefined;
}

export function PriceCell({
  market,
  price,
  now,
}: {
  readonly market: Market;
  readonly price: MarketPrice;
  readonly now: number;
}) {
  const stale = price.state !== 'closed' && freshnessOf(ageOf(price, now)) === 'stale';
  return (
    <NumPrice
      value={price.index}
      decimals={market.decimals}
      className={stale ? `v-strong ${style['stale']}` : 'v-strong'}
    />
  );
}

export function ChangeCell({ price }: { readonly price: MarketPrice }) {
  return <NumPercent value={price.percent} directed />;
}

export function AgeCell({
  market,
  price,
  now,
}: {
  readonly market: { readonly state: Market['state'] | undefined; readonly opensAt: number | null };
  readonly price: MarketPrice;
  readonly now: number;
}) {
  const closed = price.state === 'closed' || (price.state === undefined && market.state === 'closed');
  return <SourceChip mini age={ageOf(price, now)} closed={closed ? { opensAt: market.opensAt } : undefined} />;
}

/** A button to the market's terminal; it does not press the row around it. */
function TradeButton({ market }: { readonly market: Market }) {
  return (
    <Link
      {...tradePath(market)}
      className={buttonClass({ size: 'small' })}
      onClick={(event) => event.stopPropagation()}
    >
      <Trans comment="Menu entry: the exchange">Trade</Trans>
    </Link>
  );
}

export type MarketColumn = 'price' | 'change' | 'volume' | 'line' | 'age' | 'trade';

export interface MarketColumns {
  readonly prices: MarketPrices;
  readonly columns: Readonly<Record<MarketColumn, Column<Market>>>;
}

/** Columns that every list of markets has; each list adds which of them sort and which leave on a phone. */
export function useMarketColumns(): MarketColumns {
  const { t } = useLingui();
  const prices = useMarketPrices();
  const now = useNow();
  return {
    prices,
    columns: {
      price: {
        key: 'price',
        head: t({ message: 'Index', comment: 'Index price' }),
        right: true,
        phone: 'keep',
        cell: (market) => <PriceCell market={market} price={prices.of(market)} now={now} />,
      },
      change: {
        key: 'change',
        head: t({ message: '24 h', comment: 'Column head: change in 24 hours' }),
        right: true,
        phone: 'keep',
        cell: (market) => <ChangeCell price={prices.of(market)} />,
      },
      volume: {
        key: 'volume',
        head: t`24 h volume`,
        right: true,
        cell: (market) => <NumVolume className="v-ink-2" value={market.turnover} />,
      },
      line: {
        key: 'line',
        head: t`Last 24 h`,
        right: true,
        phone: 'drop',
        cell: (market) => <Sparkline closes={prices.closes(market)} />,
      },
      age: {
        key: 'age',
        head: t({ message: 'Age', comment: 'Column head: how old' }),
        right: true,
        cell: (market) => <AgeCell market={market} price={prices.of(market)} now={now} />,
      },
      trade: {
        key: 'trade',
        head: '',
        label: t({ message: 'Trade', comment: 'Menu entry: the exchange' }),
        right: true,
        cell: (market) => <TradeButton market={market} />,
      },
    },
  };
}
