// The depth of the book as two stairs that grow away from the middle.

import { Trans, useLingui } from '@lingui/react/macro';
import { Empty, NumAmount, NumPrice } from '@vitrine/ui';
import { useCallback } from 'react';
import { type BookLevel, type BookStore, fromSteps, useSelected } from '../../live/index.ts';
import style from './book.module.css';
import type { BookMarket } from './order-book.tsx';

const DEPTH_CADENCE_MS = 500;
/** Levels a side that are drawn. */
const LEVELS = 200;
/** Drawing units; the picture is stretched to its panel. */
const WIDTH = 1_000;
const HEIGHT = 400;

interface DepthPicture {
  readonly version: number;
  readonly bids: string;
  readonly asks: string;
  readonly low: string;
  readonly high: string;
  readonly most: string;
}

export function DepthView({ market, store }: { readonly market: BookMarket; readonly store: BookStore }) {
  const { t } = useLingui();
  const picture = useSelected<BookStore, DepthPicture | undefined>(
    store,
    useCallback((book) => drawDepth(book), []),
    undefined,
    DEPTH_CADENCE_MS,
    (a, b) => a?.version === b?.version,
  );
  if (!picture) return <Empty title={<Trans>No depth yet</Trans>} />;
  return (
    <div className={style['depth']}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t`Depth of the order book`}
      >
        <path className={style['depthBid']} d={picture.bids} />
        <path className={style['depthAsk']} d={picture.asks} />
      </svg>
      <span className={style['depthAxis']} style={{ left: 8 }}>
        <NumPrice value={picture.low} decimals={market.tickDecimals} />
      </span>
      <span className={style['depthAxis']} style={{ right: 8 }}>
        <NumPrice value={picture.high} decimals={market.tickDecimals} />
      </span>
      <span className={`${style['depthAxis']} ${style['depthTop']}`} style={{ right: 8 }}>
        <NumAmount value={picture.most} decimals={market.lotDecimals} unit={market.base} />
      </span>
    </div>
  );
}

/** Both stairs to one scale; the middle stays in the middle, whichever side is thinner. */
export function drawDepth(book: BookStore): DepthPicture | undefined {
  const { bestBid, bestAsk, scale } = book;
  if (!bestBid || !bestAsk) return undefined;
  const bids = book.bids.slice(0, LEVELS);
  const asks = book.asks.slice(0, LEVELS);
  const middle = (bestBid.ticks + bestAsk.ticks) / 2;
  const reach = Math.max(middle - (bids.at(-1)?.ticks ?? middle), (asks.at(-1)?.ticks ?? middle) - middle, 1);
  const most = Math.max(sum(bids), sum(asks), 1);
  const x = (ticks: number): string => ((0.5 + (ticks - middle) / (2 * reach)) * WIDTH).toFixed(1);
  const y = (lots: number): string => (HEIGHT - (lots / most) * HEIGHT * 0.9).toFixed(1);
  return {
    version: book.version,
    bids: stairs(bids, x, y, x(middle - reach)),
    asks: stairs(asks, x, y, x(middle + reach)),
    low: fromSteps(Math.max(0, Math.round(middle - reach)), scale.tickDecimals),
    high: fromSteps(Math.round(middle + reach), scale.tickDecimals),
    most: fromSteps(most, scale.lotDecimals),
  };
}

function stairs(
  levels: readonly BookLevel[],
  x: (ticks: number) => string,
  y: (lots: number) => string,
  end: string,
): string {
  const first = levels[0];
  if (!first) return '';
  let total = 0;
  let path = `M${x(first.ticks)} ${HEIGHT}`;
  for (const level of levels) {
    path += `H${x(level.ticks)}`;
    total += level.lots;
    path += `V${y(total)}`;
  }
  return `${path}H${end}V${HEIGHT}Z`;
}

function sum(levels: readonly BookLevel[]): number {
  return levels.reduce((total, level) => total + level.lots, 0);
}
