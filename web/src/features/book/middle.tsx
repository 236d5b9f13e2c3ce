// The middle of the order book: last price, spread; and the best prices as text for screen readers.

import { Trans } from '@lingui/react/macro';
import { formatAmount, formatPrice, NumPrice, showNumber, Triangle, useFormat } from '@vitrine/ui';
import { useCallback } from 'react';
import { type BookStore, fromSteps, usePrice, useSelected } from '../../live/index.ts';
import { Hint } from '../../hint/index.ts';
import style from './book.module.css';
import type { BookMarket } from './order-book.tsx';

const MIDDLE_CADENCE_MS = 100;
/** Maximum update rate of the text for screen readers. */
const SUMMARY_CADENCE_MS = 5_000;

interface Best {
  readonly spread: string | undefined;
  readonly percent: string | undefined;
}

export function Middle({ market, store, kind }: { market: BookMarket; store: BookStore; kind: number }) {
  const price = usePrice(market.symbol, kind);
  const { tag } = useFormat();
  const best = useSelected<BookStore, Best>(
    store,
    useCallback((book) => spreadOf(book), []),
    nothing,
    MIDDLE_CADENCE_MS,
    sameBest,
  );
  const spread = best.spread === undefined ? undefined : formatPrice(best.spread, market.tickDecimals, { tag });
  const percent = best.percent === undefined ? undefined : showNumber(best.percent, tag);
  const direction = price?.move === 1 ? 'up' : price?.move === -1 ? 'down' : 'flat';
  return (
    <div className={style['mid']}>
      <b className={style[direction]}>
        <Triangle direction={direction} />{' '}
        <NumPrice value={price?.close ?? price?.indexPrice} decimals={market.tickDecimals} />
        {price && price.close === undefined ? (
          <span className="v-12 v-ink-3">
            {' '}
            <Trans comment="Where the price shown comes from">index</Trans>
          </span>
        ) : null}
      </b>
      <span className="v-12 v-ink-3 v-num">
        {spread === undefined ? null : (
          <Hint of={['spread', 'last', 'orderBook']}>
            <Trans comment="Middle of the order book: gap between best bid and ask, in price and percent">
              spread {spread} · {percent}%
            </Trans>
          </Hint>
        )}
      </span>
    </div>
  );
}

/** The book as text for screen readers: the rows change too fast to be read out. */
export function Summary({ market, store }: { market: BookMarket; store: BookStore }) {
  const { tickDecimals, lotDecimals } = market;
  const { tag } = useFormat();
  const words = useSelected<BookStore, readonly string[] | undefined>(
    store,
    useCallback(
      ({ bestBid, bestAsk }) =>
        bestBid && bestAsk
          ? [
              formatPrice(fromSteps(bestBid.ticks, tickDecimals), tickDecimals, { tag }),
              formatAmount(fromSteps(bestBid.lots, lotDecimals), lotDecimals, { tag }),
              formatPrice(fromSteps(bestAsk.ticks, tickDecimals), tickDecimals, { tag }),
              formatAmount(fromSteps(bestAsk.lots, lotDecimals), lotDecimals, { tag }),
            ]
          : undefined,
      [tickDecimals, lotDecimals, tag],
    ),
    undefined,
    SUMMARY_CADENCE_MS,
    (a, b) => a?.join(' ') === b?.join(' '),
  );
  if (!words) return null;
  const [bid, bidAmount, ask, askAmount] = words;
  return (
    <p className="v-hidden">
      <Trans comment="Order book for screen readers">
        Best bid {bid} for {bidAmount} {{ coin: market.base }}, best ask {ask} for {askAmount} {{ coin: market.base }}.
      </Trans>
    </p>
  );
}

const nothing: Best = { spread: undefined, percent: undefined };
const sameBest = (a: Best, b: Best): boolean => a.spread === b.spread && a.percent === b.percent;

/** Spread in price and in percent of the best ask, two decimals; undefined while a side is empty. */
function spreadOf({ bestBid, bestAsk, scale }: BookStore): Best {
  if (!bestBid || !bestAsk) return nothing;
  const steps = Math.max(0, bestAsk.ticks - bestBid.ticks);
  return {
    spread: fromSteps(steps, scale.tickDecimals),
    percent: fromSteps(Math.round((steps * 10_000) / bestAsk.ticks), 2),
  };
}
