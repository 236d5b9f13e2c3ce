// Renders the second factor dialog in the page's frame; its code loads when a call first needs it.
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
    // After the session ended there is nothing to verify.
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
        // If the dialog does not load, the user cannot answer: the call is refused, and sending it again asks again.
        stepUp.cancel();
        setWanted(false);
        showMissing();
      }}
    />
  );
}
