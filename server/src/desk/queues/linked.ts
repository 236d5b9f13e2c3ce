// Linked accounts at the desk: groups, linking and unlinking by two staff members, and customers' appeals.

import type { DeskAppeal, DeskParsedOf, LinkGroup, Page, Proposal } from '@vitrine/contract';
import { LINK_NOTICE } from '@vitrine/core';
import { type Customers, nameOf } from './customers.ts';
import type { DeskOptions } from '../parts.ts';
import type { Proposals } from '../proposals/proposals.ts';
import { idOf, notThere, refuseWhy } from '../refusal.ts';
import type { DeskSession } from '../staff/sessions.ts';
import type { DeskDatabase } from '../tables.ts';

export interface LinkedDesk {
  groups(input: DeskParsedOf<'desk.links.list'>): Promise<Page<LinkGroup>>;
  link(by: DeskSession, input: DeskParsedOf<'desk.links.link'>, ip: string): Promise<Proposal>;
  unlink(by: DeskSession, id: string, reason: string, ip: string): Promise<Proposal>;
  appeals(input: DeskParsedOf<'desk.appeals.list'>): Promise<Page<DeskAppeal>>;
  grant(by: DeskSession, input: DeskParsedOf<'desk.appeals.grant'>, ip: string): Promise<Proposal>;
  refuse(by: DeskSession, input: DeskParsedOf<'desk.appeals.refuse'>, ip: string): Promise<Proposal>;
  /** Number of open appeals. */
  waiting(): Promise<number>;
}

export interface LinkedDeskParts extends Pick<DeskOptions, 'people' | 'live'> {
  readonly db: DeskDatabase;
  readonly customers: Customers;
  readonly proposals: Proposals;
}

