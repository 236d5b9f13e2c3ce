// The order book: asks above, best prices in the middle, bids below. Pointing at it freezes it, a click takes the
// price.

import { Trans, useLingui } from '@lingui/react/macro';
import { classes, formatAmount, formatPrice, useFormat } from '@vitrine/ui';
import { type CSSProperties, useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type BookStore, fromSteps, toSteps, usePaint, useSelected } from '../../live/index.ts';
import style from './book.module.css';
import { Side } from './book-side.tsx';
import { Middle, Summary } from './middle.tsx';
import { type BookView, BookPainter } from './painter.ts';
import type { RowPool } from './pool.ts';
import { type Reach, reachOf } from './reach.ts';
import { ReachLine } from './reach-line.tsx';

/** The book repaints at most 10 times a second. */
const BOOK_CADENCE_MS = 100;
const ROW_PX = 20;
const OPEN_ROW_PX = 28;
const PHONE_ROWS = 8;

/** A market as the book needs it. */
export interface BookMarket {
  readonly symbol: string;
  /** Unit of quantities: the base coin, or contracts. */
  readonly base: string;
  readonly quote: string;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  /** Quantities have a fixed value in quote units: coin-margined contracts. */
  readonly inverse?: boolean;
}

export interface OrderBookProps {
  readonly market: BookMarket;
  readonly store: BookStore;
  /** Kind of its streams. */
  readonly kind: number;
  /** The user's open orders with a price: side 1 buy, 2 sell. */
  readonly own: readonly { readonly direction: number; readonly entrustPrice: string | null }[];
  readonly group: number;
  readonly phone: boolean;
  readonly onTake: (price: string) => void;
}

