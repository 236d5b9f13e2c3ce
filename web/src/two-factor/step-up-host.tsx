// The place of the question in the page's frame; its code comes when a call first wants a proof.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { latePart, showMissing } from '@vitrine/ui';
import { currentSession, onFactorWanted, onSession } from '../api/index.ts';
import { canUsePasskey } from './passkey.ts';
import { StepUp } from './step-up.ts';

const stepUp = new StepUp();
const LateDialog = latePart(async () => (await import('./step-up-dialog.tsx')).StepUpDialog);

export function StepUpHost() {
  const state = useSyncExternalStore(stepUp.subscribe, stepUp.state);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const off = onFactorWanted((methods, signal) => stepUp.want(methods, canUsePasskey(), signal));
    // Whose session is over has nothing to prove any more.
    const offSession = onSession(() => {
      if (currentSession().state !== 'user') stepUp.cancel();
    });
    return () => {
      off();
      offSession();
      stepUp.cancel();
    };
  }, []);
  if (state.step === 'asking' && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <LateDialog
      of={{ stepUp, state }}
      onMissing={() => {
        // Without the question nobody can answer it: what wanted a proof is refused, and asks again when it is sent again.
        stepUp.cancel();
        setWanted(false);
        showMissing();
      }}
    />
  );
}
