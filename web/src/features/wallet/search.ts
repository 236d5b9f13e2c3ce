// What the address of the wallet says: which part, by the query key of the spec, and what is chosen in it.

import { type WalletKey, walletKeys } from '../../wallet-parts/index.ts';

/** Lists among the records, and the address book beside the withdrawal. */
export const walletParts = ['bills', 'deposits', 'withdrawals', 'swaps', 'transfers', 'book'] as const;
export type WalletPart = (typeof walletParts)[number];

export interface WalletSearch {
  readonly key?: WalletKey;
  /** Coin that is chosen, or that the records are narrowed to. */
  readonly coin?: string;
  readonly part?: WalletPart;
  readonly network?: string;
  /** Wallet type the bills are narrowed to. */
  readonly wallet?: string;
  /** First and last day of a list, YYYY-MM-DD in the reader's zone. */
  readonly from?: string;
  readonly to?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function matching(value: unknown, form: RegExp): string | undefined {
  return typeof value === 'string' && form.test(value) ? value : undefined;
}

/** Reads the URL's search; what is not in the expected form is left out. */
export function readWalletSearch(search: Record<string, unknown>): WalletSearch {
  const key = walletKeys.find((one) => one === search['key']);
  const part = walletParts.find((one) => one === search['part']);
  const named = search['coin'];
  const coin = matching(typeof named === 'string' ? named.toUpperCase() : named, /^[0-9A-Z]{1,10}$/);
  const network = matching(search['network'], /^[a-z]{1,16}$/);
  // The router reads a bare digit as a number.
  const type = search['wallet'];
  const wallet = matching(typeof type === 'number' ? String(type) : type, /^[1-8]$/);
  const from = matching(search['from'], DAY);
  const to = matching(search['to'], DAY);
  return {
    ...(key && { key }),
    ...(part && { part }),
    ...(coin && { coin }),
    ...(network && { network }),
    ...(wallet && { wallet }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
