// A write outside of a form: while the exchange is asked what became of it, a notice says so.

import type { InputOf } from '@vitrine/contract';
import { type KeyedName, settle, type Settled } from '../api/index.ts';

/** As `settle`, with the notice `id` from the missing answer until the outcome is known. */
export const settleAloud = <N extends KeyedName>(call: N, input: InputOf<N>, notice: string): Promise<Settled<N>> =>
  settle(call, input, { quiet: true, notice });

/** The command's number in the journal, by the answer or by what was found of it. */
export function seqOf(
  settled: Settled<'currency.order.cancelOrder' | 'entrust.amend' | 'entrust.cancel.all'>,
): number | undefined {
  return settled.how === 'answered' ? settled.data.seq : settled.seq;
}
