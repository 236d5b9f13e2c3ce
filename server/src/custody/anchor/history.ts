// Checks that the database is current: it contains every signed head, and its own mark is no older.

import { sql } from 'kysely';
import type { Batch } from '../../engine/sequencer/index.ts';
import type { Head, Marker, SignedHead, Signer } from '../types/index.ts';
import type { CustodyDatabase } from '../tables.ts';
import type { Anchor } from './place.ts';

/** The database is older than what was signed, or has another history: nothing may continue with it. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
}

/** Minimum interval of anchor lines, ms, except for signatures and the end of a run. */
const ANCHOR_REST = 60_000;

export interface HistoryParts {
  readonly db: CustodyDatabase;
  readonly signer: Marker;
  readonly anchor: Anchor;
  /** Hash of a journal row, hex; undefined: no such row. */
  readonly rowHash: (row: number) => Promise<string | undefined>;
}

/**
 * Checks the database against the signer's last head and the anchor's.
 * @throws {HistoryError} naming the row, and what to do.
 */
export async function expectHistory({ db, signer, anchor, rowHash }: HistoryParts): Promise<void> {
  const heads: readonly (readonly [string, SignedHead | undefined])[] = [
    ['the signer', await signer.marked()],
    [anchor.name, await anchor.newest(await signer.markKey())],
  ];
  // An empty database, or one of a release without marks, has no table.
  const { rows } = await sql<{ there: boolean }>`select to_regclass('custody_head') is not null as there`.execute(db);
  const own = rows[0]?.there === true ? await db.selectFrom('custody_head').selectAll().executeTakeFirst() : undefined;
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
      '(docs/operate/recovery.md, "An older database")',
  );
}

/**
 * Records the journal's progress: in the database, then at the signer, then in the anchor, which is read first each
 * time.
 */
export interface Marking {
  /**
   * Marks the newest row in all three, if not done yet.
   * @throws {SignerRefusal} if it may not follow the last one. {HistoryError} if the anchor has a head of another
   *   journal, and from then on always: another exchange runs on a copy. {AnchorFault} if it does not answer.
   */
  mark(): Promise<void>;
  /** The same, except that the anchor gets at most one line per minute, because it only grows. */
  step(): Promise<void>;
  /** A signer that marks before each signature. */
  readonly signer: Signer;
}

export interface MarkingParts extends Omit<HistoryParts, 'signer'> {
  readonly signer: Signer & Marker;
  /** Called if the anchor had lost heads; they are written again. */
  readonly onFault: (error: Error) => void;
}

/** `now`: ms of any monotonic clock. */
export function createMarking(
  { db, signer, anchor, rowHash, onFault }: MarkingParts,
  newest: () => Head | undefined,
  now: () => number = () => performance.now(),
): Marking {
  let last: Promise<unknown> = Promise.resolve();
  /** The signer's last head. */
  let signed: SignedHead | undefined;
  /** The last head given to the anchor, and when it was last read. */
  let anchored: SignedHead | undefined;
  let anchoredAt = Number.NEGATIVE_INFINITY;
  /** Once found, nothing is marked or signed any more. */
  let foreign: HistoryError | undefined;

  /**
   * The anchor's head must belong to this journal: another exchange on a copy of it has the same signer. Returns
   * whether the anchor has this head.
   */
  async function expectAnchor(own: SignedHead): Promise<boolean> {
    const kept = await anchor.newest(own.publicKey);
    if (kept !== undefined && !(kept.row === anchored?.row && kept.hash === anchored.hash)) {
      const found = kept.row > own.row ? undefined : await rowHash(kept.row);
      if (found !== kept.hash) throw (foreign = notOurs(anchor.name, kept, own, found));
    }
    if (anchored !== undefined && (kept?.row ?? 0) < anchored.row)
      onFault(
        new Error(
          `${anchor.name}: expected the head of row ${anchored.row}, got ${kept === undefined ? 'none' : `row ${kept.row}`}: it was put back; the newest head is written again`,
        ),
      );
    return kept?.row === own.row;
  }

  async function markNow(anchorToo: boolean): Promise<void> {
    if (foreign !== undefined) throw foreign;
    const head = newest();
    if (head === undefined) return;
    if (head.row !== signed?.row) {
      await sql`insert into custody_head (row, hash) values (${head.row}, ${head.hash})
        on conflict (one) do update set row = excluded.row, hash = excluded.hash
        where custody_head.row < excluded.row`.execute(db);
      signed = await signer.mark(head);
    }
    if (!anchorToo && now() - anchoredAt < ANCHOR_REST) return;
    if (!(await expectAnchor(signed))) await anchor.add(signed);
    anchored = signed;
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

function notOurs(name: string, kept: SignedHead, own: Head, found: string | undefined): HistoryError {
  const when = `journal row ${kept.row}, signed ${new Date(kept.time).toISOString()}`;
  const what =
    found === undefined
      ? `${name} has ${when}; this journal ends at row ${own.row}`
      : `${name} has another ${when} than this journal`;
  return new HistoryError(
    `${what}: another exchange works on a copy with the same signer, or history was rewritten. Nothing is signed. Stop ` +
      'the other one, decide which journal goes on, and start that one (docs/operate/recovery.md, "Two exchanges")',
  );
}

/** The head at the end of a batch. */
export function headOf({ row, rowHash }: Pick<Batch, 'row' | 'rowHash'>): Head {
  return { row, hash: rowHash };
}
