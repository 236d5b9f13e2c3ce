// The order book: asks above, best in the middle, bids below; pointing freezes, a click takes the price.

import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown } from '@tabler/icons-react';
import { classes, formatAmount, formatPrice, NumPrice, Menu, showNumber, Triangle, useFormat } from '@vitrine/ui';
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type BookStore, fromSteps, type LivePrice, toSteps, usePaint, useSelected } from '../../live/index.ts';
import style from './book.module.css';
import { type BookView, BookPainter } from './painter.ts';
import type { RowPool } from './pool.ts';

/** The book repaints at most 10 times a second. */
const BOOK_CADENCE_MS = 100;
/** The words for screen readers change this often at most. */
const SUMMARY_CADENCE_MS = 5_000;
const ROW_PX = 20;
const OPEN_ROW_PX = 28;
const PHONE_ROWS = 8;
/** Groups offered: steps of a tick. */
const GROUPS = [1, 10, 50, 100, 1_000] as const;

/** A market as the book needs it. */
export interface BookMarket {
  readonly base: string;
  readonly quote: string;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

export interface OrderBookProps {
  readonly market: BookMarket;
  readonly store: BookStore;
  readonly price: LivePrice | undefined;
  /** Own open orders with a price: side 1 buy, 2 sell. */
  readonly own: readonly { readonly direction: number; readonly entrustPrice: string | null }[];
  readonly group: number;
  readonly phone: boolean;
  readonly onTake: (price: string) => void;
}

export function OrderBook({ market, store, price, own, group, phone, onTake }: OrderBookProps) {
  const { t } = useLingui();
  const { tag } = useFormat();
  const id = useId();
  const asks = useRef<HTMLDivElement>(null);
  const bids = useRef<HTMLDivElement>(null);
  const share = useRef<HTMLSpanElement>(null);
  const painter = useRef<BookPainter>(undefined);
  const [showHouse, setShowHouse] = useState(true);
  const [opened, setOpened] = useState(false);

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

  const rowPx = phone && opened ? OPEN_ROW_PX : ROW_PX;
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
  const freeze = (): void => painter.current?.freeze();
  const thaw = (): void => painter.current?.thaw();
  const whole = useSelected(store, isWhole, true);

  return (
    <div className={style['book']} style={rowHeight(rowPx)} data-stale={!whole || undefined}>
      <div className={style['head']}>
        <span>
          <Trans comment="Column head of the order book: price in a coin">Price, {market.quote}</Trans>
        </span>
        <span>
          <Trans comment="Column head of the order book: amount in a coin">Amount, {market.base}</Trans>
        </span>
        <span>
          <Trans comment="Column head of the order book: running total">Total</Trans>
        </span>
      </div>
      <Side
        label={t`Asks, best last. Enter takes the price.`}
        refTo={asks}
        className={classes(style['side'], style['asks'])}
        pool={() => painter.current?.asks}
        start="end"
        phone={phone}
        onTake={take}
        onFreeze={freeze}
        onThaw={thaw}
      />
      <Middle market={market} store={store} price={price} />
      <Side
        label={t`Bids, best first. Enter takes the price.`}
        refTo={bids}
        className={style['side'] ?? ''}
        pool={() => painter.current?.bids}
        start="begin"
        phone={phone}
        onTake={take}
        onFreeze={freeze}
        onThaw={thaw}
      />
      <div className={style['foot']}>
        <span className={style['legend']} aria-hidden="true">
          <i />
          <i />
        </span>
        <span className="v-grow">
          <Trans comment="Foot of the order book: how much of what is shown is the house market maker's, e.g. 41%">
            house maker’s part, <span ref={share}>–</span>
          </Trans>
        </span>
        <button type="button" className="v-link" aria-pressed={!showHouse} onClick={() => setShowHouse(!showHouse)}>
          {showHouse ? (
            <Trans comment="Button: stop showing the house maker's part">Hide</Trans>
          ) : (
            <Trans comment="Button: show the house maker's part">Show</Trans>
          )}
        </button>
      </div>
      <Summary market={market} store={store} />
    </div>
  );
}

interface SideProps {
  readonly label: string;
  readonly refTo: RefObject<HTMLDivElement | null>;
  readonly className: string;
  readonly pool: () => RowPool | undefined;
  /** Where the best row is. */
  readonly start: 'begin' | 'end';
  readonly phone: boolean;
  readonly onTake: (pool: RowPool | undefined, target: EventTarget | null) => void;
  readonly onFreeze: () => void;
  readonly onThaw: () => void;
}

/** One side: a list box whose rows the painter owns; arrows walk it, Enter takes the price. */
function Side({ label, refTo, className, pool, start, phone, onTake, onFreeze, onThaw }: SideProps) {
  const [at, setAt] = useState<number>();
  const row = at === undefined ? undefined : pool()?.at(at);
  useEffect(() => pool()?.mark(at ?? -1));
  const move = (event: KeyboardEvent): void => {
    const rows = pool();
    if (!rows) return;
    const here = at ?? (start === 'end' ? rows.size : -1);
    const to = event.key === 'ArrowUp' ? here - 1 : event.key === 'ArrowDown' ? here + 1 : undefined;
    if (to !== undefined) {
      event.preventDefault();
      if (rows.at(to)) setAt(to);
    } else if (event.key === 'Enter' && at !== undefined && row) {
      event.preventDefault();
      onTake(rows, document.querySelector(`#${CSS.escape(row.id)}`));
    }
  };
  return (
    <div
      ref={refTo}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={row?.id}
      className={className}
      onPointerEnter={phone ? undefined : onFreeze}
      onPointerLeave={phone ? undefined : onThaw}
      onFocus={onFreeze}
      onBlur={() => {
        setAt(undefined);
        onThaw();
      }}
      onKeyDown={move}
      onClick={(event) => onTake(pool(), event.target)}
    />
  );
}

interface Best {
  readonly spread: string | undefined;
  readonly percent: string | undefined;
}

function Middle({ market, store, price }: { market: BookMarket; store: BookStore; price: LivePrice | undefined }) {
  const { tag } = useFormat();
  const best = useSelected<BookStore, Best>(
    store,
    useCallback((book) => spreadOf(book), []),
    nothing,
    BOOK_CADENCE_MS,
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
      </b>
      <span className="v-12 v-ink-3 v-num">
        {spread === undefined ? null : (
          <Trans comment="Middle of the order book: gap between best bid and ask, in price and percent">
            spread {spread} · {percent}%
          </Trans>
        )}
      </span>
    </div>
  );
}

/** The same in words, for screen readers: the rows themselves change too fast to be read out. */
function Summary({ market, store }: { market: BookMarket; store: BookStore }) {
  const { tickDecimals, lotDecimals } = market;
  const words = useSelected<BookStore, readonly string[] | undefined>(
    store,
    useCallback(
      ({ bestBid, bestAsk }) =>
        bestBid && bestAsk
          ? [
              fromSteps(bestBid.ticks, tickDecimals),
              fromSteps(bestBid.lots, lotDecimals),
              fromSteps(bestAsk.ticks, tickDecimals),
              fromSteps(bestAsk.lots, lotDecimals),
            ]
          : undefined,
      [tickDecimals, lotDecimals],
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
        Best bid {bid} for {bidAmount} {market.base}, best ask {ask} for {askAmount} {market.base}.
      </Trans>
    </p>
  );
}

/** The choice of the group, for the head of the panel. */
export function GroupSelect({
  tickDecimals,
  value,
  onChange,
}: {
  readonly tickDecimals: number;
  readonly value: number;
  readonly onChange: (group: number) => void;
}) {
  const { t } = useLingui();
  const { tag } = useFormat();
  const word = (step: number): string => showNumber(plain(fromSteps(step, tickDecimals)), tag);
  return (
    <Menu
      label={t`Group prices by`}
      width={120}
      target={
        <button type="button" className={style['group']} aria-label={t`Group prices by, now ${word(value)}`}>
          {word(value)} <IconChevronDown className="v-i-14" stroke={1.75} aria-hidden="true" />
        </button>
      }
      items={GROUPS.map((step) => ({
        key: String(step),
        label: word(step),
        chosen: step === value,
        onClick: () => onChange(step),
      }))}
    />
  );
}

/** 100.0 reads 100. */
function plain(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** The row's height as a custom property, for which React's types have no name. */
const rowHeight = (px: number): CSSProperties => ({ ['--row' as string]: `${px}px` });

const nothing: Best = { spread: undefined, percent: undefined };
const sameBest = (a: Best, b: Best): boolean => a.spread === b.spread && a.percent === b.percent;
const isWhole = (store: BookStore): boolean => store.whole || store.seq < 0;

/** Spread in price and in percent of the best ask, two digits; undefined while a side is empty. */
function spreadOf({ bestBid, bestAsk, scale }: BookStore): Best {
  if (!bestBid || !bestAsk) return nothing;
  const steps = Math.max(0, bestAsk.ticks - bestBid.ticks);
  return {
    spread: fromSteps(steps, scale.tickDecimals),
    percent: fromSteps(Math.round((steps * 10_000) / bestAsk.ticks), 2),
  };
}

function ownTicksOf(own: OrderBookProps['own'], tickDecimals: number): { ownBids: Set<number>; ownAsks: Set<number> } {
  const ownBids = new Set<number>();
  const ownAsks = new Set<number>();
  for (const { direction, entrustPrice } of own) {
    if (entrustPrice !== null) (direction === 1 ? ownBids : ownAsks).add(toSteps(entrustPrice, tickDecimals));
  }
  return { ownBids, ownAsks };
}
