// The state machine of one verification stage, as a table of states and actions. Tests cover every cell.

import { CODE, KYC_STATE, type RefusalCode } from '@vitrine/contract';

export type KycState = (typeof KYC_STATE)[keyof typeof KYC_STATE];
/** `submit` is the customer's action; `pass` and `refuse` are the desk's. */
export const KYC_ACTS = ['submit', 'pass', 'refuse'] as const;
export type KycAct = (typeof KYC_ACTS)[number];

/** The state that an action leads to, or its error code. */
export type Step = { readonly to: KycState } | { readonly code: RefusalCode };

const { none, underReview, passed, failed } = KYC_STATE;
const unknown: Step = { code: CODE['request.notFound'] };
const pending: Step = { code: CODE['kyc.pending'] };
const final: Step = { code: CODE['kyc.final'] };

export const transitions: Readonly<Record<KycState, Readonly<Record<KycAct, Step>>>> = {
  [none]: { submit: { to: underReview }, pass: unknown, refuse: unknown },
  [underReview]: { submit: pending, pass: { to: passed }, refuse: { to: failed } },
  [passed]: { submit: final, pass: final, refuse: final },
  // A refused submission does not change; the customer's next submission is a new case.
  [failed]: { submit: { to: underReview }, pass: final, refuse: final },
};

/**
 * Required states of stage 1 for an action on stage 2. Photos may be submitted while the name is still under review, so
 * that a customer can do both at once and the desk sees them together. But a photo proves a name, so stage 2 passes
 * only after stage 1.
 */
export const stageOneFor: Readonly<Record<KycAct, readonly KycState[]>> = {
  submit: [underReview, passed],
  pass: [passed],
  refuse: [none, underReview, passed, failed],
};

/** States in which an action is allowed. */
export function statesFor(act: KycAct): readonly KycState[] {
  return Object.values(KYC_STATE).filter((state) => 'to' in transitions[state][act]);
}
