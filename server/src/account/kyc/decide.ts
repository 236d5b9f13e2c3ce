// Decisions of the desk on a case: passed, or refused for exactly these fields. The first decision counts. Standing and
// customer are notified afterwards, and again after a crash until that succeeds.

import { KYC_FIELDS, KYC_STATE } from '@vitrine/contract';
import { sql } from 'kysely';
import { IdentityRefusal } from '../identity/index.ts';
import type { CaseRow, Seals } from './cases.ts';
import { stageOneFor, statesFor, transitions, type KycAct, type KycState } from './machine.ts';
import type { KycParts, RefusedField } from './parts.ts';

/** Most characters of a note. */
const MAX_NOTE = 200;
/** Interval of checks for decisions without notification, ms. */
const SWEEP = 10_000;
/** Most notifications per check. */
const SWEEP_MOST = 100;

export interface Decisions {
  /** @throws {IdentityRefusal} 404, 1106 if it is already decided, 1104 for stage 2 before stage 1 has passed. */
  pass(id: string): Promise<void>;
  /** @throws {IdentityRefusal} 404, 1106, 400 for no fields or fields of another stage. */
  refuse(id: string, refused: readonly RefusedField[]): Promise<void>;
  /** Sends outstanding notifications; also runs regularly by itself. Returns how many were sent. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

export function createDecisions({ db, standing, messages, now, onFault }: KycParts, seals: Seals): Decisions {
  /** Moves a case to its next state; the row decides which concurrent call was first. */
  async function decide(id: string, act: KycAct, refused: readonly RefusedField[]): Promise<void> {
    if (!/^\d{1,18}$/.test(id)) throw new IdentityRefusal('request.notFound', 'no such case');
    const step = transitions[KYC_STATE.underReview][act];
    if (!('to' in step)) throw new Error(`${act} is no decision`);
    const row = await sql<CaseRow>`
      update kyc_cases set
        state = ${step.to},
        decided_at = ${now()},
        refused = ${act === 'refuse' ? seals.sealRefused(id, refused) : null}
      where id = ${id} and state = any(${statesFor(act)})
        and (stage = 1 or coalesce((
          select one.state from kyc_cases one where one.user_id = kyc_cases.user_id and one.stage = 1
          order by one.id desc limit 1), ${KYC_STATE.none}) = any(${stageOneFor[act]}))
      returning *`.execute(db);
    const [decided] = row.rows;
    if (decided === undefined) throw await whyNot(id, act);
    // It is decided: the sweep repeats a notification that fails now.
    await tell(decided).catch(onFault);
  }

  async function whyNot(id: string, act: KycAct): Promise<IdentityRefusal> {
    const found = await find(id);
    if (found === undefined) return new IdentityRefusal('request.notFound', 'no such case');
    const step = transitions[found.state as KycState][act];
    if ('code' in step) return new IdentityRefusal(step.code, 'it is decided already');
    return new IdentityRefusal('kyc.required', 'stage 1 passes first', { stage: 1 });
  }

  const find = (id: string) => db.selectFrom('kyc_cases').selectAll().where('id', '=', id).executeTakeFirst();

  /** The highest stage that this customer has passed. */
  async function passedStage(userId: string): Promise<0 | 1 | 2> {
    const row = await db
      .selectFrom('kyc_cases')
      .select((select) => select.fn.max('stage').as('stage'))
      .where('user_id', '=', userId)
      .where('state', '=', KYC_STATE.passed)
      .executeTakeFirst();
    return row?.stage === 2 ? 2 : row?.stage === 1 ? 1 : 0;
  }

  async function tell(row: CaseRow): Promise<void> {
    const passed = row.state === KYC_STATE.passed;
    if (passed) {
      // Two stages may pass at once: the last to write checks again, so that the higher one remains.
      let said = -1;
      for (let stage = await passedStage(row.user_id); stage !== said; stage = await passedStage(row.user_id)) {
        await standing.setStage(row.user_id, stage);
        said = stage;
      }
    } else standing.verificationChanged(row.user_id);
    const first = await db
      .updateTable('kyc_cases')
      .set({ told: true })
      .where('id', '=', row.id)
      .where('told', '=', false)
      .returning('id')
      .executeTakeFirst();
    if (first === undefined) return;
    await messages.notice(row.user_id, {
      kind: 'kyc',
      stage: row.stage === 2 ? 2 : 1,
      passed,
      refused: seals.refused(row).map(({ field, reason }) => ({ field, reason })),
    });
  }

  async function sweep(): Promise<number> {
    const rows = await db
      .selectFrom('kyc_cases')
      .selectAll()
      .where('state', '<>', KYC_STATE.underReview)
      .where('told', '=', false)
      .orderBy('id')
      .limit(SWEEP_MOST)
      .execute();
    for (const row of rows) await tell(row);
    return rows.length;
  }

  let sweeping: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    sweeping ??= sweep()
      .catch(onFault)
      .finally(() => (sweeping = undefined));
  }, SWEEP);
  timer.unref();

  return {
    pass: (id) => decide(id, 'pass', []),
    async refuse(id, refused) {
      const found = /^\d{1,18}$/.test(id) ? await find(id) : undefined;
      if (found !== undefined) checkRefused(found.stage, refused);
      await decide(id, 'refuse', refused);
    },
    sweep,
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}

/** At least one field of the stage, without duplicates. */
function checkRefused(stage: number, refused: readonly RefusedField[]): void {
  const known: readonly string[] = KYC_FIELDS[stage === 2 ? 2 : 1];
  const fields = refused.map((one) => one.field);
  const sound =
    fields.length > 0 &&
    new Set(fields).size === fields.length &&
    fields.every((field) => known.includes(field)) &&
    refused.every(({ note }) => note === null || note.length <= MAX_NOTE);
  if (!sound)
    throw new IdentityRefusal('request.invalid', `expected fields of ${known.join(', ')}`, {}, { refused: 'range' });
}
