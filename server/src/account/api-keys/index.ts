// Public interface of API keys: creating and deleting them, and verifying signatures.

import type { CallShape } from '@vitrine/contract';
import type { SignedRequest } from '../../api/call/index.ts';
import { createKeys, type KeyParts, type Keys } from './keys.ts';
import { createNonces } from './nonces.ts';
import type { KeySession } from './session.ts';
import { createSignatures } from './signatures.ts';

export { KEYS_MOST, type NewKey } from './keys.ts';
export { NONCE_LIFE, SIGNATURE_WINDOW } from './nonces.ts';
export { signatureOf, signedText } from './secret.ts';
export { apiKeyOf, keyIdOf, type KeySession } from './session.ts';
export { KEY_CALLS } from './signatures.ts';

export interface ApiKeys extends Omit<Keys, 'delete' | 'deleteAll'> {
  /** @throws {IdentityRefusal} 404 if it is not a key of this customer. */
  delete(userId: string, id: string): Promise<void>;
  /** Deletes all keys of a customer. */
  endAll(userId: string): Promise<void>;
  /** The session of a signed request. @throws {IdentityRefusal} 1111, 1112, 1011, 429. */
  signed(request: SignedRequest, call: CallShape): Promise<KeySession>;
  /** Deletes nonces that no request can use any more; also runs regularly by itself. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

/** API keys over SQL; starts cleaning up nonces at once. */
export function createApiKeys(parts: KeyParts & { readonly onFault: (error: unknown) => void }): ApiKeys {
  const keys = createKeys(parts);
  const nonces = createNonces(parts.db, parts.now, parts.onFault);
  const signatures = createSignatures({ ...parts, nonces });
  return {
    create: keys.create,
    list: keys.list,
    async delete(userId, id) {
      signatures.forget(await keys.delete(userId, id));
    },
    async endAll(userId) {
      for (const key of await keys.deleteAll(userId)) signatures.forget(key);
    },
    signed: signatures.check,
    sweep: nonces.sweep,
    stop: nonces.stop,
  };
}
