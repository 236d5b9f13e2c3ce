// The button that sends a code to an address, then counts the seconds until the next.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { Countdown } from '@vitrine/ui';
import { ApiFault, request } from '../api/index.ts';
import { useSeconds } from './use-seconds.ts';
import style from './credential.module.css';

/** Where a code is sent; without an address to the signed-in user's own. */
export type CodeTarget =
  | { readonly kind: 'email'; readonly email?: string | undefined }
  | { readonly kind: 'phone'; readonly areaCode?: string | undefined; readonly phone?: string | undefined };

export interface SendCodeProps {
  readonly target: CodeTarget;
  /** Code purpose of calls §9. */
  readonly purpose: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  /** False until the address is complete. */
  readonly ready?: boolean;
  /** Called when the exchange accepted the request for a code. */
  readonly onSent?: ((target: CodeTarget) => void) | undefined;
  /** Called when it refused; default: a notice. */
  readonly onRefused?: ((fault: ApiFault) => void) | undefined;
}

function send(target: CodeTarget, type: SendCodeProps['purpose'], quiet: boolean): Promise<{ waitSeconds: number }> {
  return target.kind === 'email'
    ? request('user.sendEmailCode', { email: target.email, type }, { quiet })
    : request('user.sendMobileCode', { areaCode: target.areaCode, phone: target.phone, type }, { quiet });
}

export function SendCode({ target, purpose, ready = true, onSent, onRefused }: SendCodeProps) {
  const { t } = useLingui();
  const [until, setUntil] = useState(0);
  const left = useSeconds(until);
  const sending = useMutation({
    mutationFn: (to: CodeTarget) => send(to, purpose, onRefused !== undefined),
    onSuccess: ({ waitSeconds }, to) => {
      setUntil(Date.now() + waitSeconds * 1000);
      onSent?.(to);
    },
    onError: (error) => {
      if (error instanceof ApiFault) onRefused?.(error);
    },
  });
  return (
    <>
      <button
        type="button"
        className={style['send']}
        data-testid="send-code"
        disabled={!ready || left > 0 || sending.isPending}
        onClick={() => sending.mutate(target)}
      >
        {left > 0 ? (
          <Trans comment="Button disabled while waiting; the countdown is in seconds">
            Resend in <Countdown left={left} /> s
          </Trans>
        ) : sending.isSuccess ? (
          <Trans comment="Button: sends the code again">Send again</Trans>
        ) : (
          <Trans>Send code</Trans>
        )}
      </button>
      <span className="v-hidden" aria-live="polite">
        {sending.isSuccess ? t`If this address can receive codes, one was sent.` : ''}
      </span>
    </>
  );
}
