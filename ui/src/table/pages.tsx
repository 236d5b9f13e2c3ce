// Below a table: the range of rows shown, the total, and the buttons for the previous and next page.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../control/index.ts';
import { formatCount } from '../number/index.ts';
import { useFormat } from '../output/index.ts';
import style from './table.module.css';

export interface Paging {
  /** The page number, from 1. */
  readonly current: number;
  readonly size: number;
  readonly total: number;
  readonly onChange: (current: number) => void;
  /** How far back the search went, if it did not cover the whole list. */
  readonly searched?: ReactNode;
}

/** The footer of a table. Renders nothing for an empty list that was searched completely. */
export function Pages({ current, size, total, onChange, searched }: Paging) {
  const { tag } = useFormat();
  const last = Math.max(1, Math.ceil(total / size));
  const from = formatCount((current - 1) * size + 1, { tag });
  const to = formatCount(Math.min(total, current * size), { tag });
  const all = formatCount(total, { tag });
  if (total === 0 && !searched) return null;
  return (
    <div className={style['foot']}>
      {total > 0 ? (
        <span className="v-num">
          <Trans comment="Page of a table: first and last row shown, of all rows">
            {from} to {to} of {all}
          </Trans>
        </span>
      ) : null}
      {searched ? <span className={style['pages']}>{searched}</span> : null}
      {last > 1 ? (
        <span className={style['pages']}>
          <Button size="small" disabled={current <= 1} onClick={() => onChange(current - 1)}>
            <Trans comment="Earlier page of a table">Previous</Trans>
          </Button>
          <Button size="small" disabled={current >= last} onClick={() => onChange(current + 1)}>
            <Trans comment="Later page of a table">Next</Trans>
          </Button>
        </span>
      ) : null}
    </div>
  );
}
