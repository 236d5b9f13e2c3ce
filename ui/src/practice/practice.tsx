// The ribbon and frame that mark the practice exchange. They are above every dialog and drawer.
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconPencil } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import style from './practice.module.css';

/** The class of the ribbon's links and buttons. */
export const ribbonActionClass: string = style['action'] ?? '';

export interface PracticeRibbonProps {
  /** Where the prices come from. */
  readonly words: ReactNode;
  /** "Get practice money", "What is this?" */
  readonly actions: ReactNode;
}

export function PracticeRibbon({ words, actions }: PracticeRibbonProps) {
  const { t } = useLingui();
  const ribbon = useRef<HTMLElement>(null);
  // Drawers begin below the ribbon, whose height depends on its text.
  useLayoutEffect(() => {
    const { current } = ribbon;
    const { style: root } = document.documentElement;
    const sizes = new ResizeObserver(() => root.setProperty('--v-ribbon', `${current?.offsetHeight ?? 0}px`));
    if (current) sizes.observe(current);
    return () => {
      sizes.disconnect();
      root.removeProperty('--v-ribbon');
    };
  }, []);
  return (
    <section ref={ribbon} className={style['ribbon']} aria-label={t`Practice`}>
      <IconPencil stroke={1.75} aria-hidden="true" />
      <b>
        <Trans>Practice – play money</Trans>
      </b>
      <span className={style['words']}>{words}</span>
      <span className={style['end']}>{actions}</span>
    </section>
  );
}

/** The pencil-style frame around the window. */
export function PracticeFrame() {
  return <div className={style['frame']} aria-hidden="true" />;
}
