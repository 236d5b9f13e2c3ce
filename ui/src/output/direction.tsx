// Shows a direction by triangle, sign and colour. Zero has two bars (one bar would read as a minus), no sign and no
// colour.
import type { ReactNode } from 'react';
import { classes } from '../theme/index.ts';
import style from './output.module.css';

export type Direction = 'up' | 'down' | 'flat';

const shapes: Record<Direction, string> = {
  up: 'M4 1 8 7H0z',
  down: 'M0 1H8L4 7z',
  flat: 'M0 1.75h8v1.5H0zM0 4.75h8v1.5H0z',
};

/** The 8 px triangle (or bars) alone. Decorative: the sign beside it has the meaning. */
export function Triangle({ direction }: { readonly direction: Direction }) {
  return (
    <svg className={style['triangle']} viewBox="0 0 8 8" aria-hidden="true">
      <path d={shapes[direction]} />
    </svg>
  );
}

export function directionOf(sign: -1 | 0 | 1 | undefined): Direction {
  return sign === 1 ? 'up' : sign === -1 ? 'down' : 'flat';
}

/** Text or a number in the colour of a direction, after its triangle. */
export function Directed({
  direction,
  className,
  children,
}: {
  readonly direction: Direction;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <span className={classes(style['dir'], style[direction], className)}>
      <Triangle direction={direction} />
      {children}
    </span>
  );
}
