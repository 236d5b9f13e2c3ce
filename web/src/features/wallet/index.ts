// The wallet.
export { WalletPage } from './wallet.tsx';
export { readWalletSearch, type WalletSearch } from './search.ts';
