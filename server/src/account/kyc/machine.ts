// The states of one stage of verification, and what may be done in each: a table. Tests walk every cell.

import { KYC_STATE, type RefusalCode } from '@vitrine/contract';

export type KycState = (typeof KYC_STATE)[keyof typeof KYC_STATE];
/** `submit` is the customer's; `pass` and `refuse` are the desk's. */
export const KYC_ACTS = ['submit', 'pass', 'refuse'] as const;
export type KycAct = (typeof KYC_ACTS)[number];

/** Where an act leads, or the code it is refused with. */
export type Step = { readonly to: KycState } | { readonly code: RefusalCode };

const { none, underReview, passed, failed } = KYC_STATE;
const unknown: Step = { code: 404 };
const pending: Step = { code: 1105 };
const final: Step = { code: 1106 };

export const transitions: Readonly<Record<KycState, Readonly<Record<KycAct, Step>>>> = {
  [none]: { submit: { to: underReview }, pass: unknown, refuse: unknown },
  [underReview]: { submit: pending, pass: { to: passed }, refuse: { to: failed } },
  [passed]: { submit: final, pass: final, refuse: final },
  // A refused submission stays as it is: the customer sends another, which is a case of its own.
  [failed]: { submit: { to: underReview }, pass: final, refuse: final },
};

/**
 * What state stage 1 must be in for an act on stage 2. The photos may be sent while the name is still under review, so that
 * a customer can do both in one sitting and the desk sees them together; but a photo proves a name, so stage 2 passes only
 * after it.
 */
export const stageOneFor: Readonly<Record<KycAct, readonly KycState[]>> = {
  submit: [underReview, passed],
  pass: [passed],
  refuse: [none, underReview, passed, failed],
};

/** States in which an act is possible. */
export function statesFor(act: KycAct): readonly KycState[] {
  return Object.values(KYC_STATE).filter((state) => 'to' in transitions[state][act]);
}
