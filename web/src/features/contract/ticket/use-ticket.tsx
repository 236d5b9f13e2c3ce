// The contract ticket's state and submission: confirms a stale price and risk, then sends once.

import { Trans } from '@lingui/react/macro';
import { toast, toasts } from '@vitrine/ui';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useIntent } from '../../../pending-action/index.ts';
import { AGING_MS, type BookStore, type LivePrice, useUserFeed } from '../../../live/index.ts';
import { firstPrice, type Submit, useSubmit } from '../../../ticket/index.ts';
import { emptyTicket, reduceTicket, type Side, type TicketAction, type TicketFacts, type TicketState } from './form.ts';
import { type Reason, reasonsToAsk } from '../positions/risk.ts';
import { orderInput } from '../send.ts';
import { summariseTicket, type TicketSummary } from '../positions/summary.ts';
import { OrderLine } from './ticket-parts.tsx';
import { previewRefusal, usePreview } from './use-preview.ts';
import type { Surroundings } from '../use-surroundings.ts';
import { type Problem, validateTicket } from './validate.ts';

interface Act {
  readonly action: TicketAction;
  readonly facts: TicketFacts;
}

export interface TicketParts {
  readonly surroundings: Surroundings;
  readonly facts: TicketFacts;
  readonly book: BookStore;
  readonly price: LivePrice | undefined;
  readonly side: Side;
  readonly taken: { readonly price: string } | undefined;
  readonly priceAge: () => number | undefined;
  readonly onTaken?: (() => void) | undefined;
  readonly onSide: (side: Side) => void;
}

export interface Ticket {
  readonly state: TicketState;
  readonly summary: TicketSummary;
  readonly problem: Problem | undefined;
  /** Why the exchange's dry run refuses it. */
  readonly refusal: string | undefined;
  readonly submit: Submit<'contract.order.submit'>;
  readonly waiting: boolean;
  /** Age of the price to confirm, ms; undefined: no confirmation. */
  readonly staleAge: number | undefined;
  readonly risky: readonly Reason[] | undefined;
  readonly act: (action: TicketAction) => void;
  readonly press: () => void;
  /** Continues after the confirmation of a stale price. */
  readonly askRisk: () => void;
  readonly send: () => Promise<void>;
  /** Cancels a confirmation. */
  readonly back: () => void;
}

export function useTicket(parts: TicketParts): Ticket {
  const { surroundings, facts, book, price, side, taken, priceAge, onTaken, onSide } = parts;
  const user = useUserFeed();
  const { terms } = facts;
  const { conditions } = surroundings;
  const [state, reduce] = useReducer((now: TicketState, { action, facts: at }: Act) => reduceTicket(now, action, at), {
    ...emptyTicket,
    side: side,
  });
  const submit = useSubmit('contract.order.submit');
  const [staleAge, setStaleAge] = useState<number>();
  const [risky, setRisky] = useState<readonly Reason[]>();
  const latest = useRef(facts);
  useEffect(() => {
    latest.current = facts;
  });
  const act = (action: TicketAction): void => {
    submit.forget();
    reduce({ action, facts: latest.current });
  };
  useEffect(() => reduce({ action: { type: 'side', side: side }, facts: latest.current }), [side]);
  useEffect(() => onSide(state.side), [onSide, state.side]);
  useEffect(() => {
    if (taken) reduce({ action: { type: 'take', price: taken.price }, facts: latest.current });
  }, [taken]);
  useIntent(
    terms.contractType,
    terms.symbol,
    useCallback((meant) => {
      const fill = (action: TicketAction): void => reduce({ action, facts: latest.current });
      fill({ type: 'intent', intent: 'open' });
      fill({ type: 'side', side: meant.side === 'buy' ? 'long' : 'short' });
      fill({ type: 'kind', kind: meant.kind });
      if (meant.price !== undefined) fill({ type: 'edit', field: 'price', text: meant.price });
      if (meant.amount !== undefined) fill({ type: 'edit', field: 'amount', text: meant.amount });
    }, []),
  );
  const suggestion = firstPrice(book, price?.close, state.side === 'long');
  useEffect(() => {
    if (suggestion !== undefined) reduce({ action: { type: 'suggest', price: suggestion }, facts: latest.current });
  }, [suggestion]);

  const summary = summariseTicket(state, facts);
  const problem = validateTicket(state, facts, summary, conditions);
  const manner = { marginMode: facts.marginMode, leverage: facts.leverage };
  const preview = usePreview(problem ? undefined : orderInput(state, terms, manner));
  const refusal = previewRefusal(preview);
  const waiting = submit.state.step === 'sending' || submit.state.step === 'unknown';

  const send = async (): Promise<void> => {
    setStaleAge(undefined);
    setRisky(undefined);
    const { taken: done, id, seq } = await submit.send(orderInput(state, terms, manner));
    if (!done) return;
    user?.resync(seq);
    surroundings.refreshLeverage();
    // A notice of a fill already says more than this.
    const notice = `order-${id ?? seq ?? ''}`;
    if (!toasts().some((shown) => shown.id === notice)) {
      toast({
        id: notice,
        kind: 'done',
        title: <Trans>Order placed</Trans>,
        text: <OrderLine state={state} summary={summary} terms={terms} />,
      });
    }
    reduce({ action: { type: 'clear' }, facts: latest.current });
    onTaken?.();
  };
  const askRisk = (): void => {
    setStaleAge(undefined);
    const reasons =
      state.intent === 'close'
        ? []
        : reasonsToAsk({
            required: summary.need?.need ?? 0,
            equity: surroundings.equity,
            price: facts.risk ?? 0,
            liquidation: summary.liquidationCents,
            leverage: facts.leverage,
          });
    if (reasons.length > 0) setRisky(reasons);
    else void send();
  };
  const press = (): void => {
    if (problem || waiting) return;
    const age = priceAge();
    if (age === undefined || age > AGING_MS) setStaleAge(age ?? Number.POSITIVE_INFINITY);
    else askRisk();
  };
  const back = (): void => {
    setStaleAge(undefined);
    setRisky(undefined);
  };
  return { state, summary, problem, refusal, submit, waiting, staleAge, risky, act, press, askRisk, send, back };
}
