// Texts of problems with a withdrawal, each with a link that resolves it if there is one.
import { Link } from '@tanstack/react-router';
import { Trans } from '@lingui/react/macro';
import type { AddressFault } from '@vitrine/contract';
import { NumCount, NumMoney, Time } from '@vitrine/ui';
import { LockWords, useNetworkName } from '../funds-words.tsx';
import { WalletLink } from '../place.tsx';
import type { WithdrawProblem } from './withdraw-form.ts';

export interface ProblemWordsProps {
  readonly problem: WithdrawProblem;
  readonly coin: string;
  /** Name of the chosen network. */
  readonly network: string;
}

export function ProblemWords({ problem, coin, network }: ProblemWordsProps) {
  switch (problem.kind) {
    case 'loading':
      return <Trans>Not yet: your balance and your limits are loading.</Trans>;
    case 'locked':
      return <LockWords lock={problem.lock} until={problem.until} />;
    case 'kyc':
      return (
        <Trans>
          Withdrawals open when your identity is verified.{' '}
          <Link to="/account/center/kyc" className="v-link">
            Verify
          </Link>
        </Trans>
      );
    case 'fundPassword':
      return (
        <Trans>
          Set a fund password first: every withdrawal requires it.{' '}
          <Link to="/account/center/security/setting/trade-pwd" className="v-link">
            Set it
          </Link>
        </Trans>
      );
    case 'closed':
      return <Trans comment="network: its name">Withdrawals on this network are paused: {network}.</Trans>;
    case 'halted':
      return (
        <Trans comment="why: for people">Withdrawals on this network are paused: {{ reason: problem.words }}</Trans>
      );
    case 'card':
      return (
        <Trans>
          US dollars can be withdrawn only to your own bank card. No card is bound.{' '}
          <Link to="/account/center/bank-card" className="v-link">
            Bind one
          </Link>
        </Trans>
      );
    case 'network':
      return <Trans>Not yet: choose the network the receiving wallet uses.</Trans>;
    case 'address':
      return <Trans>Not yet: the address is missing.</Trans>;
    case 'checking':
      return <Trans>The address is being checked.</Trans>;
    case 'notInBook':
      return (
        <Trans>
          You allow only addresses in your book, and this one is not in it.{' '}
          <WalletLink search={{ key: 'withdraw', part: 'book' }} className="v-link">
            Address book
          </WalletLink>
        </Trans>
      );
    case 'waiting':
      return (
        <Trans>
          This address is new in your book. Withdrawals to it are possible from <Time at={problem.until} as="full" />.
        </Trans>
      );
    case 'fault':
      return <AddressFaultWords fault={problem.fault} network={network} other={problem.network} />;
    case 'amount':
      return <Trans>Not yet: enter an amount.</Trans>;
    case 'number':
      return <Trans>Not yet: the amount must be a number.</Trans>;
    case 'zero':
      return <Trans>Not yet: the amount is zero.</Trans>;
    case 'rate':
      return <Trans>The price of {coin} is unavailable right now, so it cannot be checked against your limit.</Trans>;
    case 'least':
      return (
        <Trans>
          At least <NumMoney value={problem.of} asset={coin} showAsset />.
        </Trans>
      );
    case 'step':
      return (
        <Trans>
          Only multiples of <NumMoney value={problem.of} asset={coin} showAsset />.
        </Trans>
      );
    case 'short':
      return (
        <Trans>
          With the fee, <NumMoney value={problem.of} asset={coin} showAsset /> more than the available balance.
        </Trans>
      );
    case 'day':
      return (
        <Trans>
          <NumMoney value={problem.of} asset="USDT" scale={0} showAsset /> more than what is left of today’s limit.
        </Trans>
      );
    case 'pin':
      return problem.missing === 6 ? (
        <Trans>Not yet: the fund password is missing.</Trans>
      ) : (
        <Trans comment="How many digits are still missing">
          Not yet: the fund password needs <NumCount value={problem.missing} /> more digits. After 5 wrong ones,
          withdrawals are locked for 24 hours.
        </Trans>
      );
  }
}

/** Why withdrawals to an address are not possible. */
export function AddressFaultWords({
  fault,
  network,
  other,
}: {
  readonly fault: AddressFault;
  readonly network: string;
  readonly other: string | null;
}) {
  const nameOf = useNetworkName();
  switch (fault) {
    case 'format':
      return (
        <Trans comment="network: its name">
          This is not an address of this network, {network}. Copy it from the receiving wallet.
        </Trans>
      );
    case 'checksum':
      return <Trans>The address has a typing error: its checksum is wrong. Copy it again, do not type it.</Trans>;
    case 'network':
      return other === null ? (
        <Trans comment="network: its name">This address belongs to a network other than {network}.</Trans>
      ) : (
        <Trans comment="Names of two networks">
          This is an address of {{ found: nameOf(other) }}, not of {network}. Choose that network, or another address.
        </Trans>
      );
    case 'own':
      return <Trans>This is one of your own addresses here: the amount would come back, less the fee.</Trans>;
  }
}
