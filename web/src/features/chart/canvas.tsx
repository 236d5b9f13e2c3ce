// The drawn chart itself; fetched only when a chart is shown.

import { useLingui } from '@lingui/react/macro';
import { formatFixed, unknownText, useFormat } from '@vitrine/ui';
import { type Chart, dispose, init, registerLocale } from 'klinecharts';
import { useEffect, useRef, useState } from 'react';
import { type Interval, type KlineSeries, pageFrames } from '../../live/index.ts';
import { feedLoader, periodOf } from './feed-loader.ts';
import { chartLook } from './look.ts';
import { ORDER_LINE, type OrderLineData, registerOrderLine } from './order-line.ts';

/** The legend follows the crosshair at most this often, ms. */
const LEGEND_CADENCE_MS = 50;
const CANDLE_PANE = 'candle_pane';
/** Indicators that are drawn over the candles; all others get a pane of their own. */
const OVER_CANDLES = new Set(['MA', 'EMA', 'SMA', 'BOLL', 'SAR', 'BBI', 'AVP']);
const PANE_PX = 76;
const ORDERS_GROUP = 'orders';
const DRAWINGS_GROUP = 'drawings';

export interface ChartCanvasProps {
  readonly series: KlineSeries;
  readonly interval: Interval;
  readonly ticker: string;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  readonly indicators: readonly string[];
  readonly orders: readonly (OrderLineData & { readonly id: string; readonly value: number })[];
  /** A drawing tool just chosen; a new object each time. */
  readonly tool: { readonly name: string } | undefined;
  readonly label: string;
  readonly loadOlder: () => Promise<void>;
  /** Time of the candle pointed at, ms UTC; undefined: none. */
  readonly onPoint: (time: number | undefined) => void;
}

