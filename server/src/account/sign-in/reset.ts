// Forgotten login password: reset with a code sent to the account's address. A bound second factor stays bound.

import { sourceOf } from '../devices/index.ts';
import {
  type Accounts,
  checkNewPassword,
  type Codes,
  emailPlace,
  IdentityRefusal,
  phonePlace,
  purposes,
  type Sessions,
  type Standing,
  type Throttle,
} from '../identity/index.ts';
import type { Messages } from '../messages/index.ts';

export interface PasswordReset {
  /** E-mail address, or with an area code a phone number. */
  readonly account: string;
  readonly areaCode?: string | undefined;
  readonly code: string;
  /** Client hash. */
  readonly password: string;
  readonly confirmPassword: string;
  readonly ip: string;
  /** The browser's cookie. */
  readonly browser: string;
}

/**
 * Resets the password: every session and API key ends, withdrawals are locked for 24 h, a notice is sent. @throws 400,
 * 1003, 1004, 1005, 1008.
 */
export type ResetPassword = (reset: PasswordReset) => Promise<void>;

export interface ResetParts {
  readonly accounts: Accounts;
  readonly codes: Codes;
  readonly sessions: Sessions;
  readonly standing: Standing;
  readonly throttle: Throttle;
  readonly messages: Messages;
  readonly endKeys: (userId: string) => Promise<void>;
  readonly now: () => number;
}

/** Creates the reset from its parts. */
export function createReset(parts: ResetParts): ResetPassword {
  const { accounts, codes, sessions, standing, throttle, messages, now, endKeys } = parts;
  return async ({ account, areaCode, code, password, confirmPassword, ip, browser }) => {
    const place = areaCode === undefined ? emailPlace(account) : phonePlace(account, areaCode);
    checkNewPassword(password, confirmPassword);
    const by = { kind: 'ip', name: sourceOf(ip) } as const;
    await throttle.attempt([by]);
    await codes.use(place.address, purposes.reset, code, browser);
    const userId = await accounts.idAt(place);
    if (userId === undefined)
      throw new IdentityRefusal(
        'code.wrong',
        'That is not the code we sent. Look at the newest message and type its six digits.',
      );
    await throttle.passed([by, { kind: 'account', name: userId }]);
    // Lock first: a failure in between leaves too much locked, never too little.
    const lockedUntil = await standing.credentialChanged(userId);
    await accounts.setPassword(userId, password);
    await sessions.endAll(userId);
    await endKeys(userId);
    await messages.notice(userId, { kind: 'credentialChanged', what: 'password', time: now(), lockedUntil });
  };
}
