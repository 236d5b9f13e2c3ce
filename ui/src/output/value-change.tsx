// Before → after: how an action changes each balance, limit and reserve; the fee alone at the end.
import type { ReactNode } from 'react';
import { classes } from '../theme/index.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import style from './value-change.module.css';

export interface ValueChangeRow {
  readonly key: string;
  readonly label: ReactNode;
  readonly now?: ReactNode;
  readonly after?: ReactNode;
  /** A value without a before: the fee, the total cost. */
  readonly only?: ReactNode;
}

export interface ValueChangeProps {
  /** "If filled", "If you add 500.00"; shown with the column heads when two or more rows change. */
  readonly title?: ReactNode;
  readonly rows: readonly ValueChangeRow[];
  readonly small?: boolean;
  /** The action was sent and its outcome is unknown. `now` may already include it, so the after values are hidden. */
  readonly pending?: boolean;
}

/** Our own arrow, because arrows differ between fonts. */
export function ChangeArrow() {
  const { t } = useLingui();
  return (
    <svg
      className={style['arrow']}
      viewBox="0 0 12 12"
      role="img"
      aria-label={t({ message: 'becomes', comment: 'Between the value now and the value after an action' })}
    >
      <path d="M1 6h9.5M7 2.5 10.5 6 7 9.5" />
    </svg>
  );
}

export function ValueChange({ title, rows, small = false, pending = false }: ValueChangeProps) {
  const changing = rows.filter((row) => row.only === undefined).length;
  return (
    <dl className={classes(style['list'], small && style['small'])}>
      {title !== undefined && changing >= 2 ? (
        <div className={classes(style['row'], style['head'])}>
          <dt>{title}</dt>
          <dd>
            <Trans comment="Column head: the value before the action">now</Trans>
          </dd>
          <dd />
          <dd>
            <Trans comment="Column head: the value after the action">after</Trans>
          </dd>
        </div>
      ) : null}
      {rows.map((row) => (
        <div className={style['row']} key={row.key}>
          <dt>{row.label}</dt>
          {row.only !== undefined ? (
            <dd className={style['one']}>{row.only}</dd>
          ) : (
            <>
              <dd className={style['now']}>{row.now}</dd>
              <dd>
                <ChangeArrow />
              </dd>
              <dd className={style['after']}>{pending ? '–' : row.after}</dd>
            </>
          )}
        </div>
      ))}
    </dl>
  );
}
