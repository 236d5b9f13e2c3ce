// The list of signatures without a record, as found by `unrecorded.ts`: kept before their case halts the coin, read by the desk.

import type { Page } from '@vitrine/contract';
import { sql } from 'kysely';
import { decimalText } from '../../api/wire/index.ts';
import { type Chain, CHAINS } from '../rail/index.ts';
import type { LoggedSignature, UnrecordedOrder } from '../types/index.ts';
import type { CustodyDatabase } from '../tables.ts';

/** Rows of one statement. */
const PART = 500;

/** Keeps orders of a case; one that was found before belongs to the newer case if `again`. */
export async function keepUnrecorded(
  db: CustodyDatabase,
  orders: readonly LoggedSignature[],
  cause: string,
  again: boolean,
): Promise<void> {
  for (let at = 0; at < orders.length; at += PART)
    await db
      .insertInto('custody_unrecorded')
      .values(
        orders.slice(at, at + PART).map(({ id, chain, coin, to, units, at: signed }) => ({
          ...{ chain, order_id: id, coin, units, to_address: to, signed_at: String(signed), cause },
        })),
      )
      .onConflict((conflict) => {
        const same = conflict.columns(['chain', 'order_id']);
        return again ? same.doUpdateSet({ cause }) : same.doNothing();
      })
      .execute();
}

export interface UnrecordedFilter {
  readonly network?: string | undefined;
  readonly current: number;
  readonly size: number;
}

/** Those whose case is open first, then the latest signed; also of a chain or coin that is not offered now. */
export async function listUnrecorded(
  db: CustodyDatabase,
  chains: readonly Chain[],
  { network, current, size }: UnrecordedFilter,
): Promise<Page<UnrecordedOrder>> {
  const names = CHAINS.filter((name) => network === undefined || name === network);
  if (names.length === 0) return { records: [], total: 0, size, current };
  const of = db.selectFrom('custody_unrecorded as u').where('u.chain', 'in', names);
  const { total } = await of.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await of
    .selectAll('u')
    .select(
      sql<boolean>`exists (select 1 from custody_halts h where h.network = u.chain and h.coin = u.coin
        and h.cause = u.cause and h.lifted_at is null)`.as('open'),
    )
    .orderBy('open', 'desc')
    .orderBy('u.signed_at', 'desc')
    .orderBy('u.order_id')
    .limit(size)
    .offset((current - 1) * size)
    .execute();
  const decimals = (chain: string, coin: string): number | undefined =>
    chains.find(({ name }) => name === chain)?.coins.find((one) => one.coin === coin)?.decimals;
  const records = rows.flatMap(({ chain, coin, units, open, ...row }): UnrecordedOrder[] => {
    const name = CHAINS.find((known) => known === chain);
    const places = decimals(chain, coin);
    const amount = places === undefined ? null : decimalText(BigInt(units), places);
    const signed = Number.parseInt(row.signed_at, 10);
    return name === undefined
      ? []
      : [{ id: row.order_id, network: name, coin, units, amount, to: row.to_address, signed, open }];
  });
  return { records, total: Number.parseInt(total, 10), size, current };
}
