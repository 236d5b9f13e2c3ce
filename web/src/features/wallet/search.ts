// The search parameters of the wallet: the part, by the spec's query key, and the selection in it.

import { type WalletKey, walletKeys } from '../../wallet-parts/index.ts';

/** Lists of the records, and the address book of withdrawals. */
export const walletParts = ['bills', 'deposits', 'withdrawals', 'swaps', 'transfers', 'book'] as const;
export type WalletPart = (typeof walletParts)[number];

export interface WalletSearch {
  readonly key?: WalletKey;
  /** The selected coin, or the records' coin filter. */
  readonly coin?: string;
  readonly part?: WalletPart;
  readonly network?: string;
  /** Wallet type filter of the transaction history. */
  readonly wallet?: string;
  /** First and last day of a list, YYYY-MM-DD in the user's time zone. */
  readonly from?: string;
  readonly to?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function matching(value: unknown, form: RegExp): string | undefined {
  return typeof value === 'string' && form.test(value) ? value : undefined;
}

/** Parses the search parameters; drops invalid values. */
export function readWalletSearch(search: Record<string, unknown>): WalletSearch {
  const key = walletKeys.find((one) => one === search['key']);
  const part = walletParts.find((one) => one === search['part']);
  const named = search['coin'];
  const coin = matching(typeof named === 'string' ? named.toUpperCase() : named, /^[0-9A-Z]{1,10}$/);
  const network = matching(search['network'], /^[a-z]{1,16}$/);
  // The router parses a bare digit as a number.
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
