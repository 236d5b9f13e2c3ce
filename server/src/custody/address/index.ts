// Public interface of addresses: which are ours, who owns them, and the keys they are made from.

export { type AddressOptions, createAddresses, type KnownAddresses } from './addresses.ts';
export { type AccountSigner, expectOwnKeys } from './own-keys.ts';
