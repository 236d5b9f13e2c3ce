// Asks for a second factor when a call needs one. The machine and its dialog load when that first happens.
import { useEffect, useState } from 'react';
import { isStaleChunk, latePart, showMissing } from '@vitrine/ui';
import { onFactorWanted } from '../api/index.ts';

const load = () => import('./step-up-questions.tsx');
const LateQuestions = latePart(async () => (await load()).StepUpQuestions);

export function StepUpHost() {
  const [wanted, setWanted] = useState(false);
  useEffect(
    () =>
      onFactorWanted(async (methods, signal) => {
        try {
          const { askFactor } = await load();
          setWanted(true);
          return await askFactor(methods, signal);
        } catch (error) {
          if (!isStaleChunk(error)) throw error;
          // Without the dialog the user cannot answer: the call is refused, and sending it again asks again.
          showMissing();
          return false;
        }
      }),
    [],
  );
  return wanted ? <LateQuestions of={{}} /> : null;
}
