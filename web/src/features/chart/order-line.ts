// One's own order on the chart: a dashed line at its price, a label on it, the price on the axis.

import { readToken } from '@vitrine/ui';
import { registerOverlay } from 'klinecharts';

/** Name of the overlay. */
export const ORDER_LINE = 'vitrineOrder';

/** What the line carries. */
export interface OrderLineData {
  readonly label: string;
  readonly price: string;
}

const FONT = { size: 11, family: "'Inter Variable', system-ui, sans-serif", weight: '560' };
const LABEL_FROM_RIGHT = 14;

let registered = false;

/** Makes the overlay known; once a page. */
export function registerOrderLine(): void {
  if (registered) return;
  registered = true;
  registerOverlay<OrderLineData>({
    name: ORDER_LINE,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ coordinates, bounding, overlay }) => {
      const y = coordinates[0]?.y;
      if (y === undefined) return [];
      return [
        {
          type: 'line',
          attrs: {
            coordinates: [
              { x: 0, y },
              { x: bounding.width, y },
            ],
          },
          styles: { style: 'dashed', dashedValue: [4, 3], color: readToken('accent-text'), size: 1 },
          ignoreEvent: true,
        },
        {
          type: 'text',
          attrs: {
            x: bounding.width - LABEL_FROM_RIGHT,
            y,
            text: dataOf(overlay.extendData).label,
            align: 'right',
            baseline: 'middle',
          },
          styles: {
            ...FONT,
            color: readToken('accent-text'),
            backgroundColor: readToken('accent-tint'),
            borderColor: readToken('accent-line'),
            borderSize: 1,
            borderRadius: 3,
            paddingLeft: 7,
            paddingRight: 7,
            paddingTop: 3,
            paddingBottom: 3,
          },
          ignoreEvent: true,
        },
      ];
    },
    createYAxisFigures: ({ coordinates, bounding, overlay, yAxis }) => {
      const y = coordinates[0]?.y;
      if (y === undefined) return [];
      const fromZero = yAxis?.isFromZero() ?? false;
      return {
        type: 'text',
        attrs: {
          x: fromZero ? 0 : bounding.width,
          y,
          text: dataOf(overlay.extendData).price,
          align: fromZero ? 'left' : 'right',
          baseline: 'middle',
        },
        styles: {
          ...FONT,
          color: readToken('on-accent'),
          backgroundColor: readToken('accent'),
          borderSize: 0,
          paddingLeft: 6,
          paddingRight: 6,
          paddingTop: 3,
          paddingBottom: 3,
        },
        ignoreEvent: true,
      };
    },
  });
}

function dataOf(data: unknown): OrderLineData {
  return typeof data === 'object' && data !== null && 'label' in data && 'price' in data
    ? (data as OrderLineData)
    : { label: '', price: '' };
}
