// The list of first steps: each with its state, and a link to the place where it is done.
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass, classes, ErrorBlock, SkeletonRows } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useGuideTexts } from '../../guide-texts/index.ts';
import style from './guide.module.css';
import { openGuide } from './open.ts';
import { nextStep, type Step, type StepKey } from './steps.ts';
import { useSteps } from './use-steps.ts';

/** The steps with their progress, and the tour. */
export function FirstSteps({ userId, wide = false }: { readonly userId: string; readonly wide?: boolean }) {
  const { steps, isError, refetch } = useSteps(userId);
  if (!useGuideTexts()) return <SkeletonRows rows={5} />;
  const done = steps.filter((step) => step.done === true).length;
  const next = nextStep(steps);
  const total = steps.length;
  return (
    <div className={classes(style['steps'], wide && style['wide'])} data-testid="first-steps" data-done={done}>
      {isError ? (
        <ErrorBlock
          title={
            <Trans comment="Error: what was done already could not be read">Couldn’t check your first steps</Trans>
          }
          onRetry={refetch}
        />
      ) : null}
      <p className="v-13 v-ink-2" role="status">
        {done === total ? (
          <Trans comment="All entries of the list of first steps are done">All first steps are done.</Trans>
        ) : (
          <Trans comment="Progress of the first steps, e.g. 2 of 5 done">
            {done} of {total} done
          </Trans>
        )}
      </p>
      <div className={style['bar']} aria-hidden="true">
        <i style={{ width: `${(done / Math.max(1, total)) * 100}%` }} />
      </div>
      <ol className={style['list']}>
        {steps.map((step) => (
          <Entry key={step.key} step={step} isNext={step.key === next} />
        ))}
      </ol>
      <Button data-testid="take-tour" onClick={() => openGuide('tour')}>
        <Trans comment="Button: starts the tour of the trading page">Take the tour</Trans>
      </Button>
    </div>
  );
}

function Entry({ step, isNext }: { readonly step: Step; readonly isNext: boolean }) {
  const { t } = useLingui();
  const { title, text } = wordsOf(step.key);
  const done = step.done === true;
  return (
    <li className={style['entry']} data-step={step.key} data-state={done ? 'done' : 'open'}>
      {done ? (
        <IconCircleCheck
          className={style['tick']}
          stroke={1.75}
          role="img"
          aria-label={t({ message: 'Completed', comment: 'State of a first step' })}
        />
      ) : (
        <IconCircle
          className={style['ring']}
          stroke={1.75}
          role="img"
          aria-label={t({ message: 'Not yet done', comment: 'State of a first step' })}
        />
      )}
      <div className={style['words']}>
        <b>{title}</b>
        {done ? null : <span className="v-13 v-ink-2">{text}</span>}
        {done ? null : (
          <Way step={step.key} className={isNext ? buttonClass({ tone: 'main', size: 'small' }) : 'v-link v-13'} />
        )}
      </div>
    </li>
  );
}

function wordsOf(step: StepKey): { readonly title: ReactNode; readonly text: ReactNode } {
  switch (step) {
    case 'trade':
      return {
        title: <Trans comment="First step">Make your first trade</Trans>,
        text: <Trans comment="First step: what to do">Buy or sell something on the spot market.</Trans>,
      };
    case 'contract':
      return {
        title: <Trans comment="First step">Open your first contract</Trans>,
        text: <Trans comment="First step: what to do">Open a small long or short position.</Trans>,
      };
    case 'receipt':
      return {
        title: <Trans comment="First step">Recalculate a receipt</Trans>,
        text: (
          <Trans comment="First step: what to do">
            Settle a second contract, then recalculate its receipt on this device.
          </Trans>
        ),
      };
    case 'secure':
      return {
        title: <Trans comment="First step">Secure your account</Trans>,
        text: <Trans comment="First step: what to do">Add an authenticator or a passkey.</Trans>,
      };
    case 'withdraw':
      return {
        title: <Trans comment="First step">Withdraw in practice</Trans>,
        text: <Trans comment="First step: what to do">Send practice coins out, as you would real ones.</Trans>,
      };
  }
}

function Way({ step, className }: { readonly step: StepKey; readonly className: string }) {
  const close = (): void => openGuide(undefined);
  const link = { className: classes(className, style['way']), onClick: close, 'data-testid': 'way' } as const;
  switch (step) {
    case 'trade':
      return (
        <Link to="/exchange/index" {...link}>
          <Trans comment="Link of a first step">Open spot trading</Trans>
        </Link>
      );
    case 'contract':
      return (
        <Link to="/trade/index" search={{ type: 'usta' }} {...link}>
          <Trans comment="Link of a first step">Open perpetuals</Trans>
        </Link>
      );
    case 'receipt':
      return (
        <Link to="/trade/index" search={{ type: 'sec' }} {...link}>
          <Trans comment="Link of a first step">Open second contracts</Trans>
        </Link>
      );
    case 'secure':
      return (
        <Link to="/account/center/security" {...link}>
          <Trans comment="Link of a first step">Open security</Trans>
        </Link>
      );
    case 'withdraw':
      return (
        <Link to="/assets/index" search={{ key: 'withdraw' }} {...link}>
          <Trans comment="Link of a first step">Open withdrawals</Trans>
        </Link>
      );
  }
}
