// What a customer may withdraw now, as it is shown: the exchange decides, these are its numbers.

import { asDecimal, type WithdrawalLimits } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Customer } from '../face.ts';
import type { Room } from './parts.ts';
import { whole } from './row.ts';
import { locksOf } from './standing.ts';

const DAY = 86_400_000;
const LAST_STAGE = 2;

/** `Withdrawals.limits`. */
export async function limitsOf(room: Room, customer: Customer): Promise<WithdrawalLimits> {
  const { parts, funds, rules } = room;
  const user = parts.live.user(customer.coreUser);
  const limits = funds.limits() ?? { stage1: 0, stage2: 0, vip: 0, threshold: 0, hour: 0 };
  const stage = user?.stage ?? 0;
  const vip = stage === LAST_STAGE && (user?.tier ?? 0) > 0;
  const day = vip ? limits.vip : ([0, limits.stage1, limits.stage2][stage] ?? 0);
  const now = parts.now();
  const { used } = await parts.db
    .selectFrom('custody_withdrawals')
    .select(sql<string>`coalesce(sum(worth), 0)::text`.as('used'))
    .where('user_id', '=', customer.userId)
    .where('stage', 'not in', ['asking', 'refused', 'failed', 'cancelled'])
    .where('created_at', '>=', String(now - (now % DAY)))
    .executeTakeFirstOrThrow();
  const spent = whole(used);
  const text = (worth: number) => asDecimal(String(worth));
  return {
    ...{ stage, day: text(day), used: text(spent), left: text(Math.max(0, day - spent)) },
    // What everybody together may still take within the hour only the exchange knows; it says so when it refuses.
    hour: [],
    ...{ persons: text(limits.threshold), rules: text(rules.large) },
    locks: await locksOf(room, customer),
    stages: [
      { stage: 0, vip: false, day: text(0) },
      { stage: 1, vip: false, day: text(limits.stage1) },
      { stage: 2, vip: false, day: text(limits.stage2) },
      { stage: 2, vip: true, day: text(limits.vip) },
    ],
  };
}
