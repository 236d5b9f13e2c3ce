// All second factors together: the methods of an account, verifying a proof, and when one is required.

import type { CallShape, FactorMethod } from '@vitrine/contract';
import { type Kysely, sql } from 'kysely';
import { type Devices, networkOf, sourceOf } from '../devices/index.ts';
import {
  type Accounts,
  type Codes,
  IdentityRefusal,
  type IdentityTables,
  purposes,
  type Session,
  type SessionGrant,
  type Sessions,
  type Standing,
  type Throttle,
} from '../identity/index.ts';
import { type Authenticator, wrongFactor } from './authenticator.ts';
import type { Passkeys } from './passkeys.ts';
import { isRecoveryCode, type RecoveryCodes } from './recovery.ts';
import { circumstancesOf, riskRules } from './risk.ts';

/** How long a proof is valid, ms. */
export const STEP_UP_LIFE = 600_000;

/** How long a proof is valid for a frozen customer who closes a position, ms: as long as the exchange accepts it. */
export const FRESH_PROOF = 300_000;

/** A proof of identity. */
export interface Proof {
  readonly method: FactorMethod;
  readonly code?: string | undefined;
  readonly response?: Readonly<Record<string, unknown>> | undefined;
  readonly password?: string | undefined;
}

/** The source of a proof. */
export interface Prover {
  readonly ip: string;
  /** The browser's cookie. */
  readonly browser: string;
}

export interface Factors {
  readonly authenticator: Authenticator;
  readonly recovery: RecoveryCodes;
  readonly passkeys: Passkeys;
  /** The bound second factors; none: signing in needs no second step. */
  second(userId: string): Promise<FactorMethod[]>;
  /** Methods available to the account: its second factors; without any a code to its addresses, else the password. */
  boundMethods(userId: string): Promise<FactorMethod[]>;
  /** Verifies a second factor and uses it up. @throws 1109, 1003, 400. */
  proveSecond(userId: string, proof: Proof, prover: Prover): Promise<void>;
  /**
   * Marks a session as verified for ten minutes, with new tokens.
   * @throws 1108 for a method that is not accepted, 1109, 1009, 1003, 1004, 1005, 400.
   */
  stepUp(
    session: Session,
    proof: Proof,
    prover: Prover,
  ): Promise<{ readonly grant: SessionGrant; readonly until: number }>;
  /** @throws 1108 with the methods if the session needs a proof first. */
  demand(factor: CallShape['factor'], session: Session, ip: string): Promise<void>;
  /**
   * Uses up a second factor given for this request; a user without one is checked as in `demand`.
   * @param request identifies the request; its repeats need no new proof.
   * @returns a function that returns the proof if the request is rejected.
   * @throws 1108 with the methods.
   */
  demandEach(
    factor: CallShape['factor'],
    session: Session,
    ip: string,
    request: string,
  ): Promise<(() => Promise<void>) | undefined>;
  /** When a session was last verified, ms UTC. @throws 1108 with the methods if that is more than five minutes ago. */
  provenAt(session: Session, ip: string): Promise<number>;
  /**
   * Removes the authenticator with one of its codes or a recovery code. Returns until when withdrawals are locked.
   * @throws 1109, 1003, 404 if none is bound.
   */
  resetAuthenticator(userId: string, code: string): Promise<number>;
  /** Removes a passkey. Returns until when withdrawals are locked. @throws 404. */
  removePasskey(userId: string, id: string): Promise<number>;
}

export interface FactorsParts {
  readonly db: Kysely<IdentityTables>;
  readonly authenticator: Authenticator;
  readonly recovery: RecoveryCodes;
  readonly passkeys: Passkeys;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly throttle: Throttle;
  readonly devices: Devices;
  readonly standing: Standing;
  readonly now: () => number;
}

const required = (field: string) =>
  new IdentityRefusal('request.invalid', `${field} was expected.`, {}, { [field]: 'required' });

