// The difference that a list of balance changes leaves unexplained: zero, unless something is wrong.
import type { BillSum } from '@vitrine/contract';
import { addDecimals } from '@vitrine/ui';

/** closing − (opening + in − out), exact. */
export function unexplained(sum: BillSum): string | undefined {
  return addDecimals(sum.closing, `-${sum.opening}`, `-${sum.in}`, sum.out);
}