export function ChartCanvas(props: ChartCanvasProps) {
  const { series, interval, ticker, tickDecimals, lotDecimals, indicators, orders, tool, label, loadOlder, onPoint } =
    props;
  const { t, i18n } = useLingui();
  const { tag, time } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<Chart>();

  useEffect(() => {
    if (!box.current) return undefined;
    registerOrderLine();
    const made = init(box.current, { styles: chartLook(), hotkey: { enabled: false } });
    if (!made) return undefined;
    // The library puts its canvas first in the order of focus; there is nothing in it for keys.
    made.getDom()?.setAttribute('tabindex', '-1');
    setChart(made);
    const restyle = (): void => made.setStyles(chartLook());
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(box.current);
    addEventListener('vitrine:theme', restyle);
    const element = box.current;
    return () => {
      removeEventListener('vitrine:theme', restyle);
      observer.disconnect();
      dispose(element);
      setChart(undefined);
    };
  }, []);

  useEffect(() => {
    if (!chart) return;
    const name = i18n.locale;
    registerLocale(name, {
      time: t({ message: 'Time', comment: 'Chart legend' }),
      open: t({ message: 'Open', comment: 'Chart legend: first price of a candle' }),
      high: t({ message: 'High', comment: 'Chart legend' }),
      low: t({ message: 'Low', comment: 'Chart legend' }),
      close: t({ message: 'Close', context: 'candle', comment: 'Chart legend: last price of a candle' }),
      volume: t({ message: 'Volume', comment: 'Chart legend' }),
      change: t({ message: 'Change', comment: 'Chart legend' }),
      turnover: t({ message: 'Turnover', comment: 'Chart legend' }),
      second: t({ message: 's', comment: 'Chart: second, short' }),
      minute: t({ message: 'm', comment: 'Chart: minute, short' }),
      hour: t({ message: 'h', comment: 'Chart: hour, short' }),
      day: t({ message: 'D', comment: 'Chart: day, short' }),
      week: t({ message: 'W', comment: 'Chart: week, short' }),
      month: t({ message: 'M', comment: 'Chart: month, short' }),
      year: t({ message: 'Y', comment: 'Chart: year, short' }),
    });
    chart.setLocale(name);
    chart.setTimezone(zoneName(time.offset));
    chart.setThousandsSeparator({ sign: '', format: (value) => printed(String(value), tag) });
    chart.setDecimalFold({ threshold: 100, format: (value) => printed(String(value), tag) });
  }, [chart, i18n.locale, t, tag, time.offset]);

  useEffect(() => {
    if (!chart) return undefined;
    const loader = feedLoader(series, loadOlder, () => chart.resetData());
    chart.setSymbol({ ticker, pricePrecision: tickDecimals, volumePrecision: lotDecimals });
    chart.setPeriod(periodOf(interval));
    chart.setDataLoader(loader);
    return loader.stop;
  }, [chart, series, interval, ticker, tickDecimals, lotDecimals, loadOlder]);

  useIndicators(chart, indicators);

  useEffect(() => {
    if (!chart) return undefined;
    chart.createOverlay(
      orders.map(({ id, value, label: words, price }) => ({
        name: ORDER_LINE,
        id: `order-${id}`,
        groupId: ORDERS_GROUP,
        lock: true,
        points: [{ value }],
        extendData: { label: words, price },
      })),
    );
    return () => {
      chart.removeOverlay({ groupId: ORDERS_GROUP });
    };
  }, [chart, orders]);

  useEffect(() => {
    if (!chart || !tool) return;
    if (tool.name === 'remove') chart.removeOverlay({ groupId: DRAWINGS_GROUP });
    else chart.createOverlay({ name: tool.name, groupId: DRAWINGS_GROUP });
  }, [chart, tool]);

  useEffect(() => {
    if (!chart) return undefined;
    let pointed: number | undefined;
    const surface = pageFrames().surface(LEGEND_CADENCE_MS, () => onPoint(pointed));
    const follow = (data?: unknown): void => {
      pointed = timeOf(data);
      surface.invalidate();
    };
    chart.subscribeAction('onCrosshairChange', follow);
    return () => {
      chart.unsubscribeAction('onCrosshairChange', follow);
      surface.dispose();
    };
  }, [chart, onPoint]);

  return <div ref={box} role="img" aria-label={label} style={{ position: 'absolute', inset: 0 }} />;
}

/** Makes the chart hold exactly the named indicators. */
function useIndicators(chart: Chart | undefined, names: readonly string[]): void {
  useEffect(() => {
    if (!chart) return;
    for (const { name, id } of chart.getIndicators()) if (!names.includes(name)) chart.removeIndicator({ id });
    for (const name of names) {
      if (chart.getIndicators({ name }).length > 0) continue;
      if (OVER_CANDLES.has(name)) {
        chart.createIndicator({ name, paneId: CANDLE_PANE, ...(name === 'EMA' && { calcParams: [20] }) }, true);
      } else {
        const paneId = `pane_${name}`;
        chart.createIndicator({ name, paneId, ...(name === 'VOL' && { calcParams: [] }) });
        chart.setPaneOptions({ id: paneId, height: PANE_PX, minHeight: 40 });
      }
    }
  }, [chart, names]);
}

/** A number of the chart in the reader's language; what is no plain decimal (K, M, B) stays. */
function printed(text: string, tag: string): string {
  const point = text.indexOf('.');
  const shown = formatFixed(text, point < 0 ? 0 : text.length - point - 1, { tag });
  return shown === unknownText ? text : shown;
}

/** An offset in minutes as a zone that Intl knows: +08:00. */
function zoneName(offset: number): string {
  const minutes = Math.abs(offset);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
}

/** The candle's time in a crosshair event; undefined when it points beside the candles. */
function timeOf(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('kLineData' in data)) return undefined;
  const candle = data.kLineData;
  return typeof candle === 'object' && candle !== null && 'timestamp' in candle && typeof candle.timestamp === 'number'
    ? candle.timestamp
    : undefined;
}
