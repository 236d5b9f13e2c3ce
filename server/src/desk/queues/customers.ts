// Customers at the desk: found by exact search, shown masked, frozen by one staff member, unfrozen by two.

import type { CustomerLine, DeskCustomer, DeskParsedOf, LoginRecord, Page, Proposal } from '@vitrine/contract';
import { LOCK } from '@vitrine/core/enum';
import { asRefusalCode, Refusal } from '../../api/call/index.ts';
import { maskAccount, maskEmail, maskPhone } from '../../account/identity/index.ts';
import type { Audit } from '../audit.ts';
import type { DeskExchange } from '../exchange.ts';
import { DESK_LOCKS } from '../proposals/kinds.ts';
import type { DeskOptions } from '../parts.ts';
import type { Proposals } from '../proposals/proposals.ts';
import { idOf, notThere, refuseWhy } from '../refusal.ts';
import type { DeskSession } from '../staff/sessions.ts';
import type { DeskDatabase } from '../tables.ts';
import { DONE } from '@vitrine/core';

/** Most customers returned by a search. */
const FOUND_MOST = 10;
/** Most submissions shown with a customer. */
const SUBMISSIONS_MOST = 50;

export interface Customers {
  search(by: DeskSession, input: DeskParsedOf<'desk.customers.search'>, ip: string): Promise<readonly CustomerLine[]>;
  get(by: DeskSession, id: string, ip: string): Promise<DeskCustomer>;
  loginLog(by: DeskSession, input: DeskParsedOf<'desk.customers.loginLog'>, ip: string): Promise<Page<LoginRecord>>;
  freeze(by: DeskSession, id: string, reason: string, ip: string): Promise<void>;
  unfreeze(by: DeskSession, id: string, reason: string, ip: string): Promise<Proposal>;
  /** One customer's line. @throws 404. */
  line(id: string): Promise<CustomerLine>;
  /** Lines of several customers, by number. */
  lines(ids: readonly string[]): Promise<ReadonlyMap<string, CustomerLine>>;
}

export interface CustomerParts extends Pick<DeskOptions, 'live' | 'people'> {
  readonly db: DeskDatabase;
  readonly exchange: DeskExchange;
  readonly proposals: Proposals;
  readonly audit: Audit;
  readonly now: () => number;
}

