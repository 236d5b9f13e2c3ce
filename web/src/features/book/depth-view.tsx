// The depth chart: two step curves that grow away from the middle. Pointer or arrow keys read it; a table has the same
// figures.

import { Trans, useLingui } from '@lingui/react/macro';
import { Empty, formatAmount, formatPrice, NumAmount, NumPrice, showNumber, useFormat } from '@vitrine/ui';
import { type KeyboardEvent, type PointerEvent, useCallback, useState } from 'react';
import { type BookStore, fromSteps, useSelected } from '../../live/index.ts';
import style from './book.module.css';
import { depthAt, type DepthPicture, depthWithin, drawDepth, HEIGHT, WIDTH } from './depth.ts';
import type { BookMarket } from './order-book.tsx';

const DEPTH_CADENCE_MS = 500;
const FIGURES_CADENCE_MS = 1_000;
/** Arrow key steps from the middle to the edge. */
const STEPS = 50;

export function DepthView({ market, store }: { readonly market: BookMarket; readonly store: BookStore }) {
  const { t } = useLingui();
  const { tag } = useFormat();
  /** The position that is read, as a fraction of half the width from the middle: −1 to 1. */
  const [at, setAt] = useState<number>();
  const picture = useSelected<BookStore, DepthPicture | undefined>(
    store,
    useCallback((book) => drawDepth(book), []),
    undefined,
    DEPTH_CADENCE_MS,
    (a, b) => a?.version === b?.version,
  );
  if (!picture) return <Empty title={<Trans>No depth yet</Trans>} />;
  const { tickDecimals, lotDecimals } = market;
  const ticks = at === undefined ? undefined : Math.round(picture.twiceMiddle / 2 + at * picture.reach);
  const read = ticks === undefined || ticks <= 0 ? undefined : depthAt(store, ticks);
  const words = read && {
    price: formatPrice(fromSteps(read.ticks, tickDecimals), tickDecimals, { tag }),
    amount: formatAmount(fromSteps(read.lots, lotDecimals), lotDecimals, { tag }),
    distance: showNumber(fromSteps(read.distance, 2), tag),
    coin: market.base,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? 5 / STEPS : 1 / STEPS;
    const next =
      event.key === 'ArrowRight'
        ? (at ?? 0) + step
        : event.key === 'ArrowLeft'
          ? (at ?? 0) - step
          : event.key === 'Home'
            ? -1
            : event.key === 'End'
              ? 1
              : undefined;
    if (event.key === 'Escape') setAt(undefined);
    if (next === undefined) return;
    event.preventDefault();
    setAt(Math.min(Math.max(next, -1), 1));
  };
  const onPointerMove = (event: PointerEvent): void => {
    const box = event.currentTarget.getBoundingClientRect();
    if (box.width > 0) setAt(((event.clientX - box.left) / box.width) * 2 - 1);
  };
  const { amount, coin, price, distance } = words ?? {};
  const text =
    words && read
      ? read.side === 'asks'
        ? t({
            message: `${amount} ${coin} offered up to ${price}, ${distance}% above the mid price`,
            comment: 'Depth of the book at the pointed price',
          })
        : t({
            message: `${amount} ${coin} bid down to ${price}, ${distance}% below the mid price`,
            comment: 'Depth of the book at the pointed price',
          })
      : undefined;
  return (
    <div className={style['depthBox']}>
      <div
        className={style['depth']}
        data-testid="depth"
        data-side={read?.side}
        role="slider"
        tabIndex={0}
        aria-label={t`Depth of the order book`}
        aria-valuemin={-STEPS}
        aria-valuemax={STEPS}
        aria-valuenow={Math.round((at ?? 0) * STEPS)}
        aria-valuetext={text ?? t({ message: 'at the mid price', comment: 'Where the depth of the book is read' })}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(undefined)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setAt(undefined)}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={style['depthBid']} d={picture.bids} />
          <path className={style['depthAsk']} d={picture.asks} />
          {at === undefined ? null : (
            <line
              className={style['cursor']}
              x1={((at + 1) / 2) * WIDTH}
              x2={((at + 1) / 2) * WIDTH}
              y1={0}
              y2={HEIGHT}
            />
          )}
        </svg>
        {text === undefined ? null : <span className={style['depthWords']}>{text}</span>}
        <span className={style['depthAxis']} style={{ left: 8 }}>
          <NumPrice value={picture.low} decimals={tickDecimals} />
        </span>
        <span className={style['depthAxis']} style={{ right: 8 }}>
          <NumPrice value={picture.high} decimals={tickDecimals} />
        </span>
        <span className={`${style['depthAxis']} ${style['depthTop']}`} style={{ right: 8 }}>
          <NumAmount value={picture.most} decimals={lotDecimals} unit={market.base} />
        </span>
      </div>
      <Within market={market} store={store} />
    </div>
  );
}

/** The quantities near the middle, as figures. */
function Within({ market, store }: { readonly market: BookMarket; readonly store: BookStore }) {
  const { tag } = useFormat();
  const rows = useSelected(
    store,
    useCallback((book: BookStore) => depthWithin(book), []),
    undefined,
    FIGURES_CADENCE_MS,
    (a, b) => JSON.stringify(a) === JSON.stringify(b),
  );
  if (!rows) return null;
  const amount = (lots: number) => (
    <NumAmount value={fromSteps(lots, market.lotDecimals)} decimals={market.lotDecimals} />
  );
  return (
    <div className={style['withinBox']}>
      <table className={style['within']}>
        <thead>
          <tr>
            <th scope="col">
              <Trans comment="Table of the depth: distance from the middle price">Within</Trans>
            </th>
            {rows.map(({ within }) => (
              <th scope="col" key={within}>
                {showNumber(fromSteps(within, 2), tag)}%
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              <Trans comment="Table of the depth: what is bid, in a coin">Bids, {{ coin: market.base }}</Trans>
            </th>
            {rows.map(({ within, bids }) => (
              <td key={within}>{amount(bids)}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">
              <Trans comment="Table of the depth: what is asked, in a coin">Asks, {{ coin: market.base }}</Trans>
            </th>
            {rows.map(({ within, asks }) => (
              <td key={within}>{amount(asks)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}
