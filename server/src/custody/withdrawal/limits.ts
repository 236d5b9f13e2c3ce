// A customer's current withdrawal limits for display: the exchange decides, these are its numbers.

import { asDecimal, type WithdrawalLimits } from '@vitrine/contract';
import {
  type Answer,
  type AssetId,
  type Atoms,
  DONE,
  type Millis,
  SMALL_WITHDRAWAL,
  type UserId,
  rejects,
} from '@vitrine/core';
import { WALLET } from '@vitrine/core/enum';
import { sql } from 'kysely';
import { NO_KEY } from '../../api/call/index.ts';
import { decimalText } from '../../api/wire/index.ts';
import type { RailTerms } from '../exchange/index.ts';
import type { Customer } from '../types/index.ts';
import type { WithdrawalContext } from './parts.ts';
import { whole } from './row.ts';
import { locksOf } from './standing.ts';

const DAY = 86_400_000;
const LAST_STAGE = 2;
/** Indexes of `leftHour` and `leftForLarge` in its answer. */
const LEFT_HOUR = 4;
const LEFT_FOR_LARGE = 6;

/**
 * What is left of the common hourly limit, by coin. Only the exchange counts it: a dry run asks for the smallest
 * withdrawal of each coin that the customer could make now. A coin with another obstacle is left out.
 */
async function hourOf(context: WithdrawalContext, { coreUser }: Customer): Promise<WithdrawalLimits['hour']> {
  const { link, live } = context.parts;
  const least = new Map<number, RailTerms>();
  // One rail per coin is enough: the hourly limit is per coin.
  for (const terms of context.funds.allTerms()) {
    const other = least.get(terms.asset);
    if (terms.withdrawals && (other === undefined || terms.minWithdrawal < other.minWithdrawal))
      least.set(terms.asset, terms);
  }
  const limits = await Promise.all(
    [...least.values()].map(async ({ asset, rail, minWithdrawal: amount }) => {
      const known = live.asset(asset);
      if (known === undefined || (live.balance(coreUser, WALLET.spot, asset)?.available ?? 0) < amount) return [];
      const answer = await link.ask({
        ...{ name: 'withdrawal.request', user: coreUser as UserId, ...NO_KEY, keyTime: 0 as Millis },
        ...{ asset: asset as AssetId, rail, amount: amount as Atoms, destination: 0 },
      });
      const left = leftOf(answer, amount);
      if (left === undefined) return [];
      const text = (atoms: number) => asDecimal(decimalText(atoms, known.scale));
      const forLarge = answer.numbers[LEFT_FOR_LARGE] ?? 0;
      return [
        { coin: known.code, left: text(left), leftForLarge: text(forLarge), waiting: context.funds.waiting(asset) },
      ];
    }),
  );
  return limits.flat();
}

/**
 * Atoms left of the hourly limit, from the answer to a request of `amount`; undefined if it was refused for another
 * reason.
 */
function leftOf({ code, expected, got, numbers }: Answer, amount: number): number | undefined {
  const after = numbers[LEFT_HOUR] ?? 0;
  // Nothing is left after it: it would wait, or use the rest.
  if (code === DONE) return after > 0 ? amount + after : 0;
  // The daily limit compares values, the hourly one the requested amount.
  return code === rejects['withdrawal.limit'] && got === amount ? expected : undefined;
}

/** `Withdrawals.limits`. */
export async function limitsOf(context: WithdrawalContext, customer: Customer): Promise<WithdrawalLimits> {
  const { parts, funds, rules } = context;
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
    hour: await hourOf(context, customer),
    ...{ persons: text(limits.threshold), rules: text(rules.large), small: text(SMALL_WITHDRAWAL) },
    locks: await locksOf(context, customer),
    stages: [
      { stage: 0, vip: false, day: text(0) },
      { stage: 1, vip: false, day: text(limits.stage1) },
      { stage: 2, vip: false, day: text(limits.stage2) },
      { stage: 2, vip: true, day: text(limits.vip) },
    ],
  };
}
