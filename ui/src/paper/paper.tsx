// Panels, the frame for the main exhibit, tags, notes, the coin icon and the logo.
import type { ReactNode } from 'react';
import { classes } from '../theme/index.ts';
import style from './paper.module.css';

export interface PaneProps {
  readonly title?: ReactNode;
  /** Right of the title. */
  readonly aside?: ReactNode;
  /** Whether the body has the panel's padding; tables bring their own. */
  readonly padded?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A panel with a border. */
export function Pane({ title, aside, padded = false, className, children }: PaneProps) {
  return (
    <div className={classes(style['pane'], className)}>
      {title === undefined ? null : (
        <div className={style['head']}>
          <h2 className={style['title']}>{title}</h2>
          {aside}
        </div>
      )}
      {padded ? <div className={style['body']}>{children}</div> : children}
    </div>
  );
}

/** The glass frame for the main content of a screen: the live index, a receipt, the ticks. One per screen. */
export function Case({
  className,
  children,
}: {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return <div className={classes(style['case'], className)}>{children}</div>;
}

export type TagTone = 'plain' | 'accent' | 'up' | 'down' | 'warn' | 'pencil' | 'done';

export function Tag({
  tone = 'plain',
  state,
  children,
}: {
  readonly tone?: TagTone;
  /** The state of the note, for tests: `data-state`. */
  readonly state?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <span className={style['tag']} data-tone={tone} data-state={state}>
      {children}
    </span>
  );
}

export function Note({
  tone = 'plain',
  icon,
  className,
  testId,
  children,
}: {
  readonly tone?: 'plain' | 'warn' | 'done' | 'pencil';
  readonly testId?: string | undefined;
  readonly icon?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className={classes(style['note'], className)} data-tone={tone} data-testid={testId}>
      {icon}
      <div className="v-grow">{children}</div>
    </div>
  );
}

/** A coin icon: the operator's picture, else a ring with its letters. */
export function CoinRing({ coin, image }: { readonly coin: string; readonly image?: string | null | undefined }) {
  return (
    <span
      className={style['ring']}
      data-long={coin.length > 3 || undefined}
      data-longer={coin.length > 5 || undefined}
      aria-hidden="true"
    >
      {image ? <img src={image} alt="" /> : coin.slice(0, 6)}
    </span>
  );
}

/** The logo mark: two panes of glass that overlap into a V. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path fill="currentColor" opacity=".72" d="M1 3h7.2l7 18H8z" />
      <path fill="currentColor" opacity=".8" d="M23 3h-7.2l-7 18H16z" />
    </svg>
  );
}

/** The logo mark with the exchange's name. */
export function Logo({ name, className }: { readonly name: string; readonly className?: string | undefined }) {
  return (
    <span className={classes(style['logo'], className)}>
      <Mark />
      {name}
    </span>
  );
}
