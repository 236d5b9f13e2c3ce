// Requests a withdrawal: stores its row with the command's key first, then asks the exchange. An interrupted request is
// found again by that key. The same command gives the same answer, so that one request is one withdrawal.

import { hash, randomInt } from 'node:crypto';
import { CODE, asDecimal, type WithdrawalAck } from '@vitrine/contract';
import { type AssetId, type Atoms, type Command, DONE, type Millis, RAILS, type UserId } from '@vitrine/core';
import { asRefusalCode, type CommandKey, Refusal, refuse } from '../../../api/call/index.ts';
import { IntakeError, type Outcome } from '../../../engine/sequencer/index.ts';
import { decimalText } from '../../../api/wire/index.ts';
import { CONFIRMATIONS } from '../../chain/index.ts';
import type { CustodyTransaction } from '../../tables.ts';
import type { Customer, Requester, WithdrawalRequest } from '../../types/index.ts';
import { allowed, expectSame, read, refusalOf, targetOf } from './asked.ts';
import { PASS, type WithdrawalContext, WORD_BYTES } from '../parts.ts';
import { giveUp, lostSince } from './lost.ts';
import { judge, type Review } from '../review.ts';
import { CORE, isChain, type Row, type Sql, stageOf, statusOf, tell, whole } from '../row.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const WORD = 2 ** 47;
/** Usual duration of a manual review, ms. */
const PERSON = 4 * 60 * MINUTE;
/** How long an answer waits for this process's projection, ms. */
const FOLD_WAIT = 1_000;
/** Marker in an asking row: another try than the first was made. */
const AGAIN = 'asked again';
/** Most tries of one request whose row somebody else deletes meanwhile. */
const MOST_TRIES = 3;

/** 48 bits of the destination's hash, as in the exchange. */
export function destinationOf(network: string, target: string): number {
  return hash('sha256', `${network}:${target}`, 'buffer').readUIntBE(0, WORD_BYTES);
}

/** Hash of the command's effect: distinguishes another body with the same key. */
function bodyHash({ network, coin, atoms }: Pick<Row, 'network' | 'coin' | 'atoms'>, target: string): number {
  return hash('sha256', `withdrawal\n${network}\n${coin}\n${atoms}\n${target}`, 'buffer').readUIntBE(0, WORD_BYTES);
}

function keyText({ keyTime, keyHigh, keyLow }: CommandKey): string {
  return `${keyTime}:${keyHigh}:${keyLow}`;
}

/** The command of a row, the same whenever it is sent. */
function commandOf(context: WithdrawalContext, row: Row): Command {
  const asset = context.parts.live.assetByCode(row.coin);
  if (asset === undefined) throw new Error(`expected ${row.coin} to be listed`);
  const [keyTime = 0, keyHigh = 0, keyLow = 0] = row.key.split(':').map(whole);
  return {
    name: 'withdrawal.request',
    user: whole(row.core_user) as UserId,
    ...{ keyTime: keyTime as Millis, keyHigh, keyLow, bodyHash: bodyHash(row, targetOf(row)) },
    asset: asset.asset as AssetId,
    rail: RAILS[row.network as keyof typeof RAILS],
    amount: whole(row.atoms) as Atoms,
    destination: whole(row.destination),
  };
}

export function ackOf({ parts, chain }: WithdrawalContext, row: Row): WithdrawalAck {
  const scale = parts.live.assetByCode(row.coin)?.scale ?? 0;
  const created = whole(row.created_at);
  const usual = isChain(row.network)
    ? CONFIRMATIONS * chain(row.network).blockTime + (row.review === 'rules' ? 0 : PERSON)
    : DAY;
  return {
    ...{ id: row.id, status: statusOf(row.stage), seq: row.seq === null ? 0 : whole(row.seq) },
    fee: asDecimal(decimalText(BigInt(row.fee), scale)),
    review: row.review as Review,
    arrives: { usual: created + usual, latest: created + (isChain(row.network) ? DAY : 3 * DAY) },
  };
}

/**
 * Sends the row's command and records the answer, in the transaction that locks the row. Undefined: done; else the
 * reason, and the row is deleted.
 * @throws {IntakeError} 504: the row stays unchanged, and is retried.
 */
async function put(
  context: WithdrawalContext,
  trx: CustodyTransaction,
  row: Row,
  first: boolean,
): Promise<Refusal | Outcome | undefined> {
  const { parts, funds } = context;
  const customer = { userId: row.user_id, coreUser: whole(row.core_user) };
  let outcome: Outcome;
  const remove = () => trx.deleteFrom('custody_withdrawals').where('id', '=', row.id).execute();
  try {
    outcome = await parts.link.submit(commandOf(context, row), customer.coreUser);
  } catch (error) {
    if (first && row.note === null && error instanceof IntakeError && error.code !== CODE['server.unknown']) {
      // This was the only try and did nothing; the customer has seen that, so it must not be done later.
      await remove();
      return new Refusal(asRefusalCode(error.code));
    }
    throw error;
  }
  let { result: coreId, seq } = outcome;
  if (outcome.code === CODE['key.expired']) {
    // Too old for its key: if it ran, it is in the exchange and no row has it.
    const found = await orphanOf(context, trx, row);
    if (found === undefined) {
      await remove();
      return refuse('key.expired');
    }
    ({ id: coreId, seq } = found);
  } else if (outcome.code !== DONE) {
    await remove();
    return outcome;
  }
  const lost = await lostSince(context, trx, row);
  if (lost !== undefined) {
    await giveUp(context, trx, row, { coreId, seq });
    return lost;
  }
  const known = funds.withdrawal(coreId);
  const worth = known?.worth ?? 0;
  const inBook = await trx
    .selectFrom('custody_book')
    .select('created_at')
    .where('user_id', '=', row.user_id)
    .where('network', '=', row.network)
    .where('coin', '=', row.coin)
    .where('address', '=', row.address ?? '')
    .executeTakeFirst();
  const { review, flags } = await judge(context, trx, customer, {
    ...{ network: row.network, coin: row.coin, address: row.address, worth },
    inBook: inBook === undefined ? undefined : whole(inBook.created_at),
  });
  const now = parts.now();
  // The next pass writes what the exchange already knows when an answer arrives late.
  await trx
    .updateTable('custody_withdrawals')
    .set({
      ...{ core_id: String(coreId), seq: String(seq), worth: String(worth), stage: stageOf(CORE.review) },
      ...(known === undefined ? {} : { fee: String(known.fee) }),
      ...{ review, flags: flags.join(','), note: null, changed_at: String(now) },
      steps: JSON.stringify([{ stage: stageOf(CORE.review), time: now }]),
    })
    .where('id', '=', row.id)
    .execute();
  return undefined;
}

