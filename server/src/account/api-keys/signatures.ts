// Verifies signed requests: correct signature, fresh, unused nonce, allowed address, and a call that the key may make
// (calls §1, failures W22).

import type { CallShape } from '@vitrine/contract';
import type { UserId } from '@vitrine/core';
import type { Kysely } from 'kysely';
import { IdentityRefusal, type IdentityTables, sameText } from '../identity/index.ts';
import type { SignedRequest } from '../../api/call/index.ts';
import type { Vault } from '../vault/index.ts';
import { addressCheck } from './addresses.ts';
import { type Nonces, SIGNATURE_WINDOW } from './nonces.ts';
import { newSecret, openSecret, signatureOf } from './secret.ts';
import { type KeySession, keySessionId } from './session.ts';

/** How long a looked-up key is cached, ms. A deleted key or a frozen owner takes effect within this time. */
const CACHE_LIFE = 3_000;
const CACHE_MOST = 10_000;
/** Calls per minute and key in each API process. */
export const KEY_CALLS = 1_200;
const MINUTE = 60_000;
const TIME = /^[0-9]{1,15}$/;
const NONCE = /^[0-9A-Za-z_-]{8,64}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

export interface SignatureParts {
  readonly db: Kysely<IdentityTables>;
  readonly vault: Vault;
  readonly nonces: Nonces;
  /** ms UTC. */
  readonly now: () => number;
}

export interface Signatures {
  /**
   * The session of a signed request.
   * @throws {IdentityRefusal} 1111 for anything invalid, 1112 for a missing right, 1011 for a frozen owner if the call
   *   changes something, 429 above the key's limit.
   */
  check(request: SignedRequest, call: CallShape): Promise<KeySession>;
  /** Drops a key from the cache at once, because it was deleted here. */
  forget(key: string): void;
}

interface Known {
  readonly id: string;
  readonly userId: string;
  readonly coreUser: UserId;
  readonly secret: string;
  readonly rights: string;
  readonly allows: (ip: string) => boolean;
  readonly expires: number;
  readonly frozen: boolean;
  readonly until: number;
}

interface Use {
  calls: number;
  since: number;
  noted: number;
}

/** Signature checks over SQL, with a short-lived cache of the keys in use. */
export function createSignatures({ db, vault, nonces, now }: SignatureParts): Signatures {
  const known = new Map<string, Known>();
  const uses = new Map<string, Use>();
  /** Secret for unknown keys, so that they cost the same work. */
  const decoy = newSecret();

  async function lookUp(key: string): Promise<Known | undefined> {
    const cached = known.get(key);
    if (cached && now() < cached.until) return cached;
    const row = await db
      .selectFrom('api_keys')
      .innerJoin('users', 'users.id', 'api_keys.user_id')
      .select([
        'api_keys.id',
        'api_keys.user_id',
        'api_keys.secret',
        'api_keys.rights',
        'api_keys.ips',
        'api_keys.expires_at',
        'users.core_user',
        'users.frozen_at',
      ])
      .where('api_keys.key', '=', key)
      .where('api_keys.deleted_at', 'is', null)
      .executeTakeFirst();
    known.delete(key);
    if (!row || row.core_user === null) return undefined;
    if (known.size >= CACHE_MOST) known.clear();
    const found: Known = {
      id: String(row.id),
      userId: String(row.user_id),
      coreUser: Number(row.core_user) as UserId,
      secret: openSecret(vault, key, row.secret),
      rights: row.rights,
      allows: addressCheck(row.ips === '' ? [] : row.ips.split(',')),
      expires: row.expires_at === null ? Number.POSITIVE_INFINITY : Number(row.expires_at),
      frozen: row.frozen_at !== null,
      until: now() + CACHE_LIFE,
    };
    known.set(key, found);
    return found;
  }

  /** Counts a call with a valid signature, and records once a minute that the key is in use. */
  async function count(key: Known): Promise<void> {
    const time = now();
    let use = uses.get(key.id);
    if (use === undefined) {
      if (uses.size >= CACHE_MOST) uses.clear();
      use = { calls: 0, since: time, noted: 0 };
      uses.set(key.id, use);
    }
    if (time - use.since >= MINUTE) Object.assign(use, { calls: 0, since: time });
    use.calls += 1;
    if (use.calls > KEY_CALLS)
      throw new IdentityRefusal('request.tooFrequent', `At most ${KEY_CALLS} calls a minute with one key.`, {
        seconds: Math.max(1, Math.ceil((use.since + MINUTE - time) / 1_000)),
      });
    if (time - use.noted < MINUTE) return;
    use.noted = time;
    await db
      .updateTable('api_keys')
      .set({ last_used: String(time) })
      .where('id', '=', key.id)
      .execute();
  }

  return {
    async check(request, call) {
      const { 'api-key': name, 'api-time': time, 'api-nonce': nonce, 'api-sign': signature } = request.headers;
      if (!TIME.test(time) || !NONCE.test(nonce) || !SIGNATURE.test(signature)) throw invalid();
      if (Math.abs(Number(time) - now()) > SIGNATURE_WINDOW) throw invalid();
      const key = await lookUp(name);
      const right = sameText(signatureOf(key?.secret ?? decoy, request), signature);
      if (key === undefined || !right) throw invalid();
      if (now() >= key.expires || !key.allows(request.ip)) throw invalid();
      await nonces.ready();
      await count(key);
      if (!(await nonces.use(key.id, nonce, Number(time)))) throw invalid();
      if (call.right === 'none' || !key.rights.includes(call.right))
        throw new IdentityRefusal('apiKey.right', 'This key may not make this call.', { right: call.right });
      if (key.frozen && call.right !== 'r')
        throw new IdentityRefusal('account.frozen', 'The owner of this key is frozen.');
      return { id: keySessionId(key.id), userId: key.userId, coreUser: key.coreUser, satoken: '', apiKey: key.id };
    },

    forget: (key) => void known.delete(key),
  };
}

/** One answer for everything invalid, so that it does not help an attacker. The documentation says how to sign. */
function invalid(): IdentityRefusal {
  return new IdentityRefusal('apiKey.invalid', 'The API key or its signature is not valid.');
}
