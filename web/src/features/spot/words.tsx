// Texts of the ticket: why its button is disabled, and what it will do.

import { BAND, PROTECTION } from '@vitrine/core/formula';
import { Trans } from '@lingui/react/macro';
import { NumAmount, NumMoney, NumPrice, Time, formatExact, useFormat } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { CutWords } from '../../ticket/index.ts';
import type { TicketState } from './form.ts';
import type { MarketRules } from './calculate.ts';
import type { TicketSummary } from './summary.ts';
import type { Problem } from './validate.ts';

const bandPercent = String(BAND);
const protection = String(PROTECTION);

/** Why the ticket cannot be sent; `transfer` and `login` are links that resolve it. */
export function ProblemWords({
  problem,
  rules,
  login,
  transfer,
}: {
  readonly problem: Problem;
  readonly rules: MarketRules;
  readonly login: ReactNode;
  readonly transfer: ReactNode;
}) {
  const { tag } = useFormat();
  switch (problem.kind) {
    case 'signIn':
      return <Trans comment="Why the order button is off; the link reads Log in">{login} to trade.</Trans>;
    case 'cut':
      return <CutWords />;
    case 'loading':
      return <Trans>Waiting for prices and balances.</Trans>;
    case 'closed':
      return problem.opensAt === null ? (
        <Trans>The market is closed.</Trans>
      ) : (
        <Trans>
          The market is closed. It opens <Time at={problem.opensAt} />.
        </Trans>
      );
    case 'suspended':
      return <Trans>Trading in this market is suspended. You can still cancel orders.</Trans>;
    case 'staleMarket':
      return <Trans>The index price is too old for this. You can still place limit orders and cancel orders.</Trans>;
    case 'missing':
      return <MissingWords field={problem.field} />;
    case 'tick':
      return <Trans>The price must be a multiple of {{ step: formatExact(problem.step, { tag }) }}.</Trans>;
    case 'lot':
      return <Trans>The amount must be a multiple of {{ step: formatExact(problem.step, { tag }) }}.</Trans>;
    case 'band':
      return problem.side === 'above' ? (
        <Trans comment="Price protection: a buy far above the index is refused">
          More than {bandPercent}% above the index. Maximum:{' '}
          <NumPrice value={problem.limit} decimals={rules.tickDecimals} />.
        </Trans>
      ) : (
        <Trans comment="Price protection: a sell far below the index is refused">
          More than {bandPercent}% below the index. Minimum:{' '}
          <NumPrice value={problem.limit} decimals={rules.tickDecimals} />.
        </Trans>
      );
    case 'far':
      return problem.side === 'above' ? (
        <Trans>
          Too far from the index. Maximum: <NumPrice value={problem.limit} decimals={rules.tickDecimals} />.
        </Trans>
      ) : (
        <Trans>
          Too far from the index. Minimum: <NumPrice value={problem.limit} decimals={rules.tickDecimals} />.
        </Trans>
      );
    case 'triggerSide':
      return problem.side === 'above' ? (
        <Trans>
          It would trigger at once: the trigger must be above{' '}
          <NumPrice value={problem.price} decimals={rules.tickDecimals} />.
        </Trans>
      ) : (
        <Trans>
          It would trigger at once: the trigger must be below{' '}
          <NumPrice value={problem.price} decimals={rules.tickDecimals} />.
        </Trans>
      );
    case 'tooSmall':
      return (
        <Trans>
          Minimum order: <NumMoney value={problem.least} asset={problem.coin} showAsset />.
        </Trans>
      );
    case 'wouldTake':
      return <Trans>At this price it would fill at once, so post only rejects it.</Trans>;
    case 'noBook':
      return <Trans>No liquidity right now. You can place a limit order.</Trans>;
    case 'funds':
      return (
        <Trans comment="Why the order button is off; the link reads Transfer">
          You need <NumMoney value={problem.missing} asset={problem.coin} showAsset /> more. {transfer}
        </Trans>
      );
  }
}

function MissingWords({ field }: { readonly field: 'price' | 'amount' | 'total' | 'trigger' }) {
  switch (field) {
    case 'price':
      return <Trans>Enter a price.</Trans>;
    case 'trigger':
      return <Trans>Enter the price that triggers it.</Trans>;
    case 'total':
      return <Trans>Enter how much to spend.</Trans>;
    case 'amount':
      return <Trans>Enter an amount.</Trans>;
  }
}

/** The missing amount, at its field. */
export function FieldError({ problem, rules }: { readonly problem: Problem; readonly rules: MarketRules }) {
  if (problem.kind !== 'funds') return <ProblemWords problem={problem} rules={rules} login={null} transfer={null} />;
  return (
    <Trans>
      <NumMoney value={problem.missing} asset={problem.coin} showAsset /> more than the available balance.
    </Trans>
  );
}

/** What will happen. */
export function OutcomeWords({
  state,
  summary,
  rules,
}: {
  state: TicketState;
  summary: TicketSummary;
  rules: MarketRules;
}) {
  const held = <NumMoney value={summary.held} asset={summary.heldCoin} showAsset />;
  if (summary.meeting === 'trigger') {
    return <Trans>Reserves {held} until triggered, filled or cancelled.</Trans>;
  }
  if (state.kind === 'market') return <MarketWords summary={summary} rules={rules} />;
  if (state.timeInForce === 'FOK') {
    return <Trans>Fills completely at once at this price or better, or not at all.</Trans>;
  }
  if (state.timeInForce === 'IOC') {
    return <Trans>Fills at once what it can at this price or better; the rest is cancelled.</Trans>;
  }
  if (summary.meeting === 'takes') {
    return (
      <Trans>
        Fills at once at <NumPrice value={summary.averagePrice} decimals={rules.tickDecimals} /> on average, by the
        current order book.
      </Trans>
    );
  }
  if (summary.meeting === 'partly') {
    return <Trans>Fills partly at once; the rest waits in the order book. Reserves {held}.</Trans>;
  }
  const distance = <NumPrice value={summary.distance} decimals={rules.tickDecimals} />;
  if (summary.distance === undefined) return <Trans>Reserves {held} until filled or cancelled.</Trans>;
  return state.side === 'buy' ? (
    <Trans>
      Reserves {held} until filled or cancelled. {distance} below the best ask, so it will wait in the order book.
    </Trans>
  ) : (
    <Trans>
      Reserves {held} until filled or cancelled. {distance} above the best bid, so it will wait in the order book.
    </Trans>
  );
}

function MarketWords({ summary, rules }: { summary: TicketSummary; rules: MarketRules }) {
  const amount = <NumAmount value={summary.quantity} decimals={rules.lotDecimals} unit={rules.base} />;
  const price = <NumPrice value={summary.averagePrice} decimals={rules.tickDecimals} />;
  if (summary.short) {
    return (
      <Trans>
        The order book holds less than this within {protection}% of the best price; the rest would be cancelled.
      </Trans>
    );
  }
  return (
    <Trans>
      About {amount} at {price} on average, by the current order book; no further than {protection}% from the best
      price.
    </Trans>
  );
}
