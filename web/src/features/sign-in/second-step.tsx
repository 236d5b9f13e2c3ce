// The second step of signing in, after 210: an authenticator's code, a passkey or a recovery code.
import { useReducer } from 'react';
import { Trans } from '@lingui/react/macro';
import type { LoginStep, UserInfo } from '@vitrine/contract';
import { ApiFault, request } from '../../api/index.ts';
import { ProofForm, askPasskey, canUsePasskey, reduceProof, startProof } from '../../two-factor/index.ts';
import style from './sign-in.module.css';

export interface SecondStepProps {
  readonly step: LoginStep;
  readonly onDone: (user: UserInfo) => Promise<void>;
  /** Back to the first step; `why`: the exchange's message if the step is over. */
  readonly onBack: (why?: Error) => void;
}

/** Codes that end the step: expired, or too many attempts. The user starts again with the first step. */
const over: readonly number[] = [1003, 1005];

export function SecondStep({ step, onDone, onBack }: SecondStepProps) {
  const [state, dispatch] = useReducer(reduceProof, undefined, () => startProof(step.methods, canUsePasskey()));
  return (
    <>
      <p className="v-ink-2">
        <Trans>The password is right. This account is protected by a second factor.</Trans>
      </p>
      <ProofForm
        state={state}
        dispatch={dispatch}
        prove={async (input) => {
          try {
            await onDone(await request('user.loginStep', { stepId: step.stepId, ...input }, { quiet: true }));
          } catch (error) {
            if (!(error instanceof ApiFault) || !over.includes(error.code)) throw error;
            onBack(error);
          }
        }}
        passkey={() => askPasskey({ use: 'step', stepId: step.stepId })}
        action={<Trans>Log in</Trans>}
        size="large"
      />
      <p className="v-ink-2">
        <button type="button" className={style['back']} data-testid="back" onClick={() => onBack()}>
          <Trans>Back to the password</Trans>
        </button>
      </p>
    </>
  );
}
