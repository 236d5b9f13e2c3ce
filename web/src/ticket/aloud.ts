// A write outside of a form: shows a notice while its outcome is queried.

import type { InputOf } from '@vitrine/contract';
import { type KeyedName, settle, type Settled } from '../api/index.ts';

/** Like `settle`, with the notice `id` from the missing answer until the outcome is known. */
export const settleAloud = <N extends KeyedName>(call: N, input: InputOf<N>, notice: string): Promise<Settled<N>> =>
  settle(call, input, { quiet: true, notice });

/** The command's journal number, from the answer or from the query. */
export function seqOf(
  settled: Settled<'currency.order.cancelOrder' | 'entrust.amend' | 'entrust.cancel.all'>,
): number | undefined {
  return settled.how === 'answered' ? settled.data.seq : settled.seq;
}
