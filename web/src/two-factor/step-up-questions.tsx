// The second factor dialog of the whole page, with the machine that all callers share.
import { useEffect, useSyncExternalStore } from 'react';
import type { FactorMethod } from '@vitrine/contract';
import { currentSession, onSession } from '../api/index.ts';
import { canUsePasskey } from './passkey.ts';
import { StepUpDialog } from './step-up-dialog.tsx';
import { StepUp } from './step-up.ts';

const stepUp = new StepUp();

/** Asks for a second factor; resolves to whether it was given. An aborted signal ends the wait with false. */
export function askFactor(methods: readonly FactorMethod[], signal?: AbortSignal): Promise<boolean> {
  return stepUp.want(methods, canUsePasskey(), signal);
}

export function StepUpQuestions() {
  const state = useSyncExternalStore(stepUp.subscribe, stepUp.state);
  useEffect(() => {
    // After the session ended there is nothing to verify.
    const off = onSession(() => {
      if (currentSession().state !== 'user') stepUp.cancel();
    });
    return () => {
      off();
      stepUp.cancel();
    };
  }, []);
  return <StepUpDialog stepUp={stepUp} state={state} />;
}
