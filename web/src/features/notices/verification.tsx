// The notice of a decision on the user's verification.

import { Trans } from '@lingui/react/macro';
import { KYC_STATE } from '@vitrine/contract';
import { toast } from '@vitrine/ui';

/** Shows a decision: `state` is one of `KYC_STATE`; nothing while it is under review. */
export function showVerification(stage: number, state: number): void {
  if (state !== KYC_STATE.passed && state !== KYC_STATE.failed) return;
  toast({
    id: `verification-${stage}`,
    group: 'order',
    kind: state === KYC_STATE.passed ? 'done' : 'warn',
    state: state === KYC_STATE.passed ? 'passed' : 'failed',
    title:
      state === KYC_STATE.passed ? (
        <Trans comment="Notice">Identity verification: stage {stage} passed</Trans>
      ) : (
        <Trans comment="Notice">Identity verification: stage {stage} not passed</Trans>
      ),
  });
}
