// The line below every main button. It says what will happen, or what is missing first, with a link to fix it.
import type { ReactNode } from 'react';
import { IconInfoCircle } from '@tabler/icons-react';
import { classes } from '../theme/index.ts';
import style from './control.module.css';

export interface WhyLineProps {
  /** True when the button is disabled: the icon turns ochre. */
  readonly need?: boolean | undefined;
  readonly id?: string | undefined;
  /** The state shown by the line, for tests: `data-state`. */
  readonly state?: string | undefined;
  readonly children: ReactNode;
}

export function WhyLine({ need = false, id, state, children }: WhyLineProps) {
  return (
    <p
      className={classes(style['why'], need && style['need'])}
      id={id}
      aria-live="polite"
      data-need={need || undefined}
      data-state={state}
    >
      <IconInfoCircle stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
