// Face of addresses: which of them are ours, whose they are, and the keys they are made from.

export { type AddressOptions, createAddresses, type KnownAddresses } from './addresses.ts';
export { type AccountSigner, expectOwnKeys } from './own-keys.ts';
