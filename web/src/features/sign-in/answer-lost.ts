// A guest's write whose answer was lost: guests cannot query outcomes, so it may have been done.
import { useCallback, useRef } from 'react';
import { ApiFault, mayBeDone } from '../../api/index.ts';
import type { SignForm } from './form.ts';

export type GuestWrite = 'register' | 'reset';

/**
 * It may have been done: by this attempt, or by the previous one (`isAgain`), which may be the reason for this refusal.
 */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost';
  readonly of: GuestWrite;
  readonly isAgain: boolean;

  constructor(of: GuestWrite, isAgain: boolean) {
    super(`expected to learn what became of ${of}, the answer was lost`);
    this.of = of;
    this.isAgain = isAgain;
  }
}

/** Refusals of a second attempt after the first was done: the name is taken, the code is used. */
const AFTER_DONE: readonly string[] = ['account.taken', 'code.wrong', 'code.expired'];

/** Sends a guest's write; rejects with AnswerLost if it may have been done. */
export function useGuestWrite(of: GuestWrite): <T>(form: SignForm, send: () => Promise<T>) => Promise<T> {
  const lost = useRef<string>(undefined);
  return useCallback(
    async ({ tab, account, area, phone }, send) => {
      const whose = tab === 'phone' ? `${area} ${phone}` : account;
      try {
        return await send();
      } catch (error) {
        if (mayBeDone(error)) {
          lost.current = whose;
          throw new AnswerLost(of, false);
        }
        if (lost.current === whose && error instanceof ApiFault && AFTER_DONE.includes(error.key))
          throw new AnswerLost(of, true);
        throw error;
      }
    },
    [of],
  );
}
