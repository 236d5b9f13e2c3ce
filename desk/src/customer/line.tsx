// A user as the desk shows them: number, masked addresses, verification stage, frozen or not.
import type { ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import type { CustomerLine } from '@vitrine/contract';
import { Tag, Time } from '@vitrine/ui';
import type { Fact } from '../case/index.ts';

/** The text of the passed verification stage. */
export function StageWords({ stage }: { readonly stage: number }): ReactNode {
  return stage === 0 ? (
    <Trans comment="Verification: no stage passed">none passed</Trans>
  ) : (
    <Trans comment="value: number of the passed stage of verification">stage {stage} passed</Trans>
  );
}

export function FrozenTag({ frozen }: { readonly frozen: boolean }): ReactNode {
  return frozen ? (
    <Tag tone="warn">
      <Trans>Frozen</Trans>
    </Tag>
  ) : null;
}

/** A value that may be missing. */
export function OrNone({ value }: { readonly value: string | null }): ReactNode {
  return (
    value ?? (
      <span className="v-ink-3">
        <Trans comment="Value of a fact: there is none">none</Trans>
      </span>
    )
  );
}

/** The masked facts of a user. */
export function customerFacts(line: CustomerLine): readonly Fact[] {
  return [
    { key: 'name', label: <Trans>User name</Trans>, value: <OrNone value={line.loginName} /> },
    { key: 'email', label: <Trans>E-mail</Trans>, value: <OrNone value={line.email} /> },
    { key: 'phone', label: <Trans>Phone</Trans>, value: <OrNone value={line.phone} /> },
    { key: 'stage', label: <Trans>Verification</Trans>, value: <StageWords stage={line.kycStage} /> },
    { key: 'created', label: <Trans>Registered</Trans>, value: <Time at={line.created} as="full" /> },
  ];
}
