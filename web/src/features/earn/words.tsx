// Names of products, states and problems of staking and finance.

import { Trans, useLingui } from '@lingui/react/macro';
import { NumMoney, Tag } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { LoginLink } from '../../ticket/index.ts';
import type { EarnProblem } from './form.ts';
import type { Offer } from './offer.ts';

/** A product by its coin and days. */
export function useProductName(): (product: {
  readonly coin: string;
  readonly cycle: number;
  readonly flexible?: boolean;
}) => string {
  const { t } = useLingui();
  return ({ coin, cycle: days, flexible = false }) =>
    flexible
      ? t({ message: `${coin}, flexible`, comment: 'Name of a finance product without a fixed end; coin: BTC' })
      : t({ message: `${coin}, ${days} days`, comment: 'Name of a staking or finance product: its coin and its days' });
}

/** What is special about a product. */
export function OfferTags({ offer }: { readonly offer: Offer }) {
  const { vip } = offer;
  return (
    <>
      {offer.state === 'soldOut' ? (
        <Tag>
          <Trans comment="State of a staking or finance product">Sold out</Trans>
        </Tag>
      ) : offer.state === 'unfunded' ? (
        <Tag tone="warn">
          <Trans comment="State of a staking or finance product: the exchange has no money for its yield">
            Not funded
          </Trans>
        </Tag>
      ) : offer.state === 'closed' ? (
        <Tag>
          <Trans comment="State of a staking or finance product">Not on sale</Trans>
        </Tag>
      ) : null}
      {vip > 0 ? (
        <Tag tone="accent">
          <Trans comment="Who may buy a product">VIP {vip} and above</Trans>
        </Tag>
      ) : null}
      {offer.early ? null : (
        <Tag>
          <Trans comment="A product cannot be redeemed before its end">Locked until the end</Trans>
        </Tag>
      )}
    </>
  );
}

/** The state of a purchase: 0 runs, 1 ended, 2 redeemed. */
export function PurchaseTag({ kind, status }: { readonly kind: Offer['kind']; readonly status: number }) {
  const state = ['running', 'completed', 'redeemed'][status];
  if (status === 2)
    return (
      <Tag tone="done" state={state}>
        <Trans comment="State of a stake or an investment: ended early by its owner">Redeemed</Trans>
      </Tag>
    );
  if (status === 1)
    return (
      <Tag state={state}>
        {kind === 'pledge' ? (
          <Trans context="stake" comment="State of a stake: it reached its end">
            Completed
          </Trans>
        ) : (
          <Trans comment="State of an investment: it reached its end and was paid">Settled</Trans>
        )}
      </Tag>
    );
  return (
    <Tag tone="accent" state={state}>
      {kind === 'pledge' ? (
        <Trans comment="State of a stake">In progress</Trans>
      ) : (
        <Trans comment="State of an investment: it runs">In position</Trans>
      )}
    </Tag>
  );
}

/** Why a product cannot be bought now. */
export function EarnProblemWords({
  problem,
  coin,
}: {
  readonly problem: EarnProblem;
  readonly coin: string;
}): ReactNode {
  switch (problem.kind) {
    case 'login':
      return <LoginLink className="v-link" />;
    case 'closed':
      return <Trans comment="Why a product cannot be bought">This product is not on sale now.</Trans>;
    case 'soldOut':
      return <Trans comment="Why a product cannot be bought">Nothing is left of this product.</Trans>;
    case 'unfunded':
      return (
        <Trans comment="Why a product cannot be bought">No reserve is left for its yield, so no more is sold.</Trans>
      );
    case 'times':
      return <Trans comment="Why a product cannot be bought">You have bought it as often as a customer may.</Trans>;
    case 'loading':
      return <Trans>Not yet: your balance is loading.</Trans>;
    case 'amount':
      return <Trans>Not yet: enter an amount.</Trans>;
    case 'unreadable':
      return <Trans>Not yet: the amount must be a number.</Trans>;
    case 'vip': {
      const { vip } = problem;
      return <Trans comment="Why a product cannot be bought">This product is for VIP {vip} and above.</Trans>;
    }
    case 'least':
      return (
        <Trans comment="Why a product cannot be bought: an amount with its coin">
          Minimum purchase: <NumMoney value={problem.bound} asset={coin} showAsset />
        </Trans>
      );
    case 'most':
      return (
        <Trans comment="Why a product cannot be bought: an amount with its coin">
          Maximum purchase: <NumMoney value={problem.bound} asset={coin} showAsset />
        </Trans>
      );
    case 'left':
      return (
        <Trans comment="Why a product cannot be bought: an amount with its coin">
          Only <NumMoney value={problem.bound} asset={coin} showAsset /> is left.
        </Trans>
      );
    case 'lack':
      return (
        <Trans comment="Why the button is disabled: so much is missing">
          You need <NumMoney value={problem.lack} asset={coin} /> {{ coin }} more.
        </Trans>
      );
  }
}

/** How often a customer may still buy a product; for guests how often anybody may. */
export function TimesLeft({ offer }: { readonly offer: Offer }) {
  const { times: most, remainingTimes: left } = offer;
  if (most === null) return <Trans comment="Purchases of a customer of a product">Unlimited purchases</Trans>;
  return left === null ? (
    <Trans comment="How often a customer may buy a product; most is a number">Purchases per customer: {most}</Trans>
  ) : (
    <Trans comment="How often a customer may still buy a product; two numbers">
      Purchases left: {left} of {most}
    </Trans>
  );
}
