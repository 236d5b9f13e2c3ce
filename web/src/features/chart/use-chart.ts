// The chart library's instance: created once, with our colours and the user's language.

import { useLingui } from '@lingui/react/macro';
import { formatDate, formatDateTime, formatFixed, unknownText, useFormat } from '@vitrine/ui';
import { type Chart, dispose, init, registerLocale, utils } from 'klinecharts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { pageFrames } from '../../live/index.ts';
import { indicatorOf, type ShownIndicator } from './indicators/indicator.ts';
import { indicatorLegend } from './indicators/indicator-legend.ts';
import { chartLook } from './look.ts';
import { registerShapes } from './drawing/shapes.ts';

/** The legend follows the crosshair at most this often, ms. */
const LEGEND_CADENCE_MS = 50;
const CANDLE_PANE = 'candle_pane';
/** Height of an indicator pane, px; less on a low chart (phone). */
const PANE_PX = 76;
const LOW_PANE_PX = 56;
const LOW_CHART_PX = 380;

/** The library's chart, and the ref of its container. */
export function useChart(): readonly [RefObject<HTMLDivElement | null>, Chart | undefined] {
  const { t, i18n } = useLingui();
  const { tag, time } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<Chart>();

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    registerShapes();
    const made = init(element, { styles: chartLook(), hotkey: { enabled: false } });
    if (!made) return undefined;
    // The library makes its canvas focusable; the container around it handles the keys.
    made.getDom()?.setAttribute('tabindex', '-1');
    setChart(made);
    const restyle = (): void => made.setStyles(chartLook());
    const observer = new ResizeObserver(() => {
      // If the newest candle was visible, it stays visible.
      const newest = made.getVisibleRange().realTo >= made.getDataList().length;
      made.resize();
      if (newest) made.scrollToRealTime();
    });
    observer.observe(element);
    addEventListener('vitrine:theme', restyle);
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
      open: t({ message: 'Open', context: 'candle', comment: 'Chart legend: first price of a candle' }),
      high: t({ message: 'High', comment: 'Chart legend' }),
      low: t({ message: 'Low', comment: 'Chart legend' }),
      close: t({ message: 'Close', context: 'candle', comment: 'Chart legend: last price of a candle' }),
      volume: t({ message: 'Volume', comment: 'Chart legend' }),
      change: t({ message: 'Change', context: 'candle', comment: 'Chart legend' }),
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
    chart.setFormatter({
      formatDate: ({ dateTimeFormat, timestamp, template, type }) =>
        type === 'xAxis'
          ? utils.formatDate(dateTimeFormat, timestamp, template)
          : template.includes('mm')
            ? formatDateTime(timestamp, time, 'minute')
            : formatDate(timestamp, time),
    });
    chart.setThousandsSeparator({ sign: '', format: (value) => printed(String(value), tag) });
    chart.setDecimalFold({ threshold: 100, format: (value) => printed(String(value), tag) });
  }, [chart, i18n.locale, t, tag, time]);

  return [box, chart];
}

/** Synchronises the chart's indicators and periods with the shown ones. */
export function useIndicators(chart: Chart | undefined, shown: readonly ShownIndicator[]): void {
  const { tag } = useFormat();
  useEffect(() => {
    if (!chart) return;
    const createTooltipDataSource = indicatorLegend(tag);
    for (const { name, id } of chart.getIndicators())
      if (!shown.some((one) => one.name === name)) chart.removeIndicator({ id });
    const low = (chart.getSize()?.height ?? Infinity) < LOW_CHART_PX;
    for (const { name, periods } of shown) {
      const [there] = chart.getIndicators({ name });
      const calcParams = [...periods];
      if (there) {
        if (there.calcParams.join() !== calcParams.join()) chart.overrideIndicator({ id: there.id, name, calcParams });
      } else if (indicatorOf(name)?.over) {
        chart.createIndicator({ name, paneId: CANDLE_PANE, calcParams, createTooltipDataSource }, true);
      } else {
        const paneId = `pane_${name}`;
        chart.createIndicator({ name, paneId, calcParams, createTooltipDataSource });
        chart.setPaneOptions({ id: paneId, height: low ? LOW_PANE_PX : PANE_PX, minHeight: 40 });
      }
    }
  }, [chart, shown, tag]);
}

/** Reports the candle under the crosshair. */
export function usePointed(chart: Chart | undefined, onPoint: (time: number | undefined) => void): void {
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
}

/** A chart number in the user's language; text that is not a plain decimal (K, M, B) stays. */
function printed(text: string, tag: string): string {
  const point = text.indexOf('.');
  const shown = formatFixed(text, point < 0 ? 0 : text.length - point - 1, { tag });
  return shown === unknownText ? text : shown;
}

/** An offset in minutes as a time zone for Intl: +08:00. */
function zoneName(offset: number): string {
  const minutes = Math.abs(offset);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
}

/** The candle's time in a crosshair event; undefined outside the candles. */
function timeOf(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('kLineData' in data)) return undefined;
  const candle = data.kLineData;
  return typeof candle === 'object' && candle !== null && 'timestamp' in candle && typeof candle.timestamp === 'number'
    ? candle.timestamp
    : undefined;
}
