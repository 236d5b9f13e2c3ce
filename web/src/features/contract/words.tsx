// Texts of the contract ticket: why its button is disabled, what it will do, and confirmations.

import { REACH } from '@vitrine/core/formula';
import { printDecimal } from '@vitrine/core/number';
import { Trans } from '@lingui/react/macro';
import { NumAmount, NumMoney, NumPercent, NumPrice, Time, formatExact, useFormat } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { CutWords } from '../../ticket/index.ts';
import type { Side, TicketState } from './ticket/form.ts';
import type { Reason } from './positions/risk.ts';
import type { TicketSummary } from './positions/summary.ts';
import type { ContractTerms } from './terms.ts';
import type { Problem } from './ticket/validate.ts';

const reach = String(REACH);
/** Millionths as percent. */
const PERCENT_DECIMALS = 4;

/** Unit of quantities: the base coin, or contracts. */
export function UnitWord({ terms }: { readonly terms: Pick<ContractTerms, 'contractType' | 'base'> }) {
  return terms.contractType === 'u' ? (
    terms.base
  ) : (
    <Trans comment="Unit of a quantity: whole contracts of a coin-margined market">contracts</Trans>
  );
}

/** A quantity with its unit. */
export function Quantity({ value, terms }: { readonly value: string | undefined; readonly terms: ContractTerms }) {
  return (
    <span className="v-num">
      <NumAmount value={value} decimals={terms.lotDecimals} /> <UnitWord terms={terms} />
    </span>
  );
}

/** A price with the two extra decimals of marks. */
export function MarkPrice({
  value,
  terms,
}: {
  readonly value: string | null | undefined;
  readonly terms: Pick<ContractTerms, 'tickDecimals'>;
}) {
  return <NumPrice value={value} decimals={terms.tickDecimals + 2} />;
}

/** Why no more margin can be removed, and how much can. */
export function RequiresRest({ most, terms }: { readonly most: number; readonly terms: ContractTerms }) {
  const money = (
    <NumMoney value={printDecimal(most, terms.settleScale)} asset={terms.settle} scale={terms.settleScale} showAsset />
  );
  return <Trans>The position requires the rest; you can remove {money}.</Trans>;
}

export function SideWord({ side }: { readonly side: Side }) {
  return side === 'long' ? (
    <Trans comment="Side of a position">Long</Trans>
  ) : (
    <Trans comment="Side of a position">Short</Trans>
  );
}

export function ModeWord({ mode }: { readonly mode: 'all' | 'fixed' }) {
  return mode === 'all' ? <Trans comment="Margin mode">Cross</Trans> : <Trans comment="Margin mode">Isolated</Trans>;
}

interface ProblemProps {
  readonly problem: Problem;
  readonly terms: ContractTerms;
  readonly login: ReactNode;
  readonly transfer: ReactNode;
}

/** Why the ticket cannot be sent; `transfer` and `login` are links that resolve it. */
export function ProblemWords({ problem, terms, login, transfer }: ProblemProps) {
  const { tag } = useFormat();
  const price = (text: string) => <NumPrice value={text} decimals={terms.tickDecimals} />;
  const size = (text: string) => (
    <NumMoney value={text} asset={terms.contractType === 'u' ? terms.settle : 'USD'} showAsset />
  );
  switch (problem.kind) {
    case 'signIn':
      return <Trans comment="Why the order button is off; the link reads Log in">{login} to trade.</Trans>;
    case 'cut':
      return <CutWords />;
    case 'loading':
      return <Trans>Waiting for prices and balances.</Trans>;
    case 'suspended':
      return <Trans>Trading in this market is suspended. You can still cancel orders.</Trans>;
    case 'reduceOnly':
      return <Trans>This market accepts only orders that reduce a position.</Trans>;
    case 'staleOpen':
      return (
        <Trans>The index price is too old to open a position. You can still close positions and cancel orders.</Trans>
      );
    case 'noBook':
      return <Trans>No liquidity right now. You can place a limit order.</Trans>;
    case 'closed':
      return <ClosedWords opensAt={problem.opensAt} restsOnly={problem.restsOnly} />;
    case 'noPosition':
      return <Trans>There is no position of this side to close.</Trans>;
    case 'missing':
      return <MissingWords field={problem.field} />;
    case 'tick':
      return <Trans>The price must be a multiple of {{ step: formatExact(problem.step, { tag }) }}.</Trans>;
    case 'lot':
      return <Trans>The amount must be a multiple of {{ step: formatExact(problem.step, { tag }) }}.</Trans>;
    case 'band': {
      const limit = price(problem.limit);
      return problem.side === 'above' ? (
        <Trans>
          More than {reach}% above the mark price. Maximum: {limit}.
        </Trans>
      ) : (
        <Trans>
          More than {reach}% below the mark price. Minimum: {limit}.
        </Trans>
      );
    }
    case 'far': {
      const limit = price(problem.limit);
      return problem.side === 'above' ? (
        <Trans>Too far from the mark price. Maximum: {limit}.</Trans>
      ) : (
        <Trans>Too far from the mark price. Minimum: {limit}.</Trans>
      );
    }
    case 'triggerSide':
      return <TriggerSideWords problem={problem} terms={terms} />;
    case 'tooSmall': {
      const least = size(problem.least);
      return <Trans>Minimum order: {least}.</Trans>;
    }
    case 'tooLarge': {
      const most = size(problem.most);
      return <Trans>The maximum order is {most}; the maintenance margin tiers end there.</Trans>;
    }
    case 'moreThanHeld':
      return (
        <Trans>
          You can close <Quantity value={problem.most} terms={terms} />; other closing orders reserve the rest.
        </Trans>
      );
    case 'group':
      return <GroupWords most={problem.most} terms={terms} />;
    case 'leverage':
      return (
        <Trans>
          A position of this size cannot have {{ leverage: problem.most }}× leverage. Lower the leverage or the size.
        </Trans>
      );
    case 'otherMode':
      return <Trans>Your position here has the other margin mode. Close it to change the mode.</Trans>;
    case 'endangered':
      return <Trans>It would be liquidated as it opens. Choose a lower leverage or a better price.</Trans>;
    case 'noPrice':
      return <Trans>No price of this market would do that.</Trans>;
    case 'wouldTake':
      return <Trans>At this price it would fill at once, so post only rejects it.</Trans>;
    case 'funds':
      return (
        <Trans comment="Why the order button is off; the link reads Transfer">
          You need <NumMoney value={problem.missing} asset={terms.settle} scale={terms.settleScale} showAsset /> more.{' '}
          {transfer}
        </Trans>
      );
  }
}

