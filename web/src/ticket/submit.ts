// Sends a write that moves money once. Without an answer it queries the outcome until it is known.

import { t } from '@lingui/core/macro';
import type { AnswerOf, InputOf } from '@vitrine/contract';
import { useCallback, useRef, useState } from 'react';
import { ApiFault, type KeyedName, mayBeDone, NoAnswer, type Settled, useSettle } from '../api/index.ts';
import { refusalText } from '../i18n/index.ts';

export type SubmitState =
  | { readonly step: 'idle' }
  | { readonly step: 'sending' }
  /** No answer: the outcome is being queried; nothing is sent again. */
  | { readonly step: 'unknown' }
  /** `outcome`: nothing was done, or the outcome stays unknown and it may have been done. */
  | { readonly step: 'refused'; readonly words: string; readonly outcome: 'none' | 'unknown' };

/** Calls that a ticket sends: they take a key and return an Ack. */
export type TicketCall =
  | 'currency.order.submit'
  | 'entrust.exchange'
  | 'contract.order.submit'
  | 'contract.position.stopOrder';

/** The outcome of a sent order: accepted or not, with id and number if known. */
export interface Sent {
  readonly taken: boolean;
  readonly id?: string | undefined;
  readonly seq?: number | undefined;
}

export interface Submit<N extends TicketCall> {
  readonly state: SubmitState;
  /** Sends once; resolves when the order's outcome is known, refused or accepted. */
  readonly send: (input: InputOf<N>) => Promise<Sent>;
  /** Hides a refusal, at the next keystroke. */
  readonly forget: () => void;
}

export interface Write {
  readonly state: SubmitState;
  /**
   * Sends a call once; resolves when its outcome is known: undefined if it was refused, or an equal one is on its way. `key`: set it if the input
   * contains the key too.
   */
  readonly run: <N extends KeyedName>(call: N, input: InputOf<N>, key?: string) => Promise<Settled<N> | undefined>;
  readonly forget: () => void;
}

const idle: SubmitState = { step: 'idle' };

/** The state of consecutive writes of any call. */
export function useWrite(): Write {
  const [state, setState] = useState<SubmitState>(idle);
  const settle = useSettle();
  /** Equal writes on the way: the form may not be busy yet when it is pressed again. */
  const sending = useRef(new Set<string>());
  const run = useCallback(
    async <N extends KeyedName>(call: N, input: InputOf<N>, key?: string): Promise<Settled<N> | undefined> => {
      const what = JSON.stringify([call, input]);
      if (sending.current.has(what)) return undefined;
      sending.current.add(what);
      setState({ step: 'sending' });
      try {
        const settled = await settle(call, input, { onUnknown: () => setState({ step: 'unknown' }), key });
        setState(idle);
        return settled;
      } catch (error) {
        if (!(error instanceof ApiFault) && !(error instanceof NoAnswer)) throw error;
        setState({ step: 'refused', words: faultWords(error), outcome: mayBeDone(error) ? 'unknown' : 'none' });
        return undefined;
      } finally {
        sending.current.delete(what);
      }
    },
    [settle],
  );
  const forget = useCallback(() => setState((now) => (now.step === 'refused' ? idle : now)), []);
  return { state, run, forget };
}

/** Sends a ticket. */
export function useSubmit<N extends TicketCall>(call: N): Submit<N> {
  const { state, run, forget } = useWrite();
  const send = useCallback(
    async (input: InputOf<N>): Promise<Sent> => {
      const settled = await run(call, input);
      if (!settled) return { taken: false };
      const { id, seq } = settled.how === 'answered' ? (settled.data as AnswerOf<TicketCall>) : settled;
      return { taken: true, id, seq };
    },
    [call, run],
  );
  return { state, send, forget };
}

/** The text of a failed write. */
export function faultWords(error: ApiFault | NoAnswer): string {
  if (error instanceof NoAnswer) return t`No response arrived, so it may have been done. Check before you try again.`;
  return refusalText(error);
}