export function OrderBook({ market, store, kind, own, group, phone, onTake }: OrderBookProps) {
  const { t } = useLingui();
  const { tag } = useFormat();
  const id = useId();
  const asks = useRef<HTMLDivElement>(null);
  const bids = useRef<HTMLDivElement>(null);
  const share = useRef<HTMLSpanElement>(null);
  const painter = useRef<BookPainter>(undefined);
  const [showHouse, setShowHouse] = useState(true);
  const [opened, setOpened] = useState(false);
  const [reach, setReach] = useState<Reach>();

  const ownTicks = useMemo(() => ownTicksOf(own, market.tickDecimals), [own, market.tickDecimals]);
  const view = useMemo<BookView>(
    () => ({
      store,
      step: group,
      showHouse,
      ...ownTicks,
      printPrice: (text) => formatPrice(text, market.tickDecimals, { tag }),
      printAmount: (text) => formatAmount(text, market.lotDecimals, { tag }),
    }),
    [store, group, showHouse, ownTicks, market.tickDecimals, market.lotDecimals, tag],
  );
  const paint = useCallback(() => painter.current?.paint(view), [view]);

  const ownLabel = t({ message: 'your order', comment: 'Mark beside a row of the order book' });
  useLayoutEffect(() => {
    if (!asks.current || !bids.current) return undefined;
    const look = (side: string | undefined) => ({
      row: classes(style['row'], side),
      price: style['price'] ?? '',
      amount: style['amount'] ?? '',
      total: style['total'] ?? '',
      own: style['own'] ?? '',
      ownLabel,
    });
    const made = new BookPainter(
      { asks: asks.current, bids: bids.current, id },
      { ask: look(style['ask']), bid: look(style['bid']) },
      (percent) => {
        if (share.current) share.current.textContent = percent === undefined ? '–' : `${percent}%`;
      },
    );
    painter.current = made;
    return () => {
      made.clear();
      painter.current = undefined;
    };
  }, [id, ownLabel]);

  const rowPx = (phone && opened ? OPEN_ROW_PX : ROW_PX) * textScale();
  useLayoutEffect(() => {
    const box = asks.current;
    if (!box) return undefined;
    const fit = (): void => {
      painter.current?.resize(phone ? PHONE_ROWS : Math.floor(box.clientHeight / rowPx));
      painter.current?.paint(view);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(box);
    return () => observer.disconnect();
  }, [phone, rowPx, view, ownLabel]);

  usePaint(store, BOOK_CADENCE_MS, paint);

  const take = (pool: RowPool | undefined, target: EventTarget | null): void => {
    if (phone && !opened) {
      setOpened(true);
      return;
    }
    const ticks = pool?.ticksOf(target) ?? 0;
    if (ticks > 0) onTake(fromSteps(ticks, market.tickDecimals));
  };
  const point = (side: 'asks' | 'bids') => (ticks: number) =>
    setReach((now) =>
      ticks === 0
        ? undefined
        : now?.side === side && now.ticks === ticks
          ? now
          : reachOf(painter.current?.standing ?? store, side, ticks, market.inverse),
    );
  const freeze = (): void => painter.current?.freeze();
  const thaw = (): void => painter.current?.thaw();
  const whole = useSelected(store, isWhole, true);

  return (
    <div className={style['book']} style={rowHeight(rowPx)} data-stale={!whole || undefined}>
      <div className={style['head']}>
        <span>
          <Trans comment="Column head of the order book: price in a coin">Price, {{ coin: market.quote }}</Trans>
        </span>
        <span>
          <Trans comment="Column head of the order book: amount in a coin">Amount, {{ coin: market.base }}</Trans>
        </span>
        <span>
          <Trans context="running" comment="Column head of the order book: running total">
            Total
          </Trans>
        </span>
      </div>
      <Side
        testId="asks"
        label={t`Asks, best last. Press Enter to use the price.`}
        refTo={asks}
        className={classes(style['side'], style['asks'])}
        pool={() => painter.current?.asks}
        start="end"
        phone={phone}
        onTake={take}
        onPoint={point('asks')}
        onFreeze={freeze}
        onThaw={thaw}
      />
      <Middle market={market} store={store} kind={kind} />
      <Side
        testId="bids"
        label={t`Bids, best first. Press Enter to use the price.`}
        refTo={bids}
        className={style['side'] ?? ''}
        pool={() => painter.current?.bids}
        start="begin"
        phone={phone}
        onTake={take}
        onPoint={point('bids')}
        onFreeze={freeze}
        onThaw={thaw}
      />
      <div className={style['foot']}>
        {reach ? <ReachLine market={market} reach={reach} /> : null}
        <div className={style['house']} hidden={reach !== undefined}>
          <span className={style['legend']} aria-hidden="true">
            <i />
            <i />
          </span>
          <span className="v-grow">
            <Trans comment="Foot of the order book: how much of what is shown is the market maker's, e.g. 41%">
              Market-maker share, <span ref={share}>–</span>
            </Trans>
          </span>
          <button type="button" className="v-link" aria-pressed={!showHouse} onClick={() => setShowHouse(!showHouse)}>
            {showHouse ? (
              <Trans comment="Button: stop showing the market maker's share">Hide</Trans>
            ) : (
              <Trans comment="Button: show the market maker's share">Show</Trans>
            )}
          </button>
        </div>
      </div>
      <Summary market={market} store={store} />
    </div>
  );
}

/** The browser's text size relative to the default. */
const textScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

/** The row height as a custom property, which React's types do not cover. */
const rowHeight = (px: number): CSSProperties => ({ ['--row' as string]: `${px}px` });

const isWhole = (store: BookStore): boolean => store.whole || store.seq < 0;

function ownTicksOf(own: OrderBookProps['own'], tickDecimals: number): { ownBids: Set<number>; ownAsks: Set<number> } {
  const ownBids = new Set<number>();
  const ownAsks = new Set<number>();
  for (const { direction, entrustPrice } of own) {
    if (entrustPrice !== null) (direction === 1 ? ownBids : ownAsks).add(toSteps(entrustPrice, tickDecimals));
  }
  return { ownBids, ownAsks };
}
