// The layout of every queue: the list at the left, one case in the middle, the decision at the right.
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { classes } from '@vitrine/ui';
import type { Queue } from './use-queue.ts';
import style from './case.module.css';

export interface QueueFrameProps {
  readonly title: ReactNode;
  /** Right of the title. */
  readonly aside?: ReactNode;
  /** Between title and list: the choice of state. */
  readonly choice?: ReactNode;
  readonly list: ReactNode;
  /** undefined: no case is open. */
  readonly detail: ReactNode;
  /** null: there is nothing to decide. Without an open case: what can be started here. */
  readonly decision: ReactNode;
  readonly open: boolean;
  /** Which case is open, for screen readers. */
  readonly said: Queue['said'];
  /** Path of the queue: the link back to the list where only one of them fits. */
  readonly path: string;
}

export function QueueFrame({ title, aside, choice, list, detail, decision, open, said, path }: QueueFrameProps) {
  const { t } = useLingui();
  return (
    <div className={classes(style['frame'], open && style['open'], (open || decision !== null) && style['acts'])}>
      <output className="v-hidden" data-testid="place" data-at={said.at} data-of={said.of}>
        {said.words}
      </output>
      <section className={style['list']} aria-label={t`Cases`}>
        <div className={style['head']}>
          <h1 className={style['title']}>{title}</h1>
          {aside}
        </div>
        {choice === undefined ? null : <div className={style['choice']}>{choice}</div>}
        {list}
      </section>
      <article className={style['case']} data-testid="case" aria-label={t`The case`} aria-live="off">
        {open ? (
          <Link to={path} className={style['back']}>
            <IconArrowLeft className="v-i" stroke={1.75} aria-hidden="true" />
            <Trans>Back to the list</Trans>
          </Link>
        ) : null}
        {detail}
      </article>
      <aside className={style['decision']} data-testid="decision" aria-label={t`Decision`}>
        {decision}
      </aside>
    </div>
  );
}

/** A section of a case with its heading. */
export function Part({
  title,
  aside,
  children,
}: {
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={style['part']}>
      <div className={style['partHead']}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Shown in the middle while no case is open. */
export function NoCase({ children }: { readonly children: ReactNode }) {
  return (
    <div className={style['none']}>
      <p className="v-ink-2">{children}</p>
    </div>
  );
}

/** The heading of an open case; `about` names its subject, for tests. */
export function CaseHead({
  title,
  about,
  children,
}: {
  readonly title: ReactNode;
  readonly about?: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className={style['caseHead']}>
      <h2 className={style['caseTitle']} data-about={about}>
        {title}
      </h2>
      <div className={style['caseFacts']}>{children}</div>
    </div>
  );
}

/** The body of a case: facts and evidence, and the history beside them (below on narrow screens). */
export function CaseBody({ children, history }: { readonly children: ReactNode; readonly history?: ReactNode }) {
  return (
    <div className={style['caseBody']}>
      <div className={style['evidence']}>{children}</div>
      {history === undefined ? null : <div className={style['history']}>{history}</div>}
    </div>
  );
}

export interface Fact {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** Right of the value: a button. */
  readonly end?: ReactNode;
}

/** Facts in compact rows. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={style['facts']}>
      {facts.map((fact) => (
        <div key={fact.key}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
          {fact.end === undefined ? null : <dd className={style['factEnd']}>{fact.end}</dd>}
        </div>
      ))}
    </dl>
  );
}
