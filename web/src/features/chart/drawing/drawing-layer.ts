// Synchronises the chart's overlays with the user's drawings, and reports the user's changes.

import type { Chart, OverlayCreate } from 'klinecharts';
import { useEffect, useRef } from 'react';
import type { Drawing, DrawingEvent, DrawingPoint, Drawings, ToolName } from './drawing.ts';
import type { TellMeasure } from './shapes.ts';

const GROUP = 'drawings';
const DRAWING = 'drawing-now';

export interface DrawingLayerParts {
  readonly drawings: Drawings;
  readonly onDrawing: (event: DrawingEvent) => void;
  /** The selected tool. */
  readonly tool: ToolName | undefined;
  /** Called when the tool is deselected: its drawing is finished or cancelled. */
  readonly onToolDone: () => void;
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
  readonly tellMeasure: TellMeasure;
}

/** Runs the layer over a chart, once there is one. */
export function useDrawingLayer(chart: Chart | undefined, parts: DrawingLayerParts): void {
  const { drawings, tool, selected, tellMeasure } = parts;
  const { list, hidden } = drawings;
  const now = useRef(parts);
  useEffect(() => {
    now.current = parts;
  });

  useEffect(() => {
    if (!chart) return;
    const wanted = new Map(list.map((one) => [one.id, one]));
    for (const { id } of chart.getOverlays({ groupId: GROUP })) {
      if (!wanted.has(id)) chart.removeOverlay({ id });
    }
    for (const drawing of list) {
      const override = {
        id: drawing.id,
        points: drawing.points.map(({ time, value }) => ({ timestamp: time, value })),
        lock: drawing.locked,
        visible: !hidden,
        extendData: drawing.tool === 'vitrineMeasure' ? tellMeasure : drawing.text,
        styles: { line: { size: drawing.id === selected ? 2.25 : 1.25 } },
      };
      if (chart.getOverlays({ id: drawing.id }).length > 0) chart.overrideOverlay(override);
      else chart.createOverlay({ ...override, name: drawing.tool, groupId: GROUP, ...hands(drawing.id, now) });
    }
  }, [chart, list, hidden, selected, tellMeasure]);

  useEffect(() => {
    if (!chart || !tool) return undefined;
    chart.createOverlay({
      name: tool,
      id: DRAWING,
      groupId: DRAWING,
      ...(tool === 'vitrineMeasure' && { extendData: now.current.tellMeasure }),
      onDrawEnd: ({ overlay }) => {
        const points = pointsOf(overlay.points);
        // Deferred: removing it while the library handles the press would corrupt the library's state.
        queueMicrotask(() => {
          chart.removeOverlay({ id: DRAWING });
          if (points) addDrawing(now.current, tool, points);
          now.current.onToolDone();
        });
      },
      onRightClick: () => now.current.onToolDone(),
    });
    return () => {
      chart.removeOverlay({ id: DRAWING });
    };
  }, [chart, tool]);
}

let made = 0;

/** Adds a drawing and selects it. */
export function addDrawing(
  { onDrawing, onSelect }: Pick<DrawingLayerParts, 'onDrawing' | 'onSelect'>,
  tool: ToolName,
  points: readonly DrawingPoint[],
): void {
  const id = `${Date.now().toString(36)}-${(made += 1)}`;
  onDrawing({ is: 'add', drawing: { id, tool, points, locked: false, text: '' } });
  onSelect(id);
}

/** The event handlers of a drawing. */
function hands(id: Drawing['id'], now: { readonly current: DrawingLayerParts }): Partial<OverlayCreate> {
  return {
    onPressedMoveEnd: ({ overlay }) => {
      const points = pointsOf(overlay.points);
      if (points) now.current.onDrawing({ is: 'move', id, points });
    },
    onSelected: () => now.current.onSelect(id),
    onDeselected: () => {
      if (now.current.selected === id) now.current.onSelect(undefined);
    },
    onRightClick: ({ preventDefault }) => {
      // The library would remove it immediately; we show the bar with Delete instead.
      preventDefault?.();
      now.current.onSelect(id);
    },
  };
}

function pointsOf(points: readonly { timestamp?: number; value?: number }[]): readonly DrawingPoint[] | undefined {
  const read = points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined ? [] : [{ time: timestamp, value }],
  );
  return read.length === points.length && read.length > 0 ? read : undefined;
}
