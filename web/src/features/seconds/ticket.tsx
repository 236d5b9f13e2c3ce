// The ticket of second contracts: period, stake, possible results, break-even rate, and the two sides.

import { Trans, useLingui } from '@lingui/react/macro';
import { IconClock, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type Period, type Second, SECOND_DIRECTION, type SecondNet, WALLET } from '@vitrine/contract';
import { Button, ChangeArrow, NumberField, NumMoney, NumOdds, NumPercent, toast, WhyLine } from '@vitrine/ui';
import { useCallback, useEffect, useReducer, useState } from 'react';
import { type BalancesStore, useSelected, useUserFeed } from '../../live/index.ts';
import { Hint } from '../../hint/index.ts';
import {
  emptySecond,
  reduceSecond,
  type SecondAction,
  type SecondConditions,
  type SecondFacts,
  type SecondState,
  type SecondSummary,
  summariseSecond,
  validateSecond,
} from './form.ts';
import { BreakEvenMeter } from './meter.tsx';
import { useSendSecond } from './send.ts';
import { PeriodWord, ProblemWords, SideButton } from './words.tsx';
import { SecondSide } from '../../order/index.ts';
import { RefusedWords, type SubmitState, TransferButton, TransferDialog } from '../../ticket/index.ts';
import style from './seconds.module.css';

const PARTS = [25, 50, 100] as const;
/** Decimals of the stake's coin if the period has none: USDT's. */
const STAKE_SCALE = 6;

export interface SecondTicketProps {
  /** `BTC_USDT`. */
  readonly symbol: string;
  /** undefined while loading. */
  readonly periods: readonly Period[] | undefined;
  readonly conditions: Omit<SecondConditions, 'known'>;
  readonly net: SecondNet | undefined;
  /** Called when the exchange accepted an order. */
  readonly onTaken: (row: Second) => void;
  /** Called with the chosen period, for the chart. */
  readonly onPeriod: (seconds: number | undefined) => void;
}

interface Act {
  readonly action: SecondAction;
  readonly facts: SecondFacts;
}

/** The stake's balance in the wallet of second contracts, subscribed while mounted. */
function useWallet(coin: string): { readonly available: string | undefined; readonly known: boolean } {
  const user = useUserFeed();
  useEffect(() => user?.holdWallet(WALLET.second), [user]);
  const balance = useSelected(
    user?.balances,
    useCallback((store: BalancesStore) => store.get(WALLET.second, coin), [coin]),
    undefined,
  );
  const known = useSelected(
    user?.balances,
    useCallback((store: BalancesStore) => store.loaded(WALLET.second), []),
    false,
  );
  return { available: balance?.available ?? (known ? '0' : undefined), known };
}

