// The wallet's parts for menus.
export { type WalletKey, walletKeys } from './keys.ts';
export { useWalletParts, type WalletPartEntry } from './wallet-parts.ts';