export function createCustomers(parts: CustomerParts): Customers {
  const { db, exchange, proposals, audit, live, now } = parts;
  const { identity, messages } = parts.people;

  const users = () =>
    db
      .selectFrom('users')
      .select(['id', 'core_user', 'login_name', 'email', 'area_code', 'phone', 'created_at', 'kyc_stage', 'frozen_at']);
  type Row = Awaited<ReturnType<ReturnType<typeof users>['execute']>>[number];

  const locksOf = (row: { readonly core_user: string | null }) =>
    row.core_user === null ? 0 : (live.user(Number(row.core_user))?.locks ?? 0);

  /** Who set the lock of an account: the exchange says whether it is locked, the rows say by whom. */
  function frozenBy(
    row: { readonly core_user: string | null; readonly frozen_at: string | null },
    byDesk: boolean,
  ): readonly ('customer' | 'desk')[] {
    const locked = (locksOf(row) & LOCK.frozen) !== 0;
    const customer = row.frozen_at !== null;
    return [
      ...(customer ? (['customer'] as const) : []),
      ...(locked && (byDesk || !customer) ? (['desk'] as const) : []),
    ];
  }

  /** The customers among these that the desk froze according to its rows. */
  async function frozenByDesk(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await db
      .selectFrom('desk_freezes')
      .select('user_id')
      .where('user_id', 'in', ids)
      .where('lifted_at', 'is', null)
      .execute();
    return new Set(rows.map(({ user_id }) => String(user_id)));
  }

  async function linesOf(rows: readonly Row[]): Promise<readonly CustomerLine[]> {
    const frozen = await frozenByDesk(rows.map(({ id }) => String(id)));
    return rows.map((row) => ({
      id: String(row.id),
      loginName: row.login_name === null ? null : maskAccount(row.login_name),
      email: row.email === null ? null : maskEmail(row.email),
      phone: row.phone === null ? null : maskPhone(row.phone),
      created: Number(row.created_at),
      kycStage: row.kyc_stage,
      frozen: frozenBy(row, frozen.has(String(row.id))).length > 0,
    }));
  }

  /** Customers linked with one, and from when each link counts. */
  async function linkedOf({ core_user }: { readonly core_user: string | null }) {
    const others = core_user === null ? [] : live.linked(Number(core_user)).slice(1);
    if (others.length === 0) return [];
    const found = await db
      .selectFrom('users')
      .select(['id', 'core_user'])
      .where(
        'core_user',
        'in',
        others.map(({ user }) => String(user)),
      )
      .execute();
    const ids = new Map(found.map((one) => [Number(one.core_user), String(one.id)]));
    return others.flatMap(({ user, from }) => {
      const id = ids.get(user);
      return id === undefined ? [] : [{ id, from: Number(from) }];
    });
  }

  async function rowOf(id: string): Promise<Row> {
    const row = await users().where('id', '=', idOf(id)).executeTakeFirst();
    if (row === undefined) throw notThere();
    return row;
  }

  async function lines(ids: readonly string[]): Promise<ReadonlyMap<string, CustomerLine>> {
    if (ids.length === 0) return new Map();
    const found = await linesOf(await users().where('id', 'in', ids).execute());
    return new Map(found.map((line) => [line.id, line]));
  }

  async function line(id: string): Promise<CustomerLine> {
    const found = (await lines([idOf(id)])).get(id);
    if (found === undefined) throw notThere();
    return found;
  }

  async function find({ by, text }: DeskParsedOf<'desk.customers.search'>): Promise<readonly Row[]> {
    const all = users().orderBy('id').limit(FOUND_MOST);
    if (by === 'number') return /^[1-9][0-9]{0,17}$/.test(text) ? all.where('id', '=', text).execute() : [];
    if (by === 'email') return all.where('email', '=', text.toLowerCase()).execute();
    if (by === 'name') return all.where('login_name', '=', text.toLowerCase()).execute();
    if (by === 'invite') return all.where('invite_code', '=', text.toUpperCase()).execute();
    const digits = text.replaceAll(/[^0-9]/g, '');
    // Exact match: dialling code and number together, or the number alone.
    return all
      .where((eb) =>
        eb.or([
          eb('phone', '=', digits),
          eb(eb.fn<string>('concat', [eb.fn('replace', ['area_code', eb.val('+'), eb.val('')]), 'phone']), '=', digits),
        ]),
      )
      .where('phone', 'is not', null)
      .execute();
  }

  return {
    line,
    lines,

    async search(by, input, ip) {
      const found = await linesOf(await find(input));
      await audit.note({
        ...{ what: 'customer.searched', person: by.person, ip },
        detail: { by: input.by, found: String(found.length) },
      });
      return found;
    },

    async get(by, id, ip) {
      const row = await db.selectFrom('users').selectAll().where('id', '=', idOf(id)).executeTakeFirst();
      if (row === undefined) throw notThere();
      const about = await line(id);
      const frozen = await frozenByDesk([id]);
      const count = async (table: 'devices' | 'passkeys' | 'api_keys' | 'sessions') => {
        let query = db.selectFrom(table).select((eb) => eb.fn.countAll<string>().as('count'));
        query = query.where(`${table}.user_id`, '=', id);
        if (table === 'api_keys') query = query.where('api_keys.deleted_at', 'is', null);
        if (table === 'sessions') query = query.where('sessions.ended_at', 'is', null);
        return Number((await query.executeTakeFirstOrThrow()).count);
      };
      const authenticator = await db
        .selectFrom('authenticators')
        .select('bound_at')
        .where('user_id', '=', id)
        .where('bound_at', 'is not', null)
        .executeTakeFirst();
      const sent = await db
        .selectFrom('kyc_cases')
        .select(['id', 'stage', 'state', 'sent_at'])
        .where('user_id', '=', id)
        .orderBy('id', 'desc')
        .limit(SUBMISSIONS_MOST)
        .execute();
      const locks = locksOf(row);
      const until = Number(row.withdrawals_locked_until);
      const standing = await proposals.standing('customer.unfreeze', id);
      await audit.look({ what: 'customer.looked', person: by.person, subject: `customer:${id}`, ip });
      return {
        line: about,
        coreUser: row.core_user === null ? null : String(row.core_user),
        inviteCode: row.invite_code,
        referrer: row.referrer === null ? null : String(row.referrer),
        lang: row.lang,
        termsVersion: row.terms_version,
        locks: [
          ...frozenBy(row, frozen.has(id)).map((who) => ({ kind: 'frozen' as const, by: who, until: null })),
          ...(until > now() || (locks & LOCK.withdrawals) !== 0
            ? [{ kind: 'withdrawal' as const, by: 'house' as const, until: until > now() ? until : null }]
            : []),
        ],
        bound: {
          authenticator: authenticator !== undefined,
          passkeys: await count('passkeys'),
          fundPassword: row.fund_password !== null,
          apiKeys: await count('api_keys'),
        },
        devices: await count('devices'),
        sessions: await count('sessions'),
        credentialChanged: row.credential_changed_at === null ? null : Number(row.credential_changed_at),
        linked: await linkedOf(row),
        kyc: sent.map(({ id: number, stage, state, sent_at }) => ({
          id: String(number),
          stage,
          state,
          sent: Number(sent_at),
        })),
        proposal: standing ?? null,
      };
    },

    async loginLog(by, { id, current, size }, ip) {
      await rowOf(id);
      const all = db.selectFrom('login_log').where('user_id', '=', id);
      const total = await all.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
      const rows = await all
        .select(['id', 'time', 'network', 'device', 'result'])
        .orderBy('id', 'desc')
        .limit(size)
        .offset((current - 1) * size)
        .execute();
      await audit.look({ what: 'customer.loginLog', person: by.person, subject: `customer:${id}`, ip });
      const records = rows.map((row) => ({
        ...{ id: String(row.id), time: Number(row.time), ip: row.network, place: null, device: row.device },
        result: row.result as LoginRecord['result'],
      }));
      return { records, total: Number(total.count), size, current };
    },

    async freeze(by, id, reason, ip) {
      const row = await rowOf(id);
      if (row.core_user === null) throw refuseWhy('request.forbidden', 'state');
      if (frozenBy(row, (await frozenByDesk([id])).has(id)).includes('desk'))
        throw refuseWhy('request.forbidden', 'state');
      // The exchange first: no row here may claim a lock that it does not have.
      const outcome = await exchange.freeze(Number(by.person), Number(row.core_user), DESK_LOCKS);
      if (outcome.code !== DONE) throw new Refusal(asRefusalCode(outcome.code));
      const time = now();
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('desk_freezes')
          .values({ user_id: id, by_person: by.person, frozen_at: String(time), lifted_at: null })
          .execute();
        await audit.add(tx, {
          ...{ what: 'customer.frozen', person: by.person, subject: `customer:${id}`, reason, ip },
          detail: { seq: String(outcome.seq) },
        });
      });
      // The signed-in person may be somebody else.
      await identity.sessions.endAll(id);
      await messages.notice(id, { kind: 'frozen', time });
    },

    async unfreeze(by, id, reason, ip) {
      const row = await rowOf(id);
      const about = await line(id);
      if (row.core_user === null) throw refuseWhy('request.forbidden', 'state');
      return proposals.make(
        by,
        {
          kind: 'customer.unfreeze',
          subject: { kind: 'customer', id, name: nameOf(about) },
          facts: [{ fact: 'frozen', before: 'true', after: 'false' }],
          data: { userId: id, coreUser: Number(row.core_user) },
          reason,
        },
        ip,
      );
    },
  };
}

/** A customer's name in lists: the first masked value available. */
export function nameOf(line: CustomerLine): string {
  return line.loginName ?? line.email ?? line.phone ?? `#${line.id}`;
}
