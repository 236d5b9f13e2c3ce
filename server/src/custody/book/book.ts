// A customer's address book. Every statement names the customer, so nobody reads or changes another's.

import { type AddressBook, type BookAddress, MAX_BOOK, type NetworkName, NETWORKS } from '@vitrine/contract';
import { type Selectable, sql } from 'kysely';
import { refuse, refuseField } from '../../api/call/index.ts';
import type { Addresses, Book } from '../types/index.ts';
import type { CustodyParts } from '../parts.ts';
import type { Chain, Codec } from '../rail/index.ts';
import type { BookTable, CustodyDatabase, CustodyTransaction } from '../tables.ts';
import { lookWith, mustBePayable } from './addresses.ts';
import { allowListOf, switchAllowList, WAIT } from './allow-list.ts';

export { WAIT } from './allow-list.ts';

/** Ids that certainly fit a bigint. */
const ID = /^[0-9]{1,18}$/;

export interface BookOptions {
  readonly parts: Pick<CustodyParts, 'db' | 'now'>;
  readonly chains: readonly Chain[];
  readonly addresses: Pick<Addresses, 'owner' | 'hot' | 'isHot' | 'cold'>;
  /** From when a wait counts, ms UTC. @throws 503 while the clock is behind. */
  readonly waitsFrom: () => number;
  /** Networks without a node, so that their addresses are recognised. */
  readonly others?: readonly Codec[];
}

