// The dialog that asks for a second factor: the reason, the user's anti-phishing word, and the form.
import { useQuery } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { Button, Dialog } from '@vitrine/ui';
import { queryOf, request } from '../api/index.ts';
import { askPasskey } from './passkey.ts';
import { ProofForm } from './proof-form.tsx';
import type { StepUp, StepUpState } from './step-up.ts';
import style from './two-factor.module.css';

export function StepUpDialog({ stepUp, state }: { readonly stepUp: StepUp; readonly state: StepUpState }) {
  const open = state.step === 'asking';
  return (
    <Dialog
      open={open}
      onClose={() => stepUp.cancel()}
      title={<Trans>Is it really you?</Trans>}
      width={420}
      testId="step-up"
    >
      {open ? <Question stepUp={stepUp} state={state} /> : null}
    </Dialog>
  );
}

function Question({
  stepUp,
  state,
}: {
  readonly stepUp: StepUp;
  readonly state: Extract<StepUpState, { step: 'asking' }>;
}) {
  const security = useQuery(queryOf('user.security', {}, 'lazy'));
  const word = security.data?.antiCode ?? null;
  return (
    <>
      <p className={style['why']}>
        <Trans>This needs one more proof that it is you. It is then valid for ten minutes in this browser.</Trans>
      </p>
      {word === null ? null : (
        <p className={style['word']}>
          <span className="v-ink-3">
            <Trans>Your anti-phishing word. If it is different, this is not our page.</Trans>
          </span>
          <strong>{word}</strong>
        </p>
      )}
      <ProofForm
        state={state.proof}
        dispatch={(event) => stepUp.proof(event)}
        prove={async (input) => {
          await request('user.stepUp', input, { quiet: true });
          stepUp.passed();
        }}
        passkey={() => askPasskey({ use: 'step' })}
        addresses={security.data}
        action={<Trans comment="Button of a dialog">Confirm</Trans>}
        aside={
          <Button onClick={() => stepUp.cancel()}>
            <Trans context="leave" comment="Button: do not change anything">
              Cancel
            </Trans>
          </Button>
        }
      />
    </>
  );
}
