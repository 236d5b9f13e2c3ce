// The chart by keyboard: move the crosshair, zoom, and move, place, delete and undo drawings.

import type { Chart, KLineData } from 'klinecharts';
import { type KeyboardEvent, useCallback, useRef } from 'react';
import type { DrawingPoint } from './drawing/drawing.ts';
import { addDrawing, type DrawingLayerParts } from './drawing/drawing-layer.ts';
import { TOOLS } from './drawing/drawing.ts';

const CANDLE_PANE = 'candle_pane';
const ZOOM = 1.2;
/** Candles per step with Shift. */
const FAR = 10;
/** A drawing placed by key spans this many candles, and this fraction of the price. */
const SPAN_CANDLES = 20;
const SPAN_PART = 0.01;

export interface ChartKeyParts extends DrawingLayerParts {
  readonly tickDecimals: number;
  /** Time of the candle under the crosshair, ms UTC; undefined: none. */
  readonly onPoint: (time: number | undefined) => void;
  /** A candle was selected by key: announces it for screen readers. */
  readonly onTell: (candle: KLineData) => void;
}

/** Handles keys on the focused chart. */
export function useChartKeys(chart: Chart | undefined, parts: ChartKeyParts): (event: KeyboardEvent) => void {
  const at = useRef<number>(undefined);
  return useCallback(
    (event: KeyboardEvent) => {
      if (!chart || event.altKey || event.target !== event.currentTarget) return;
      if (onKey(chart, parts, event, at)) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    [chart, parts],
  );
}

/** Handles a key; false: the chart has no use for it. */
function onKey(chart: Chart, parts: ChartKeyParts, event: KeyboardEvent, at: { current: number | undefined }): boolean {
  const { selected, drawings, onDrawing, onSelect, tool } = parts;
  const far = event.shiftKey ? FAR : 1;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return false;
    onDrawing({ is: key === 'y' || event.shiftKey ? 'redo' : 'undo' });
    return true;
  }
  const chosen = drawings.list.find(({ id }) => id === selected);
  const across = event.key === 'ArrowRight' ? far : event.key === 'ArrowLeft' ? -far : 0;
  const up = event.key === 'ArrowUp' ? far : event.key === 'ArrowDown' ? -far : 0;
  if (chosen && !chosen.locked && (across !== 0 || up !== 0)) {
    onDrawing({
      is: 'move',
      id: chosen.id,
      points: moved(chart, chosen.points, across, up / 10 ** parts.tickDecimals),
    });
    return true;
  }
  if (across !== 0) {
    at.current = point(chart, (at.current ?? chart.getDataList().length) + across, parts);
    return true;
  }
  switch (event.key) {
    case '+':
    case '=':
      chart.zoomAtCoordinate(ZOOM);
      return true;
    case '-':
      chart.zoomAtCoordinate(1 / ZOOM);
      return true;
    case 'End':
      chart.scrollToRealTime();
      at.current = point(chart, chart.getDataList().length - 1, parts);
      return true;
    case 'Home':
      at.current = point(chart, chart.getVisibleRange().realFrom, parts);
      return true;
    case 'Enter': {
      if (!tool) return false;
      const points = defaultPoints(chart, tool, at.current);
      if (points) addDrawing(parts, tool, points);
      parts.onToolDone();
      return true;
    }
    case 'Delete':
    case 'Backspace':
      if (!chosen) return false;
      onDrawing({ is: 'remove', id: chosen.id });
      return true;
    case 'Escape':
      if (tool) parts.onToolDone();
      else if (selected !== undefined) onSelect(undefined);
      else if (at.current !== undefined) {
        at.current = undefined;
        chart.executeAction('onCrosshairChange', {});
        parts.onPoint(undefined);
      } else return false;
      return true;
    default:
      return false;
  }
}

/** Moves the crosshair to a candle and scrolls it into view; returns its index. */
function point(chart: Chart, wanted: number, { onPoint, onTell }: ChartKeyParts): number | undefined {
  const list = chart.getDataList();
  const index = Math.min(Math.max(wanted, 0), list.length - 1);
  const candle = list[index];
  if (!candle) return undefined;
  const { realFrom, realTo } = chart.getVisibleRange();
  if (index < realFrom || index >= realTo) chart.scrollToDataIndex(Math.min(list.length - 1, index + FAR));
  const pixel = chart.convertToPixel([{ dataIndex: index, value: candle.close }], { paneId: CANDLE_PANE });
  const coordinate = Array.isArray(pixel) ? pixel[0] : pixel;
  chart.executeAction('onCrosshairChange', { ...coordinate, paneId: CANDLE_PANE });
  onPoint(candle.timestamp);
  onTell(candle);
  return index;
}

function moved(chart: Chart, points: readonly DrawingPoint[], candles: number, value: number): DrawingPoint[] {
  const list = chart.getDataList();
  const period = (list[1]?.timestamp ?? 0) - (list[0]?.timestamp ?? 0);
  return points.map((one) => ({ time: one.time + candles * period, value: one.value + value }));
}

/** Where a tool draws on Enter: around the candle under the crosshair, else the last. */
function defaultPoints(chart: Chart, tool: string, at: number | undefined): DrawingPoint[] | undefined {
  const list = chart.getDataList();
  const end = list[at ?? list.length - 1];
  const start = list[Math.max(0, (at ?? list.length - 1) - SPAN_CANDLES)];
  const count = TOOLS.find(({ name }) => name === tool)?.points;
  if (!end || !start || count === undefined) return undefined;
  const points = [
    { time: start.timestamp, value: start.close },
    { time: end.timestamp, value: end.close === start.close ? end.close * (1 + SPAN_PART) : end.close },
    { time: start.timestamp, value: start.close * (1 + SPAN_PART) },
  ];
  return count === 1 ? points.slice(1, 2) : points.slice(0, count);
}
