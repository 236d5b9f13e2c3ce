// Second factors: methods, passkeys, and the dialog that asks for one.
export {
  firstMethod,
  isComplete,
  lockedUntil,
  ownCode,
  proofInput,
  proofMethods,
  recoveryText,
  reduceProof,
  startProof,
  type ProofEvent,
  type ProofInput,
  type ProofState,
} from './proof.ts';
export { ProofForm, type ProofFormProps } from './proof-form.tsx';
export { canUsePasskey, cancelPasskey, makePasskey, offersAutofill, askPasskey, PasskeyDeclined } from './passkey.ts';
export { StepUpHost } from './step-up-host.tsx';
