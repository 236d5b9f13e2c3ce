// Parts of the contract ticket: effects on wallet and position, button text, the line below it, and the risk
// confirmation.

import { Trans, useLingui } from '@lingui/react/macro';
import { Dialog, NumMoney, NumPrice, NumRate, ValueChange, type ValueChangeRow, WhyLine } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { RefusedWords, hasPrice, LoginLink, type SubmitState, UnknownLine } from '../../../ticket/index.ts';
import { Hint } from '../../../hint/index.ts';
import type { TicketState } from './form.ts';
import type { Reason } from '../positions/risk.ts';
import type { TicketSummary } from '../positions/summary.ts';
import type { ContractTerms } from '../terms.ts';
import type { Problem } from './validate.ts';
import { MarkPrice, OutcomeWords, ProblemWords, Quantity, ReasonWords } from '../words.tsx';

interface EffectProps {
  readonly state: TicketState;
  readonly summary: TicketSummary;
  readonly terms: ContractTerms;
}

/** Wallet and position before → after, then cost and fee. */
export function Effect({ state, summary, terms, pending = false }: EffectProps & { readonly pending?: boolean }) {
  const { t } = useLingui();
  const { now, after } = summary;
  const opens = state.intent === 'open';
  const money = (value: string | undefined, showAsset = false) => (
    <NumMoney value={value} asset={terms.settle} scale={terms.settleScale} showAsset={showAsset} />
  );
  const price = (value: string | undefined) => <MarkPrice value={value} terms={terms} />;
  // Every second row has a hint: the rows are too close for a finger to tell two neighbours apart.
  const rows: ValueChangeRow[] = [
    ...(opens
      ? [
          {
            key: 'available',
            label: t`Available`,
            now: money(summary.availableNow),
            after: money(summary.availableAfter),
          },
        ]
      : []),
    {
      key: 'size',
      label: t({ message: 'Position', comment: 'Size of a position, in a list of figures' }),
      now: <Quantity value={now.size} terms={terms} />,
      after: after ? <Quantity value={after.size} terms={terms} /> : money(undefined),
    },
    {
      key: 'margin',
      label: <Hint of={['margin', 'maintenance', 'tiers']}>{t`Margin`}</Hint>,
      now: money(now.margin),
      after: money(after?.margin),
    },
    {
      key: 'entry',
      label: t({ message: 'Entry', comment: 'Average opening price' }),
      now: price(now.entry),
      after: price(after?.entry),
    },
    {
      key: 'liquidation',
      label: <Hint of={['liquidationPrice', 'liquidation', 'breakEven']}>{t`Liquidation`}</Hint>,
      now: price(now.liquidation),
      after: <span className="v-warn">{price(after?.liquidation)}</span>,
    },
    { key: 'even', label: t`Break-even`, now: price(now.breakEven), after: price(after?.breakEven) },
    opens
      ? {
          key: 'cost',
          label: (
            <Hint of={['cost', 'fee', 'maker', 'taker']}>
              {t({ message: 'Cost', comment: 'Margin, fee and opening loss together' })}
            </Hint>
          ),
          only: money(summary.cost, true),
        }
      : {
          key: 'realised',
          label: t({ message: 'Realises', comment: 'What closing brings, before the fee' }),
          only: <NumMoney value={summary.realised} asset={terms.settle} scale={terms.settleScale} showAsset directed />,
        },
    {
      key: 'fee',
      label: (
        <>
          {t`Fee`} <NumRate value={summary.feeRate} />
        </>
      ),
      only: money(summary.fee, true),
    },
  ];
  return (
    <ValueChange
      small
      pending={pending}
      title={
        summary.meeting === 'trigger' ? (
          <Trans>If triggered and filled</Trans>
        ) : (
          <Trans comment="Head: figures once the order is filled">If filled</Trans>
        )
      }
      rows={rows}
    />
  );
}

/** The full sentence on the button: Open long 0.02500 BTC. */
export function MainWords({ state, summary, terms }: EffectProps) {
  const amount = summary.quantity === undefined ? terms.base : <Quantity value={summary.quantity} terms={terms} />;
  if (state.intent === 'open') {
    return state.side === 'long' ? (
      <Trans comment="Main button of the order form: Open long 0.02500 BTC">Open long {amount}</Trans>
    ) : (
      <Trans comment="Main button of the order form: Open short 0.02500 BTC">Open short {amount}</Trans>
    );
  }
  return state.side === 'long' ? (
    <Trans comment="Main button of the order form: Close long 0.02500 BTC">Close long {amount}</Trans>
  ) : (
    <Trans comment="Main button of the order form: Close short 0.02500 BTC">Close short {amount}</Trans>
  );
}

/** One line of figures for the notice. */
export function OrderLine({ state, summary, terms }: EffectProps) {
  return (
    <>
      <MainWords state={state} summary={summary} terms={terms} />
      {hasPrice(state.kind) ? (
        <>
          {' · '}
          <NumPrice value={state.price} decimals={terms.tickDecimals} /> {terms.quote}
        </>
      ) : null}
    </>
  );
}

interface WhyProps extends EffectProps {
  readonly problem: Problem | undefined;
  /** Why the exchange would refuse it, from its dry run. */
  readonly refusal: string | undefined;
  readonly submit: SubmitState;
  /** Other useful facts: funding soon, a market about to close. */
  readonly note: ReactNode;
  readonly onTransfer: () => void;
}

export function Why({ problem, refusal, submit, state, summary, terms, note, onTransfer }: WhyProps) {
  if (submit.step === 'unknown') return <UnknownLine />;
  if (submit.step === 'refused') {
    return (
      <WhyLine need id="ticket-why">
        <RefusedWords state={submit} />
      </WhyLine>
    );
  }
  if (problem) {
    return (
      <WhyLine need id="ticket-why">
        <ProblemWords
          problem={problem}
          terms={terms}
          login={<LoginLink className="v-link" />}
          transfer={
            <button type="button" className="v-link" onClick={onTransfer}>
              <Trans>Transfer</Trans>
            </button>
          }
        />
      </WhyLine>
    );
  }
  if (refusal !== undefined) {
    return (
      <WhyLine need id="ticket-why">
        <Trans comment="What the exchange's dry run of the order says">
          The exchange would reject it now: {refusal}
        </Trans>
      </WhyLine>
    );
  }
  return (
    <WhyLine id="ticket-why">
      <OutcomeWords state={state} summary={summary} terms={terms} /> {note}
    </WhyLine>
  );
}

interface RiskDialogProps extends EffectProps {
  /** undefined: closed. */
  readonly reasons: readonly Reason[] | undefined;
  readonly onBack: () => void;
  readonly onSend: () => void;
}

/** Asks for confirmation of a risky order: the exceeded limits, with figures. */
export function RiskDialog({ reasons, state, summary, terms, onBack, onSend }: RiskDialogProps) {
  return (
    <Dialog
      open={reasons !== undefined}
      onClose={onBack}
      title={<Trans>Send this order?</Trans>}
      safe={<Trans>Back to the order form</Trans>}
      act={{ label: <MainWords state={state} summary={summary} terms={terms} />, onClick: onSend }}
    >
      <ul>
        {reasons?.map((reason) => (
          <li key={reason.kind}>
            <ReasonWords reason={reason} />
          </li>
        ))}
      </ul>
      <Effect state={state} summary={summary} terms={terms} />
    </Dialog>
  );
}
