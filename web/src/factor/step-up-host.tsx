// The place of the question in the page's frame; its code comes when a call first wants a proof.
import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { currentSession, onFactorWanted, onSession } from '../api/index.ts';
import { canUsePasskey } from './passkey.ts';
import { StepUp } from './step-up.ts';

const stepUp = new StepUp();
const LazyDialog = lazy(() => import('./step-up-dialog.tsx').then(({ StepUpDialog: one }) => ({ default: one })));

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
    <Suspense fallback={null}>
      <LazyDialog stepUp={stepUp} state={state} />
    </Suspense>
  );
}
