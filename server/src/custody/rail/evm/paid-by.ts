// What a transaction pays, by its own bytes: ether without a call, or a token by exactly its transfer.

import type { Payment } from '../face.ts';
import { fromBytes } from './address.ts';
import type { SignedTransaction } from './signed-by.ts';
import { ETHER, readTransfer } from './token.ts';

/** The tokens of this house by their contract, in the EIP-55 spelling. */
export type Contracts = ReadonlyMap<string, { readonly coin: string }>;

/** Undefined: it pays nobody, or may pay in a way that its bytes do not say. */
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
