// The spot ticket, in the order of the user's decisions; its main button never moves.

import { Trans, useLingui } from '@lingui/react/macro';
import { MARKET_TYPE } from '@vitrine/core/enum';
import {
  Button,
  formatAge,
  NumberField,
  NumMoney,
  PercentSlider,
  Segmented,
  separatorsOf,
  toast,
  toasts,
  useFormat,
  ValueChange,
} from '@vitrine/ui';
import { type FormEvent, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useIntent } from '../../pending-action/index.ts';
import { AGING_MS, type BookStore, useUserFeed } from '../../live/index.ts';
import {
  firstPrice,
  hasPrice,
  hasTrigger,
  LoginLink,
  StaleDialog,
  ticketStyle as style,
  TransferButton,
  TransferDialog,
  useSubmit,
  useTicketKeys,
  useTicketPrice,
  OrderOptions,
  OrderTypes,
  StopKind,
} from '../../ticket/index.ts';
import { Hint } from '../../hint/index.ts';
import { AccountFields, accountWallet, ownMoney, useAccounts } from './account.tsx';
import { useSurroundings } from './facts.ts';
import {
  emptyTicket,
  hasTotal,
  reduceTicket,
  type Side,
  type TicketAction,
  type TicketFacts,
  type TicketField,
  ticketPercent,
  type TicketState,
} from './form.ts';
import type { MarketRules } from './calculate.ts';
import { orderInput } from './send.ts';
import { summariseTicket } from './summary.ts';
import { effectRows, MainWords, OrderLine, Why } from './ticket-parts.tsx';
import { type Problem, validateTicket } from './validate.ts';
import { FieldError } from './words.tsx';

export interface TicketProps {
  readonly rules: MarketRules;
  readonly book: BookStore;
  /** The initial side: on the phone, Buy and Sell open the sheet. */
  readonly side: Side;
  /** A price taken from the book; a new object each time. */
  readonly taken: { readonly price: string } | undefined;
  /** Milliseconds since the price shown; undefined without a price, or when disconnected. */
  readonly priceAge: () => number | undefined;
  /** Called after an order was accepted. */
  readonly onTaken?: (() => void) | undefined;
}

interface Act {
  readonly action: TicketAction;
  readonly facts: TicketFacts;
}

