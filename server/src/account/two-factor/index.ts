// Public interface of factors: authenticator, recovery codes, passkeys; how a customer proves their identity, and when
// that is required.

import type { Kysely } from 'kysely';
import type { Devices } from '../devices/index.ts';
import type { Identity, IdentityTables } from '../identity/index.ts';
import type { Vault } from '../vault/index.ts';
import { createAuthenticator } from './authenticator.ts';
import { createChallenges } from './challenges.ts';
import { createFactors, type Factors } from './factors.ts';
import { createPasskeys } from './passkeys.ts';
import { createRecoveryCodes } from './recovery.ts';

export { OFFER_LIFE, TOTP_FAILURES_MOST, TOTP_LOCK } from './authenticator.ts';
export { CHALLENGE_LIFE } from './challenges.ts';
export { type Factors, FRESH_PROOF, type Proof, type Prover, STEP_UP_LIFE } from './factors.ts';
export { PASSKEYS_MOST } from './passkeys.ts';
export { RECOVERY_CODES } from './recovery.ts';
export { JUST_MADE, type RiskFacts, type RiskRule, riskRules } from './risk.ts';

export interface FactorOptions {
  readonly db: Kysely<IdentityTables>;
  readonly vault: Vault;
  readonly identity: Identity;
  readonly devices: Devices;
  /** Our own origins: passkeys belong to the first host name among them. */
  readonly origins: () => ReadonlySet<string>;
  readonly now: () => number;
}

/** All factors over SQL. */
export function openFactors({ db, vault, identity, devices, origins, now }: FactorOptions): Factors {
  const recovery = createRecoveryCodes(db, vault.derive('recovery codes'), now);
  const challenges = createChallenges(db, vault.derive('passkey challenges'), now);
  const { accounts, sessions, codes, throttle, standing } = identity;
  return createFactors({
    db,
    authenticator: createAuthenticator(db, vault, recovery, now),
    recovery,
    passkeys: createPasskeys({ db, challenges, recovery, secret: vault.derive('passkey handles'), origins, now }),
    accounts,
    sessions,
    codes,
    throttle,
    devices,
    standing,
    now,
  });
}
