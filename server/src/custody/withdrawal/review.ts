// Review rules: reasons for a manual review; without any, a withdrawal is approved automatically.

import type { WITHDRAWAL_FLAG } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Customer } from '../types/index.ts';
import type { WithdrawalContext } from './parts.ts';
import { isChain, type Row, type Sql, whole } from './row.ts';
import { standingOf } from './standing.ts';

export type Flag = (typeof WITHDRAWAL_FLAG)[number];
export type Review = 'rules' | 'person' | 'persons';

export interface Reviewed {
  readonly review: Review;
  readonly flags: readonly Flag[];
}

/** A withdrawal as the rules see it. `worth` in whole USDT. */
export interface Judged {
  readonly network: string;
  readonly coin: string;
  readonly address: string | null;
  readonly worth: number;
  /** When the address was added to the customer's book, ms UTC. */
  readonly inBook: number | undefined;
}

/** The rules' result for a new withdrawal. A bank card always needs a person. */
export async function judge(context: WithdrawalContext, db: Sql, customer: Customer, asked: Judged): Promise<Reviewed> {
  const { rules, parts, funds } = context;
  const now = parts.now();
  const flags: Flag[] = [];
  const standing = await standingOf(db, customer.userId);
  const { rows } = await sql<{ paid: boolean; lately: string; deposited: boolean }>`
    select
      exists (select 1 from custody_withdrawals where user_id = ${customer.userId} and stage = 'confirmed'
        and network = ${asked.network} and address = ${asked.address}) as paid,
      (select count(*) from custody_withdrawals where user_id = ${customer.userId}
        and stage not in ('asking', 'refused', 'failed', 'cancelled')
        and created_at > ${now - rules.velocity.window})::text as lately,
      exists (select 1 from custody_deposits where user_id = ${customer.userId} and stage in ('credited', 'doubted')
        and credited_at > ${now - rules.deposited}) as deposited`.execute(db);
  const [history] = rows;
  const young = (time: number | null | undefined, age: number) =>
    time !== null && time !== undefined && time > now - age;
  if (asked.worth > rules.large) flags.push('large');
  if (asked.worth > rules.small && isChain(asked.network)) {
    const known = asked.inBook !== undefined && !young(asked.inBook, rules.knownAddress);
    if (history?.paid !== true && !known) flags.push('newAddress');
  }
  if (asked.worth > rules.small && (standing === undefined || young(standing.since, rules.youngAccount)))
    flags.push('newAccount');
  if (young(standing?.credentialChanged, rules.credential)) flags.push('credential');
  if (whole(history?.lately ?? '0') > rules.velocity.most) flags.push('velocity');
  if ((standing?.frozen ?? null) !== null) flags.push('frozen');
  if (history?.deposited === true) flags.push('deposited');
  const threshold = funds.limits()?.threshold ?? 0;
  if (asked.worth >= threshold) return { review: 'persons', flags: flags.length === 0 ? ['large'] : flags };
  return { review: flags.length > 0 || !isChain(asked.network) ? 'person' : 'rules', flags };
}

/** Flags that a withdrawal has got since it was asked for: what was changed then may be the owner's answer to it. */
export async function flagsSince(db: Sql, row: Row): Promise<Flag[]> {
  const standing = await standingOf(db, row.user_id);
  return [
    ...((standing?.credentialChanged ?? 0) >= whole(row.created_at) ? (['credential'] as const) : []),
    ...((standing?.frozen ?? null) === null ? [] : (['frozen'] as const)),
  ];
}
