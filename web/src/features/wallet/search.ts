// What the address of the wallet says: which part, by the query key of the spec.

/** Parts of the wallet that stand; the spec's other keys wait for their rooms and show the overview. */
export const walletKeys = ['overview', 'transfer', 'records'] as const;
export type WalletKey = (typeof walletKeys)[number];

export interface WalletSearch {
  readonly key?: WalletKey;
  /** Coin the records are narrowed to. */
  readonly coin?: string;
}

export function readWalletSearch(search: Record<string, unknown>): WalletSearch {
  const key = walletKeys.find((one) => one === search['key']);
  const coin =
    typeof search['coin'] === 'string' && /^[0-9A-Z]{1,10}$/.test(search['coin']) ? search['coin'] : undefined;
  return { ...(key ? { key } : {}), ...(coin === undefined ? {} : { coin }) };
}
