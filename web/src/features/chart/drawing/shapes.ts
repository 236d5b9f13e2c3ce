// Our own drawing tools: a rectangle, a measure, a note. The chart library has the others.

import { type OverlayFigure, type OverlayTemplate, registerOverlay } from 'klinecharts';
import { registerLines } from '../lines/line-draw.ts';
import { registerPast } from '../past/past-draw.ts';
import { token } from '../token.ts';

/** The text of a measure between two drawn values and times; the drawing layer provides it in the user's language. */
export type TellMeasure = (from: { time: number; value: number }, to: { time: number; value: number }) => string;

const FONT = { size: 11, family: "'Inter Variable', system-ui, sans-serif", weight: '560' };

let registered = false;

/** Registers the overlays; once per page. */
export function registerShapes(): void {
  if (registered) return;
  registered = true;
  registerOverlay(rectangle);
  registerOverlay(measure);
  registerOverlay(note);
  registerLines();
  registerPast();
}

const rectangle: OverlayTemplate = {
  name: 'vitrineRectangle',
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ coordinates }) => box(coordinates, token('glass'), token('accent-text')),
};

const measure: OverlayTemplate = {
  name: 'vitrineMeasure',
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ coordinates, overlay }) => {
    const [from, to] = coordinates;
    const [first, second] = overlay.points;
    if (!from || !to || first?.value === undefined || second?.value === undefined) return [];
    const up = second.value >= first.value;
    const color = token(up ? 'up' : 'down');
    const tell: unknown = overlay.extendData;
    const text =
      typeof tell === 'function' && first.timestamp !== undefined && second.timestamp !== undefined
        ? (tell as TellMeasure)(
            { time: first.timestamp, value: first.value },
            { time: second.timestamp, value: second.value },
          )
        : '';
    return [
      ...box(coordinates, token(up ? 'up-tint' : 'down-tint'), color, 0.6),
      {
        type: 'text',
        attrs: {
          x: (from.x + to.x) / 2,
          y: up ? Math.min(from.y, to.y) - 6 : Math.max(from.y, to.y) + 6,
          text,
          align: 'center',
          baseline: up ? 'bottom' : 'top',
        },
        styles: { ...FONT, ...plate(color), color: token('ink') },
      },
    ];
  },
};

const note: OverlayTemplate = {
  name: 'vitrineNote',
  totalStep: 2,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates, overlay }) => {
    const [at] = coordinates;
    if (!at) return [];
    const text: unknown = overlay.extendData;
    return [
      {
        type: 'text',
        attrs: {
          x: at.x,
          y: at.y,
          text: typeof text === 'string' && text !== '' ? text : '…',
          align: 'left',
          baseline: 'bottom',
        },
        styles: { ...FONT, ...plate(token('accent-line')), color: token('ink') },
      },
    ];
  },
};

function plate(border: string): Record<string, unknown> {
  return {
    backgroundColor: token('sheet'),
    style: 'stroke_fill',
    borderColor: border,
    borderSize: 1,
    borderRadius: 3,
    paddingLeft: 7,
    paddingRight: 7,
    paddingTop: 4,
    paddingBottom: 4,
  };
}

function box(
  coordinates: readonly { x: number; y: number }[],
  fill: string,
  border: string,
  alpha = 1,
): OverlayFigure[] {
  const [from, to] = coordinates;
  if (!from || !to) return [];
  const corners = [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }];
  const color = alpha < 1 && /^#[0-9a-f]{6}$/i.test(fill) ? `${fill}${Math.round(alpha * 255).toString(16)}` : fill;
  return [
    {
      type: 'polygon',
      attrs: { coordinates: corners },
      styles: { style: 'stroke_fill', color, borderColor: border, borderSize: 1 },
    },
  ];
}
