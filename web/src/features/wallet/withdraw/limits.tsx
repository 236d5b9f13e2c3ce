// Today's withdrawal limit, current locks with their ends, and the effect of verification.
import { Link } from '@tanstack/react-router';
import { IconLock } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import type { WithdrawalLimits } from '@vitrine/contract';
import { Note, NumMoney, Pane, SkeletonRows } from '@vitrine/ui';
import { percentOf, toUnits } from '../../../ticket/index.ts';
import { Facts } from '../funds-parts.tsx';
import { LockWords } from '../funds-words.tsx';
import style from '../funds.module.css';
import { Hint } from '../../../hint/index.ts';

/** The whole USDT of a decimal value. */
const wholeOf = (worth: string): bigint => toUnits(worth.replace(/\..*$/, ''), 0) ?? 0n;

export function Limits({ limits }: { readonly limits: WithdrawalLimits | undefined }) {
  return (
    <Pane
      title={
        <Hint of={['withdrawalLimit', 'verification']}>
          <Trans>Your limit today</Trans>
        </Hint>
      }
      padded
    >
      {limits === undefined ? (
        <SkeletonRows rows={3} />
      ) : (
        <div className={style['form']}>
          {limits.locks.map((lock) => (
            <Note key={lock.kind} tone="warn" icon={<IconLock stroke={1.75} aria-hidden="true" />}>
              <LockWords lock={lock.kind} until={lock.until} />
            </Note>
          ))}
          <Used limits={limits} />
          <Facts
            rows={[
              {
                key: 'left',
                label: <Trans comment="Of a day's limit">Left today</Trans>,
                value: (
                  <b>
                    <NumMoney value={limits.left} asset="USDT" scale={0} showAsset />
                  </b>
                ),
              },
              {
                key: 'day',
                label: <Trans comment="Which day a limit counts">A UTC day</Trans>,
                value: <NumMoney value={limits.day} asset="USDT" scale={0} showAsset />,
              },
              {
                key: 'persons',
                label: <Trans>Reviewed by two staff members from</Trans>,
                value: <NumMoney value={limits.persons} asset="USDT" scale={0} showAsset />,
              },
            ]}
          />
          <Next limits={limits} />
        </div>
      )}
    </Pane>
  );
}

function Used({ limits }: { readonly limits: WithdrawalLimits }) {
  const percent = percentOf(wholeOf(limits.used), wholeOf(limits.day));
  return (
    <div className={style['bar']} aria-hidden="true">
      <i style={{ width: `${percent}%` }} />
    </div>
  );
}

/** The next stage with a higher limit, and a link to it. */
function Next({ limits }: { readonly limits: WithdrawalLimits }) {
  const next = limits.stages.find(({ stage, vip }) => !vip && stage === limits.stage + 1);
  if (!next) return null;
  return (
    <p className="v-12 v-ink-2">
      <Trans comment="stage: of identity verification; then the day's limit it gives">
        Verification stage {{ stage: next.stage }} gives <NumMoney value={next.day} asset="USDT" scale={0} showAsset />{' '}
        a day.{' '}
        <Link to="/account/center/kyc" className="v-link">
          Verify
        </Link>
      </Trans>
    </p>
  );
}