async function orphanOf(
  { funds }: WithdrawalContext,
  db: Sql,
  row: Row,
): Promise<{ id: number; seq: number } | undefined> {
  for (const one of funds.underWay()) {
    if (one.user !== whole(row.core_user) || one.destination !== whole(row.destination)) continue;
    if (one.amount !== whole(row.atoms) || one.rail !== RAILS[row.network as keyof typeof RAILS]) continue;
    const claimed = await db
      .selectFrom('custody_withdrawals')
      .select('id')
      .where('core_id', '=', String(one.id))
      .executeTakeFirst();
    if (claimed === undefined) return one;
  }
  return undefined;
}

/**
 * Settles one row that waits for the exchange's answer; undefined if it is done, or somebody else did it.
 * @param first this call wrote the row. Every other try is recorded in the row before it is made: "not accepted" then
 *   does not prove that nothing was done.
 */
async function settle(context: WithdrawalContext, id: string, first: boolean): Promise<Refusal | Outcome | undefined> {
  if (!first)
    await context.parts.db
      .updateTable('custody_withdrawals')
      .set({ note: AGAIN })
      .where('id', '=', id)
      .where('stage', '=', 'asking')
      .where('note', 'is', null)
      .execute();
  const refused = await context.parts.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('custody_withdrawals')
      .selectAll()
      .where('id', '=', id)
      .where('stage', '=', 'asking')
      .forUpdate()
      .executeTakeFirst();
    return row === undefined ? undefined : put(context, trx, row, first);
  });
  await tell(context, id);
  return refused;
}

/** Retries those whose answer was lost. */
export async function settleAll(context: WithdrawalContext): Promise<void> {
  const rows = await context.parts.db
    .selectFrom('custody_withdrawals')
    .select('id')
    .where('stage', '=', 'asking')
    .orderBy('id')
    .limit(PASS)
    .execute();
  for (const { id } of rows) {
    try {
      await settle(context, id, false);
    } catch (error) {
      // The exchange does not answer now; the row stays and is retried by its key.
      if (!(error instanceof IntakeError)) context.parts.onFault(error);
    }
  }
}

/** `Withdrawals.request`. */
export async function ask(
  context: WithdrawalContext,
  customer: Customer,
  given: WithdrawalRequest,
  key: CommandKey,
  by: Requester,
): Promise<WithdrawalAck> {
  const { db, live, now } = context.parts;
  const asked = read(context, given);
  const words = keyText(key.keyTime === 0 ? ownKey(now()) : key);
  const find = () =>
    db
      .selectFrom('custody_withdrawals')
      .selectAll()
      .where('core_user', '=', String(customer.coreUser))
      .where('key', '=', words)
      .executeTakeFirst();
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    let first = false;
    if ((await find()) === undefined) {
      const { fee, address, shown } = await allowed(context, customer, asked, by.signed);
      const { network, coin, atoms, target } = asked;
      const time = String(now());
      const inserted = await db
        .insertInto('custody_withdrawals')
        .values({
          ...{ user_id: customer.userId, core_user: String(customer.coreUser), network, coin, atoms: String(atoms) },
          ...{ fee: String(fee), worth: '0', address, card_id: address === null ? target : null, shown },
          ...{ destination: String(destinationOf(network, address ?? target)), key: words, stage: 'asking' },
          session: by.session,
          ...{ review: 'person', flags: '', steps: '[]', created_at: time, changed_at: time },
        })
        .onConflict((conflict) => conflict.columns(['core_user', 'key']).doNothing())
        .returning('id')
        .execute();
      first = inserted.length === 1;
    }
    const row = await find();
    // Requested in another tab at the same time, and refused there: once more, for the same answer.
    if (row === undefined) continue;
    expectSame(context, row, asked);
    const refused = await settle(context, row.id, first);
    if (refused !== undefined)
      throw refused instanceof Refusal ? refused : await refusalOf(context, customer, asked, refused);
    const settled = await find();
    if (settled === undefined) continue;
    if (settled.stage === 'asking') break;
    if (settled.seq !== null) await live.waitFor(whole(settled.seq), FOLD_WAIT);
    return ackOf(context, settled);
  }
  throw refuse('server.unknown');
}

/** A generated key for a request without one. */
function ownKey(now: number): CommandKey {
  return { keyTime: now, keyHigh: WORD + randomInt(WORD), keyLow: randomInt(WORD), bodyHash: 0 };
}