function ClosedWords({ opensAt, restsOnly }: { readonly opensAt: number | null; readonly restsOnly: boolean }) {
  const opens =
    opensAt === null ? (
      <Trans>The market is closed.</Trans>
    ) : (
      <Trans>
        The market is closed. It opens <Time at={opensAt} />.
      </Trans>
    );
  return restsOnly ? (
    <>
      {opens} <Trans>A reduce-only limit order may wait until then.</Trans>
    </>
  ) : (
    opens
  );
}

function TriggerSideWords({
  problem,
  terms,
}: {
  readonly problem: Problem & { readonly kind: 'triggerSide' };
  readonly terms: ContractTerms;
}) {
  const price = <MarkPrice value={problem.price} terms={terms} />;
  return problem.side === 'above' ? (
    <Trans>It would trigger at once: the trigger must be above {price}.</Trans>
  ) : (
    <Trans>It would trigger at once: the trigger must be below {price}.</Trans>
  );
}

function MissingWords({ field }: { readonly field: 'price' | 'amount' | 'value' | 'trigger' }) {
  switch (field) {
    case 'price':
      return <Trans>Enter a price.</Trans>;
    case 'trigger':
      return <Trans>Enter the price that triggers it.</Trans>;
    case 'value':
      return <Trans>Enter a value.</Trans>;
    case 'amount':
      return <Trans>Enter an amount.</Trans>;
  }
}

/** The missing amount, at its field. */
export function FieldError({ problem, terms }: { readonly problem: Problem; readonly terms: ContractTerms }) {
  if (problem.kind !== 'funds') return <ProblemWords problem={problem} terms={terms} login={null} transfer={null} />;
  return (
    <Trans>
      <NumMoney value={problem.missing} asset={terms.settle} scale={terms.settleScale} showAsset /> more than the
      available balance.
    </Trans>
  );
}

/** What will happen. */
export function OutcomeWords({
  state,
  summary,
  terms,
}: {
  state: TicketState;
  summary: TicketSummary;
  terms: ContractTerms;
}) {
  const money = (value: string | undefined) => (
    <NumMoney value={value} asset={terms.settle} scale={terms.settleScale} showAsset />
  );
  const average = <MarkPrice value={summary.averagePrice} terms={terms} />;
  if (state.intent === 'close') {
    const net = money(summary.net);
    if (summary.meeting === 'takes' || state.kind === 'market')
      return <Trans>Realises about {net} after the fee, by the current order book. Reduce only.</Trans>;
    return <Trans>Realises {net} after the fee when it fills. Reduce only.</Trans>;
  }
  const need = money(summary.cost);
  if (summary.meeting === 'trigger') return <Trans>Requires {need} until triggered, filled or cancelled.</Trans>;
  if (summary.short)
    return (
      <Trans>The order book holds less than this within {reach}% of the best price; the rest would be cancelled.</Trans>
    );
  if (state.kind === 'market')
    return (
      <Trans>
        Fills at about {average} on average, by the current order book; no further than {reach}% from the best price.
      </Trans>
    );
  if (state.timeInForce === 'FOK')
    return <Trans>Fills completely at once at this price or better, or not at all.</Trans>;
  if (state.timeInForce === 'IOC')
    return <Trans>Fills at once what it can at this price or better; the rest is cancelled.</Trans>;
  if (summary.meeting === 'takes')
    return <Trans>Fills at once at {average} on average, by the current order book.</Trans>;
  if (summary.meeting === 'partly')
    return <Trans>Fills partly at once; the rest waits in the order book. Requires {need}.</Trans>;
  return <Trans>Requires {need} until filled or cancelled. It will wait in the order book.</Trans>;
}

/** A reason for the confirmation, with its figure. */
export function ReasonWords({ reason }: { readonly reason: Reason }) {
  switch (reason.kind) {
    case 'liquidation':
      return (
        <Trans>
          It would be liquidated <NumPercent value={printDecimal(reason.distance, PERCENT_DECIMALS)} /> away from the
          index.
        </Trans>
      );
    case 'share':
      return (
        <Trans>
          It uses <NumPercent value={printDecimal(reason.share, PERCENT_DECIMALS)} /> of your balance in this wallet.
        </Trans>
      );
    case 'leverage':
      return (
        <Trans>
          At {{ leverage: reason.leverage }}× leverage, a move of one percent against you is{' '}
          {{ leverage: reason.leverage }}% of the margin.
        </Trans>
      );
  }
}

/** What linked accounts leave on a side. */
export function GroupWords({ most, terms }: { readonly most: string; readonly terms: ContractTerms }) {
  return (
    <Trans comment="The value is a quantity; linked accounts are those of one person">
      Your linked accounts leave <Quantity value={most} terms={terms} /> on this side.
    </Trans>
  );
}
