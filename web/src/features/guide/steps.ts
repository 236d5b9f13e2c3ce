// The first steps, each done by what really happened. Pure.
import type { Security, Withdrawal } from '@vitrine/contract';

export const stepKeys = ['trade', 'contract', 'receipt', 'secure', 'withdraw'] as const;
export type StepKey = (typeof stepKeys)[number];

/** What the account's own data says; undefined while unknown. */
export interface StepFacts {
  readonly spotFills: number | undefined;
  readonly contractFills: number | undefined;
  readonly recalculated: boolean;
  readonly security: Pick<Security, 'google' | 'passkeys'> | undefined;
  readonly withdrawals: readonly Pick<Withdrawal, 'stage'>[] | undefined;
  /** Practice mode: only there money can be withdrawn without consequences. */
  readonly practice: boolean;
}

export interface Step {
  readonly key: StepKey;
  /** Undefined while unknown. */
  readonly done: boolean | undefined;
}

/** Coins have left the exchange. */
const SENT: readonly Withdrawal['stage'][] = ['broadcast', 'confirmed'];

const some = (count: number | undefined): boolean | undefined => (count === undefined ? undefined : count > 0);

export function firstSteps(facts: StepFacts): readonly Step[] {
  const { security, withdrawals } = facts;
  const done: Readonly<Record<StepKey, boolean | undefined>> = {
    trade: some(facts.spotFills),
    contract: some(facts.contractFills),
    receipt: facts.recalculated,
    secure: security && (security.google.bound || security.passkeys > 0),
    withdraw: withdrawals?.some(({ stage }) => SENT.includes(stage)),
  };
  return stepKeys.filter((key) => key !== 'withdraw' || facts.practice).map((key) => ({ key, done: done[key] }));
}

/** The step to do next; undefined: none is left, or it is not known. */
export function nextStep(steps: readonly Step[]): StepKey | undefined {
  return steps.find(({ done }) => done === false)?.key;
}
