// New terms: the text, Agree, or Not now, which leaves the trading page.
import { useMutation } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { Dialog } from '@vitrine/ui';
import { changeUser, settle } from '../api/index.ts';
import { Refusal } from '../page/index.ts';
import { TermsText } from './terms-text.tsx';
import type { Agreement } from './version.ts';
import style from './legal.module.css';

export interface TermsDialogProps {
  readonly agreement: Agreement;
  /** The current version. */
  readonly inForce: string;
  readonly onLater: () => void;
}

export function TermsDialog({ agreement, inForce, onLater }: TermsDialogProps) {
  const { t } = useLingui();
  const agreeing = useMutation({
    mutationFn: () => settle('user.acceptTerms', { version: inForce }),
    onSuccess: () => changeUser({ terms: inForce }),
  });
  const outdated = agreement === 'outdated';
  return (
    <Dialog
      open={agreement !== 'none'}
      onClose={onLater}
      title={<Trans>Do you agree to the new terms?</Trans>}
      width={640}
      testId="new-terms"
      safe={<Trans comment="Button: the question is answered later">Not now</Trans>}
      act={
        outdated
          ? { label: <Trans>Load the newer page</Trans>, onClick: () => location.reload() }
          : { label: <Trans>Agree and continue</Trans>, onClick: () => agreeing.mutate(), busy: agreeing.isPending }
      }
    >
      <p>
        {outdated ? (
          <Trans comment="inForce: date of the terms">
            The terms of service of {inForce} are in force. This page is older and does not have them yet.
          </Trans>
        ) : (
          <Trans comment="inForce: date of the terms">
            The terms of service of {inForce} are in force. Without agreeing you can view, cancel orders and withdraw,
            but not trade.
          </Trans>
        )}
      </p>
      {outdated ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reached by keyboard
        <div className={style['scroll']} role="region" tabIndex={0} aria-label={t`Terms of service`}>
          <TermsText level={3} />
        </div>
      )}
      <Refusal error={agreeing.error} />
    </Dialog>
  );
}
