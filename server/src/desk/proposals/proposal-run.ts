// Executes approved proposals once: through the journal if the kind says so, then in the other domains, then in the
// desk's own rows. The next start repairs a crash in between, because every step is idempotent.

import { type ProposalKind, CODE } from '@vitrine/contract';
import { asRefusalCode, Refusal } from '../../api/call/index.ts';
import { IdentityRefusal } from '../../account/identity/index.ts';
import { isCode } from '../../app/postgres/index.ts';
import { IntakeError } from '../../engine/sequencer/index.ts';
import type { Audit } from '../audit.ts';
import { type DeskExchange, sameWords, wordsOf } from '../exchange.ts';
import type { Agreed, Kind, ProposalData } from './kinds.ts';
import { aboutOf, kindOf, type ProposalRow } from './proposal-row.ts';
import type { DeskDatabase } from '../tables.ts';
import { DONE, rejects } from '@vitrine/core';

const NOT_UNIQUE = '23505';
/** Most rows repaired per check. */
const MEND_MOST = 100;

/** A proposal in flight to the exchange for longer than this is lost, ms. */
const PUTTING = 120_000;

/** An approved proposal cannot be executed, with this code. */
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
  /** Executes one in state `approved`. What cannot be done now stays there, and `mend` retries it. */
  run(id: string): Promise<void>;
  /** Continues after a crash or a busy exchange. At a start nothing is in progress, and all rows are checked. */
  mend(when: 'start' | 'later'): Promise<void>;
}

export function createProposalRun({ db, exchange, kinds, audit, now, onFault }: RunParts): ProposalRun {
  /** One at a time in this process; SQL and the exchange enforce single execution anyway. */
  const running = new Map<string, Promise<void>>();

  const rowOf = (id: string) => db.selectFrom('desk_proposals').selectAll().where('id', '=', id).executeTakeFirst();

  async function throughJournal(row: ProposalRow, kind: Kind, data: ProposalData): Promise<void> {
    if (kind.command === undefined) return;
    const outcome = await exchange.approve(Number(row.second), Number(row.core_proposal));
    if (outcome.code === DONE) return;
    // No longer open in the exchange: it ran before a crash, or it expired.
    if (
      outcome.code === rejects['request.notFound'] &&
      (await kind.took?.(await exchange.state(), row.subject_id, data)) === true
    )
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
      // The proposal is still open in the exchange: it must not be approved there without the desk.
      if (error instanceof Undoable) await exchange.refuse(Number(row.second), Number(row.core_proposal));
    }
  }

  async function attempt(id: string): Promise<void> {
    const row = await rowOf(id);
    if (row?.state !== 'approved') return;
    try {
      await execute(row);
    } catch (error) {
      // The exchange accepts no commands for the moment, or an internal fault: it stays approved and is retried.
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

  /** Rows sent to the exchange whose answer was never recorded. */
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

/** The code of a permanent rejection; undefined: it may succeed later. */
function codeOf(error: unknown): number | undefined {
  if (error instanceof Undoable) return error.code;
  if (error instanceof Refusal) return error.code;
  if (error instanceof IdentityRefusal) return asRefusalCode(error.code);
  if (isCode(error, NOT_UNIQUE)) return CODE['account.taken'];
  return undefined;
}
