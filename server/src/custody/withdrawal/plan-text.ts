// A plan as stored text: rebuilding from it gives the same bytes.

import type { Plan } from '../rail/index.ts';

/** Units as text, because JSON numbers are not exact. */
export function planText({ payment, feeCap, ...rest }: Plan): string {
  return JSON.stringify({
    ...rest,
    payment: { ...payment, units: payment.units.toString() },
    feeCap: feeCap.toString(),
  });
}

/** @throws if the text was not written by `planText`. */
export function readPlan(text: string): Plan {
  const read = JSON.parse(text) as Omit<Plan, 'payment' | 'feeCap'> & {
    readonly payment: Omit<Plan['payment'], 'units'> & { readonly units: string };
    readonly feeCap: string;
  };
  return { ...read, payment: { ...read.payment, units: BigInt(read.payment.units) }, feeCap: BigInt(read.feeCap) };
}

/** Whether two plans use the same claims, in any order. */
export function sameClaims(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && [...one].sort().join('\n') === [...other].sort().join('\n');
}
