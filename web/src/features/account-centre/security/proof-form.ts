// Authenticator codes, pure: the first code binds it, a current code or a recovery code removes it.
import { codeLength, filterCode } from '../../../credential/index.ts';
import { codeFault, faultsOf, type Fault } from '../faults.ts';
import type { FormRules } from '../use-form.ts';

export interface ProofForm {
  readonly code: string;
}

export const firstProof: ProofForm = { code: '' };

const refusals = { 'factor.wrong': 'code', 'code.wrong': 'code', 'code.expired': 'code' } as const;

export const firstCodeRules: FormRules<ProofForm, 'code'> = {
  reduce: (form, change) => ({ code: filterCode(change.code ?? form.code) }),
  validate: ({ code }) => faultsOf<'code'>({ code: codeFault(code) }),
  refusals,
  wire: { code: 'code', x: 'code' },
};

/** A recovery code is longer than a code and has letters or dashes. */
const recovery = /^[0-9A-Za-z-]{8,24}$/;

function proofFault(code: string): Fault | undefined {
  const text = code.trim();
  if (text === '') return 'required';
  return (/^\d+$/.test(text) && text.length === codeLength) || recovery.test(text) ? undefined : 'proof';
}

export const proofRules: FormRules<ProofForm, 'code'> = {
  reduce: (form, change) => ({ code: (change.code ?? form.code).replace(/\s/g, '').slice(0, 24) }),
  validate: ({ code }) => faultsOf<'code'>({ code: proofFault(code) }),
  refusals,
  wire: { code: 'code', x: 'code' },
};
