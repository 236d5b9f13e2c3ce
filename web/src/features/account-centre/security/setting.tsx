// The frame of a setting: its form at the left, what happens next at the right.
import type { ReactNode } from 'react';
import { IconShieldCheck } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { ErrorBlock, Note, Pane, SkeletonRows } from '@vitrine/ui';
import type { Security } from '@vitrine/contract';
import { useSecurity } from '../data.ts';
import { OwnWord, Steps, type Step } from '../parts.tsx';
import style from '../account-centre.module.css';

export interface SettingProps {
  /** Heading of the form's pane. */
  readonly title: ReactNode;
  readonly steps?: readonly Step[];
  /** Heading of the steps; default: what happens next. */
  readonly stepsTitle?: ReactNode;
  /** Renders the form, once the facts are loaded. */
  readonly children: (security: Security) => ReactNode;
}

export function Setting({ title, steps, stepsTitle, children }: SettingProps) {
  const { data, isError, refetch } = useSecurity();
  return (
    <div className={style['columns']}>
      <Pane title={title} padded>
        {data ? (
          children(data)
        ) : isError ? (
          <ErrorBlock title={<Trans>Couldn’t load the security settings</Trans>} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows />
        )}
      </Pane>
      <div className={style['stack']}>
        {steps === undefined ? null : (
          <Pane title={stepsTitle ?? <Trans>What happens next</Trans>} padded>
            <Steps steps={steps} />
          </Pane>
        )}
        <Note icon={<IconShieldCheck stroke={1.75} aria-hidden="true" />}>
          <Trans>We never call to ask for codes or passwords, or to “move money to safety”.</Trans>
          <OwnWord bare />
        </Note>
      </div>
    </div>
  );
}
