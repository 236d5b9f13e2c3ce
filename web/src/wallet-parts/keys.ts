// The keys of the parts of the wallet.

/** Parts of the wallet, by the spec's query keys. `agreement`: contract wallets, `finance`: wallet 7. */
export const walletKeys = [
  'overview',
  'finance',
  'agreement',
  'recharge',
  'withdraw',
  'swap',
  'transfer',
  'tradeOrder',
  'records',
] as const;
export type WalletKey = (typeof walletKeys)[number];