export function SecondTicket({ symbol, periods, conditions, net, onTaken, onPeriod }: SecondTicketProps) {
  const { t } = useLingui();
  const user = useUserFeed();
  const [state, reduce] = useReducer(
    (now: SecondState, { action, facts }: Act) => reduceSecond(now, action, facts),
    emptySecond,
  );
  const [moving, setMoving] = useState(false);
  const { submit, send: sendOrder, forget } = useSendSecond();
  const coin = periods?.[0]?.coin ?? 'USDT';
  const { available, known } = useWallet(coin);
  const facts: SecondFacts = { periods: periods ?? [], scale: STAKE_SCALE, available };
  const summary = summariseSecond(state, facts);
  const problem =
    periods === undefined
      ? ({ kind: 'loading' } as const)
      : validateSecond(state, facts, summary, { ...conditions, known });
  const act = (action: SecondAction): void => {
    forget();
    reduce({ action, facts });
  };
  const seconds = summary.period?.seconds;
  useEffect(() => onPeriod(seconds), [seconds, onPeriod]);
  const send = async (direction: number): Promise<void> => {
    const { period } = summary;
    if (problem !== undefined || period === undefined) return;
    const amount = state.stake.replace(/\.$/, '');
    const taken = await sendOrder({ symbol, periodId: period.id, direction, amount, odds: period.odds });
    if (taken === undefined) return;
    if (taken.order) onTaken(taken.order);
    user?.resync(taken.seq);
    toast({
      // The notice of its end replaces this one.
      ...(taken.id !== undefined && { id: `second-${taken.id}` }),
      kind: 'waiting',
      title: <Trans>Second contract ordered</Trans>,
      text: (
        <>
          <SecondSide direction={direction} /> <NumMoney value={amount} asset={coin} showAsset />
        </>
      ),
    });
  };

  const waiting = submit.step === 'sending' || submit.step === 'unknown';
  const blocked = problem !== undefined;
  return (
    <form
      className={style['ticket']}
      data-testid="second-ticket"
      aria-label={t`Order a second contract`}
      onSubmit={(event) => event.preventDefault()}
    >
      <PeriodChoice periods={periods} chosen={summary.period?.id} onChoose={(id) => act({ type: 'period', id })} />
      <NumberField
        label={<Trans comment="What is put on a second contract">Stake</Trans>}
        aside={
          <span className="v-row" style={{ gap: 4 }}>
            <Trans comment="Right of the stake: what the wallet has">
              Available <NumMoney className="v-strong" value={available} asset={coin} showAsset />
            </Trans>
            {conditions.signedIn ? <TransferButton onClick={() => setMoving(true)} /> : null}
          </span>
        }
        hint={
          summary.period ? (
            <Trans comment="Minimum and maximum stake">
              <NumMoney value={summary.period.min} asset={coin} /> to{' '}
              <NumMoney value={summary.period.max} asset={coin} />
            </Trans>
          ) : undefined
        }
        quick={
          <span className="v-row">
            {PARTS.map((percent) => (
              <button
                key={percent}
                type="button"
                className="v-link"
                disabled={!known}
                onClick={() => act({ type: 'part', percent })}
              >
                {percent === 100 ? (
                  <Trans comment="All that is available">Max</Trans>
                ) : (
                  <NumPercent value={String(percent)} decimals={0} />
                )}
              </button>
            ))}
          </span>
        }
        name="stake"
        value={state.stake}
        onChange={(text) => act({ type: 'stake', text })}
        decimals={STAKE_SCALE}
        unit={coin}
      />
      <Outcomes state={state} summary={summary} coin={coin} />
      <BreakEvenMeter
        share={summary.breakEven}
        tossLoss={summary.tossLoss}
        odds={summary.period?.odds}
        coin={coin}
        net={net}
      />
      <div className={style['sides']}>
        {(['up', 'down'] as const).map((side) => (
          <Button
            key={side}
            tone={side === 'up' ? 'buy' : 'sell'}
            size="large"
            wide
            busy={waiting}
            disabled={blocked}
            data-testid={side}
            aria-describedby="second-why"
            onClick={() => void send(SECOND_DIRECTION[side])}
          >
            <SideButton side={side} />
          </Button>
        ))}
      </div>
      <Why
        submit={submit}
        problem={problem}
        summary={summary}
        state={state}
        coin={coin}
        onTransfer={() => setMoving(true)}
      />
      <TransferDialog open={moving} coin={coin} coins={[coin]} to={WALLET.second} onClose={() => setMoving(false)} />
    </form>
  );
}

function PeriodChoice({
  periods,
  chosen,
  onChoose,
}: {
  readonly periods: readonly Period[] | undefined;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}) {
  const { t } = useLingui();
  return (
    <fieldset className={style['periods']}>
      <legend className="v-row v-between">
        <span>
          <Hint of="second">
            <Trans comment="Head of the choice of lengths: Runs for 30 s, 60 s …">Runs for</Trans>
          </Hint>
        </span>
        <span className="v-ink-3">
          <Hint of={['odds', 'stake']}>
            <Trans comment="Profit on the stake">odds</Trans>
          </Hint>
        </span>
      </legend>
      <div className={style['periodGrid']} role="radiogroup" aria-label={t`Runs for`}>
        {periods === undefined
          ? Array.from({ length: 6 }, (_, index) => (
              <span key={index} className={style['periodBlank']} aria-hidden="true" />
            ))
          : periods.map((period) => (
              <label key={period.id} className={style['period']}>
                <input
                  type="radio"
                  className="v-hidden"
                  name="second-period"
                  value={period.seconds}
                  checked={period.id === chosen}
                  onChange={() => onChoose(period.id)}
                />
                <span className="v-strong">
                  <PeriodWord seconds={period.seconds} />
                </span>
                <span className="v-num v-ink-2">
                  <NumOdds value={period.odds} />
                </span>
              </label>
            ))}
      </div>
    </fieldset>
  );
}

