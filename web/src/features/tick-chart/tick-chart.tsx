// The index tick by tick up to maturity, with the ticks that open and settle a second contract.

import { Trans, useLingui } from '@lingui/react/macro';
import {
  addDecimals,
  Empty,
  formatClock,
  formatCountdown,
  formatPrice,
  signOf,
  SkeletonBar,
  useFormat,
} from '@vitrine/ui';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type IndexTick, pageFrames, toDrawn, type TickStore, useSelected } from '../../live/index.ts';
import { paintTicks, readPalette, type Palette } from './paint.ts';
import { BEHIND_MS, priceStretch, type Stretch, timeStretch } from './picture.ts';
import style from './tick-chart.module.css';
import { TickTrail } from './trail.ts';

/** Maximum repaint rate for ticks, ms. */
const CADENCE_MS = 100;
/** Repaint interval for time, ms; with reduced motion once a second. */
const CLOCK_MS = 250;
const CALM_CLOCK_MS = 1_000;
/** Interval of screen reader announcements about an order, ms. */
const SAY_MS = 10_000;
/** Minimum height of the price axis in ticks. */
const LEAST_TICKS = 20;

/** An order to draw. Times in ms UTC by the server's clock. */
export interface TickOrder {
  readonly id: string;
  /** 1 up, 2 down. */
  readonly direction: 1 | 2;
  /** At the opening: "Up opened, 100.00". */
  readonly label: string;
  /** Null before it has opened. */
  readonly openPrice: string | null;
  readonly openTime: number | null;
  readonly closeTime: number | null;
}

export interface TickChartProps {
  readonly store: TickStore;
  /** Ticks older than the store's, oldest first. */
  readonly history?: readonly IndexTick[] | undefined;
  /** "BTC/USDT". */
  readonly pair: string;
  /** Decimals of an index price. */
  readonly decimals: number;
  /** The server's clock, ms UTC; the same function at each render. */
  readonly now: () => number;
  readonly order?: TickOrder | undefined;
  /** Duration of the order, ms; before it opens it has no maturity. */
  readonly period?: number | undefined;
}

