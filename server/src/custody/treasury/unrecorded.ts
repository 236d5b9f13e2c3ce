// Orders in the signer's log that no row of the database knows: signed, so paid or still to be paid, and on nobody's account.
// An older database has forgotten them, or somebody else asked the signer. Each find is a case that halts its coin.

import type { LoggedSignature, Marker, Treasury } from '../types/index.ts';
import type { CustodyDatabase } from '../tables.ts';
import { keepUnrecorded } from './unrecorded-list.ts';

/** A row's number. */
const NUMBER = /^[0-9]{1,18}$/;
/** Cause of a halt: up to which order the log was compared, as its place and its name. */
const CAUSE = 'signed log ';
/** Orders that a reason names. */
const NAMED = 3;

export interface UnrecordedOptions {
  readonly db: CustodyDatabase;
  readonly signer: Pick<Marker, 'logged'>;
  readonly treasury: Pick<Treasury, 'halt'>;
  /** Called with each case. */
  readonly onFault: (error: Error) => void;
}

/** The last order that was compared: how many orders there are up to it, and its name. */
interface Place {
  readonly count: number;
  readonly id: string;
}

interface Found {
  readonly chain: string;
  readonly coin: string;
  readonly orders: LoggedSignature[];
}

/**
 * Returns a pass that compares the signer's log with our rows, from where its last run ended; the first one from the
 * beginning. Orders that no row knows halt their coin until two people open it, and never again: the case remembers how far the
 * log was compared.
 */
export function watchUnrecorded({ db, signer, treasury, onFault }: UnrecordedOptions): () => Promise<void> {
  let compared: Place = { count: 0, id: '' };

  /** Whether the log still has that order at that place: one that was put back from a copy may be another. */
  async function holds({ count, id }: Place): Promise<boolean> {
    return count === 0 || (await signer.logged(count - 1))[0]?.id === id;
  }

  return async () => {
    const found = new Map<string, Found>();
    /** Of earlier cases, by their cause: named before the list was kept. */
    const before = new Map<string, LoggedSignature[]>();
    const named = await lastNamed(db, holds);
    let last = (await holds(compared)) ? compared : { count: 0, id: '' };
    let at = last.count;
    for (let page = await signer.logged(at); page.length > 0; page = await signer.logged(at)) {
      const known = await knownOf(db, page);
      for (const [index, order] of page.entries()) {
        const { chain, coin } = order;
        const place = `${chain} ${coin}`;
        if (known.has(order.id)) continue;
        const earlier = named.get(place);
        if (earlier !== undefined && at + index < earlier.count) {
          const cause = causeOf(earlier);
          before.set(cause, [...(before.get(cause) ?? []), order]);
          continue;
        }
        const entry = found.get(place) ?? { chain, coin, orders: [] };
        entry.orders.push(order);
        found.set(place, entry);
      }
      for (const [cause, orders] of before) await keepUnrecorded(db, orders, cause, false);
      before.clear();
      at += page.length;
      last = { count: at, id: page.at(-1)?.id ?? '' };
    }
    for (const { chain, coin, orders } of found.values()) {
      const words = wordsOf(orders);
      onFault(new Error(words));
      await keepUnrecorded(db, orders, causeOf(last), true);
      await treasury.halt(chain, coin, words, null, causeOf(last));
    }
    compared = last;
  };
}

const causeOf = ({ count, id }: Place): string => `${CAUSE}${count} ${id}`;

/** Up to which order of this log each coin was halted for it before, by network and coin. */
async function lastNamed(
  db: CustodyDatabase,
  holds: (place: Place) => Promise<boolean>,
): Promise<ReadonlyMap<string, Place>> {
  const rows = await db
    .selectFrom('custody_halts')
    .select(['network', 'coin', 'cause'])
    .where('cause', 'like', `${CAUSE}%`)
    .execute();
  const last = new Map<string, Place>();
  for (const { network, coin, cause } of rows) {
    const [number = '', id = ''] = cause.slice(CAUSE.length).split(' ');
    const place = { count: Number.parseInt(number, 10), id };
    const coinAt = `${network} ${coin}`;
    if (place.count > (last.get(coinAt)?.count ?? 0) && (await holds(place))) last.set(coinAt, place);
  }
  return last;
}

/** The orders with a row of ours; a cancellation pays nobody and counts as known. */
async function knownOf(db: CustodyDatabase, orders: readonly LoggedSignature[]): Promise<ReadonlySet<string>> {
  const words = orders.map(({ id }) => {
    const [kind = '', row = '', round = '0'] = id.split(':');
    return { id, kind, row, round: Number.parseInt(round, 10) };
  });
  const numbers = words.filter(({ row }) => NUMBER.test(row));
  const withdrawals = numbers.filter(({ kind }) => kind === 'withdrawal').map(({ row }) => row);
  const moves = numbers.filter(({ kind }) => kind !== 'withdrawal').map(({ row }) => row);
  const rows = await db
    .selectFrom('custody_transactions')
    .select(['id', 'kind', 'withdrawal_id', 'round'])
    .where((or) =>
      or.or([
        or('withdrawal_id', 'in', withdrawals.length === 0 ? ['0'] : withdrawals),
        or.and([or('id', 'in', moves.length === 0 ? ['0'] : moves), or('withdrawal_id', 'is', null)]),
      ]),
    )
    .execute();
  const ours = new Set(
    rows.map(({ id, kind, withdrawal_id: withdrawal, round }) =>
      withdrawal === null ? `${kind}:${id}` : `withdrawal:${withdrawal} ${round}`,
    ),
  );
  return new Set(
    words
      .filter(({ id, kind, row, round }) =>
        kind === 'cancel' ? true : ours.has(kind === 'withdrawal' ? `withdrawal:${row} ${round}` : id),
      )
      .map(({ id }) => id),
  );
}

function wordsOf(orders: readonly LoggedSignature[]): string {
  const some = orders
    .slice(0, NAMED)
    .map(({ id, units, coin, to, at }) => `${id} (${units} units of ${coin} to ${to}, ${new Date(at).toISOString()})`);
  const more = orders.length > NAMED ? ` and ${orders.length - NAMED} more` : '';
  return `signed.log has ${orders.length} signed, no row here knows: ${some.join(', ')}${more}. The treasury page lists each: look for it on the chain and book it by hand before you open.`;
}
