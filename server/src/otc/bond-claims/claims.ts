// Claims on merchants' bonds for both parties and the desk: the claim, the merchant's answer, and the notices to both.
// Only the exchange pays; nothing here moves money.

import {
  type BondClaim,
  BOND_CLAIM_STATE,
  type BondClaimState,
  MAX_CLAIM_ANSWER,
  type Page,
  type ParsedOf,
} from '@vitrine/contract';
import { printDecimal } from '@vitrine/core/number';
import { type Kysely, type Selectable, sql } from 'kysely';
import { refuse } from '../../api/call/index.ts';
import type { Live } from '../../projection/live/index.ts';
import type { Messages } from '../../account/messages/index.ts';
import type { ExchangeLink } from '../../engine/sequencer/index.ts';
import type { Vault } from '../../account/vault/index.ts';
import { CLAIM_STATE, followClaims } from './follow.ts';
import type { BondClaimsTable, BondClaimTables, BondDealsTable } from './tables.ts';

/** An id in its one canonical form: answers are sealed for it. */
const ID = /^[1-9][0-9]{0,15}$/;
/** At least one visible character. */
const SAYS_SOMETHING = /[^\s\p{Cc}\p{Cf}]/u;

export type BondClaimRow = Selectable<BondClaimsTable>;
export type BondDealRow = Selectable<BondDealsTable>;

export interface BondClaimParts {
  readonly db: Kysely<BondClaimTables>;
  readonly link: Pick<ExchangeLink, 'seed' | 'onBatch'>;
  readonly live: Pick<Live, 'asset'>;
  readonly vault: Vault;
  readonly messages: Pick<Messages, 'notice'>;
  /** Identity's user id for a user of the exchange; undefined: unknown. */
  readonly userOf: (coreUser: number) => Promise<string | undefined>;
  /** ms UTC. */
  readonly now?: () => number;
  /** Receives background failures. */
  readonly onFault: (error: unknown) => void;
}

