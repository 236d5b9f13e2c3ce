// Parts of the ticket: effects on balances, button text, and the line below it.

import { Trans } from '@lingui/react/macro';
import { NumMoney, NumRate, type ValueChangeRow, WhyLine } from '@vitrine/ui';
import { RefusedWords, hasPrice, LoginLink, type SubmitState, UnknownLine } from '../../ticket/index.ts';
import { Hint } from '../../hint/index.ts';
import type { TicketState } from './form.ts';
import type { MarketRules } from './calculate.ts';
import type { TicketSummary } from './summary.ts';
import type { Problem } from './validate.ts';
import { OutcomeWords, ProblemWords } from './words.tsx';

/** Both coins before → after, then the fee. */
export function effectRows(summary: TicketSummary, feeWord: string): readonly ValueChangeRow[] {
  const money = (value: string | undefined, coin: string) => <NumMoney value={value} asset={coin} />;
  return [
    {
      key: 'spend',
      label: summary.spendCoin,
      now: money(summary.spendNow, summary.spendCoin),
      after: money(summary.spendAfter, summary.spendCoin),
    },
    {
      key: 'get',
      label: summary.getCoin,
      now: money(summary.getNow, summary.getCoin),
      after: money(summary.getAfter, summary.getCoin),
    },
    {
      key: 'fee',
      label: (
        <>
          <Hint of={['fee', 'maker', 'taker']}>{feeWord}</Hint> <NumRate value={summary.feeRate} />
        </>
      ),
      only: (
        <>
          <NumMoney value={summary.fee} asset={summary.feeCoin} showAsset />
          {summary.feeWorth === undefined ? null : (
            <span className="v-ink-3">
              {' ≈ '}
              <NumMoney value={summary.feeWorth} asset="USDT" showAsset />
            </span>
          )}
        </>
      ),
    },
  ];
}

export function MainWords({
  state,
  summary,
  rules,
}: {
  state: TicketState;
  summary: TicketSummary;
  rules: MarketRules;
}) {
  const amount =
    summary.quantity === undefined ? rules.base : <OrderAmount quantity={summary.quantity} rules={rules} />;
  return state.side === 'buy' ? (
    <Trans comment="Main button of the order form: Buy 0.02500 BTC">Buy {amount}</Trans>
  ) : (
    <Trans comment="Main button of the order form: Sell 0.02500 BTC">Sell {amount}</Trans>
  );
}

function OrderAmount({ quantity, rules }: { quantity: string; rules: MarketRules }) {
  return (
    <span className="v-num">
      <NumMoney value={quantity} asset={rules.base} scale={rules.lotDecimals} /> {rules.base}
    </span>
  );
}

/** One line of figures for the notice. */
export function OrderLine({
  state,
  summary,
  rules,
}: {
  state: TicketState;
  summary: TicketSummary;
  rules: MarketRules;
}) {
  return (
    <>
      <MainWords state={state} summary={summary} rules={rules} />
      {hasPrice(state.kind) ? (
        <>
          {' · '}
          <NumMoney value={state.price} asset={rules.base} scale={rules.tickDecimals} /> {rules.quote}
        </>
      ) : null}
    </>
  );
}

interface WhyProps {
  readonly problem: Problem | undefined;
  readonly submit: SubmitState;
  readonly state: TicketState;
  readonly summary: TicketSummary;
  readonly rules: MarketRules;
  readonly onTransfer: () => void;
}

export function Why({ problem, submit, state, summary, rules, onTransfer }: WhyProps) {
  if (submit.step === 'unknown') {
    return <UnknownLine />;
  }
  if (submit.step === 'refused') {
    return (
      <WhyLine need id="ticket-why">
        <RefusedWords state={submit} />
      </WhyLine>
    );
  }
  if (!problem) {
    return (
      <WhyLine id="ticket-why">
        <OutcomeWords state={state} summary={summary} rules={rules} />
      </WhyLine>
    );
  }
  return (
    <WhyLine need id="ticket-why">
      <ProblemWords
        problem={problem}
        rules={rules}
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
