// A small line of the last 24 hours. Decorative: the figure beside it has the information.
import { compareDecimal } from '../number/index.ts';
import { classes } from '../theme/index.ts';
import style from './sparkline.module.css';

export interface SparklineProps {
  /** Closes, oldest first, decimal text. */
  readonly closes: readonly string[];
  readonly width?: number;
  readonly height?: number;
}

/** Points of a line through the closes, scaled to the box. Only a picture, so floats are precise enough. */
export function sparkPath(closes: readonly string[], width: number, height: number): string {
  const values = closes.map(Number.parseFloat);
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const step = (width - 2) / Math.max(1, values.length - 1);
  return values
    .map(
      (value, index) =>
        `${index === 0 ? 'M' : 'L'}${(1 + index * step).toFixed(1)} ${(height - 2 - ((value - low) / span) * (height - 4)).toFixed(1)}`,
    )
    .join('');
}

export function Sparkline({ closes, width = 92, height = 28 }: SparklineProps) {
  const first = closes[0];
  const last = closes.at(-1);
  if (first === undefined || last === undefined || closes.length < 2)
    return <svg width={width} height={height} aria-hidden="true" />;
  const turn = compareDecimal(last, first);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path
        className={classes(style['line'], turn > 0 && style['up'], turn < 0 && style['down'])}
        d={sparkPath(closes, width, height)}
      />
    </svg>
  );
}
