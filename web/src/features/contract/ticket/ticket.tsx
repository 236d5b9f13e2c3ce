// The contract ticket, in the order of the user's decisions; its main button never moves.

import { Trans, useLingui } from '@lingui/react/macro';
import type { MarginMode } from '@vitrine/contract';
import {
  Button,
  formatAge,
  NumberField,
  NumMoney,
  PercentSlider,
  Segmented,
  separatorsOf,
  Tabs,
  SkeletonRows,
  useFormat,
} from '@vitrine/ui';
import { type FormEvent, useRef, useState } from 'react';
import type { BookStore, LivePrice } from '../../../live/index.ts';
import type { ContractMarket } from '../../../market/index.ts';
import {
  hasPrice,
  hasTrigger,
  LoginLink,
  percentOf,
  StaleDialog,
  ticketStyle as style,
  TransferButton,
  TransferDialog,
  useTicketKeys,
  useTicketPrice,
  OrderOptions,
  OrderTypes,
  StopKind,
} from '../../../ticket/index.ts';
import look from '../contract.module.css';
import { Hint } from '../../../hint/index.ts';
import { hasValue, ownOf, type Side, type TicketFacts, type TicketField, valueDecimals } from './form.ts';
import { ClosingNote } from '../closing-note.tsx';
import { GroupNote } from './group-note.tsx';
import { FundingNote } from './funding-note.tsx';
import { Manner } from './manner.tsx';
import { mostOffered } from './most.ts';
import { walletOf, whole } from '../terms.ts';
import { fieldError, Tpsls } from './ticket-fields.tsx';
import { Effect, MainWords, RiskDialog, Why } from './ticket-parts.tsx';
import { type Surroundings, useSurroundings } from '../use-surroundings.ts';
import { useTicket } from './use-ticket.tsx';
import { UnitWord } from '../words.tsx';

export interface ContractTicketProps {
  readonly market: ContractMarket;
  readonly book: BookStore;
  /** The initial side: on the phone, Buy and Sell open the sheet. */
  readonly side: 'buy' | 'sell';
  /** A price taken from the book; a new object each time. */
  readonly taken: { readonly price: string } | undefined;
  /** Milliseconds since the price shown; undefined without a price, or when disconnected. */
  readonly priceAge: () => number | undefined;
  /** Called after an order was accepted. */
  readonly onTaken?: (() => void) | undefined;
}

const sideOf = (side: 'buy' | 'sell'): Side => (side === 'buy' ? 'long' : 'short');

export function ContractTicket(props: ContractTicketProps) {
  const { market, book, side } = props;
  const price = useTicketPrice(market.rules.symbol, market.rules.kind);
  const [posed, setPosed] = useState<Side>(sideOf(side));
  const [mode, setMode] = useState<MarginMode>();
  const surroundings = useSurroundings(market, book, price, posed, mode);
  const { facts } = surroundings;
  if (!facts) return <SkeletonRows rows={8} />;
  return (
    <TicketForm
      key={`${market.rules.contractType}${market.rules.symbol}`}
      {...props}
      price={price}
      surroundings={surroundings}
      facts={facts}
      onSide={setPosed}
      onMode={setMode}
    />
  );
}

interface FormProps extends ContractTicketProps {
  readonly price: LivePrice | undefined;
  readonly surroundings: Surroundings;
  readonly facts: TicketFacts;
  readonly onSide: (side: Side) => void;
  readonly onMode: (mode: MarginMode) => void;
}

