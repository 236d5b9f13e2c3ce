// The payment of a transaction, from its bytes: ether without a call, or exactly a token transfer.

import type { Payment } from '../face.ts';
import { fromBytes } from './address.ts';
import type { SignedTransaction } from './signed-by.ts';
import { ETHER, readTransfer } from './token.ts';

/** Accepted tokens by contract, in EIP-55 form. */
export type Contracts = ReadonlyMap<string, { readonly coin: string }>;

/** Undefined: it pays nobody, or possibly in a way that its bytes do not show. */
export function paymentOf(
  { to, value, input }: Pick<SignedTransaction, 'to' | 'value' | 'input'>,
  contracts: Contracts,
): Payment | undefined {
  if (to === null) return undefined;
  const address = fromBytes(to);
  if (input.length === 0) return value > 0n ? { coin: ETHER, to: address, units: value } : undefined;
  const coin = contracts.get(address)?.coin;
  const transfer = value === 0n ? readTransfer(input) : undefined;
  return coin === undefined || transfer === undefined ? undefined : { coin, ...transfer };
}
