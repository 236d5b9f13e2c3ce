// One side of the order book: a list box whose rows the painter owns. Arrow keys move through it, Enter takes the
// price.

import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import type { RowPool } from './pool.ts';

export interface SideProps {
  readonly testId: string;
  readonly label: string;
  readonly refTo: RefObject<HTMLDivElement | null>;
  readonly className: string;
  readonly pool: () => RowPool | undefined;
  /** The position of the best row. */
  readonly start: 'begin' | 'end';
  readonly phone: boolean;
  readonly onTake: (pool: RowPool | undefined, target: EventTarget | null) => void;
  /** The price in ticks of the row under the pointer or keyboard focus; 0: none. */
  readonly onPoint: (ticks: number) => void;
  readonly onFreeze: () => void;
  readonly onThaw: () => void;
}

export function Side({
  testId,
  label,
  refTo,
  className,
  pool,
  start,
  phone,
  onTake,
  onPoint,
  onFreeze,
  onThaw,
}: SideProps) {
  const [at, setAt] = useState<number>();
  const row = at === undefined ? undefined : pool()?.at(at);
  useEffect(() => pool()?.mark(at ?? -1));
  const move = (event: KeyboardEvent): void => {
    const rows = pool();
    if (!rows) return;
    const here = at ?? (start === 'end' ? rows.size : -1);
    const to = event.key === 'ArrowUp' ? here - 1 : event.key === 'ArrowDown' ? here + 1 : undefined;
    if (to !== undefined) {
      event.preventDefault();
      const next = rows.at(to);
      if (!next) return;
      setAt(to);
      onPoint(next.ticks);
    } else if (event.key === 'Enter' && at !== undefined && row) {
      event.preventDefault();
      onTake(rows, document.querySelector(`#${CSS.escape(row.id)}`));
    }
  };
  return (
    <div
      ref={refTo}
      role="listbox"
      data-testid={testId}
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={row?.id}
      className={className}
      onPointerEnter={phone ? undefined : onFreeze}
      onPointerMove={phone ? undefined : (event) => onPoint(pool()?.ticksOf(event.target) ?? 0)}
      onPointerLeave={
        phone
          ? undefined
          : () => {
              onPoint(0);
              onThaw();
            }
      }
      onFocus={onFreeze}
      onBlur={() => {
        setAt(undefined);
        onPoint(0);
        onThaw();
      }}
      onKeyDown={move}
      onClick={(event) => onTake(pool(), event.target)}
    />
  );
}
