// The history of a position from its opening. A liquidation is explained step by step with its figures.

import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Position, PositionStep } from '@vitrine/contract';
import { Drawer, Empty, ErrorBlock, NumAmount, NumExact, NumPrice, SkeletonRows, Time } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/index.ts';
import style from '../contract.module.css';

/** The market's decimals of quantities and prices. */
export interface StoryTerms {
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  readonly unit: ReactNode;
}

export interface StoryProps {
  readonly position: Position | undefined;
  readonly terms: StoryTerms | undefined;
  readonly onClose: () => void;
}

/** The steps of a liquidation, which are marked. */
const FORCED: ReadonlySet<PositionStep['step']> = new Set([
  'ordersCancelled',
  'netted',
  'cut',
  'deleveraged',
  'waiting',
  'takenOver',
  'waitsForOrders',
]);

export function StoryDrawer({ position, terms, onClose }: StoryProps) {
  return (
    <Drawer open={position !== undefined} onClose={onClose} title={<Trans>What happened to this position</Trans>}>
      {position && terms ? <Story position={position} terms={terms} /> : null}
    </Drawer>
  );
}

function Story({ position, terms }: { readonly position: Position; readonly terms: StoryTerms }) {
  const query = useQuery(queryOf('contract.position.story', { id: position.id }, 'lazy'));
  if (query.isError)
    return (
      <ErrorBlock title={<Trans>Couldn’t load position history</Trans>} onRetry={() => void query.refetch()}>
        <Trans>Your position is not affected.</Trans>
      </ErrorBlock>
    );
  if (!query.data) return <SkeletonRows rows={5} />;
  const { steps } = query.data;
  if (steps.length === 0)
    return <Empty title={<Trans comment="A position without events">Nothing happened yet</Trans>} />;
  const forced = steps.some(({ step }) => FORCED.has(step));
  return (
    <>
      {forced ? <LiquidationWords position={query.data.position} terms={terms} steps={steps} /> : null}
      <ol className={style['story']}>
        {steps.map((step, at) => (
          <li
            key={`${step.seq}-${step.step}-${String(at)}`}
            className={style['step']}
            data-step={step.step}
            data-less={step.amount?.startsWith('-') || undefined}
            data-tone={FORCED.has(step.step) ? 'bad' : undefined}
          >
            <span>
              <StepWords step={step} position={position} terms={terms} />
            </span>
            <Time at={step.time} as="full" className="v-ink-3 v-12" />
          </li>
        ))}
      </ol>
    </>
  );
}

interface LiquidationProps {
  readonly position: Position;
  readonly terms: StoryTerms;
  readonly steps: readonly PositionStep[];
}

/**
 * Why it was liquidated: the price of the first forced step (the index; under earlier rules the mark), equity and
 * maintenance, in one sentence.
 */
function LiquidationWords({ position, terms, steps }: LiquidationProps) {
  const first = steps.find(({ step, equity }) => FORCED.has(step) && equity !== null);
  if (!first) return null;
  const mark = <NumPrice value={first.markPrice} decimals={terms.tickDecimals + 2} />;
  const equity = <NumExact value={first.equity} unit={position.settleCoin} />;
  const maintenance = <NumExact value={first.maintenance} unit={position.settleCoin} />;
  return (
    <p className={style['state']} data-tone="bad" data-testid="liquidated">
      {position.marginMode === 'fixed' ? (
        <Trans>
          At a reference price of {mark} the position’s equity was {equity}, not above its maintenance margin of{' '}
          {maintenance}. So the exchange closed it step by step, no more of it than needed.
        </Trans>
      ) : (
        <Trans>
          At a reference price of {mark} the wallet’s equity was {equity}, not above the maintenance margin of{' '}
          {maintenance} of its positions. So the exchange closed them step by step, no more than needed.
        </Trans>
      )}
    </p>
  );
}

interface StepProps {
  readonly step: PositionStep;
  readonly position: Position;
  readonly terms: StoryTerms;
}

