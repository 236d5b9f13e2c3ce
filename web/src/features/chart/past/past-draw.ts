// Draws where practice history ends as a vertical line, and reports the place to its label.

import { registerOverlay } from 'klinecharts';
import { token } from '../token.ts';

/** Name of the overlay. */
export const PAST = 'vitrinePast';

/** Called at each paint: pixels from the left and the size of the plot. */
export type PlacePast = (x: number, width: number, height: number) => void;

export function registerPast(): void {
  registerOverlay({
    name: PAST,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ chart, coordinates, bounding, overlay }) => {
      const [last] = coordinates;
      const place: unknown = overlay.extendData;
      if (!last || typeof place !== 'function') return [];
      // Between the last candle of the history and the next.
      const x = Math.round(last.x + chart.getBarSpace().bar / 2);
      (place as PlacePast)(x, bounding.width, bounding.height);
      if (x < 0 || x > bounding.width) return [];
      return [
        {
          type: 'line',
          attrs: {
            coordinates: [
              { x, y: 0 },
              { x, y: bounding.height },
            ],
          },
          styles: { style: 'dashed', dashedValue: [3, 3], color: token('pencil-line'), size: 1 },
          ignoreEvent: true,
        },
      ];
    },
  });
}