/** Creates factors from their parts. */
export function createFactors(parts: FactorsParts): Factors {
  const { db, authenticator, recovery, passkeys, accounts, sessions, codes, throttle, devices, standing, now } = parts;

  async function second(userId: string): Promise<FactorMethod[]> {
    const [keys, bound, left] = await Promise.all([
      passkeys.list(userId),
      authenticator.boundAt(userId),
      recovery.left(userId),
    ]);
    const some = keys.length > 0 || bound !== undefined;
    return [
      ...(keys.length > 0 ? (['passkey'] as const) : []),
      ...(bound === undefined ? [] : (['totp'] as const)),
      ...(some && left > 0 ? (['recovery'] as const) : []),
    ];
  }

  async function boundMethods(userId: string): Promise<FactorMethod[]> {
    const bound = await second(userId);
    if (bound.length > 0) return bound;
    const account = await accounts.find(userId);
    const addresses: FactorMethod[] = [
      ...(account?.email ? (['email'] as const) : []),
      ...(account?.phone ? (['phone'] as const) : []),
    ];
    return addresses.length > 0 ? addresses : ['password'];
  }

  const wanted = (methods: readonly FactorMethod[]) =>
    new IdentityRefusal('factor.required', 'Prove first that it is you, by one of the ways named.', {}, undefined, {
      methods,
    });

  async function proveSecond(userId: string, { method, code, response }: Proof, { browser }: Prover): Promise<void> {
    if (method === 'passkey') {
      if (response === undefined) throw required('response');
      await passkeys.use(response, { use: 'step', userId, browser });
      return;
    }
    if (method !== 'totp' && method !== 'recovery')
      throw new IdentityRefusal('request.invalid', 'A second factor was expected.', {}, { method: 'range' });
    if (code === undefined) throw required('code');
    if (method === 'totp') await authenticator.use(userId, code);
    else if (!(await second(userId)).includes('recovery') || !(await recovery.use(userId, code))) throw wrongFactor();
  }

  /** For users without a second factor: a code to one of their addresses, or the password. */
  async function proveFirst(userId: string, { method, code, password }: Proof, { ip }: Prover): Promise<void> {
    if (method === 'password') {
      if (password === undefined) throw required('password');
      const subjects = [
        { kind: 'ip', name: sourceOf(ip) },
        { kind: 'account', name: userId },
      ] as const;
      await throttle.attempt(subjects);
      if (!(await accounts.passwordFits(userId, password, userId)))
        throw new IdentityRefusal('password.wrong', 'The password is wrong.');
      await throttle.passed(subjects);
      return;
    }
    if (code === undefined) throw required('code');
    const account = await accounts.find(userId);
    const address = method === 'email' ? account?.email : account?.phone && `+${account.areaCode}${account.phone}`;
    if (!address) throw wrongFactor();
    await codes.use(address, purposes.change, code, { userId });
  }

  /** Removing the last second factor also removes its recovery codes. */
  async function tidy(userId: string): Promise<void> {
    await sql`
      delete from recovery_codes where user_id = ${userId}
        and not exists (select from passkeys where user_id = ${userId})
        and not exists (select from authenticators where user_id = ${userId} and bound_at is not null)`.execute(db);
  }

  async function demand(factor: CallShape['factor'], session: Session, ip: string): Promise<void> {
    if (factor === 'none') return;
    const time = now();
    const found = await circumstancesOf(db, session.id, networkOf(ip), time);
    if (found && found.steppedUntil > time) return;
    if (found && factor === 'risk' && !riskRules.some((rule) => rule.speaks(found.facts))) return;
    if (found?.justMade && (await second(session.userId)).length === 0) return;
    throw wanted(await boundMethods(session.userId));
  }

  return {
    authenticator,
    recovery,
    passkeys,
    second,
    boundMethods,
    proveSecond,

    async stepUp(session, proof, prover) {
      const methods = await boundMethods(session.userId);
      if (!methods.includes(proof.method)) throw wanted(methods);
      const first = proof.method === 'email' || proof.method === 'phone' || proof.method === 'password';
      if (first) await proveFirst(session.userId, proof, prover);
      else {
        await proveSecond(session.userId, proof, prover);
        await devices.trust(session.id);
      }
      const until = now() + STEP_UP_LIFE;
      return { grant: await sessions.stepUp(session, until, !first), until };
    },

    demand,

    async demandEach(factor, session, ip, request) {
      const bound = await second(session.userId);
      if (bound.length === 0) {
        await demand(factor, session, ip);
        return undefined;
      }
      if (!(await sessions.useProof(session, request))) throw wanted(bound);
      return () => sessions.giveProofBack(session, request);
    },

    async provenAt(session, ip) {
      const time = now();
      const found = await circumstancesOf(db, session.id, networkOf(ip), time);
      const proven = (found?.steppedUntil ?? 0) - STEP_UP_LIFE;
      if (time - proven > FRESH_PROOF) throw wanted(await boundMethods(session.userId));
      return proven;
    },

    async resetAuthenticator(userId, code) {
      if ((await authenticator.boundAt(userId)) === undefined)
        throw new IdentityRefusal('request.notFound', 'No authenticator is bound.');
      const byRecovery = isRecoveryCode(code);
      await proveSecond(userId, { method: byRecovery ? 'recovery' : 'totp', code }, { ip: '', browser: '' });
      // Lock first: a withdrawal must never be possible with the weaker proof that is left.
      const lockedUntil = await standing.credentialChanged(userId);
      await authenticator.remove(userId);
      await tidy(userId);
      return lockedUntil;
    },

    async removePasskey(userId, id) {
      const none = () => new IdentityRefusal('request.notFound', 'There is no such passkey.');
      if (!(await passkeys.list(userId)).some((one) => one.id === id)) throw none();
      const lockedUntil = await standing.credentialChanged(userId);
      if (!(await passkeys.remove(userId, id))) throw none();
      await tidy(userId);
      return lockedUntil;
    },
  };
}
