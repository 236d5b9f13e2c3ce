// The legend values of an indicator: lines in their own colour, bars in the text colour (their tints are too pale).

import { formatFixed, formatVolume } from '@vitrine/ui';
import type { IndicatorCreateTooltipDataSourceCallback, TooltipLegend } from 'klinecharts';
import { token } from '../token.ts';

/** Makes the legend in the user's language. */
export function indicatorLegend(tag: string): IndicatorCreateTooltipDataSourceCallback<unknown> {
  return ({ chart, indicator, crosshair }) => {
    const { lines } = chart.getStyles().indicator;
    const row: unknown = indicator.result[crosshair.dataIndex ?? indicator.result.length - 1];
    const values = typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : {};
    const legends: TooltipLegend[] = [];
    let line = 0;
    for (const { key, title, type } of indicator.figures) {
      const own = type === 'line' ? lines[line++ % lines.length]?.color : undefined;
      const value = values[key];
      if (title === undefined || typeof value !== 'number') continue;
      const color = own ?? token('ink-2');
      const text = indicator.shouldFormatBigNumber
        ? formatVolume(value.toFixed(indicator.precision), { tag })
        : formatFixed(value.toFixed(indicator.precision), indicator.precision, { tag });
      legends.push({ title: { text: title, color }, value: { text, color } });
    }
    return {
      name: indicator.shortName,
      calcParamsText: indicator.calcParams.length > 0 ? `(${indicator.calcParams.join(', ')})` : '',
      features: [],
      legends,
    };
  };
}
