// Face of the vault: what is kept about people is sealed by it.

export { type KeyBefore, keyMark, masterKey } from './master-key.ts';
export { createVault, type Vault } from './vault.ts';
