// A forgotten fund password: request a review by two staff members, see its state, withdraw it.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconHelpCircle } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import type { Security } from '@vitrine/contract';
import { Button, Dialog, Time, useFormat } from '@vitrine/ui';
import { useSend } from '../../../api/index.ts';
import { useChanged } from '../data.ts';
import { isUsable } from './fund-form.ts';
import { FactRow, OwnWord, Steps } from '../parts.tsx';
import { Refusal } from '../words.tsx';
import style from '../account-centre.module.css';

export function FundCasePanel({ security }: { readonly security: Security }) {
  const { now } = useFormat();
  const [asking, setAsking] = useState<'open' | 'withdraw'>();
  const found = security.fundCase;
  const usable = isUsable(found, now());
  const action =
    found?.state === 'open' ? (
      <Button size="small" onClick={() => setAsking('withdraw')}>
        <Trans comment="Button: take the request for a new fund password back">Cancel it</Trans>
      </Button>
    ) : usable ? (
      <Link to="/account/center/security/setting/trade-pwd" className="v-link">
        <Trans>Set a new fund password</Trans>
      </Link>
    ) : (
      <Button size="small" onClick={() => setAsking('open')}>
        <Trans comment="Button: ask for a reset of the forgotten fund password">Request a reset</Trans>
      </Button>
    );
  return (
    <div
      className={style['rows']}
      style={{ borderTop: '1px solid var(--v-line)' }}
      data-testid="fund-case"
      data-state={found?.state}
    >
      <FactRow
        icon={<IconHelpCircle stroke={1.75} aria-hidden="true" />}
        state={found?.state === 'open' || usable ? 'on' : 'off'}
        title={<Trans>Forgotten fund password</Trans>}
        action={action}
      >
        <CaseState security={security} usable={usable} />
      </FactRow>
      <CaseDialog act={asking} onClose={() => setAsking(undefined)} />
    </div>
  );
}

function CaseState({ security, usable }: { readonly security: Security; readonly usable: boolean }) {
  const found = security.fundCase;
  switch (found?.state) {
    case undefined:
      return <Trans>Two staff members of customer service reset it, nobody alone</Trans>;
    case 'open':
      return (
        <Trans>
          Requested <Time at={found.time} as="full" />. Reviewed by two staff members.
        </Trans>
      );
    case 'passed':
      return usable ? (
        <Trans>
          Passed. Until <Time at={found.until} as="full" /> a new one can be set without the old one.
        </Trans>
      ) : (
        <Trans>
          Passed <Time at={found.decided} as="full" />; its validity has ended
        </Trans>
      );
    case 'refused':
      return (
        <Trans>
          Rejected <Time at={found.decided} as="full" />. Customer service can tell you why.
        </Trans>
      );
    case 'withdrawn':
      return <Trans>You cancelled your request</Trans>;
    default:
      return '–';
  }
}

function CaseDialog({ act, onClose }: { readonly act: 'open' | 'withdraw' | undefined; readonly onClose: () => void }) {
  const changed = useChanged();
  const [last, setLast] = useState<'open' | 'withdraw'>('open');
  if (act !== undefined && act !== last) setLast(act);
  const sendOnce = useSend();
  const ask = useMutation({
    mutationFn: async (wanted: 'open' | 'withdraw') => {
      await sendOnce('user.fundCase', { act: wanted });
      await changed();
    },
    onSuccess: onClose,
  });
  const open = last === 'open';
  return (
    <Dialog
      open={act !== undefined}
      onClose={onClose}
      title={open ? <Trans>Request a reset of the fund password?</Trans> : <Trans>Cancel the request?</Trans>}
      safe={
        open ? (
          <Trans comment="Button: keep the fund password as it is">Keep the old one</Trans>
        ) : (
          <Trans context="request" comment="Button: leave the request as it is">
            Keep the request
          </Trans>
        )
      }
      act={{
        label: open ? (
          <Trans comment="Button: ask for a reset of the forgotten fund password">Request a reset</Trans>
        ) : (
          <Trans comment="Button: take the request for a new fund password back">Cancel it</Trans>
        ),
        onClick: () => ask.mutate(last),
        busy: ask.isPending,
      }}
    >
      <div className={style['dialog']}>
        {open ? (
          <Steps
            steps={[
              {
                key: 'ask',
                title: <Trans comment="Step: the customer requests a reset">Your request</Trans>,
                when: <Trans comment="A time">now</Trans>,
              },
              {
                key: 'two',
                title: <Trans>Two staff members verify your identity</Trans>,
                text: <Trans>We may call you on a bound number. We never ask for a code or a password.</Trans>,
              },
              {
                key: 'set',
                title: <Trans comment="Step: a new fund password">You set a new one</Trans>,
                when: <Trans>within 24 hours</Trans>,
                text: <Trans>Withdrawals are locked for 24 hours then. Trading goes on.</Trans>,
              },
            ]}
          />
        ) : (
          <p>
            <Trans>The old fund password stays valid. You can ask again at any time.</Trans>
          </p>
        )}
        <OwnWord />
        <Refusal error={ask.error} />
      </div>
    </Dialog>
  );
}
