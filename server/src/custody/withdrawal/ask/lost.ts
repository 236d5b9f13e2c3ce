// The right to withdraw, asked once more before a withdrawal that the exchange accepted is recorded. Between letting the
// request in and that moment its session or key may have ended, withdrawals may have been locked, or its address taken
// off the list. Then the exchange cancels it: nobody has an answer yet that says it was accepted.

import { DONE, type Millis, rejects, type RowId, type UserId } from '@vitrine/core';
import { keyIdOf } from '../../../account/api-keys/index.ts';
import type { LostRight } from '../../../account/users/index.ts';
import { asRefusalCode, NO_KEY, Refusal, refuse } from '../../../api/call/index.ts';
import type { CustodyTransaction } from '../../tables.ts';
import { lockedRefusal } from './asked.ts';
import type { WithdrawalContext } from '../parts.ts';
import { CORE, type Row, stageOf, whole } from '../row.ts';

/** A repeated cancel is refused, so it needs no key. */
export const noKey = { ...NO_KEY, keyTime: NO_KEY.keyTime as Millis };

/** Why it must not be accepted any more; undefined: nothing was taken away. What is taken away later waits for `trx`. */
export async function lostSince(
  context: WithdrawalContext,
  trx: CustodyTransaction,
  row: Row,
): Promise<Refusal | undefined> {
  const { session, user_id: userId, coin, network, address } = row;
  if (session === null) return undefined;
  const lost = await context.lostRight(trx, { userId, session }, context.parts.now());
  if (lost !== undefined) return refusalFor(context, row, lost);
  if (address === null) return undefined;
  const strict = keyIdOf(session) !== undefined;
  const allowed = await context.book.stillAllows(trx, userId, { coin, network, address }, strict);
  return allowed ? undefined : refuse('address.waiting');
}

async function refusalFor(context: WithdrawalContext, row: Row, lost: LostRight): Promise<Refusal> {
  if (lost === 'session') return refuse('session.ended');
  if (lost === 'key') return refuse('apiKey.invalid');
  return lockedRefusal(context, { userId: row.user_id, coreUser: whole(row.core_user) });
}

/** Cancels it in the exchange and records that. @throws if the exchange does not answer: the row stays and is retried. */
export async function giveUp(
  { parts }: WithdrawalContext,
  trx: CustodyTransaction,
  row: Row,
  { coreId, seq }: { readonly coreId: number; readonly seq: number },
): Promise<void> {
  const user = whole(row.core_user);
  const { code } = await parts.link.submit(
    { name: 'withdrawal.cancel', user: user as UserId, ...noKey, withdrawal: coreId as RowId },
    user,
  );
  // An earlier try cancelled it and was cut off before it was recorded.
  if (code !== DONE && code !== rejects['withdrawal.final']) throw new Refusal(asRefusalCode(code));
  const now = parts.now();
  const stage = stageOf(CORE.cancelled);
  await trx
    .updateTable('custody_withdrawals')
    .set({
      ...{ core_id: String(coreId), seq: String(seq), stage, note: null, changed_at: String(now) },
      steps: JSON.stringify([{ stage, time: now }]),
    })
    .where('id', '=', row.id)
    .execute();
}
