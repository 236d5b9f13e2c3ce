// What a proposal changes, before → after, as text.
import type { ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import type { Proposal } from '@vitrine/contract';
import { NumMoney, NumRate, Time, ValueChange } from '@vitrine/ui';
import { factWords, rolesText, wordOf } from '../words/index.ts';

type Fact = Proposal['facts'][number];

/** A fact's value as text; null means none. */
function Value({ fact, value }: { readonly fact: Fact['fact']; readonly value: string | null }): ReactNode {
  if (value === null || value === '')
    return <Trans comment="Value of a fact before or after: there is none">none</Trans>;
  switch (fact) {
    case 'kycStage':
      return value === '0' ? (
        <Trans comment="Verification: no stage passed">none passed</Trans>
      ) : (
        <Trans comment="value: number of the passed stage of verification">stage {value} passed</Trans>
      );
    case 'frozen':
      return value === 'true' || value === '1' ? (
        <Trans>frozen</Trans>
      ) : (
        <Trans comment="An account that is not frozen">free</Trans>
      );
    case 'roles':
      return rolesText(value.split(',').filter(Boolean));
    case 'fundPassword':
    case 'credentials':
      return <FactState value={value} />;
    case 'withdrawals':
      return value === 'halted' ? (
        <Trans comment="Withdrawals of a coin on a network rest">halted</Trans>
      ) : (
        <Trans comment="Withdrawals of a coin on a network are open">open</Trans>
      );
    case 'amount':
    case 'fee':
      return <Money value={value} />;
    case 'closingRate':
      return <NumRate value={value} />;
    case 'clock':
      return <Time at={Date.parse(value)} as="full" />;
    case 'name':
    case 'linked':
    case 'answer':
    case 'address':
    case 'reference':
    case 'proof':
    case 'merchant':
    case 'harmed':
      return value;
  }
}

/** The state of a password or of access: set, forgotten, to be chosen again, ended. */
function FactState({ value }: { readonly value: string }): ReactNode {
  switch (value) {
    case 'active':
      return <Trans comment="State of a password">set</Trans>;
    case 'forgotten':
      return <Trans comment="State of a password">forgotten</Trans>;
    case 'new':
    case 'invited':
      return <Trans comment="State of a password: will be chosen again">to be reset</Trans>;
    case 'stopped':
      return <Trans comment="State of a person of the desk">disabled</Trans>;
    default:
      return value;
  }
}

/** An amount in the desk's form: `12.50 USDT`. */
function Money({ value }: { readonly value: string }): ReactNode {
  const [, amount, coin] = /^([0-9.]+) ([0-9A-Za-z]+)$/.exec(value) ?? [];
  return amount === undefined || coin === undefined ? value : <NumMoney value={amount} asset={coin} showAsset />;
}

/** Facts that are statements and not changes when there is no value before. */
const worded: readonly Fact['fact'][] = ['amount', 'fee', 'address', 'reference', 'answer', 'merchant', 'harmed'];

export function ProposalFacts({ proposal }: { readonly proposal: Pick<Proposal, 'facts'> }) {
  return (
    <ValueChange
      title={<Trans>If approved</Trans>}
      rows={proposal.facts.map((one) => ({
        key: one.fact,
        label: wordOf(factWords, one.fact),
        ...(one.before === null && worded.includes(one.fact)
          ? { only: <Value fact={one.fact} value={one.after} /> }
          : { now: <Value fact={one.fact} value={one.before} />, after: <Value fact={one.fact} value={one.after} /> }),
      }))}
    />
  );
}
