// Withdraw: destination, amount, and a summary before the fund password; then the withdrawal's progress.
import { useEffect, useReducer, useRef, useState } from 'react';
import { IconCheck, IconShieldCheck } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import type { RechargeCurrency } from '@vitrine/contract';
import { Empty, ErrorBlock, Note, Pane, SkeletonRows } from '@vitrine/ui';
import type { FundsChoice } from '../deposit/deposit.tsx';
import { chosenCoin } from '../deposit/deposit-form.ts';
import { useCurrencies } from '../funds-data.ts';
import { Way } from '../funds-parts.tsx';
import { Limits } from './limits.tsx';
import { WithdrawAmount } from './withdraw-amount.tsx';
import { WithdrawCheck } from './withdraw-check.tsx';
import { useWithdrawFacts, type WithdrawStepProps } from './withdraw-facts.ts';
import {
  firstWithdraw,
  reduceWithdraw,
  STEPS,
  summariseWithdraw,
  validateWithdraw,
  type Step,
} from './withdraw-form.ts';
import { WithdrawProgress, type Requested } from './withdraw-progress.tsx';
import { useWithdrawSteps } from './withdraw-method.tsx';
import { NoCoin } from '../deposit/no-coin.tsx';
import { WithdrawWhere } from './withdraw-where.tsx';
import style from '../funds.module.css';

export interface WithdrawPageProps extends FundsChoice {
  readonly onChoose: (choice: FundsChoice) => void;
}

export function WithdrawPage({ coin, onChoose }: WithdrawPageProps) {
  const currencies = useCurrencies();
  const [requested, setRequested] = useState<Requested>();
  const withdrawable = currencies.data ?? [];
  const currency = chosenCoin(withdrawable, coin);
  if (requested !== undefined)
    return <WithdrawProgress requested={requested} onAgain={() => setRequested(undefined)} />;
  if (currency === undefined)
    return (
      <div className={style['page']}>
        <h2 className={style['title']}>
          <Trans comment="Heading: taking money out">Withdraw</Trans>
        </h2>
        <Pane>
          {coin !== undefined && withdrawable.length > 0 ? (
            <NoCoin name={coin} currencies={withdrawable} onCoin={(next) => onChoose({ coin: next })} />
          ) : currencies.data ? (
            <Empty title={<Trans>Withdrawals are unavailable</Trans>} />
          ) : currencies.isError ? (
            <ErrorBlock title={<Trans>Couldn’t load the coins</Trans>} onRetry={() => void currencies.refetch()} />
          ) : (
            <div className={style['block']}>
              <SkeletonRows rows={6} />
            </div>
          )}
        </Pane>
      </div>
    );
  return (
    <Steps
      key={currency.coin}
      currency={currency}
      currencies={withdrawable}
      onCoin={(next) => onChoose({ coin: next })}
      onRequested={setRequested}
    />
  );
}

interface StepsProps {
  readonly currency: RechargeCurrency;
  readonly currencies: readonly RechargeCurrency[];
  readonly onCoin: (coin: string) => void;
  readonly onRequested: (requested: Requested) => void;
}

function Steps({ currency, currencies, onCoin, onRequested }: StepsProps) {
  const [form, act] = useReducer(reduceWithdraw, firstWithdraw);
  const withdrawing = useWithdrawFacts(form, currency);
  const { facts } = withdrawing;
  const problem = validateWithdraw(form, facts);
  const summary = summariseWithdraw(form, facts);
  const heading = useStepFocus(form.step);
  const steps = useWithdrawSteps(facts.network, summary, currency.coin);
  const props: WithdrawStepProps = { ...withdrawing, form, act, problem, summary };
  return (
    <div className={style['page']}>
      <h2 className={style['title']} tabIndex={-1} ref={heading}>
        <Trans>Withdraw {{ coin: currency.coin }}</Trans>
      </h2>
      <StepList now={form.step} onBack={(step) => act({ go: step })} />
      <div className={style['stack']} style={{ gridColumn: 1 }}>
        {withdrawing.failed ? (
          <Pane>
            <ErrorBlock title={<Trans>Couldn’t load your limits</Trans>} onRetry={withdrawing.retry} />
          </Pane>
        ) : null}
        <Pane>
          {form.step === 'where' ? (
            <WithdrawWhere {...props} currencies={currencies} onCoin={onCoin} />
          ) : form.step === 'amount' ? (
            <WithdrawAmount {...props} />
          ) : (
            <WithdrawCheck {...props} onRequested={onRequested} />
          )}
        </Pane>
      </div>
      <aside className={`${style['stack']} ${style['aside']}`}>
        <Pane title={<Trans>What happens next</Trans>} padded>
          <Way steps={steps} />
        </Pane>
        <Limits limits={facts.limits} />
        <OwnWord word={withdrawing.security?.antiCode ?? null} />
      </aside>
    </div>
  );
}

/** Moves the focus to the head of a new step, so that screen readers continue there. */
function useStepFocus(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [step]);
  return heading;
}

function StepList({ now, onBack }: { readonly now: Step; readonly onBack: (step: Step) => void }) {
  const at = STEPS.indexOf(now);
  return (
    <ol className={style['steps']}>
      {STEPS.map((step, place) => (
        <li
          key={step}
          data-state={place < at ? 'done' : place === at ? 'here' : undefined}
          aria-current={place === at ? 'step' : undefined}
        >
          {place < at ? (
            <>
              <IconCheck className="v-i-14" stroke={1.75} aria-hidden="true" />
              <button type="button" onClick={() => onBack(step)}>
                <StepName step={step} />
              </button>
            </>
          ) : (
            <>
              <span>
                <StepName step={step} />
              </span>
              {place === at ? (
                <span>
                  <Trans comment="Step of a form, e.g. 2 of 3">
                    {{ place: place + 1 }} of {{ total: STEPS.length }}
                  </Trans>
                </span>
              ) : null}
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function StepName({ step }: { readonly step: Step }) {
  switch (step) {
    case 'where':
      return <Trans comment="First step of a withdrawal">Destination</Trans>;
    case 'amount':
      return (
        <Trans context="money" comment="Second step of a withdrawal">
          Amount
        </Trans>
      );
    case 'check':
      return <Trans comment="Third step of a withdrawal: everything once more">Check</Trans>;
  }
}

function OwnWord({ word }: { readonly word: string | null }) {
  return (
    <Note icon={<IconShieldCheck stroke={1.75} aria-hidden="true" />}>
      {word === null ? (
        <Trans>We never call to ask for codes or to “move money to safety”.</Trans>
      ) : (
        <Trans comment="word: the customer's own anti-phishing word">
          We never call to ask for codes or to “move money to safety”. Your anti-phishing word <b>{word}</b> is in every
          e-mail from us.
        </Trans>
      )}
    </Note>
  );
}
