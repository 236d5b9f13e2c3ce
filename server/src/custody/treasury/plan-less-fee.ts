// The plan of a move that may be of all there is.

import { CannotPlan, type Chain, type Claims, type Plan } from '../rail/index.ts';
import type { Move } from './transfers.ts';

/** A plan of the move; where the whole does not pay its own fee as well, of the move less that fee. @throws {CannotPlan} */
export async function planLessFee(chain: Chain, { kind, payment, source }: Move, claims: Claims): Promise<Plan> {
  try {
    return await chain.planner.plan(payment, source, claims, kind === 'sweep');
  } catch (error) {
    // A planner that takes no fee off by itself; missing gas is reported as such.
    if (!(error instanceof CannotPlan) || error.why !== 'funds' || 'address' in error) throw error;
    const { feeCap } = await chain.planner.plan({ ...payment, units: 1n }, source, claims);
    if (payment.units <= feeCap) throw error;
    return chain.planner.plan({ ...payment, units: payment.units - feeCap }, source, claims);
  }
}