/** One step as text with its figures. */
export function StepWords({ step, position, terms }: StepProps) {
  const price = <NumPrice value={step.price} decimals={terms.tickDecimals} />;
  const lots = (
    <>
      <NumAmount value={step.quantity} decimals={terms.lotDecimals} /> {terms.unit}
    </>
  );
  const mark = <NumPrice value={step.markPrice} decimals={terms.tickDecimals + 2} />;
  const size = step.amount?.replace('-', '') ?? null;
  const money = <NumExact value={size} unit={position.settleCoin} />;
  const less = step.amount?.startsWith('-') === true;
  switch (step.step) {
    case 'open':
      return (
        <Trans comment="Story of a position">
          Opened with {lots} at {price}.
        </Trans>
      );
    case 'increase':
      return (
        <Trans comment="Story of a position">
          Increased by {lots} at {price}.
        </Trans>
      );
    case 'reduce':
      return (
        <Trans comment="Story of a position">
          Reduced by {lots} at {price}.
        </Trans>
      );
    case 'close':
      return (
        <Trans comment="Story of a position">
          Closed, the last {lots} at {price}.
        </Trans>
      );
    case 'margin':
      return less ? (
        <Trans comment="Story of a position">Margin of {money} was removed.</Trans>
      ) : (
        <Trans comment="Story of a position">Margin of {money} was added.</Trans>
      );
    case 'leverage':
      return <Trans comment="Story of a position">The leverage was changed.</Trans>;
    case 'funding':
      return less ? (
        <Trans comment="Story of a position">
          Paid funding of {money} at a mark price of {mark}.
        </Trans>
      ) : (
        <Trans comment="Story of a position">
          Received funding of {money} at a mark price of {mark}.
        </Trans>
      );
    case 'realised':
      return (
        <Trans comment="Story of a position: its entry price moves with it">
          Profit of {money} was realised to pay funding, and the entry price changed accordingly.
        </Trans>
      );
    case 'ordersCancelled':
      return (
        <Trans comment="Story of a position: first step of a liquidation">
          Liquidation began at a reference price of {mark}: open orders were cancelled to release their margin.
        </Trans>
      );
    case 'netted':
      return (
        <Trans comment="Story of a position: a long and a short of one market were set off">
          {lots} were set off against the other side of this market at the reference price of {mark}, free of fees.
        </Trans>
      );
    case 'cut': {
      const insurance = step.amount === null ? null : <InsuranceWords less={less} money={money} />;
      return (
        <Trans comment="Story of a position: a liquidation. insurance: a sentence on the insurance fund, or empty">
          {lots} were liquidated at {price}, free of fees; the reference price was {mark}.{insurance}
        </Trans>
      );
    }
    case 'deleveraged':
      return (
        <Trans comment="Story of a position">
          {lots} were closed against other traders’ positions at {price}: the order book had no orders for it. No fee.
        </Trans>
      );
    case 'waiting':
      return <Trans comment="Story of a position">Nobody was left on the other side; the staff were alerted.</Trans>;
    case 'takenOver':
      return (
        <Trans comment="Story of a position: nothing was left of its margin">
          {lots} were taken over by the insurance fund at {price}, the bankruptcy price: the order book had no orders
          for it. No fee.
        </Trans>
      );
    case 'waitsForOrders':
      return (
        <Trans comment="Story of a position: its liquidation goes on when there are orders">
          The liquidation waits for orders: at a reference price of {mark} the order book had no more for {lots} at the
          bankruptcy price or better.
        </Trans>
      );
    case 'crossed':
      return (
        <Trans comment="Story of a position: reduced ten minutes before its market closed">
          {lots} were closed at the index price of {price} before the market closed: margin and profit did not cover
          them. No fee.
        </Trans>
      );
    case 'sold':
      return (
        <Trans comment="Story of a position: reduced through the order book before its market closed">
          {lots} were closed at {price} before the market closed: margin and profit did not cover them. No fee.
        </Trans>
      );
    case 'counterparty':
      return (
        <Trans comment="Story of a position: it was closed by somebody else's liquidation">
          {lots} were closed at {price} because a liquidation on the other side met no more orders. You were first in
          the ADL queue. No fee.
        </Trans>
      );
  }
}

/** What the insurance fund received or paid in a forced close. */
function InsuranceWords({ less, money }: { readonly less: boolean; readonly money: ReactNode }) {
  return less ? (
    <Trans comment="Follows the sentence on a forced close; begins with a blank">
      {' '}
      The insurance fund paid {money}.
    </Trans>
  ) : (
    <Trans comment="Follows the sentence on a forced close; begins with a blank">
      {' '}
      The insurance fund received {money}.
    </Trans>
  );
}
