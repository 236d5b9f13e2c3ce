// Shared parts of rule pages: a section with its anchor, facts, a table of live parameters.

import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Rules } from '@vitrine/contract';
import { ErrorBlock, NumCount, Pane, SkeletonRows, Time } from '@vitrine/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { queryOf } from '../../api/index.ts';
import style from './rules.module.css';

/** The current parameters. */
export function useRules() {
  return useQuery(queryOf('common.getRules', {}, 'lazy'));
}

export function RuleSection({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: ReactNode;
  readonly children: ReactNode;
}) {
  const anchor = `rule-${id}`;
  const heading = useRef<HTMLHeadingElement>(null);
  // A link to a section arrives before its parameters do.
  useEffect(() => {
    if (location.hash === `#${anchor}`) heading.current?.scrollIntoView();
  }, [anchor]);
  return (
    <section className={style['section']} aria-labelledby={anchor}>
      <h2 id={anchor} ref={heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Short facts, the figure at the right. */
export function Facts({
  rows,
}: {
  readonly rows: readonly { readonly key: string; readonly label: ReactNode; readonly value: ReactNode }[];
}) {
  return (
    <Pane>
      <dl className={style['facts']}>
        {rows.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Pane>
  );
}

/** Renders the body once the parameters are loaded; before that, loading or error. */
export function WithRules({ children }: { readonly children: (rules: Rules) => ReactNode }) {
  const rules = useRules();
  if (rules.data === undefined)
    return rules.isError ? (
      <ErrorBlock title={<Trans>Couldn’t load the parameters</Trans>} onRetry={() => void rules.refetch()} />
    ) : (
      <SkeletonRows rows={8} />
    );
  return (
    <>
      {children(rules.data)}
      <p className="v-12 v-ink-3">
        <Trans comment="Number of the journal's last command, and its time">
          Parameters as of command <NumCount value={rules.data.seq} prefix="#" />,{' '}
          <Time at={rules.data.time} as="full" />. A change that tightens takes effect 24 hours after it is shown at the
          earliest.
        </Trans>
      </p>
    </>
  );
}
