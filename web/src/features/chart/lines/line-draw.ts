// Draws all lines as one overlay. It also reports the position of each line, so that its label follows.

import { type OverlayFigure, registerOverlay } from 'klinecharts';
import type { ChartLineKind } from './line.ts';
import { spreadTags } from './spread.ts';
import { token } from '../token.ts';

/** Name of the overlay. */
export const LINES = 'vitrineLines';

export interface DrawnLine {
  readonly kind: ChartLineKind;
  /** The price as printed on the axis. */
  readonly price: string;
  /** The price before the move: drawn faintly, without a label. */
  readonly faint: boolean;
}

/** The overlay's data. It is behind a function, because the library deep-copies plain data on every change. */
export interface LineScene {
  readonly lines: readonly DrawnLine[];
  /** Called at each paint: pixels from the top of the candles, in the order of `lines`, and the size of the plot. */
  readonly place: (ys: readonly number[], width: number, height: number) => void;
}

const FONT = { size: 11, family: "'Inter Variable', system-ui, sans-serif", weight: '560' };

/** Line and axis colours of each kind, by token; `dash` in pixels, undefined: solid. */
const LOOKS: Record<ChartLineKind, { line: string; fill: string; text: string; dash?: number[] }> = {
  order: { line: 'accent-text', fill: 'accent', text: 'on-accent', dash: [4, 3] },
  trigger: { line: 'accent-text', fill: 'accent', text: 'on-accent', dash: [1, 3] },
  entry: { line: 'ink-2', fill: 'ink-2', text: 'sheet' },
  stopProfit: { line: 'up', fill: 'up-fill', text: 'on-dir', dash: [6, 4] },
  stopLoss: { line: 'down', fill: 'down-fill', text: 'on-dir', dash: [6, 4] },
  liquidation: { line: 'warn', fill: 'warn', text: 'sheet', dash: [8, 3, 2, 3] },
};

export function registerLines(): void {
  registerOverlay<() => LineScene>({
    name: LINES,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ coordinates, bounding, overlay }) => {
      const scene = sceneOf(overlay.extendData);
      if (!scene) return [];
      scene.place(
        coordinates.map(({ y }) => y),
        bounding.width,
        bounding.height,
      );
      const figures: OverlayFigure[] = [];
      for (const [at, { kind, faint }] of scene.lines.entries()) {
        const y = coordinates[at]?.y;
        if (y === undefined || y < 0 || y > bounding.height) continue;
        const look = LOOKS[kind];
        figures.push({
          type: 'line',
          attrs: {
            coordinates: [
              { x: 0, y },
              { x: bounding.width, y },
            ],
          },
          styles: {
            style: look.dash || faint ? 'dashed' : 'solid',
            dashedValue: faint ? [1, 5] : (look.dash ?? [4, 3]),
            color: token(faint ? 'edge' : look.line),
            size: 1,
          },
          ignoreEvent: true,
        });
      }
      return figures;
    },
    createYAxisFigures: ({ chart, coordinates, bounding, overlay, yAxis }) => {
      const fromZero = yAxis?.isFromZero() ?? false;
      const tags = (sceneOf(overlay.extendData)?.lines ?? []).flatMap(({ kind, price, faint }, at) => {
        const y = coordinates[at]?.y;
        return y === undefined || faint || y < 0 || y > bounding.height ? [] : [{ kind, price, y }];
      });
      const close = chart.getDataList().at(-1)?.close;
      const places = spreadTags(
        tags.map(({ y }) => y),
        close === undefined ? undefined : yAxis?.convertToNicePixel(close),
        bounding.height,
      );
      const figures: OverlayFigure[] = [];
      for (const [at, { kind, price }] of tags.entries()) {
        const y = places[at];
        if (y === undefined) continue;
        const look = LOOKS[kind];
        figures.push({
          type: 'text',
          attrs: {
            x: fromZero ? 0 : bounding.width,
            y,
            text: price,
            align: fromZero ? 'left' : 'right',
            baseline: 'middle',
          },
          styles: {
            ...FONT,
            color: token(look.text),
            backgroundColor: token(look.fill),
            borderSize: 0,
            paddingLeft: 6,
            paddingRight: 6,
            paddingTop: 3,
            paddingBottom: 3,
          },
          ignoreEvent: true,
        });
      }
      return figures;
    },
  });
}

function sceneOf(data: unknown): LineScene | undefined {
  return typeof data === 'function' ? (data as () => LineScene)() : undefined;
}