export function createLinkedDesk({ db, people, live, customers, proposals }: LinkedDeskParts): LinkedDesk {
  const { appeals } = people;

  /** Numbers of customers by their numbers in the exchange. */
  async function customersOf(users: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (users.length === 0) return new Map();
    const rows = await db
      .selectFrom('users')
      .select(['id', 'core_user'])
      .where('core_user', 'in', users.map(String))
      .execute();
    return new Map(rows.map(({ id, core_user }) => [Number(core_user), String(id)]));
  }

  async function coreUserOf(id: string): Promise<number> {
    const row = await db.selectFrom('users').select('core_user').where('id', '=', idOf(id)).executeTakeFirst();
    if (row === undefined) throw notThere();
    if (row.core_user === null) throw refuseWhy('request.forbidden', 'state');
    return Number(row.core_user);
  }

  /** Customers linked with one of the exchange's users, without that one. */
  async function linkedWith(user: number): Promise<readonly { user: number; userId: string }[]> {
    const others = live.linked(user).slice(1);
    const numbers = await customersOf(others.map((one) => one.user));
    return others.map((one) => ({ user: one.user, userId: numbers.get(one.user) ?? `#${one.user}` }));
  }

  const listed = (group: readonly { readonly userId: string }[]): string =>
    group.map(({ userId }) => userId).join(', ');

  /** An open appeal, with its customer in the exchange. */
  async function openAppeal(id: string) {
    const found = await appeals.one(idOf(id));
    if (found === undefined) throw notThere();
    if (found.state !== 'open') throw refuseWhy('request.forbidden', 'state');
    const customer = await customers.line(found.userId);
    return { ...found, customer, coreUser: await coreUserOf(found.userId) };
  }

  return {
    async groups({ current, size }) {
      const all = live
        .linkGroups()
        .map((accounts) => ({ accounts, last: Math.max(...accounts.map(({ from }) => from)) }))
        .sort((a, b) => b.last - a.last);
      const shown = all.slice((current - 1) * size, current * size);
      const numbers = await customersOf(shown.flatMap(({ accounts }) => accounts.map(({ user }) => user)));
      const lines = await customers.lines([...numbers.values()]);
      const records: LinkGroup[] = [];
      for (const { accounts } of shown) {
        const group: LinkGroup['accounts'] = [];
        for (const { user, from } of accounts) {
          const customer = lines.get(numbers.get(user) ?? '');
          if (customer === undefined) continue;
          const standing = await proposals.standing('account.unlink', customer.id);
          group.push({ customer, since: from - LINK_NOTICE, from, proposal: standing ?? null });
        }
        records.push({ accounts: group });
      }
      return { records, total: all.length, size, current };
    },

    async link(by, { id, other, reason }, ip) {
      const [user, joins] = [await coreUserOf(id), await coreUserOf(other)];
      const customer = await customers.line(id);
      if (user === joins || live.linked(user).length > 0) throw refuseWhy('request.forbidden', 'state');
      const group = [{ userId: other }, ...(await linkedWith(joins))];
      return proposals.make(
        by,
        {
          kind: 'account.link',
          subject: { kind: 'customer', id, name: nameOf(customer) },
          facts: [{ fact: 'linked', before: null, after: listed(group) }],
          data: { userId: id, coreUser: user, otherUser: joins },
          reason,
        },
        ip,
      );
    },

    async unlink(by, id, reason, ip) {
      const user = await coreUserOf(id);
      const customer = await customers.line(id);
      const group = await linkedWith(user);
      if (group.length === 0) throw refuseWhy('request.forbidden', 'state');
      return proposals.make(
        by,
        {
          kind: 'account.unlink',
          subject: { kind: 'customer', id, name: nameOf(customer) },
          facts: [{ fact: 'linked', before: listed(group), after: null }],
          data: { userId: id, coreUser: user, group },
          reason,
        },
        ip,
      );
    },

    async appeals(input) {
      const page = await appeals.list(input);
      const lines = await customers.lines(page.records.map(({ userId }) => userId));
      const records: DeskAppeal[] = [];
      for (const { userId, ...appeal } of page.records) {
        const customer = lines.get(userId);
        if (customer === undefined) continue;
        const proposal =
          appeal.state === 'open'
            ? ((await proposals.standing('appeal.refuse', appeal.id)) ??
              (await proposals.standing('account.unlink', userId)))
            : appeal.state === 'refused'
              ? await proposals.doneBy('appeal.refuse', appeal.id)
              : appeal.state === 'granted'
                ? await proposals.doneBy('account.unlink', userId)
                : undefined;
        const group = appeal.state === 'open' ? await linkedWith(await coreUserOf(userId)) : [];
        const linked = group.map((one) => one.userId);
        records.push({ ...appeal, customer, linked, proposal: proposal ?? null });
      }
      return { ...page, records };
    },

    async grant(by, { id, answer, reason }, ip) {
      const { userId, coreUser, customer } = await openAppeal(id);
      if ((await proposals.standing('appeal.refuse', id)) !== undefined)
        throw refuseWhy('request.forbidden', 'standing');
      const group = await linkedWith(coreUser);
      if (group.length === 0) throw refuseWhy('request.forbidden', 'state');
      return proposals.make(
        by,
        {
          kind: 'account.unlink',
          subject: { kind: 'customer', id: userId, name: nameOf(customer) },
          facts: [
            { fact: 'linked', before: listed(group), after: null },
            { fact: 'answer', before: null, after: answer },
          ],
          data: { userId, coreUser, group, appeal: id, answer },
          reason,
        },
        ip,
      );
    },

    async refuse(by, { id, answer, reason }, ip) {
      const { userId, customer } = await openAppeal(id);
      if ((await proposals.standing('account.unlink', userId)) !== undefined)
        throw refuseWhy('request.forbidden', 'standing');
      return proposals.make(
        by,
        {
          kind: 'appeal.refuse',
          subject: { kind: 'appeal', id, name: nameOf(customer) },
          facts: [{ fact: 'answer', before: null, after: answer }],
          data: { userId, appeal: id, answer },
          reason,
        },
        ip,
      );
    },

    waiting: () => appeals.waiting(),
  };
}
