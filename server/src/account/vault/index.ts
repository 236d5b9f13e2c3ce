// Public interface of the vault, which seals personal data.

export { type KeyBefore, keyMark, masterKey } from './master-key.ts';
export { createVault, type Vault } from './vault.ts';
