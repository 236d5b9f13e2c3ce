// Sends a withdrawal once: encrypts the request, which takes a moment and may load code first, then sends it. Presses
// meanwhile do nothing.
import { useRef, useState } from 'react';
import type { WithdrawalAck, WithdrawalBody } from '@vitrine/contract';
import { isStaleChunk, showMissing } from '@vitrine/ui';
import { runtimeConfig } from '../../../runtime/index.ts';
import { type SubmitState, useWrite } from '../../../ticket/index.ts';

/** `none`: nothing was sent, because another request is in progress or this one could not be encrypted. */
export type WithdrawalOutcome =
  | {
      readonly how: 'requested';
      readonly id: string | undefined;
      readonly arrives: WithdrawalAck['arrives'] | undefined;
    }
  | { readonly how: 'refused' | 'none' };

export interface SendWithdrawal {
  readonly state: SubmitState;
  /** The last request could not be encrypted here; nothing was sent. */
  readonly unsealed: boolean;
  /** Resolves when the outcome is known. `key`: the key in the body. */
  readonly send: (body: WithdrawalBody | undefined, key: string) => Promise<WithdrawalOutcome>;
  /** Hides a refusal, at the next keystroke. */
  readonly forget: () => void;
}

export function useSendWithdrawal(): SendWithdrawal {
  const write = useWrite();
  const [sealing, setSealing] = useState(false);
  const [unsealed, setUnsealed] = useState(false);
  // State is known at the next render only: a second press may come before it.
  const busy = useRef(false);
  const send = async (body: WithdrawalBody | undefined, key: string): Promise<WithdrawalOutcome> => {
    if (busy.current) return { how: 'none' };
    busy.current = true;
    setUnsealed(false);
    setSealing(true);
    try {
      const data = await sealed(body);
      if (data === undefined) {
        setUnsealed(true);
        return { how: 'none' };
      }
      const settled = await write.run('assets.withdrawal', { data }, key);
      if (!settled) return { how: 'refused' };
      return settled.how === 'answered'
        ? { how: 'requested', id: settled.data.id, arrives: settled.data.arrives }
        : { how: 'requested', id: settled.id, arrives: undefined };
    } finally {
      busy.current = false;
      setSealing(false);
    }
  };
  const state: SubmitState = sealing && write.state.step !== 'unknown' ? { step: 'sending' } : write.state;
  return { state, unsealed, send, forget: write.forget };
}

/** The body encrypted for the exchange; undefined if that is impossible here. Loads the code for it now. */
async function sealed(body: object | undefined): Promise<string | undefined> {
  const { withdrawalKey } = runtimeConfig();
  if (body === undefined || withdrawalKey === undefined) return undefined;
  try {
    const { seal } = await import('../seal.ts');
    return await seal(body, withdrawalKey);
  } catch (error) {
    // The code did not load, the page has no cryptography without https, or the key is not a point on the curve. In
    // each case nothing leaves the page.
    if (isStaleChunk(error)) showMissing();
    if (error instanceof TypeError || error instanceof DOMException) return undefined;
    throw error;
  }
}
