// A row of one of the treasury's transactions: its kind, whether it is signed, and its order at the signer.

import type { Selectable } from 'kysely';
import type { TransactionsTable } from '../tables.ts';

export type SystemKind = 'sweep' | 'gas' | 'cold';

/** A cancel without a withdrawal frees claims of an order that an older database has forgotten. */
type Kind = SystemKind | 'cancel';

export const KINDS: readonly Kind[] = ['sweep', 'gas', 'cold', 'cancel'];
export type Row = Selectable<TransactionsTable>;
export type Signed = Row & { readonly raw: Buffer; readonly txid: string };

export function isSigned(row: Row): row is Signed {
  return row.raw !== null && row.txid !== null;
}

/** A move's name with the signer. */
export function orderOf(first: Pick<Row, 'id' | 'kind' | 'cancels'>): string {
  return `${first.kind}:${first.cancels ?? first.id}`;
}

export function kindOf(row: Row): Kind {
  const kind = KINDS.find((one) => one === row.kind);
  if (kind === undefined) throw new Error(`expected a transfer of the treasury, got ${row.kind}`);
  return kind;
}