export interface BondClaims {
  /** Claims with that customer as a party, newest first. */
  list(coreUser: number, paging: ParsedOf<'bondClaim.list'>): Promise<Page<BondClaim> & { records: BondClaim[] }>;
  /** @throws {Refusal} 404 no claim on one's own bond, 5103 the notice period is over or it is decided, 5001, 5002. */
  answer(coreUser: number, input: ParsedOf<'bondClaim.answer'>): Promise<BondClaim>;
  /** For the desk: open claims, or past ones, newest first. */
  all(open: boolean, current: number, size: number): Promise<Page<BondClaimRow> & { records: BondClaimRow[] }>;
  /** For the desk: a known ended deal, and the part of its value that is neither claimed nor paid. */
  deal(id: string): Promise<{ readonly deal: BondDealRow; readonly left: bigint } | undefined>;
  /** A merchant's answer, decrypted. */
  answerOf(row: BondClaimRow): string | null;
  /** Whether a claim of exactly this amount was paid. */
  wasPaid(deal: string, atoms: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** The context that an answer is sealed for. */
function placeOf(claim: string): string {
  return `bond_claims:${claim}`;
}

/** The name of a claim state of the exchange. */
export function claimStateOf(state: number): BondClaimState {
  const word = BOND_CLAIM_STATE[state - 1];
  if (word === undefined)
    throw new Error(`expected a state of a claim from 1 to ${BOND_CLAIM_STATE.length}, got ${state}`);
  return word;
}

/** Follows the exchange's claims; resolves once the open ones are known. */
export async function createBondClaims(parts: BondClaimParts): Promise<BondClaims> {
  const { db, link, live, vault, messages, userOf, now = Date.now, onFault } = parts;

  const moneyOf = (atoms: string, asset: number) => {
    const known = live.asset(asset);
    return { amount: printDecimal(Number(atoms), known?.scale ?? 0), coin: known?.code ?? '' };
  };

  /** Notifies both parties of each state they were not notified of yet: once, by the process that marks it first. */
  async function tell(): Promise<void> {
    const rows = await db
      .selectFrom('bond_claims')
      .selectAll()
      .whereRef('noticed', '<', 'state')
      .orderBy('claim')
      .execute();
    for (const row of rows) {
      const marked = await db
        .updateTable('bond_claims')
        .set({ noticed: row.state })
        .where('claim', '=', row.claim)
        .where('noticed', '=', row.noticed)
        .executeTakeFirst();
      if (marked.numUpdatedRows !== 1n) continue;
      const state = claimStateOf(row.state);
      const facts = { ...moneyOf(row.amount, row.asset), order: row.deal, time: Number(row.changed_at) };
      for (const role of ['merchant', 'harmed'] as const) {
        const userId = await userOf(Number(row[role]));
        if (userId !== undefined)
          await messages.notice(userId, { kind: 'bondClaim', role, state, ...facts, until: Number(row.notice_until) });
      }
    }
  }

  let sending: Promise<void> = Promise.resolve();
  const changed = (): void => {
    sending = sending.then(tell).catch(onFault);
  };
  const followed = await followClaims(db, link, changed, onFault);
  // Sends notices that a crash left unsent.
  changed();

  function answerOf({ claim, answer }: BondClaimRow): string | null {
    return answer === null ? null : vault.open(answer, placeOf(claim)).toString('utf8');
  }

  function shownTo(coreUser: number, row: BondClaimRow): BondClaim {
    const merchant = Number(row.merchant) === coreUser;
    return {
      ...{
        id: row.claim,
        orderId: row.deal,
        role: merchant ? 'merchant' : 'harmed',
        ...moneyOf(row.amount, row.asset),
      },
      ...{ state: claimStateOf(row.state), noticeUntil: Number(row.notice_until), until: Number(row.until) },
      ...{ changed: Number(row.changed_at), answer: merchant ? answerOf(row) : null },
      answered: merchant && row.answered_at !== null ? Number(row.answered_at) : null,
    } as BondClaim;
  }

  return {
    answerOf,

    async list(coreUser, { current, size }) {
      await followed.settled();
      const own = String(coreUser);
      const mine = db
        .selectFrom('bond_claims')
        .where((one) => one.or([one('merchant', '=', own), one('harmed', '=', own)]));
      const { count } = await mine.select((one) => one.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
      const rows = await mine
        .selectAll()
        .orderBy('claim', 'desc')
        .offset((current - 1) * size)
        .limit(size)
        .execute();
      return { records: rows.map((row) => shownTo(coreUser, row)), total: Number(count), size, current };
    },

    async answer(coreUser, { id, content }) {
      if (!ID.test(id)) throw refuse('request.notFound');
      await followed.settled();
      const time = now();
      const row = await db
        .selectFrom('bond_claims')
        .selectAll()
        .where('claim', '=', id)
        .where('merchant', '=', String(coreUser))
        .executeTakeFirst();
      if (row === undefined) throw refuse('request.notFound');
      if (!SAYS_SOMETHING.test(content)) throw refuse('chat.blank');
      if (Array.from(content).length > MAX_CLAIM_ANSWER)
        throw refuse('chat.tooLong', { most: String(MAX_CLAIM_ANSWER) });
      const written = await db
        .updateTable('bond_claims')
        .set({ answer: vault.seal(content, placeOf(id)), answered_at: String(time) })
        .where('claim', '=', id)
        .where('merchant', '=', String(coreUser))
        .where('state', '=', CLAIM_STATE.notice)
        .where('notice_until', '>', String(time))
        .returningAll()
        .executeTakeFirst();
      if (written === undefined) throw refuse('otc.state');
      return shownTo(coreUser, written);
    },

    async all(open, current, size) {
      await followed.settled();
      const asked = db.selectFrom('bond_claims').where('state', open ? '=' : '>', CLAIM_STATE.notice);
      const { count } = await asked.select((one) => one.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
      const records = await asked
        .selectAll()
        .orderBy('claim', 'desc')
        .offset((current - 1) * size)
        .limit(size)
        .execute();
      return { records, total: Number(count), size, current };
    },

    async deal(id) {
      if (!ID.test(id)) return undefined;
      await followed.settled();
      const deal = await db.selectFrom('bond_deals').selectAll().where('deal', '=', id).executeTakeFirst();
      if (deal === undefined) return undefined;
      const { sum } = await db
        .selectFrom('bond_claims')
        .select((of) => of.fn.coalesce(of.fn.sum<string>('amount'), sql<string>`0`).as('sum'))
        .where('deal', '=', id)
        .where('state', 'in', [CLAIM_STATE.notice, CLAIM_STATE.paid])
        .executeTakeFirstOrThrow();
      return { deal, left: BigInt(deal.value) - BigInt(sum) };
    },

    async wasPaid(deal, atoms) {
      await followed.settled();
      const found = await db
        .selectFrom('bond_claims')
        .select('claim')
        .where('deal', '=', deal)
        .where('amount', '=', String(atoms))
        .where('state', '=', CLAIM_STATE.paid)
        .executeTakeFirst();
      return found !== undefined;
    },

    async stop() {
      await followed.stop();
      await sending;
    },
  };
}
