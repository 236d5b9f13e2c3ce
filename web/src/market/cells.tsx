// Cells of market lists: star, ring and name, price, change, age.
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
} from '@vitrine/ui';
import { tradePath, type Market, type MarketPrice } from './markets.ts';
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
export function TradeButton({ market }: { readonly market: Market }) {
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
