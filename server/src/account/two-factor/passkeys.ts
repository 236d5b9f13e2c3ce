// Passkeys: created with user verification, used to sign in alone or as second factor; each response once, counters
// only increase.

import { randomUUID } from 'node:crypto';
import type { PasskeyRecord } from '@vitrine/contract';
import type { Kysely } from 'kysely';
import { IdentityRefusal, type IdentityTables, keyed, sameText } from '../identity/index.ts';
import { wrongFactor } from './authenticator.ts';
import { CHALLENGE_LIFE, type ChallengeFor, type Challenges } from './challenges.ts';
import { type Assertion, challengeOf, readAssertion, readRegistration } from './passkey-form.ts';
import { type RelyingParty, relyingParty } from './party.ts';
import type { RecoveryCodes } from './recovery.ts';

/** Most passkeys per account. */
export const PASSKEYS_MOST = 10;
const UNIQUE_VIOLATION = '23505';
const NAME = 'Vitrine';
/** EdDSA, ES256, RS256 as COSE numbers: every authenticator and browser supports at least one. */
const ALGORITHMS = [-8, -7, -257];

/** The library, loaded at first use: it is large, and a start does not need it. */
const webauthn = () => import('@simplewebauthn/server');

export interface Passkeys {
  /** Options for a browser to create one. @throws 1110 if there are ten. */
  registerOptions(userId: string, label: string, browser: string): Promise<Record<string, unknown>>;
  /** Options for a browser to use one: for any user (login), or for one customer (step). */
  useOptions(userId: string | null, browser: string): Promise<Record<string, unknown>>;
  /**
   * Stores one created by this browser; returns `recoveryCodes` with an account's first second factor.
   * @throws 400, 1109 if it does not match the request, 1110 if it is already known or there are ten.
   */
  save(
    userId: string,
    name: string,
    response: unknown,
    browser: string,
  ): Promise<PasskeyRecord & { recoveryCodes: string[] }>;
  /** The owner of the passkey that responded. @throws 400, 1109. */
  use(response: unknown, whom: ChallengeFor): Promise<string>;
  list(userId: string): Promise<PasskeyRecord[]>;
  /** Returns false if the user has no such passkey. */
  remove(userId: string, id: string): Promise<boolean>;
}

export interface PasskeyParts {
  readonly db: Kysely<IdentityTables>;
  readonly challenges: Challenges;
  readonly recovery: RecoveryCodes;
  /** Hides the owner of a passkey from the authenticator. */
  readonly secret: Buffer;
  /** Our own origins. */
  readonly origins: () => ReadonlySet<string>;
  readonly now: () => number;
}

