// What reserves the money of a wallet, as text with a link.
import { Link } from '@tanstack/react-router';
import { Plural } from '@lingui/react/macro';
import { WALLET, type WalletTotal } from '@vitrine/contract';
import type { ReactNode } from 'react';
import { WalletLink } from '../place.tsx';

type Holder = WalletTotal['heldBy'][number];

/** The page with the orders of a wallet. */
function ordersOf(
  type: string,
):
  | '/account/entrust/spot'
  | '/account/entrust/margin-all'
  | '/account/entrust/margin-fixed'
  | '/account/entrust/future/u'
  | '/account/entrust/future/coin' {
  switch (type) {
    case WALLET.uContract:
      return '/account/entrust/future/u';
    case WALLET.coinContract:
      return '/account/entrust/future/coin';
    case WALLET.crossMargin:
      return '/account/entrust/margin-all';
    case WALLET.isolatedMargin:
      return '/account/entrust/margin-fixed';
    default:
      return '/account/entrust/spot';
  }
}

export function HeldBy({ wallet }: { readonly wallet: WalletTotal }) {
  if (wallet.heldBy.length === 0) return <span className="v-ink-3">–</span>;
  return (
    <span className="v-row v-wrap">
      {wallet.heldBy.map((holder) => (
        <Way key={holder.kind} holder={holder} type={wallet.type}>
          <Count holder={holder} />
        </Way>
      ))}
    </span>
  );
}

function Way({
  holder,
  type,
  children,
}: {
  readonly holder: Holder;
  readonly type: string;
  readonly children: ReactNode;
}) {
  switch (holder.kind) {
    case 'order':
      return (
        <Link to={ordersOf(type)} className="v-link">
          {children}
        </Link>
      );
    case 'position':
      return (
        <Link to="/trade/index" search={{ type: 'usta' }} className="v-link">
          {children}
        </Link>
      );
    case 'second':
      return (
        <Link to="/trade/index" search={{ type: 'sec' }} className="v-link">
          {children}
        </Link>
      );
    case 'withdrawal':
      return (
        <WalletLink search={{ key: 'records', part: 'withdrawals' }} className="v-link">
          {children}
        </WalletLink>
      );
    case 'swap':
      return (
        <WalletLink search={{ key: 'records', part: 'swaps' }} className="v-link">
          {children}
        </WalletLink>
      );
    // Their pages do not exist yet.
    case 'stake':
    case 'loan':
    case 'deal':
      return <span>{children}</span>;
  }
}

function Count({ holder: { kind, count } }: { readonly holder: Holder }) {
  switch (kind) {
    case 'order':
      return <Plural value={count} one="# order" other="# orders" />;
    case 'position':
      return <Plural value={count} one="# position" other="# positions" />;
    case 'second':
      return <Plural value={count} one="# second contract" other="# second contracts" />;
    case 'withdrawal':
      return <Plural value={count} one="# withdrawal" other="# withdrawals" />;
    case 'swap':
      return <Plural value={count} one="# swap" other="# swaps" />;
    case 'stake':
      return <Plural value={count} one="# stake" other="# stakes" />;
    case 'loan':
      return <Plural value={count} one="# loan" other="# loans" />;
    case 'deal':
      return <Plural value={count} one="# deal" other="# deals" />;
  }
}
