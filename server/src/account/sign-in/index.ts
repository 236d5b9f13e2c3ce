// Public interface of signing in: registration, password and second step, passkey, codes, forgotten password.

import type { Kysely } from 'kysely';
import type { Devices, LoginLog } from '../devices/index.ts';
import type { Factors } from '../two-factor/index.ts';
import type { Identity, IdentityTables } from '../identity/index.ts';
import type { Messages } from '../messages/index.ts';
import { createBegin } from './begin.ts';
import { createSendCode, type SendCode } from './code-sending.ts';
import { createProofOfWork } from './proof-of-work.ts';
import { createReset, type ResetPassword } from './reset.ts';
import { createSignIns, type SignIns } from './sign-in.ts';
import { createSteps, type Steps } from './steps.ts';
import { createSweep, type SignInSweep } from './sweep.ts';

export type { Visitor } from './begin.ts';
export { type CodeWish, purposeRules } from './code-sending.ts';
export type { PasswordReset } from './reset.ts';
export { WORK_LIFE } from './proof-of-work.ts';
export { STEP_LIFE, STEP_TRIES } from './steps.ts';

export interface SignInFlows extends SignIns, SignInSweep {
  readonly steps: Steps;
  readonly sendCode: SendCode;
  readonly resetPassword: ResetPassword;
}

export interface SignInOptions {
  readonly db: Kysely<IdentityTables>;
  readonly identity: Identity;
  readonly devices: Devices;
  readonly log: LoginLog;
  readonly factors: Factors;
  readonly messages: Messages;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
  /** Deletes all API keys of a customer. */
  readonly endKeys: (userId: string) => Promise<void>;
  /** Proof of work for a registration, in bits of a hash; 0: none. */
  readonly workBits?: number | undefined;
}

/** All sign-in methods, over SQL. */
export function openSignIn({
  db,
  identity,
  devices,
  log,
  factors,
  messages,
  now,
  onFault,
  endKeys,
  workBits = 0,
}: SignInOptions): SignInFlows {
  const { accounts, sessions, codes, throttle, standing } = identity;
  const steps = createSteps(db, now);
  const begin = createBegin({ db, sessions, devices, log, messages, now });
  return {
    ...createSignIns({
      ...{ accounts, codes, throttle, factors, devices, log, steps, begin },
      work: createProofOfWork(workBits, now),
    }),
    ...createSweep(db, identity.sessions.lives, now, onFault),
    steps,
    sendCode: createSendCode(accounts, codes, throttle, devices),
    resetPassword: createReset({ accounts, codes, sessions, standing, throttle, messages, now, endKeys }),
  };
}