/** Passkeys over `db`. */
export function createPasskeys({ db, challenges, recovery, secret, origins, now }: PasskeyParts): Passkeys {
  const handleOf = (userId: string) => keyed(secret, 'passkey', userId);

  function party(): RelyingParty {
    const found = relyingParty(origins());
    if (found === undefined)
      throw new IdentityRefusal(
        'request.notFound',
        'Passkeys need an address with a name; this exchange is reached by numbers only.',
      );
    return found;
  }

  const credentialsOf = (userId: string) =>
    db
      .selectFrom('passkeys')
      .select(['credential as id', 'transports'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .limit(PASSKEYS_MOST)
      .execute();
  const listed = (keys: readonly { id: string; transports: string }[]) =>
    keys.map(({ id, transports }) => ({ id, transports: transports === '' ? [] : transports.split(',') }));
  const full = () =>
    new IdentityRefusal('factor.bound', `At most ${PASSKEYS_MOST} passkeys are kept. Take one away first.`);

  /** Runs one of the library's checks: whatever it throws is caused by the browser's input. */
  async function checked<T extends { readonly verified: boolean }>(check: () => Promise<T>): Promise<T> {
    let answer: T;
    try {
      answer = await check();
    } catch {
      throw wrongFactor();
    }
    if (!answer.verified) throw wrongFactor();
    return answer;
  }

  async function verified(
    given: Assertion,
    challenge: string,
    key: { credential: string; public_key: Buffer; counter: string },
  ) {
    const { id, origins: expectedOrigin } = party();
    const { response } = given;
    const { verifyAuthenticationResponse } = await webauthn();
    return checked(() =>
      verifyAuthenticationResponse({
        response: {
          id: given.id,
          rawId: given.rawId,
          type: given.type,
          clientExtensionResults: {},
          response: {
            clientDataJSON: response.clientDataJSON,
            authenticatorData: response.authenticatorData,
            signature: response.signature,
          },
        },
        expectedChallenge: challenge,
        expectedOrigin: [...expectedOrigin],
        expectedRPID: id,
        requireUserVerification: true,
        credential: { id: key.credential, publicKey: new Uint8Array(key.public_key), counter: Number(key.counter) },
      }),
    );
  }

  return {
    async registerOptions(userId, label, browser) {
      const { id } = party();
      const known = await credentialsOf(userId);
      if (known.length >= PASSKEYS_MOST) throw full();
      const { generateRegistrationOptions } = await webauthn();
      const options = await generateRegistrationOptions({
        challenge: challenges.make({ use: 'register', userId, browser }),
        rpName: NAME,
        rpID: id,
        userName: label,
        userDisplayName: label,
        userID: new Uint8Array(Buffer.from(handleOf(userId), 'base64url')),
        timeout: CHALLENGE_LIFE,
        supportedAlgorithmIDs: ALGORITHMS,
        attestationType: 'none',
        excludeCredentials: listed(known),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { ...options };
    },

    async useOptions(userId, browser) {
      const { id } = party();
      const { generateAuthenticationOptions } = await webauthn();
      const options = await generateAuthenticationOptions({
        challenge: challenges.make({ use: userId === null ? 'login' : 'step', userId, browser }),
        rpID: id,
        timeout: CHALLENGE_LIFE,
        userVerification: 'required',
        ...(userId === null ? {} : { allowCredentials: listed(await credentialsOf(userId)) }),
      });
      return { ...options };
    },

    async save(userId, name, response, browser) {
      const given = readRegistration(response);
      const { id: expectedRPID, origins: expectedOrigin } = party();
      const challenge = await challengeOf(given.response.clientDataJSON);
      if (!(await challenges.take(challenge, { use: 'register', userId, browser }))) throw wrongFactor();
      const { transports = [] } = given.response;
      const { verifyRegistrationResponse } = await webauthn();
      const { registrationInfo } = await checked(() =>
        verifyRegistrationResponse({
          response: {
            id: given.id,
            rawId: given.rawId,
            type: given.type,
            clientExtensionResults: {},
            response: {
              clientDataJSON: given.response.clientDataJSON,
              attestationObject: given.response.attestationObject,
            },
          },
          expectedChallenge: challenge,
          expectedOrigin: [...expectedOrigin],
          expectedRPID,
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      );
      if (registrationInfo === undefined) throw wrongFactor();
      const { credential } = registrationInfo;
      const id = randomUUID();
      const created = now();
      try {
        return await db.transaction().execute(async (tx) => {
          // Serialises one customer's calls; otherwise eleven could be counted as ten.
          await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
          const { count } = await tx
            .selectFrom('passkeys')
            .select((eb) => eb.fn.countAll<string>().as('count'))
            .where('user_id', '=', userId)
            .executeTakeFirstOrThrow();
          if (Number(count) >= PASSKEYS_MOST) throw full();
          await tx
            .insertInto('passkeys')
            .values({
              id,
              credential: credential.id,
              user_id: userId,
              public_key: Buffer.from(credential.publicKey),
              counter: String(credential.counter),
              transports: transports.join(','),
              name,
              created_at: String(created),
              last_used: null,
            })
            .execute();
          const drawn = await tx
            .selectFrom('recovery_codes')
            .select('user_id')
            .where('user_id', '=', userId)
            .limit(1)
            .executeTakeFirst();
          return {
            id,
            name,
            created,
            lastUsed: null,
            recoveryCodes: drawn === undefined ? await recovery.draw(userId, tx) : [],
          };
        });
      } catch (error) {
        if ((error as { code?: string }).code === UNIQUE_VIOLATION)
          throw new IdentityRefusal('factor.bound', 'This passkey is kept already.');
        throw error;
      }
    },

    async use(response, whom) {
      const given = readAssertion(response);
      party();
      const challenge = await challengeOf(given.response.clientDataJSON);
      if (!(await challenges.take(challenge, whom))) throw wrongFactor();
      const key = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('credential', '=', given.id)
        .$if(whom.userId !== null, (query) => query.where('user_id', '=', whom.userId ?? ''))
        .executeTakeFirst();
      if (!key) throw wrongFactor();
      const userId = String(key.user_id);
      const { userHandle } = given.response;
      // A passkey that signs in alone must name its owner; for a known customer that is optional.
      if (whom.userId === null && !userHandle) throw wrongFactor();
      if (userHandle && !sameText(userHandle, handleOf(userId))) throw wrongFactor();
      const { authenticationInfo } = await verified(given, challenge, key);
      const used = await db
        .updateTable('passkeys')
        .set({ counter: String(authenticationInfo.newCounter), last_used: String(now()) })
        .where('id', '=', key.id)
        .where('counter', '=', key.counter)
        .returning('id')
        .executeTakeFirst();
      if (!used) throw wrongFactor();
      return userId;
    },

    async list(userId) {
      const rows = await db
        .selectFrom('passkeys')
        .select(['id', 'name', 'created_at', 'last_used'])
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .limit(PASSKEYS_MOST)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        created: Number(row.created_at),
        lastUsed: row.last_used === null ? null : Number(row.last_used),
      }));
    },

    async remove(userId, id) {
      const row = await db
        .deleteFrom('passkeys')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