function Outcomes({
  state,
  summary,
  coin,
}: {
  readonly state: SecondState;
  readonly summary: SecondSummary;
  readonly coin: string;
}) {
  const seconds = summary.period?.seconds;
  const stake = summary.stake === undefined ? undefined : state.stake.replace(/\.$/, '');
  return (
    <table className={style['outcomes']}>
      <thead>
        <tr>
          <th scope="col">
            {seconds === undefined ? (
              <Trans>At maturity the index is</Trans>
            ) : (
              <Trans comment="Head of the table of outcomes: After 60 s the index is …">
                After <PeriodWord seconds={seconds} /> the index is
              </Trans>
            )}
          </th>
          <th scope="col">
            <Trans comment="Column head: how a second contract may end">result</Trans>
          </th>
          <th scope="col">
            <Trans comment="What comes back of the stake">you get back</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        <tr data-testid="outcome" data-state="won">
          <th scope="row">
            <Trans comment="After a time the index is …">on your side</Trans>
          </th>
          <td className={style['win']}>
            <NumMoney value={summary.win} asset={coin} sign="always" />
          </td>
          <td className="v-strong">
            <NumMoney value={summary.back} asset={coin} />
          </td>
        </tr>
        <tr data-testid="outcome" data-state="lost">
          <th scope="row">
            <Trans comment="After a time the index is …">against you</Trans>
          </th>
          <td className={style['loss']}>
            <NumMoney value={stake === undefined ? undefined : `-${stake}`} asset={coin} />
          </td>
          <td className="v-strong">
            <NumMoney value={stake === undefined ? undefined : '0'} asset={coin} />
          </td>
        </tr>
        <tr data-testid="outcome" data-state="tied">
          <th scope="row">
            <Trans comment="After a time the index is …">exactly equal</Trans>
          </th>
          <td>
            <NumMoney value={stake === undefined ? undefined : '0'} asset={coin} />
          </td>
          <td className="v-strong">
            <NumMoney value={stake} asset={coin} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Why({
  submit,
  problem,
  summary,
  state,
  coin,
  onTransfer,
}: {
  readonly submit: SubmitState;
  readonly problem: ReturnType<typeof validateSecond>;
  readonly summary: SecondSummary;
  readonly state: SecondState;
  readonly coin: string;
  readonly onTransfer: () => void;
}) {
  if (submit.step === 'unknown')
    return (
      <p className={style['asking']} role="status" data-testid="unknown">
        <IconClock className="v-i-14" stroke={1.75} aria-hidden="true" />
        <Trans>We are checking with the exchange. It is not sent twice.</Trans>
      </p>
    );
  if (submit.step === 'refused')
    return (
      <WhyLine need id="second-why">
        <RefusedWords state={submit} />
      </WhyLine>
    );
  if (problem)
    return (
      <WhyLine need id="second-why">
        <ProblemWords
          problem={problem}
          coin={coin}
          login={
            <Link to="/user/login" search={{ back: `${location.pathname}${location.search}` }} className="v-link">
              <Trans>Log in</Trans>
            </Link>
          }
          transfer={
            <button type="button" className="v-link" onClick={onTransfer}>
              <Trans>Transfer</Trans>
            </button>
          }
        />
      </WhyLine>
    );
  return (
    <p className={style['locked']} id="second-why">
      <IconLock className="v-i-14" stroke={1.75} aria-hidden="true" />
      <span>
        <Trans comment="What ordering does: both amounts are reserved until the contract settles">
          Seconds wallet <NumMoney value={summary.before} asset={coin} /> <ChangeArrow />{' '}
          <NumMoney value={summary.after} asset={coin} />. Your{' '}
          <NumMoney value={state.stake.replace(/\.$/, '')} asset={coin} /> and the exchange’s{' '}
          <NumMoney value={summary.win} asset={coin} /> are locked together until it settles.
        </Trans>
      </span>
    </p>
  );
}
