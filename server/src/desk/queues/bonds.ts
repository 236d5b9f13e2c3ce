// Claims on merchants' bonds at the desk: one staff member proposes one for an ended over-the-counter order; the
// merchant has a notice period and may answer; another staff member decides.

import type { CustomerLine, DeskBondClaim, DeskBondOrder, DeskParsedOf, Page, Proposal } from '@vitrine/contract';
import { parseAtoms, printDecimal } from '@vitrine/core/number';
import { refuseField } from '../../api/call/index.ts';
import { type BondClaimRow, claimStateOf } from '../../otc/bond-claims/index.ts';
import { type Customers, nameOf } from './customers.ts';
import type { DeskOptions } from '../parts.ts';
import type { Proposals } from '../proposals/proposals.ts';
import { notThere, refuseWhy } from '../refusal.ts';
import type { DeskSession } from '../staff/sessions.ts';
import type { DeskDatabase } from '../tables.ts';

export interface BondDesk {
  list(by: DeskSession, input: DeskParsedOf<'desk.bonds.list'>): Promise<Page<DeskBondClaim>>;
  /** @throws 404. */
  order(id: string): Promise<DeskBondOrder>;
  /** @throws 404; 400 amount; 403 state, standing; or what the exchange rejects. */
  claim(by: DeskSession, input: DeskParsedOf<'desk.bonds.claim'>, ip: string): Promise<Proposal>;
}

export interface BondDeskParts extends Pick<DeskOptions, 'live' | 'bondClaims'> {
  readonly db: DeskDatabase;
  readonly customers: Customers;
  readonly proposals: Proposals;
}

export function createBondDesk({ db, live, bondClaims, customers, proposals }: BondDeskParts): BondDesk {
  /** Customers by their numbers in the exchange, masked. */
  async function linesOf(coreUsers: readonly string[]): Promise<ReadonlyMap<string, CustomerLine>> {
    if (coreUsers.length === 0) return new Map();
    const rows = await db.selectFrom('users').select(['id', 'core_user']).where('core_user', 'in', coreUsers).execute();
    const lines = await customers.lines(rows.map(({ id }) => String(id)));
    const found = new Map<string, CustomerLine>();
    for (const { id, core_user: coreUser } of rows) {
      const line = lines.get(String(id));
      if (line !== undefined) found.set(String(coreUser), line);
    }
    return found;
  }

  const scaleOf = (asset: number): number => live.asset(asset)?.scale ?? 0;
  const coinOf = (asset: number): string => live.asset(asset)?.code ?? '';
  const print = (atoms: bigint, asset: number) => printDecimal(Number(atoms), scaleOf(asset)) as DeskBondOrder['value'];

  async function found(id: string) {
    const known = await bondClaims.deal(id);
    if (known === undefined) throw notThere();
    const lines = await linesOf([known.deal.merchant, known.deal.harmed]);
    const [merchant, harmed] = [lines.get(known.deal.merchant), lines.get(known.deal.harmed)];
    if (merchant === undefined || harmed === undefined) throw notThere();
    return { ...known, merchant, harmed };
  }

  /** The proposal of a claim, by its number in the exchange. */
  async function proposalOf(by: DeskSession, claim: string): Promise<Proposal | null> {
    const row = await db
      .selectFrom('desk_proposals')
      .select('id')
      .where('kind', '=', 'bond.pay')
      .where('core_proposal', '=', claim)
      .where('state', '<>', 'making')
      .executeTakeFirst();
    return row === undefined ? null : proposals.get(by, String(row.id));
  }

  async function shapeOf(
    by: DeskSession,
    row: BondClaimRow,
    lines: ReadonlyMap<string, CustomerLine>,
  ): Promise<DeskBondClaim | undefined> {
    const [merchant, harmed] = [lines.get(row.merchant), lines.get(row.harmed)];
    const known = await bondClaims.deal(row.deal);
    if (merchant === undefined || harmed === undefined || known === undefined) return undefined;
    return {
      ...{ id: row.claim, orderId: row.deal, merchant, harmed, coin: coinOf(row.asset) },
      ...{ amount: print(BigInt(row.amount), row.asset), value: print(BigInt(known.deal.value), row.asset) },
      ...{ state: claimStateOf(row.state), noticeUntil: Number(row.notice_until), until: Number(row.until) },
      ...{ changed: Number(row.changed_at), answer: bondClaims.answerOf(row) },
      answered: row.answered_at === null ? null : Number(row.answered_at),
      proposal: await proposalOf(by, row.claim),
    };
  }

  return {
    async list(by, { open, current, size }) {
      const page = await bondClaims.all(open, current, size);
      const lines = await linesOf([...new Set(page.records.flatMap(({ merchant, harmed }) => [merchant, harmed]))]);
      const records: DeskBondClaim[] = [];
      for (const row of page.records) {
        const shape = await shapeOf(by, row, lines);
        if (shape !== undefined) records.push(shape);
      }
      return { ...page, records };
    },

    async order(id) {
      const { deal, left, merchant, harmed } = await found(id);
      return {
        ...{ id: deal.deal, merchant, harmed, coin: coinOf(deal.asset), until: Number(deal.until) },
        ...{ value: print(BigInt(deal.value), deal.asset), left: print(left, deal.asset) },
      };
    },

    async claim(by, { id, amount, reason }, ip) {
      const { deal, left, merchant, harmed } = await found(id);
      const atoms = parseAtoms(amount, scaleOf(deal.asset));
      if (typeof atoms !== 'number' || atoms <= 0 || BigInt(atoms) > left) throw refuseField('amount', 'range');
      if ((await proposals.standing('bond.pay', deal.deal)) !== undefined)
        throw refuseWhy('request.forbidden', 'standing');
      return proposals.make(
        by,
        {
          kind: 'bond.pay',
          subject: { kind: 'otcOrder', id: deal.deal, name: nameOf(merchant) },
          facts: [
            { fact: 'merchant', before: null, after: nameOf(merchant) },
            { fact: 'harmed', before: null, after: nameOf(harmed) },
            { fact: 'amount', before: null, after: `${amount} ${coinOf(deal.asset)}` },
          ],
          data: { userId: harmed.id, coreUser: Number(deal.harmed), atoms },
          reason,
        },
        ip,
      );
    },
  };
}