/** The book over SQL. */
export function createBook({ parts, chains, addresses, waitsFrom, others = [] }: BookOptions): Book {
  const { db, now } = parts;
  const look = lookWith({ chains, others, addresses });

  async function entryOf(
    userId: string,
    { coin, network, address }: { readonly coin: string; readonly network: string; readonly address: string },
    within: CustodyDatabase | CustodyTransaction = db,
  ): Promise<BookAddress | null> {
    const row = await within
      .selectFrom('custody_book')
      .selectAll()
      .where('user_id', '=', userId)
      .where('coin', '=', coin)
      .where('network', '=', network)
      .where('address', '=', address)
      .executeTakeFirst();
    return row === undefined ? null : shownOf(row);
  }

  /** Locks the customer's book against other changes in any process. */
  function locked<T>(userId: string, run: (transaction: CustodyTransaction) => Promise<T>): Promise<T> {
    return db.transaction().execute(async (transaction) => {
      await lock(transaction, userId);
      return run(transaction);
    });
  }

  async function lock(transaction: CustodyTransaction, userId: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`custody_book ${userId}`}, 0))`.execute(transaction);
  }

  async function rename(transaction: CustodyTransaction, userId: string, id: string, label: string) {
    const row = await transaction
      .updateTable('custody_book')
      .set({ label })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw refuse('request.notFound');
    return shownOf(row);
  }

  /** An existing entry keeps its times and gets the label. */
  async function write(
    transaction: CustodyTransaction,
    userId: string,
    entry: { readonly coin: string; readonly network: string; readonly address: string; readonly label: string },
  ) {
    const time = waitsFrom();
    const { count } = await transaction
      .selectFrom('custody_book')
      .select(sql<string>`count(*)`.as('count'))
      .where('user_id', '=', userId)
      .where((or) => or.not(or.and({ coin: entry.coin, network: entry.network, address: entry.address })))
      .executeTakeFirstOrThrow();
    if (BigInt(count) >= BigInt(MAX_BOOK)) throw refuseField('address', 'range');
    const row = await transaction
      .insertInto('custody_book')
      .values({
        user_id: userId,
        ...entry,
        created_at: String(time),
        usable_from: String(time + WAIT),
        last_used: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'coin', 'network', 'address']).doUpdateSet({ label: entry.label }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    return shownOf(row);
  }

  return {
    async list(userId, { coin, network }): Promise<AddressBook> {
      let query = db.selectFrom('custody_book').selectAll().where('user_id', '=', userId);
      if (coin !== undefined) query = query.where('coin', '=', coin);
      if (network !== undefined) query = query.where('network', '=', network);
      const rows = await query.orderBy('id', 'desc').limit(MAX_BOOK).execute();
      return { ...(await allowListOf(db, userId, now())), wait: WAIT, records: rows.map(shownOf) };
    },

    async save(userId, { id, coin, network, address, label, allowOnly }) {
      const written = coin !== undefined || network !== undefined || address !== undefined;
      if (id !== undefined && !ID.test(id)) throw refuse('request.notFound');
      // Editing an entry must not change its address: that would carry over its waiting period.
      if (id !== undefined && written) throw refuseField('id', 'format');
      const entry = written ? entryFrom({ coin, network, address, label }) : undefined;
      if (id === undefined && entry === undefined && (allowOnly === undefined || label !== undefined))
        throw refuseField('address', 'required');
      if (id !== undefined && label === undefined) throw refuseField('label', 'required');
      const looked = entry && look(userId, entry.coin, entry.network, entry.address);
      if (looked !== undefined) mustBePayable(looked);
      return locked(userId, async (transaction) => {
        let record: BookAddress | null = null;
        if (entry !== undefined && looked !== undefined)
          record = await write(transaction, userId, { ...entry, address: looked.address });
        else if (id !== undefined && label !== undefined) record = await rename(transaction, userId, id, label);
        const list =
          allowOnly === undefined
            ? await allowListOf(transaction, userId, now())
            : await switchAllowList(transaction, userId, allowOnly, waitsFrom());
        return { record, ...list };
      });
    },

    async del(userId, id) {
      if (!ID.test(id)) throw refuse('request.notFound');
      const gone = await locked(userId, (transaction) =>
        transaction.deleteFrom('custody_book').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst(),
      );
      if (gone.numDeletedRows === 0n) throw refuse('request.notFound');
      return { id };
    },

    async check(userId, coin, network, address) {
      const looked = look(userId, coin, network, address);
      const book = looked.fault === null ? await entryOf(userId, { coin, network, address: looked.address }) : null;
      return { ...looked, book };
    },

    async allow(userId, coin, network, address, strict) {
      const looked = look(userId, coin, network, address);
      mustBePayable(looked);
      const time = now();
      const entry = await entryOf(userId, { coin, network, address: looked.address });
      if (strict || (await allowListOf(db, userId, time)).allowOnly) {
        if (entry === null) throw refuse('address.waiting');
        mustHaveWaited(entry.usableFrom, time);
      }
      return { address: looked.address, entry };
    },

    async stillAllows(transaction, userId, to, strict) {
      await lock(transaction, userId);
      const time = now();
      if (!strict && !(await allowListOf(transaction, userId, time)).allowOnly) return true;
      const entry = await entryOf(userId, to, transaction);
      return entry !== null && time >= entry.usableFrom;
    },

    async allowCard(userId, bound, strict) {
      const time = now();
      if (strict || (await allowListOf(db, userId, time)).allowOnly) mustHaveWaited(bound + WAIT, time);
    },

    async used(userId, coin, network, address) {
      await db
        .updateTable('custody_book')
        .set({ last_used: String(now()) })
        .where('user_id', '=', userId)
        .where('coin', '=', coin)
        .where('network', '=', network)
        .where('address', '=', address)
        .execute();
    },
  };
}

function mustHaveWaited(usableFrom: number, time: number): void {
  if (time < usableFrom) throw refuse('address.waiting', { until: String(usableFrom) });
}

/** All four fields. @throws 400 naming a missing one. */
function entryFrom({
  coin,
  network,
  address,
  label,
}: {
  readonly coin: string | undefined;
  readonly network: string | undefined;
  readonly address: string | undefined;
  readonly label: string | undefined;
}) {
  if (coin === undefined) throw refuseField('coin', 'required');
  if (network === undefined) throw refuseField('network', 'required');
  if (address === undefined) throw refuseField('address', 'required');
  if (label === undefined) throw refuseField('label', 'required');
  return { coin, network, address, label };
}

function shownOf(row: Selectable<BookTable>): BookAddress {
  return {
    ...{ id: row.id, coin: row.coin, network: networkOf(row.network), address: row.address, label: row.label },
    createTime: Number.parseInt(row.created_at, 10),
    usableFrom: Number.parseInt(row.usable_from, 10),
    lastUsed: row.last_used === null ? null : Number.parseInt(row.last_used, 10),
  };
}

/** @throws for a row that this program cannot have written. */
function networkOf(text: string): NetworkName {
  const network = NETWORKS.find((name) => name === text);
  if (network === undefined) throw new Error(`expected a network of ${NETWORKS.join(', ')}, got ${text}`);
  return network;
}
