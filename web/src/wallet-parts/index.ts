// The parts of the wallet as menus show them.
export { type WalletKey, walletKeys } from './keys.ts';
export { useWalletParts, type WalletPartEntry } from './wallet-parts.ts';
