// The book's pane: book and trades in tabs, or the book alone if trades have a separate pane.

import { Trans, useLingui } from '@lingui/react/macro';
import { Tabs, tabId } from '@vitrine/ui';
import { type ReactNode, useId, useState } from 'react';
import { PaneBoundary } from '../../page/index.ts';
import style from './terminal.module.css';

/** Head of a pane with a single part. */
export function PaneHead({ children, end }: { readonly children: ReactNode; readonly end?: ReactNode }) {
  return (
    <div className={style['panelHead']}>
      <h2 className={style['panelTitle']}>{children}</h2>
      {end}
    </div>
  );
}

export interface BookPaneProps {
  readonly parts: { readonly book: ReactNode; readonly group: ReactNode; readonly trades: ReactNode };
  readonly tabbed: boolean;
  /** Product and market shown. */
  readonly market: string;
}

export function BookPane({ parts, tabbed, market }: BookPaneProps) {
  const { t } = useLingui();
  const panel = useId();
  const [tab, setTab] = useState<'book' | 'trades'>('book');
  const shown = tabbed ? tab : 'book';
  return (
    <>
      {tabbed ? (
        <div className={style['panelHead']}>
          <Tabs
            label={t`Order book and trades`}
            panel={panel}
            className={style['panelTabs']}
            value={tab}
            choices={[
              { key: 'book', label: <Trans>Order book</Trans> },
              { key: 'trades', label: <Trans comment="Public trades of the market">Trades</Trans> },
            ]}
            onChange={setTab}
          />
          {shown === 'book' ? parts.group : null}
        </div>
      ) : (
        <PaneHead end={parts.group}>
          <Trans>Order book</Trans>
        </PaneHead>
      )}
      <div
        className={style['panelBody']}
        id={panel}
        {...(tabbed && { role: 'tabpanel', 'aria-labelledby': tabId(panel, tab) })}
      >
        <PaneBoundary of={`${market}|${shown}`}>{shown === 'book' ? parts.book : parts.trades}</PaneBoundary>
      </div>
    </>
  );
}