function TicketForm({ surroundings, facts, onMode, side, ...rest }: FormProps) {
  const { t } = useLingui();
  const { tag } = useFormat();
  const { terms } = facts;
  const { conditions } = surroundings;
  const { price } = rest;
  const ticket = useTicket({ surroundings, facts, side: sideOf(side), ...rest });
  const { state, summary, problem, act, staleAge } = ticket;
  const [moving, setMoving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useTicketKeys(form, {
    onSide: (next) => act({ type: 'side', side: sideOf(next) }),
    onKind: (kind) => act({ type: 'kind', kind }),
    onPercent: (percent) => act({ type: 'percent', percent }),
    onClear: () => act({ type: 'clear' }),
  });
  const field = (name: TicketField) => ({
    variant: 'ticket' as const,
    name,
    value: state[name],
    onChange: (text: string) => act({ type: 'edit', field: name, text }),
    onStep: (direction: 1 | -1) => act({ type: 'step', field: name, direction }),
    error: fieldError(problem, name, state[name], terms),
  });
  const stop = hasTrigger(state.kind);
  const opens = state.intent === 'open';
  const own = ownOf(state, facts);
  const most = opens ? mostOffered(state, facts) : own.canClose;
  const typed = whole(state.amount, terms.lotDecimals) ?? 0;

  return (
    <form
      ref={form}
      className={`${style['ticket']} ${look['dense']}`}
      data-testid="ticket"
      aria-label={t`Order form`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        ticket.press();
      }}
    >
      <div className={look['head']}>
        <Tabs
          label={t({ message: 'Open or close', comment: 'Whether an order opens or closes a position' })}
          className={style['types']}
          value={state.intent}
          choices={[
            {
              key: 'open',
              label: (
                <Trans context="position" comment="Tab of the contract order form: opens a position">
                  Open
                </Trans>
              ),
            },
            {
              key: 'close',
              label: (
                <Trans context="position" comment="Tab of the contract order form: closes a position">
                  Close
                </Trans>
              ),
            },
          ]}
          onChange={(intent) => act({ type: 'intent', intent })}
        />
        <Manner
          facts={facts}
          signedIn={conditions.signedIn}
          modeFixed={own.lots > 0}
          onMode={onMode}
          onLeverage={surroundings.refreshLeverage}
        />
      </div>
      <Segmented
        label={t({ message: 'Side', comment: 'Buy or sell, long or short' })}
        value={state.side}
        choices={[
          { key: 'long', label: <Trans comment="Side of a position">Long</Trans>, tone: opens ? 'up' : 'down' },
          { key: 'short', label: <Trans comment="Side of a position">Short</Trans>, tone: opens ? 'down' : 'up' },
        ]}
        onChange={(next) => act({ type: 'side', side: next })}
      />
      <OrderTypes kind={state.kind} onChange={(kind) => act({ type: 'kind', kind })} />
      {stop ? (
        <StopKind
          state={state}
          triggers={[
            { key: 'mark', label: t({ message: 'Mark', comment: 'Which price triggers a stop order' }) },
            { key: 'last', label: t({ message: 'Last price', comment: 'Which price triggers a stop order' }) },
          ]}
          act={act}
        />
      ) : null}
      <div className={style['line']}>
        <span className="v-ink-3">
          <Hint of={opens ? 'available' : 'reduceOnly'}>
            {opens ? <Trans>Available</Trans> : <Trans>Can be closed</Trans>}
          </Hint>
        </span>
        <span className="v-row" style={{ gap: 4 }}>
          {opens ? (
            <NumMoney
              className="v-strong"
              value={summary.availableNow}
              asset={terms.settle}
              scale={terms.settleScale}
              showAsset
            />
          ) : (
            <span className="v-strong v-num">
              {summary.now.size} <UnitWord terms={terms} />
            </span>
          )}
          {conditions.signedIn && opens ? <TransferButton onClick={() => setMoving(true)} /> : null}
        </span>
      </div>
      {stop ? (
        <NumberField
          {...field('trigger')}
          label={<Trans comment="Price at which an order starts">Trigger</Trans>}
          decimals={terms.tickDecimals}
          unit={terms.quote}
        />
      ) : null}
      {hasPrice(state.kind) ? (
        <NumberField
          {...field('price')}
          label={<Trans>Price</Trans>}
          decimals={terms.tickDecimals}
          unit={terms.quote}
        />
      ) : null}
      <NumberField
        {...field('amount')}
        label={<Trans>Amount</Trans>}
        decimals={terms.lotDecimals}
        unit={<UnitWord terms={terms} />}
      />
      <PercentSlider
        label={
          opens
            ? t({ message: '% of available balance', comment: 'Slider of the order form' })
            : t({ message: '% of what can be closed', comment: 'Slider of the order form, closing' })
        }
        value={percentOf(BigInt(typed), BigInt(most))}
        disabled={!conditions.known}
        onChange={(percent) => act({ type: 'percent', percent })}
      />
      {hasValue(state.kind, terms) ? (
        <NumberField
          {...field('value')}
          label={<Trans comment="Price times amount, or contracts times their face">Value</Trans>}
          decimals={valueDecimals(terms)}
          unit={terms.contractType === 'u' ? terms.settle : 'USD'}
        />
      ) : null}
      {hasPrice(state.kind) ? <OrderOptions state={state} act={act} /> : null}
      {opens ? <Tpsls state={state} terms={terms} problem={problem} act={act} /> : null}
      <div className={style['effect']}>
        <Effect state={state} summary={summary} terms={terms} pending={ticket.waiting} />
      </div>
      {opens ? (
        <>
          <ClosingNote terms={terms} />
          <GroupNote side={state.side} facts={facts} />
        </>
      ) : null}
      <div className={style['send']}>
        {conditions.signedIn || conditions.trading === 'unknown' ? (
          <Button
            type="submit"
            size="large"
            wide
            tone={(state.side === 'long') === opens ? 'buy' : 'sell'}
            data-side={`${state.intent}-${state.side}`}
            busy={ticket.waiting}
            disabled={problem !== undefined}
            aria-describedby="ticket-why"
          >
            <span>
              <MainWords state={state} summary={summary} terms={terms} />
            </span>
          </Button>
        ) : (
          <LoginLink />
        )}
        <Why
          problem={problem}
          refusal={ticket.refusal}
          submit={ticket.submit.state}
          state={state}
          summary={summary}
          terms={terms}
          note={opens ? <FundingNote price={price} side={state.side} /> : null}
          onTransfer={() => setMoving(true)}
        />
      </div>
      <TransferDialog
        open={moving}
        coin={terms.settle}
        coins={[terms.settle]}
        to={walletOf(terms.contractType)}
        onClose={() => setMoving(false)}
      />
      <RiskDialog
        reasons={ticket.risky}
        state={state}
        summary={summary}
        terms={terms}
        onBack={ticket.back}
        onSend={() => void ticket.send()}
      />
      <StaleDialog
        age={
          staleAge === undefined
            ? undefined
            : Number.isFinite(staleAge)
              ? formatAge(staleAge, separatorsOf(tag).decimal)
              : '–'
        }
        price={price?.markPrice ?? price?.close}
        limit={hasPrice(state.kind) ? state.price : undefined}
        rules={terms}
        onWait={ticket.back}
        onSend={ticket.askRisk}
      />
    </form>
  );
}
