// The chart's lines and labels: the price of each, its position, and how it is dragged.

import { formatPrice, useFormat } from '@vitrine/ui';
import type { Chart } from 'klinecharts';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { pageFrames, toDrawn } from '../../../live/index.ts';
import { type ChartLine, MAX_LINES, snapDrawn } from './line.ts';
import { type DrawnLine, LINES, type LineScene } from './line-draw.ts';
import { type Move, type MoveEvent, shownPrice } from '../move/move.ts';
import { spreadLabels } from './spread.ts';

const CANDLE_PANE = 'candle_pane';
/** A press within this distance of a line grabs it, px. */
const GRAB_PX = 5;
/** The label of a line outside the visible range is this far from the edge, px. */
const EDGE_PX = 14;

export interface ShownLine {
  readonly line: ChartLine;
  /** The drawn price: its own, or the one it is being moved to. */
  readonly price: string;
}

export interface LineHold {
  readonly shown: readonly ShownLine[];
  /** Registers a label's element; undefined removes it. */
  readonly setLabel: (id: string, element: HTMLElement | null) => void;
  /** Starts a drag from a press on a label (or on the line). */
  readonly grab: (line: ChartLine, fresh: boolean, pointer: PointerEvent) => void;
  /** The draggable line under the pointer, if any; y in pixels of the window. */
  readonly near: (clientY: number) => ChartLine | undefined;
}

/** Draws the page's lines on the chart. */
export function useLines(
  chart: Chart | undefined,
  box: RefObject<HTMLElement | null>,
  lines: readonly ChartLine[],
  move: Move,
  onMove: (event: MoveEvent) => void,
  tickDecimals: number,
): LineHold {
  const { tag } = useFormat();
  const labels = useRef(new Map<string, HTMLElement>());
  const places = useRef<{ readonly ys: readonly number[]; readonly shown: readonly ShownLine[] }>({
    ys: [],
    shown: [],
  });

  const shown = useMemo(() => {
    const list: ShownLine[] = lines.slice(0, MAX_LINES).map((line) => ({ line, price: shownPrice(move, line) }));
    const fresh = freshLine(move);
    if (fresh && !list.some(({ line }) => line.id === fresh.line.id)) list.push(fresh);
    return list;
  }, [lines, move]);

  useEffect(() => {
    if (!chart) return undefined;
    const moved = shown.filter(({ line, price }) => price !== line.price && freshLine(move)?.line.id !== line.id);
    const drawn: DrawnLine[] = [
      ...shown.map(({ line, price }) => ({
        kind: line.kind,
        price: formatPrice(price, tickDecimals, { tag }),
        faint: false,
      })),
      ...moved.map(({ line }) => ({ kind: line.kind, price: '', faint: true })),
    ];
    const values = [...shown.map(({ price }) => price), ...moved.map(({ line }) => line.price)].map(toDrawn);
    const scene: LineScene = {
      lines: drawn,
      place: (ys, width, height) => {
        places.current = { ys: ys.slice(0, shown.length), shown };
        placeLabels(labels.current, places.current, width, height);
      },
    };
    const points = values.map((value) => ({ value }));
    if (points.length === 0) return undefined;
    chart.createOverlay({ name: LINES, id: LINES, groupId: LINES, lock: true, points, extendData: () => scene });
    return () => {
      chart.removeOverlay({ id: LINES });
    };
  }, [chart, shown, move, tickDecimals, tag]);

  const setLabel = useCallback((id: string, element: HTMLElement | null) => {
    if (element) labels.current.set(id, element);
    else labels.current.delete(id);
  }, []);

  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);

  const grab = useCallback(
    (line: ChartLine, fresh: boolean, pointer: PointerEvent) => {
      if (!chart || !box.current) return;
      end.current?.();
      onMove({ is: 'hold', line, fresh });
      let y = pointer.clientY;
      const surface = pageFrames().surface(0, () => {
        const top = box.current?.getBoundingClientRect().top ?? 0;
        const point = chart.convertFromPixel([{ y: y - top }], { paneId: CANDLE_PANE, absolute: true });
        const value = Array.isArray(point) ? point[0]?.value : point.value;
        if (value !== undefined) onMove({ is: 'to', price: snapDrawn(value, tickDecimals) });
      });
      const follow = (event: PointerEvent): void => {
        if (event.pointerId !== pointer.pointerId) return;
        event.preventDefault();
        y = event.clientY;
        surface.invalidate();
      };
      const stop = (event?: Event): void => {
        if (event instanceof PointerEvent && event.pointerId !== pointer.pointerId) return;
        end.current = undefined;
        surface.dispose();
        removeEventListener('pointermove', follow);
        removeEventListener('pointerup', stop);
        removeEventListener('pointercancel', cancel);
        removeEventListener('keydown', key, true);
        onMove({ is: 'release' });
      };
      const cancel = (): void => {
        onMove({ is: 'undo' });
        stop();
      };
      const key = (event: KeyboardEvent): void => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        cancel();
      };
      end.current = stop;
      addEventListener('pointermove', follow);
      addEventListener('pointerup', stop);
      addEventListener('pointercancel', cancel);
      addEventListener('keydown', key, true);
    },
    [chart, box, onMove, tickDecimals],
  );

  const near = useCallback(
    (clientY: number): ChartLine | undefined => {
      const y = clientY - (box.current?.getBoundingClientRect().top ?? 0);
      let best: { readonly line: ChartLine; readonly far: number } | undefined;
      for (const [at, { line }] of places.current.shown.entries()) {
        const far = Math.abs((places.current.ys[at] ?? Infinity) - y);
        if (line.draggable && far <= GRAB_PX && far < (best?.far ?? Infinity)) best = { line, far };
      }
      return best?.line;
    },
    [box],
  );

  return { shown, setLabel, grab, near };
}

/** A line that does not exist yet. */
export function freshLine(move: Move): ShownLine | undefined {
  if (move.at === 'rest' || move.at === 'failed' || move.from !== null || move.to === null) return undefined;
  return move.at === 'sent' && move.seen ? undefined : { line: move.line, price: move.to };
}

function placeLabels(
  labels: ReadonlyMap<string, HTMLElement>,
  { ys, shown }: { readonly ys: readonly number[]; readonly shown: readonly ShownLine[] },
  width: number,
  height: number,
): void {
  // Lines outside the visible range take no space from visible ones; on keyboard focus their labels move to the edge.
  const seen = shown.flatMap((_, at) => {
    const y = ys[at];
    return y !== undefined && y >= 0 && y <= height ? [{ at, y }] : [];
  });
  const spread = spreadLabels(
    seen.map(({ y }) => y),
    height,
  );
  const places = new Map(seen.map(({ at }, order) => [at, spread[order]]));
  for (const [at, { line }] of shown.entries()) {
    const label = labels.get(line.id);
    const y = ys[at];
    if (!label || y === undefined) continue;
    const there = places.get(at) ?? (y < 0 ? EDGE_PX : height - EDGE_PX);
    const transform = `translate(calc(${Math.round(width)}px - 100% - 12px), ${Math.round(there)}px) translateY(-50%)`;
    if (label.style.transform !== transform) label.style.transform = transform;
    const place = places.has(at) ? 'on' : 'off';
    if (label.dataset['place'] !== place) label.dataset['place'] = place;
  }
}