export function TickChart(props: TickChartProps) {
  const { store, history, pair, decimals, now, order, period = 0 } = props;
  const { t } = useLingui();
  const { tag, time: zone } = useFormat();
  const canvas = useRef<HTMLCanvasElement>(null);
  const trail = useMemo(() => {
    const made = new TickTrail();
    if (history) made.take(history);
    return made;
  }, [history]);
  const bare = useSelected(
    store,
    useCallback((ticks: TickStore) => ticks.last === undefined, []),
    true,
  );

  const opensAt = order?.openTime ?? undefined;
  const closesAt = order?.closeTime ?? undefined;
  const openPrice = order?.openPrice ?? undefined;
  const direction = order?.direction;
  const label = order?.label ?? '';
  const settles = useCallback(
    (at: number, left: number) => {
      const clock = formatClock(at, zone.offset, 'second');
      const rest = formatCountdown(Math.max(0, left));
      return left <= 0
        ? t({ message: `settles ${clock}`, comment: 'At the line of maturity in the tick chart: a clock time' })
        : t({
            message: `settles ${clock}, ${rest} left`,
            comment: 'At the line of maturity in the tick chart: a clock time, and the seconds left',
          });
    },
    [t, zone.offset],
  );

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return undefined;
    let palette: Palette = readPalette();
    let size = { width: 0, height: 0 };
    let price: Stretch | undefined;
    const least = LEAST_TICKS * 10 ** -decimals;
    const opening = openPrice === undefined ? undefined : toDrawn(openPrice);

    const paint = (): void => {
      trail.take(store.ticks);
      const at = now();
      const time = timeStretch(at, direction && { openTime: opensAt ?? null, closeTime: closesAt ?? null }, period);
      trail.forgetBefore(Math.min(time.from, at - 2 * BEHIND_MS));
      price = priceStretch(trail.points, time.from, opening, price, least);
      if (!price || size.width === 0) return;
      paintTicks(context, {
        ...size,
        ratio: element.width / size.width,
        palette,
        points: trail.points,
        now: at,
        time,
        price,
        direction,
        opening:
          opening === undefined || opensAt === undefined || openPrice === undefined
            ? undefined
            : { value: opening, price: openPrice, time: opensAt, words: label },
        maturity:
          closesAt === undefined
            ? undefined
            : {
                time: closesAt,
                words: settles(closesAt, closesAt - at),
                short: formatCountdown(Math.max(0, closesAt - at)),
              },
        printPrice: (value) => formatPrice(value.toFixed(decimals), decimals, { tag }),
        printText: (text) => formatPrice(text, decimals, { tag }),
        printTime: (moment) => formatClock(moment, zone.offset, 'second'),
      });
    };

    const surface = pageFrames().surface(CADENCE_MS, paint);
    const off = store.listen((level) => surface.invalidate(level));
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setInterval(() => surface.invalidate(), calm ? CALM_CLOCK_MS : CLOCK_MS);
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      const ratio = Math.min(devicePixelRatio, 3);
      element.width = Math.round(width * ratio);
      element.height = Math.round(height * ratio);
      size = { width, height };
      // A resized canvas is empty: painting in the same frame avoids a flash.
      paint();
    });
    observer.observe(element);
    const recolour = (): void => {
      palette = readPalette();
      surface.invalidate();
    };
    // Observes the element itself, because its colours may change after the chart mounts.
    const theme = new MutationObserver(recolour);
    theme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme', 'data-dir'] });
    return () => {
      theme.disconnect();
      observer.disconnect();
      clearInterval(timer);
      off();
      surface.dispose();
    };
  }, [store, trail, decimals, now, direction, opensAt, closesAt, openPrice, label, period, settles, tag, zone.offset]);

  return (
    <div className={style['box']}>
      <canvas ref={canvas} className={style['canvas']} role="img" aria-label={t`Index of ${pair}, tick by tick`} />
      {order ? <Announcement store={store} decimals={decimals} now={now} order={order} /> : null}
      {bare && trail.points.length === 0 ? (
        <div className={style['bare']}>
          <SkeletonBar className={style['loading']} />
          <Empty title={<Trans>Waiting for the first tick of the index</Trans>} />
        </div>
      ) : null}
    </div>
  );
}

/** The state of the order, announced to screen readers at intervals. */
function Announcement({
  store,
  decimals,
  now,
  order,
}: {
  readonly store: TickStore;
  readonly decimals: number;
  readonly now: () => number;
  readonly order: TickOrder;
}) {
  const { t } = useLingui();
  const { tag } = useFormat();
  const [announced, setAnnounced] = useState('');
  const { openPrice, closeTime, direction } = order;
  const clock = useRef(now);
  useEffect(() => {
    clock.current = now;
  });
  useEffect(() => {
    const tell = (): void => {
      const price = store.last?.price;
      if (price === undefined) return;
      const index = formatPrice(price, decimals, { tag });
      if (openPrice === null || closeTime === null) {
        setAnnounced(t`Index ${index}. The order waits for the tick that opens it.`);
        return;
      }
      const left = formatCountdown(Math.max(0, closeTime - clock.current()));
      const sign = signOf(addDecimals(price, negated(openPrice)) ?? '0') ?? 0;
      const front = sign === 0 ? 0 : sign > 0 === (direction === 1) ? 1 : -1;
      setAnnounced(
        front > 0
          ? t`Index ${index}, winning. ${left} left.`
          : front < 0
            ? t`Index ${index}, losing. ${left} left.`
            : t`Index ${index}, equal to the opening. ${left} left.`,
      );
    };
    tell();
    const timer = setInterval(tell, SAY_MS);
    return () => clearInterval(timer);
  }, [store, decimals, openPrice, closeTime, direction, t, tag]);
  return (
    <p className="v-hidden" role="status">
      {announced}
    </p>
  );
}

function negated(text: string): string {
  return text.startsWith('-') ? text.slice(1) : `-${text}`;
}