export function Ticket({ rules, book, side, taken, priceAge, onTaken }: TicketProps) {
  const { t } = useLingui();
  const { tag } = useFormat();
  const price = useTicketPrice(rules.symbol, MARKET_TYPE.spot);
  const user = useUserFeed();
  const [state, reduce] = useReducer((now: TicketState, { action, facts }: Act) => reduceTicket(now, action, facts), {
    ...emptyTicket,
    side,
  });
  const accounts = useAccounts(rules);
  const [wanted, setWanted] = useState(ownMoney);
  const choice = accounts.includes(wanted.account) ? wanted : ownMoney;
  const { facts, conditions } = useSurroundings(rules, book, price, state.side, choice);
  const ownSubmit = useSubmit('currency.order.submit');
  const marginSubmit = useSubmit('entrust.exchange');
  const submit = choice.account === 'spot' ? ownSubmit : marginSubmit;
  const [moving, setMoving] = useState(false);
  const [staleAge, setStaleAge] = useState<number>();
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(facts);
  useEffect(() => {
    latest.current = facts;
  });
  const act = (action: TicketAction): void => {
    submit.forget();
    reduce({ action, facts: latest.current });
  };

  useEffect(() => reduce({ action: { type: 'side', side }, facts: latest.current }), [side]);
  useEffect(() => reduce({ action: { type: 'market' }, facts: latest.current }), [rules.symbol]);
  useEffect(() => {
    if (taken) reduce({ action: { type: 'take', price: taken.price }, facts: latest.current });
  }, [taken]);
  useIntent(
    'spot',
    rules.symbol,
    useCallback((intent) => {
      const fill = (action: TicketAction): void => reduce({ action, facts: latest.current });
      fill({ type: 'side', side: intent.side });
      fill({ type: 'kind', kind: intent.kind });
      if (intent.price !== undefined) fill({ type: 'edit', field: 'price', text: intent.price });
      if (intent.amount !== undefined) fill({ type: 'edit', field: 'amount', text: intent.amount });
    }, []),
  );
  const suggestion = firstPrice(book, price?.close, state.side === 'buy');
  useEffect(() => {
    if (suggestion !== undefined) reduce({ action: { type: 'suggest', price: suggestion }, facts: latest.current });
  }, [suggestion, rules.symbol]);

  const summary = summariseTicket(state, facts);
  const problem = validateTicket(state, facts, summary, conditions);
  const waiting = submit.state.step === 'sending' || submit.state.step === 'unknown';

  const send = async (): Promise<void> => {
    setStaleAge(undefined);
    const input = orderInput(state, rules);
    const {
      taken: done,
      id,
      seq,
    } = choice.account === 'spot'
      ? await ownSubmit.send(input)
      : await marginSubmit.send({ ...input, x: choice.account, autoBorrow: choice.borrow, autoRepay: choice.repay });
    if (!done) return;
    user?.resync(seq);
    // A notice of a fill already says more than this.
    const notice = `order-${id ?? seq ?? ''}`;
    if (!toasts().some((shown) => shown.id === notice)) {
      toast({
        id: notice,
        kind: 'done',
        title: <Trans>Order placed</Trans>,
        text: <OrderLine state={state} summary={summary} rules={rules} />,
      });
    }
    reduce({ action: { type: 'clear' }, facts: latest.current });
    onTaken?.();
  };
  const press = (): void => {
    if (problem || waiting) return;
    const age = priceAge();
    if (age === undefined || age > AGING_MS) setStaleAge(age ?? Number.POSITIVE_INFINITY);
    else void send();
  };
  useTicketKeys(form, {
    onSide: (next) => act({ type: 'side', side: next }),
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
    error: fieldError(problem, name, state, rules),
  });
  const stop = hasTrigger(state.kind);
  const available = state.side === 'buy' ? facts.availableQuote : facts.availableBase;
  const spendCoin = state.side === 'buy' ? rules.quote : rules.base;

  return (
    <form
      ref={form}
      className={style['ticket']}
      data-testid="ticket"
      aria-label={t`Order form`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        press();
      }}
    >
      <Segmented
        label={t`Side`}
        value={state.side}
        choices={[
          { key: 'buy', label: <Trans comment="Verb: side of an order">Buy</Trans>, tone: 'up' },
          { key: 'sell', label: <Trans comment="Verb: side of an order">Sell</Trans>, tone: 'down' },
        ]}
        onChange={(next) => act({ type: 'side', side: next })}
      />
      <OrderTypes kind={state.kind} onChange={(kind) => act({ type: 'kind', kind })} />
      {stop ? (
        <StopKind
          state={state}
          triggers={[
            { key: 'last', label: t({ message: 'Last price', comment: 'Which price triggers a stop order' }) },
            { key: 'mark', label: t({ message: 'Index', comment: 'Which price triggers a stop order' }) },
          ]}
          act={act}
        />
      ) : null}
      <AccountFields
        accounts={accounts}
        choice={choice}
        onChange={(next) => {
          submit.forget();
          setWanted(next);
        }}
      />
      <div className={style['line']}>
        <span className="v-ink-3">
          <Hint of="available">
            <Trans>Available</Trans>
          </Hint>
        </span>
        <span className="v-row" style={{ gap: 4 }}>
          <NumMoney className="v-strong" value={available} asset={spendCoin} showAsset />
          {conditions.signedIn ? <TransferButton onClick={() => setMoving(true)} /> : null}
        </span>
      </div>
      {stop ? (
        <NumberField
          {...field('trigger')}
          label={<Trans comment="Price at which an order starts">Trigger</Trans>}
          decimals={rules.tickDecimals}
          unit={rules.quote}
        />
      ) : null}
      {hasPrice(state.kind) ? (
        <NumberField
          {...field('price')}
          label={<Trans>Price</Trans>}
          decimals={rules.tickDecimals}
          unit={rules.quote}
        />
      ) : null}
      <NumberField {...field('amount')} label={<Trans>Amount</Trans>} decimals={rules.lotDecimals} unit={rules.base} />
      <PercentSlider
        label={t`% of available balance`}
        value={ticketPercent(state, facts)}
        disabled={!conditions.balancesKnown}
        onChange={(percent) => act({ type: 'percent', percent })}
      />
      {hasTotal(state.kind, state.side) ? (
        <NumberField {...field('total')} label={<Trans>Total</Trans>} decimals={rules.quoteScale} unit={rules.quote} />
      ) : null}
      {hasPrice(state.kind) ? <OrderOptions state={state} act={act} /> : null}
      <div className={style['effect']}>
        <ValueChange
          small
          pending={waiting}
          title={stop ? <Trans>If triggered and filled</Trans> : <Trans>If filled</Trans>}
          rows={effectRows(summary, t`Fee`)}
        />
      </div>
      <div className={style['send']}>
        {conditions.signedIn || conditions.trading === 'unknown' ? (
          <Button
            type="submit"
            size="large"
            wide
            tone={state.side}
            data-side={state.side}
            busy={waiting}
            disabled={problem !== undefined}
            aria-describedby="ticket-why"
          >
            <span>
              <MainWords state={state} summary={summary} rules={rules} />
            </span>
          </Button>
        ) : (
          <LoginLink />
        )}
        <Why
          problem={problem}
          submit={submit.state}
          state={state}
          summary={summary}
          rules={rules}
          onTransfer={() => setMoving(true)}
        />
      </div>
      <TransferDialog
        open={moving}
        coin={spendCoin}
        coins={[rules.quote, rules.base]}
        to={accountWallet[choice.account]}
        {...(choice.account === 'fixed' && { isolated: rules.symbol })}
        onClose={() => setMoving(false)}
      />
      <StaleDialog
        age={
          staleAge === undefined
            ? undefined
            : Number.isFinite(staleAge)
              ? formatAge(staleAge, separatorsOf(tag).decimal)
              : '–'
        }
        price={price?.indexPrice}
        limit={hasPrice(state.kind) ? state.price : undefined}
        rules={rules}
        onWait={() => setStaleAge(undefined)}
        onSend={() => void send()}
      />
    </form>
  );
}

/**
 * A problem shows at its field once something was typed there; for an empty field only the line below the button names
 * it.
 */
function fieldError(problem: Problem | undefined, name: TicketField, state: TicketState, rules: MarketRules) {
  if (problem?.field !== name || problem.kind === 'missing' || state[name] === '') return undefined;
  return <FieldError problem={problem} rules={rules} />;
}
