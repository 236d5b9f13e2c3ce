// What was agreed on is done, once: through the journal where its kind says so, then in the other domains, then in the
// desk's own rows. A crash on the way is mended at the next start: every step done twice is done once.

import type { ProposalKind } from '@vitrine/contract';
import { asRefusalCode, Refusal } from '../../api/call/index.ts';
import { IdentityRefusal } from '../../account/identity/index.ts';
import { isCode } from '../../app/postgres/index.ts';
import { IntakeError } from '../../engine/sequencer/index.ts';
import type { Audit } from '../audit.ts';
import { type DeskExchange, sameWords, wordsOf } from '../exchange.ts';
import type { Agreed, Kind, ProposalData } from './kinds.ts';
import { aboutOf, kindOf, type ProposalRow } from './proposal-row.ts';
import type { DeskDatabase } from '../tables.ts';

const DONE = 200;
const NOT_FOUND = 404;
const NOT_UNIQUE = '23505';
const TAKEN = 1006;
/** Rows mended by one look at most. */
const MEND_MOST = 100;

/** Longer than that no proposal is on its way to the exchange, ms. */
const PUTTING = 120_000;

/** It was agreed on and cannot be done: with this code. */
class Undoable extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`refused with ${code}`);
    this.name = 'Undoable';
    this.code = code;
  }
}

export interface RunParts {
  readonly db: DeskDatabase;
  readonly exchange: DeskExchange;
  readonly kinds: Readonly<Record<ProposalKind, Kind>>;
  readonly now: () => number;
  readonly audit: Audit;
  readonly onFault: (error: unknown) => void;
}

export interface ProposalRun {
  /** Does one that stands as `approved`. What cannot be done now is left so, and tried again by `mend`. */
  run(id: string): Promise<void>;
  /** Goes on with what a crash or a busy exchange left. At a start nothing is under way, and all is looked at. */
  mend(when: 'start' | 'later'): Promise<void>;
}

export function createProposalRun({ db, exchange, kinds, audit, now, onFault }: RunParts): ProposalRun {
  /** One at a time in this process; SQL and the exchange keep it once in any case. */
  const running = new Map<string, Promise<void>>();

  const rowOf = (id: string) => db.selectFrom('desk_proposals').selectAll().where('id', '=', id).executeTakeFirst();

  async function throughJournal(row: ProposalRow, kind: Kind, data: ProposalData): Promise<void> {
    if (kind.command === undefined) return;
    const outcome = await exchange.approve(Number(row.second), Number(row.core_proposal));
    if (outcome.code === DONE) return;
    // No longer open there: it ran before a crash, or its time was over.
    if (outcome.code === NOT_FOUND && (await kind.took?.(await exchange.state(), row.subject_id, data)) === true)
      return;
    throw new Undoable(outcome.code);
  }

  async function execute(row: ProposalRow): Promise<void> {
    const kind = kinds[kindOf(row)];
    const data = JSON.parse(row.data) as ProposalData;
    const agreed: Agreed = {
      ...{ subjectId: row.subject_id, data },
      ...{ by: String(row.by_person), second: String(row.second), decided: Number(row.decided_at) },
    };
    const entry = { person: String(row.second), subject: `proposal:${row.id}` };
    const about = aboutOf(row);
    try {
      await throughJournal(row, kind, data);
      await kind.act?.(agreed);
      await db.transaction().execute(async (tx) => {
        const settled = await tx
          .updateTable('desk_proposals')
          .set({ state: 'done' })
          .where('id', '=', row.id)
          .where('state', '=', 'approved')
          .executeTakeFirst();
        if (settled.numUpdatedRows !== 1n) return;
        await kind.settle?.(tx, agreed);
        await audit.add(tx, { what: 'proposal.done', ...entry, detail: about });
      });
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined) throw error;
      await db.transaction().execute(async (tx) => {
        const settled = await tx
          .updateTable('desk_proposals')
          .set({ state: 'failed', code })
          .where('id', '=', row.id)
          .where('state', '=', 'approved')
          .executeTakeFirst();
        if (settled.numUpdatedRows === 1n)
          await audit.add(tx, { what: 'proposal.failed', ...entry, detail: { ...about, code: String(code) } });
      });
      // What the exchange refused still stands there: it is not to be approved behind the desk's back.
      if (error instanceof Undoable) await exchange.refuse(Number(row.second), Number(row.core_proposal));
    }
  }

  async function attempt(id: string): Promise<void> {
    const row = await rowOf(id);
    if (row?.state !== 'approved') return;
    try {
      await execute(row);
    } catch (error) {
      // The exchange does not take just now, or something of ours broke: it stays agreed on, and is tried again.
      if (!(error instanceof IntakeError)) onFault(error);
    }
  }

  function run(id: string): Promise<void> {
    const under = running.get(id);
    if (under !== undefined) return under;
    const work = attempt(id).finally(() => running.delete(id));
    running.set(id, work);
    return work;
  }

  /** Rows put before the exchange whose answer was never written down. */
  async function adopt(rows: readonly ProposalRow[]): Promise<void> {
    if (rows.length === 0) return;
    const { proposals } = await exchange.state();
    for (const row of rows) {
      const command = kinds[kindOf(row)].command?.(row.subject_id, JSON.parse(row.data) as ProposalData);
      const words = command === undefined ? [] : wordsOf(command);
      const found = proposals.find((one) => one.by === Number(row.by_person) && sameWords(one.words, words));
      await db.transaction().execute(async (tx) => {
        if (found === undefined) {
          await tx.deleteFrom('desk_proposals').where('id', '=', row.id).where('state', '=', 'making').execute();
          return;
        }
        const opened = await tx
          .updateTable('desk_proposals')
          .set({ state: 'open', core_proposal: String(found.id) })
          .where('id', '=', row.id)
          .where('state', '=', 'making')
          .executeTakeFirst();
        if (opened.numUpdatedRows === 1n)
          await audit.add(tx, {
            ...{ what: 'proposal.made', person: String(row.by_person), subject: `proposal:${row.id}` },
            ...{ reason: row.reason, detail: aboutOf(row) },
          });
      });
    }
  }

  return {
    run,
    async mend(when) {
      const made = await db
        .selectFrom('desk_proposals')
        .selectAll()
        .where('state', '=', 'making')
        .where('made_at', '<=', String(when === 'start' ? now() : now() - PUTTING))
        .limit(MEND_MOST)
        .execute();
      await adopt(made);
      const rows = await db
        .selectFrom('desk_proposals')
        .select('id')
        .where('state', '=', 'approved')
        .orderBy('id')
        .limit(MEND_MOST)
        .execute();
      for (const { id } of rows) await run(String(id));
    },
  };
}

/** The code with which something was refused for good; undefined: it may go another time. */
function codeOf(error: unknown): number | undefined {
  if (error instanceof Undoable) return error.code;
  if (error instanceof Refusal) return error.code;
  if (error instanceof IdentityRefusal) return asRefusalCode(error.code);
  if (isCode(error, NOT_UNIQUE)) return TAKEN;
  return undefined;
}
