// The practice ribbon and frame: real is written in ink, practice in pencil; above every dialog and drawer.
import { useLayoutEffect, type ReactNode } from 'react';
import { IconPencil } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import style from './practice.module.css';

/** The class of the ribbon's links and buttons. */
export const ribbonActionClass: string = style['action'] ?? '';

export interface PracticeRibbonProps {
  /** Where the prices come from, in the reader's words. */
  readonly words: ReactNode;
  /** "Get practice money", "What is this?" */
  readonly actions: ReactNode;
}

export function PracticeRibbon({ words, actions }: PracticeRibbonProps) {
  const { t } = useLingui();
  // Drawers begin below the ribbon.
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--v-ribbon', '28px');
    return () => {
      document.documentElement.style.removeProperty('--v-ribbon');
    };
  }, []);
  return (
    <section className={style['ribbon']} aria-label={t`Practice`}>
      <IconPencil stroke={1.75} aria-hidden="true" />
      <b>
        <Trans>Practice – play money</Trans>
      </b>
      <span className={style['words']}>{words}</span>
      <span className={style['end']}>{actions}</span>
    </section>
  );
}

/** The pencil frame round the window. */
export function PracticeFrame() {
  return <div className={style['frame']} aria-hidden="true" />;
}
