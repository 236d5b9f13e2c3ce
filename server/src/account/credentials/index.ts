// Public interface of credentials: what protects an account, and how a customer changes it.

import { type Addresses, createAddresses } from './addresses.ts';
import { type AntiCode, createAntiCode } from './anti-code.ts';
import { createFundCases, type FundCases } from './fund-cases.ts';
import { createFundGuard, type FundGuard } from './fund-guard.ts';
import { createFundPassword, type FundPassword } from './fund-password.ts';
import { createFundSecret } from './fund-secret.ts';
import { createLoginPassword, type LoginPassword } from './login-password.ts';
import type { CredentialParts } from './parts.ts';
import { createProfile, type OwnFiles, type Profile } from './profile.ts';
import { createSecurity, type SecurityFacts } from './security.ts';

export type { NewAddress } from './addresses.ts';
export { CASE_LIFE, CASES_A_DAY, type FundCaseEntry, type FundCases } from './fund-cases.ts';
export { FUND_TRIES } from './fund-guard.ts';
export type { CredentialParts } from './parts.ts';
export type { OwnFiles } from './profile.ts';

export interface Credentials {
  readonly addresses: Addresses;
  readonly antiCode: AntiCode;
  readonly fundCases: FundCases;
  readonly fundGuard: FundGuard;
  readonly fundPassword: FundPassword;
  readonly loginPassword: LoginPassword;
  readonly profile: Profile;
  readonly security: SecurityFacts;
}

/** Creates all credential services over one set of parts. */
export function createCredentials(
  parts: CredentialParts & { readonly endKeys: (userId: string) => Promise<void> },
  files: OwnFiles,
): Credentials {
  const secret = createFundSecret(parts.vault);
  const fundCases = createFundCases(parts);
  const fundGuard = createFundGuard(parts, secret);
  return {
    addresses: createAddresses(parts),
    antiCode: createAntiCode(parts),
    fundCases,
    fundGuard,
    fundPassword: createFundPassword(parts, secret, fundGuard, fundCases),
    loginPassword: createLoginPassword(parts),
    profile: createProfile(parts, files),
    security: createSecurity(parts, fundCases),
  };
}
