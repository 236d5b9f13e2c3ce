// Sends a second contract once. Without an answer it queries the outcome; after a refusal the next press is a new
// order.

import { useQueryClient } from '@tanstack/react-query';
import type { InputOf, Second } from '@vitrine/contract';
import { useRef, useState } from 'react';
import { ApiFault, mayBeDone, NoAnswer, request, useSettle } from '../../api/index.ts';
import { faultWords, type SubmitState } from '../../ticket/index.ts';

type Call = 'secondContractOrder.createSecondContractOrder';

/** What is known about an accepted order; a missing row follows on the user feed. */
export interface TakenSecond {
  readonly id: string | undefined;
  readonly seq: number | undefined;
  readonly order: Second | undefined;
}

/** Unknown period, stake out of range, odds changed: the terms on sale differ from those shown. */
const TERMS_CHANGED: ReadonlySet<number> = new Set([2401, 2402, 2404]);

const idle: SubmitState = { step: 'idle' };

/** The row of an order whose answer was lost. If this fails too, the feed sends it; the order is valid anyway. */
async function rowOf(id: string | undefined): Promise<Second | undefined> {
  if (id === undefined) return undefined;
  try {
    return (await request('secondContractOrder.receipt', { id }, { quiet: true })).order;
  } catch (error) {
    if (!(error instanceof ApiFault) && !(error instanceof NoAnswer)) throw error;
    return undefined;
  }
}

export interface SendSecond {
  readonly submit: SubmitState;
  /** Resolves when the order's outcome is known; undefined: refused, or another one is pending. */
  readonly send: (input: InputOf<Call>) => Promise<TakenSecond | undefined>;
  /** Hides a refusal, at the next keystroke. */
  readonly forget: () => void;
}

export function useSendSecond(): SendSecond {
  const queries = useQueryClient();
  const [submit, setSubmit] = useState<SubmitState>(idle);
  const busy = useRef(false);
  const settle = useSettle();
  const send = async (input: InputOf<Call>): Promise<TakenSecond | undefined> => {
    if (busy.current) return undefined;
    busy.current = true;
    setSubmit({ step: 'sending' });
    try {
      const settled = await settle('secondContractOrder.createSecondContractOrder', input, {
        onUnknown: () => setSubmit({ step: 'unknown' }),
      });
      const taken =
        settled.how === 'answered'
          ? { id: settled.data.id, seq: settled.data.seq, order: settled.data }
          : { id: settled.id, seq: settled.seq, order: await rowOf(settled.id) };
      setSubmit(idle);
      return taken;
    } catch (error) {
      if (!(error instanceof ApiFault) && !(error instanceof NoAnswer)) throw error;
      if (error instanceof ApiFault && TERMS_CHANGED.has(error.code))
        void queries.invalidateQueries({ queryKey: ['period.list'] });
      setSubmit({ step: 'refused', words: faultWords(error), outcome: mayBeDone(error) ? 'unknown' : 'none' });
      return undefined;
    } finally {
      busy.current = false;
    }
  };
  return { submit, send, forget: () => setSubmit((now) => (now.step === 'refused' ? idle : now)) };
}
