// Public account key of a chain (BIP 32): 0/index are customers' addresses, 1/0 is the hot wallet.

import { HDKey } from '@scure/bip32';
import { MARKET_MAKER } from '@vitrine/core/enum';
import type { AccountKey } from '../types/index.ts';
import { type Source, versionOf } from '../rail/index.ts';

/** Largest customer index. Beyond it BIP 32 derives hardened keys, which a public key cannot. */
export const MAX_INDEX = 2 ** 31 - 1;
const CUSTOMERS = 0;
/** BIP 32, test vector 2: `m` and its child 0, both public. */
const VECTOR = {
  key: 'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB',
  child:
    'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
} as const;

/** Public keys (33 bytes) of the sources below one account key. */
export type AccountKeys = (source: Source) => Uint8Array;

/** @throws if the library does not derive as BIP 32 defines: then no address may be made. */
export function checkDerivation(): void {
  const got = HDKey.fromExtendedKey(VECTOR.key).deriveChild(0).publicExtendedKey;
  if (got !== VECTOR.child) throw new Error(`expected BIP 32's child ${VECTOR.child}, got ${got}`);
}

/**
 * Keys below an account key from the signer.
 * @throws for a text that is no extended public key, or contains a private one, which must not leave the signer.
 */
export function accountKeys(extended: string): AccountKeys {
  const account = HDKey.fromExtendedKey(extended);
  if (account.privateKey !== null) throw new Error('expected an extended public key of the signer, got a private one');
  const customers = account.deriveChild(CUSTOMERS);
  const hot = keyOf(account.deriveChild(MARKET_MAKER).deriveChild(0));
  return (source) => (source.kind === 'hot' ? hot : keyOf(customers.deriveChild(checkIndex(source.index))));
}

/** Keys below the account keys of every version; a source names its version. @throws for an unknown version. */
export function versionedKeys(accounts: readonly AccountKey[]): AccountKeys {
  const byVersion = new Map(accounts.map(({ version, xpub }) => [version, accountKeys(xpub)]));
  return (source) => {
    const keys = byVersion.get(versionOf(source));
    if (keys === undefined)
      throw new Error(
        `expected the signer's key ${versionOf(source)}, it has ${[...byVersion.keys()].join(', ')}: restore that seed`,
      );
    return keys(source);
  };
}

function keyOf(node: HDKey): Uint8Array {
  if (node.publicKey === null) throw new Error('expected a public key at every node');
  return node.publicKey;
}

function checkIndex(index: number): number {
  if (!Number.isSafeInteger(index) || index < 0 || index > MAX_INDEX)
    throw new Error(`expected a customer's index of 0 to ${MAX_INDEX}, got ${index}`);
  return index;
}
