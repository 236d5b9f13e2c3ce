// Whether the database is the one that goes on: it holds every head that was signed, and its own mark is no older.

import { sql } from 'kysely';
import type { Batch } from '../../sequencer/index.ts';
import type { Head, Marker, SignedHead, Signer } from '../face.ts';
import type { CustodyDatabase } from '../tables.ts';
import type { Anchor } from './place.ts';

/** The database is older than what was signed, or has another history: nothing may go on with it. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
}

/** Between two lines of the anchor, ms, but for signatures and the end of a run. */
const ANCHOR_REST = 60_000;

export interface HistoryParts {
  readonly db: CustodyDatabase;
  readonly signer: Marker;
  readonly anchor: Anchor;
  /** Hash of a journal row, hex; undefined: there is none. */
  readonly rowHash: (row: number) => Promise<string | undefined>;
}

/**
 * Holds the database against the signer's last head and the anchor's.
 * @throws {HistoryError} naming the row, and what to do.
 */
export async function expectHistory({ db, signer, anchor, rowHash }: HistoryParts): Promise<void> {
  const heads: readonly (readonly [string, SignedHead | undefined])[] = [
    ['the signer', await signer.marked()],
    [anchor.name, await anchor.newest(await signer.markKey())],
  ];
  const own = await db.selectFrom('custody_head').selectAll().executeTakeFirst();
  for (const [by, head] of heads) {
    if (head === undefined) continue;
    const when = `signed ${new Date(head.time).toISOString()}, by ${by}`;
    const found = await rowHash(head.row);
    if (found === undefined) throw refused(`journal row ${head.row} is not there (${when}): the database is older`);
    if (found !== head.hash) throw refused(`journal row ${head.row} is another one (${when}): history was rewritten`);
    if (own === undefined || Number.parseInt(own.row, 10) < head.row)
      throw refused(`it was last marked at row ${own?.row ?? 0}, row ${head.row} is ${when}: the database is older`);
  }
}

function refused(what: string): HistoryError {
  return new HistoryError(
    `${what}. Restore a newer copy; to go on with this one, which loses what came after it: npm run restore -- DATA ` +
      '(docs/recovery.md, "An older database")',
  );
}

/** Marks how far the journal is: in the database, then at the signer, then in the anchor. */
export interface Marking {
  /** Marks the newest row in all three, if it is not yet. @throws {SignerRefusal} when it is none that may follow. */
  mark(): Promise<void>;
  /** The same, but for the anchor, which gets a line a minute: it only grows. */
  step(): Promise<void>;
  /** A signer that marks before each signature. */
  readonly signer: Signer;
}

/** `now`: ms of any clock that only goes on. */
export function createMarking(
  { db, signer, anchor }: Pick<HistoryParts, 'db' | 'anchor'> & { readonly signer: Signer & Marker },
  newest: () => Head | undefined,
  now: () => number = () => performance.now(),
): Marking {
  let last: Promise<unknown> = Promise.resolve();
  /** As the signer has it. */
  let signed: SignedHead | undefined;
  /** As the anchor has it, and since when. */
  let anchored = 0;
  let anchoredAt = Number.NEGATIVE_INFINITY;

  async function markNow(anchorToo: boolean): Promise<void> {
    const head = newest();
    if (head === undefined) return;
    if (head.row !== signed?.row) {
      await sql`insert into custody_head (row, hash) values (${head.row}, ${head.hash})
        on conflict (one) do update set row = excluded.row, hash = excluded.hash
        where custody_head.row < excluded.row`.execute(db);
      signed = await signer.mark(head);
    }
    if (signed.row === anchored || (!anchorToo && now() - anchoredAt < ANCHOR_REST)) return;
    await anchor.add(signed);
    anchored = signed.row;
    anchoredAt = now();
  }
  async function inTurn(anchorToo: boolean): Promise<void> {
    const mine = last.then(() => markNow(anchorToo));
    last = mine.catch(() => undefined);
    await mine;
  }
  const mark = (): Promise<void> => inTurn(true);
  return {
    mark,
    step: () => inTurn(false),
    signer: {
      ...signer,
      async sign(order) {
        await mark();
        return signer.sign(order);
      },
    },
  };
}

/** The head that a batch ends with. */
export function headOf({ row, rowHash }: Pick<Batch, 'row' | 'rowHash'>): Head {
  return { row, hash: rowHash };
}
