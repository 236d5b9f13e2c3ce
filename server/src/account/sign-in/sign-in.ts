// Signing in: password (and code), then the second factor if one is bound; or a passkey alone.

import { CODE } from '@vitrine/contract';
import { type Devices, type LoginLog, type LoginResult, sourceOf } from '../devices/index.ts';
import type { Factors, Proof } from '../two-factor/index.ts';
import {
  type Account,
  type Accounts,
  type Codes,
  type Credentials,
  IdentityRefusal,
  loginPlace,
  type Place,
  placeOf,
  purposes,
  type Registration,
  type SignIn,
  type Subject,
  type Throttle,
  tokenHash,
} from '../identity/index.ts';
import type { Begin, Visitor } from './begin.ts';
import type { Challenge, ProofOfWork } from './proof-of-work.ts';
import type { Steps } from './steps.ts';

export interface SignIns {
  /** The proof of work for a registration. */
  challenge(): Challenge;
  /**
   * Creates an account and signs in; a solved challenge is used up in any case. Refuses with 400, 1003–1008, 1010,
   * 1012.
   */
  register(registration: Registration, visitor: Visitor, work?: SolvedWork): Promise<SignIn>;
  /**
   * Signs in by password. Refuses with 1002 (the same for a wrong password and an unknown account), 1003, 1004, 1005;
   * with 210, `stepId` and `methods` if a second factor is bound.
   */
  login(credentials: Credentials, visitor: Visitor): Promise<SignIn>;
  /** The second step. Refuses with 1005 (begin again), 1109, 1003, 400. */
  step(stepId: string, proof: Proof, visitor: Visitor): Promise<SignIn>;
  /** Signs in by a passkey alone, which is two factors in one. Refuses with 1109, 1003, 400. */
  passkey(response: unknown, visitor: Visitor): Promise<SignIn>;
}

/** A challenge with its solution; both absent if none is required. */
export interface SolvedWork {
  readonly challenge?: string | undefined;
  readonly solution?: string | undefined;
}

export interface SignInParts {
  readonly accounts: Accounts;
  readonly codes: Codes;
  readonly throttle: Throttle;
  readonly factors: Factors;
  readonly devices: Pick<Devices, 'knows'>;
  readonly log: LoginLog;
  readonly steps: Steps;
  readonly begin: Begin;
  readonly work: ProofOfWork;
}

/** Creates sign-ins from their parts. */
export function createSignIns(parts: SignInParts): SignIns {
  const { accounts, codes, throttle, factors, devices, log, steps, begin, work } = parts;
  const address = (visitor: Visitor): Subject => ({ kind: 'ip', name: sourceOf(visitor.ip) });

  /**
   * What a wrong password is counted for. A browser that signed in to the account before has a count of its own: whoever guesses
   * elsewhere, or behind the same network address, does not close the account to its owner.
   */
  async function countedFor(
    userId: string | undefined,
    place: Pick<Place, 'value'> & { readonly column: string },
    visitor: Visitor,
  ): Promise<readonly Subject[]> {
    // Asked for an account that does not exist as well: it takes as long.
    const known = await devices.knows(userId ?? '0', visitor.browser);
    if (known && userId !== undefined) return [{ kind: 'device', name: `${userId} ${tokenHash(visitor.browser)}` }];
    return [address(visitor), { kind: 'account', name: userId ?? `${place.column}:${place.value}` }];
  }

  /** Does something; what it refuses is logged as a sign-in that failed so. */
  async function logged<T>(
    work: () => Promise<T>,
    result: LoginResult,
    userId: string | undefined,
    { ip, agent }: Visitor,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof IdentityRefusal)
        await log.write({ userId, ip, agent, result: error.code === CODE['login.locked'] ? 'locked' : result });
      throw error;
    }
  }

  async function accountOf(userId: string): Promise<Account> {
    const account = await accounts.find(userId);
    if (account === undefined) throw new Error('expected the account that was just proved');
    return account;
  }

  /** The account of a correct password, and what is kept of it; without an account the same work is done. */
  async function byPassword(
    credentials: Credentials,
    visitor: Visitor,
  ): Promise<{ readonly account: Account; readonly kept: string }> {
    const { type, areaCode, password } = credentials;
    const place = type === 1 ? loginPlace(credentials.account, areaCode) : placeOf(type, credentials.account, areaCode);
    const userId = await accounts.idAt(place);
    const subjects = await countedFor(userId, place, visitor);
    await logged(() => throttle.attempt(subjects), 'locked', userId, visitor);
    const kept = await accounts.fittingPassword(userId, password, sourceOf(visitor.ip));
    if (kept === undefined || userId === undefined) {
      await log.write({ userId, ip: visitor.ip, agent: visitor.agent, result: 'password' });
      throw wrongPassword();
    }
    if (type === 2) {
      const { address: to } = place as Extract<Place, { column: 'email' }>;
      await logged(
        () => codes.use(to, purposes.login, credentials.code ?? '', visitor.browser),
        'code',
        userId,
        visitor,
      );
    }
    await throttle.passed(subjects);
    return { account: await accountOf(userId), kept };
  }

  return {
    challenge: () => work.challenge(),

    async register(registration, visitor, solved = {}) {
      const by = address(visitor);
      // First of all, so that trying names is not free.
      work.take(solved.challenge, solved.solution);
      await throttle.attempt([by]);
      let account: Account;
      try {
        account = await accounts.create(registration, visitor.browser, sourceOf(visitor.ip));
      } catch (error) {
        // Only a wrong code counts as a guess; anything else can be corrected and tried again.
        if (!(error instanceof IdentityRefusal) || error.code !== CODE['code.wrong']) await throttle.passed([by]);
        throw error;
      }
      await throttle.passed([by]);
      return begin(account, visitor, 'registered');
    },

    async login(credentials, visitor) {
      const { account, kept } = await byPassword(credentials, visitor);
      const holds = async (): Promise<void> => {
        if (!(await accounts.keeps(account.userId, kept))) throw wrongPassword();
      };
      const methods = await factors.second(account.userId);
      if (methods.length === 0) return begin(account, visitor, 'password', holds);
      const stepId = await steps.open(account.userId, visitor.browser);
      await holds();
      throw new IdentityRefusal('login.stepSuccess', 'A second factor is wanted.', {}, undefined, { stepId, methods });
    },

    async step(stepId, proof, visitor) {
      const by = address(visitor);
      await throttle.attempt([by]);
      const userId = await steps.attempt(stepId, visitor.browser);
      await logged(() => factors.proveSecond(userId, proof, visitor), 'factor', userId, visitor);
      await throttle.passed([by]);
      return begin(await accountOf(userId), visitor, 'factor', () => steps.close(stepId));
    },

    async passkey(response, visitor) {
      const by = address(visitor);
      await throttle.attempt([by]);
      const userId = await factors.passkeys.use(response, { use: 'login', userId: null, browser: visitor.browser });
      await throttle.passed([by]);
      return begin(await accountOf(userId), visitor, 'factor');
    },
  };
}

function wrongPassword(): IdentityRefusal {
  return new IdentityRefusal('login.failed', 'The account or the password is wrong.');
}
