// A write outside of a form: while the exchange is asked what became of it, a notice says so.

import { t } from '@lingui/core/macro';
import type { CallName, InputOf } from '@vitrine/contract';
import { closeToast, toast } from '@vitrine/ui';
import { settle, type Settled } from '../api/index.ts';

/** As `settle`, with the notice `id` from the missing answer until the outcome is known. */
export async function settleAloud<N extends CallName>(call: N, input: InputOf<N>, id: string): Promise<Settled<N>> {
  let asking = false;
  try {
    return await settle(call, input, {
      quiet: true,
      onUnknown: () => {
        asking = true;
        toast({
          id,
          kind: 'waiting',
          state: 'unknown',
          title: t`Asking the exchange what became of it`,
          text: t`It is not sent twice.`,
        });
      },
    });
  } finally {
    if (asking) closeToast(id);
  }
}

/** The command's number in the journal, by the answer or by what was found of it. */
export function seqOf(
  settled: Settled<'currency.order.cancelOrder' | 'entrust.amend' | 'entrust.cancel.all'>,
): number | undefined {
  return settled.how === 'answered' ? settled.data.seq : settled.seq;
}
