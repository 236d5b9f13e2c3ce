// Deposits with a screenshot: declared by their customer, credited after two staff members saw them at the bank; each
// reference counts once.

import { hash } from 'node:crypto';
import type { FundsReason, Recharge } from '@vitrine/contract';
import { DONE, printShort } from '@vitrine/core';
import { sql } from 'kysely';
import { asRefusalCode, Refusal, refuse, refuseField } from '../../api/call/index.ts';
import { fileIdOf } from '../../account/files/index.ts';
import { IntakeError } from '../../engine/sequencer/index.ts';
import { parseUnits } from '../amount.ts';
import type { Customer, Deposits, ManualDecision } from '../types/index.ts';
import type { CustodyTransaction } from '../tables.ts';
import { type DepositOptions, type DepositRow, MAX_UNDER_REVIEW, PASS } from './parts.ts';
import { shownOf } from './row.ts';
import type { Settle } from './settle.ts';

const BANK = 'bank';
const ID = /^\d{1,18}$/;
/** Seconds until a customer with too many under review may retry. */
const SOON = '3600';

export interface Manual extends Pick<Deposits, 'tell' | 'pass' | 'refuse'> {
  /** Completes approved ones whose credit was unknown at an interruption. */
  finish(): Promise<void>;
}

export function createManual(options: DepositOptions, settle: Settle, bank: number): Manual {
  const { parts, funds, news } = options;
  const { db, live, now, people, vault } = parts;

  /** The bank's terms of a coin. @throws 3109. */
  function termsOf(coin: string) {
    const asset = live.assetByCode(coin);
    const terms = asset === undefined ? undefined : funds.terms(bank, asset.asset);
    if (asset === undefined || terms === undefined || !terms.deposits) throw refuse('deposit.closed', { coin });
    return { scale: asset.scale, terms };
  }

  /** Atoms in multiples of the bank's step. @throws 400, 3110. */
  function atomsOf(coin: string, amount: string): bigint {
    const { scale, terms } = termsOf(coin);
    const atoms = parseUnits(amount, scale);
    if (atoms === undefined || atoms <= 0n || atoms % BigInt(terms.step) !== 0n) throw refuseField('amount', 'range');
    if (atoms < BigInt(terms.minDeposit))
      throw refuse('amount.tooSmall', { least: printShort(terms.minDeposit, scale), coin });
    return atoms;
  }

  async function publish(row: DepositRow): Promise<Recharge> {
    const [record] = await shownOf(parts, [row]);
    if (record === undefined) throw new Error(`expected deposit ${row.id} to be shown`);
    news(Number.parseInt(row.core_user, 10), { recharges: [record], withdrawals: [] });
    return record;
  }

  async function find(id: string, within: CustodyTransaction | typeof db = db): Promise<DepositRow> {
    const row = ID.test(id)
      ? await within
          .selectFrom('custody_deposits')
          .selectAll()
          .where('id', '=', id)
          .where('network', '=', BANK)
          .forUpdate()
          .executeTakeFirst()
      : undefined;
    if (row === undefined) throw refuse('request.notFound');
    return row;
  }

  /** The earlier deposit with this picture; undefined for a new picture. */
  const ofPicture = (within: CustodyTransaction, { userId }: Customer, img: string) =>
    within
      .selectFrom('custody_deposits')
      .selectAll()
      .where('user_id', '=', userId)
      .where('img', '=', img)
      .executeTakeFirst();

  async function insert(
    within: CustodyTransaction,
    customer: Customer,
    given: { readonly coin: string; readonly img: string; readonly address?: string | undefined },
    atoms: bigint,
    digest: string,
  ): Promise<DepositRow> {
    const time = String(now());
    const next = await sql<{ id: string }>`
      select nextval(pg_get_serial_sequence('custody_deposits', 'id')) as id`.execute(within);
    const id = String(next.rows[0]?.id);
    return within
      .insertInto('custody_deposits')
      .values({
        id,
        ...{ network: BANK, txid: null, position: 0, coin: given.coin, address: null },
        ...{ units: String(atoms), atoms: String(atoms), dust: '0' },
        ...{ user_id: customer.userId, core_user: String(customer.coreUser), stage: 'review' },
        ...{ img: given.img, img_digest: digest, seen_at: time, changed_at: time },
        account: given.address === undefined ? null : vault.seal(given.address, accountPlace(id)),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** Records the bank's reference before the exchange is asked: a reference belongs to one deposit for ever. */
  async function decide({ id, amount, reference: words }: ManualDecision): Promise<DepositRow> {
    const reference = words.trim().replaceAll(/\s+/g, ' ').toUpperCase();
    if (reference === '') throw refuseField('reference', 'required');
    try {
      return await db.transaction().execute(async (within) => {
        const row = await find(id, within);
        if (row.reference === reference) return row;
        if (row.stage !== 'review' || row.reference !== null) throw refuse('request.notFound');
        const atoms = String(atomsOf(row.coin, amount));
        return within
          .updateTable('custody_deposits')
          .set({
            reference,
            txid: hash('sha256', `${BANK}:${reference}`),
            units: atoms,
            atoms,
            changed_at: String(now()),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
      });
    } catch (error) {
      if (isTaken(error)) throw refuse('key.otherBody');
      throw error;
    }
  }

  /** Sends a decided deposit to the exchange. @throws {Refusal} then it waits for a decision again. */
  async function bring(row: DepositRow): Promise<void> {
    const code = await settle.credit(row);
    if (code !== DONE) {
      await db
        .updateTable('custody_deposits')
        .set({ reference: null, txid: null, credited_at: null })
        .where('id', '=', row.id)
        .where('stage', '=', 'review')
        .execute();
      throw new Refusal(asRefusalCode(code));
    }
    await publish(await find(row.id));
  }

  return {
    async tell(customer, given) {
      const atoms = atomsOf(given.coin, given.amount);
      const file = fileIdOf(given.img);
      const picture = file === undefined ? undefined : await people.files.ofOwner(customer.userId, file);
      if (file === undefined || picture?.purpose !== 'recharge') throw refuseField('img', 'range');
      const row = await db.transaction().execute(async (within) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`deposits ${customer.userId}`}, 0))`.execute(within);
        // The same declaration again (a second click, a lost answer) gives the same deposit: a picture belongs to one.
        const before = await ofPicture(within, customer, given.img);
        if (before !== undefined) {
          if (before.coin === given.coin && BigInt(before.atoms) === atoms) return before;
          throw refuseField('img', 'range');
        }
        const open = await within
          .selectFrom('custody_deposits')
          .select('id')
          .where('user_id', '=', customer.userId)
          .where('stage', '=', 'review')
          .limit(MAX_UNDER_REVIEW)
          .execute();
        if (open.length >= MAX_UNDER_REVIEW) throw refuse('request.tooFrequent', { seconds: SOON });
        const made = await insert(within, customer, given, atoms, picture.digest);
        if (!(await people.files.attach(file, within))) throw refuseField('img', 'range');
        return made;
      });
      return publish(row);
    },

    async pass(decision) {
      const row = await decide(decision);
      if (row.stage === 'review') await bring(row);
    },

    async refuse(id: string, why: FundsReason, note: string | null) {
      const row = await db.transaction().execute(async (within) => {
        const found = await find(id, within);
        // Already refused for the same reason: a second click.
        if (found.stage === 'refused' && found.reason === why && found.note === note) return found;
        if (found.stage !== 'review' || found.reference !== null) throw refuse('request.notFound');
        return within
          .updateTable('custody_deposits')
          .set({ stage: 'refused', reason: why, note, changed_at: String(now()) })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      await publish(row);
    },

    async finish() {
      const rows = await db
        .selectFrom('custody_deposits')
        .selectAll()
        .where('network', '=', BANK)
        .where('stage', '=', 'review')
        .where('reference', 'is not', null)
        .limit(PASS)
        .execute();
      for (const row of rows) {
        try {
          await bring(row);
        } catch (error) {
          if (error instanceof IntakeError) return;
          // It waits for a decision again: the desk sees it among the others.
          if (!(error instanceof Refusal)) throw error;
        }
      }
    },
  };
}

/** The context that the source account is sealed for. */
export function accountPlace(id: string): string {
  return `custody_deposits:${id}:account`;
}

/** Unique index violation: another deposit has the reference. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
