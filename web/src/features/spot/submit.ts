// Sending an order: once, and if no answer comes, asking what became of it until that is known.

import { useCallback, useState } from 'react';
import { ApiFault, NoAnswer, settle } from '../../api/index.ts';
import { refusalText } from '../../i18n/index.ts';
import type { OrderInput } from './send.ts';

export type SubmitState =
  | { readonly step: 'idle' }
  | { readonly step: 'sending' }
  /** No answer: the exchange is being asked; the order is not sent again. */
  | { readonly step: 'unknown' }
  | { readonly step: 'refused'; readonly words: string };

/** What became of a sent order: taken or not, its id and number where known. */
export interface Sent {
  readonly taken: boolean;
  readonly id?: string | undefined;
  readonly seq?: number | undefined;
}

export interface Submit {
  readonly state: SubmitState;
  /** Sends once; resolves when the order's fate is known, refused or taken. */
  readonly send: (input: OrderInput) => Promise<Sent>;
  /** Takes a refusal off the screen, at the next keystroke. */
  readonly forget: () => void;
}

const idle: SubmitState = { step: 'idle' };

export function useSubmit(): Submit {
  const [state, setState] = useState<SubmitState>(idle);
  const send = useCallback(async (input: OrderInput): Promise<Sent> => {
    setState({ step: 'sending' });
    try {
      const settled = await settle('currency.order.submit', input, {
        quiet: true,
        onUnknown: () => setState({ step: 'unknown' }),
      });
      setState(idle);
      const { id, seq } = settled.how === 'answered' ? settled.data : settled;
      return { taken: true, id, seq };
    } catch (error) {
      if (!(error instanceof ApiFault) && !(error instanceof NoAnswer)) throw error;
      setState({ step: 'refused', words: faultWords(error) });
      return { taken: false };
    }
  }, []);
  const forget = useCallback(() => setState((now) => (now.step === 'refused' ? idle : now)), []);
  return { state, send, forget };
}

/** What is said of a refusal. */
export function faultWords(error: ApiFault | NoAnswer): string {
  return error instanceof ApiFault ? (refusalText(error.key, error.args) ?? error.message) : error.message;
}
