// The audit log (issue 4): it only grows, each row follows from the one before, and what was changed past the door shows.

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../src/desk/audit.ts';
import { type DeskUser, type DeskWorld, founders, startDeskWorld } from './desk-world.ts';

let world: DeskWorld;
let ada: DeskUser;
let grace: DeskUser;

beforeAll(async () => {
  world = await startDeskWorld();
  [ada, grace] = await founders(world);
});
afterAll(() => world.stop());

const check = async () => (await world.call(ada, 'desk.audit.check')).data;

describe('the database', () => {
  it.each([
    ['update', sql`update desk_audit set reason = 'other' where id = 1`],
    ['update of nothing new', sql`update desk_audit set hash = hash`],
    ['delete', sql`delete from desk_audit where id = 1`],
    ['truncate', sql`truncate desk_audit`],
    [
      'upsert',
      sql`insert into desk_audit select * from desk_audit where id = 1 on conflict (id) do update set reason = 'x'`,
    ],
  ])('refuses %s', async (_, statement) => {
    await expect(statement.execute(world.db)).rejects.toThrow(/audit log only grows/);
    expect((await check()).whole).toBe(true);
  });

  it('refuses a second row of the same number', async () => {
    await expect(sql`insert into desk_audit select * from desk_audit where id = 1`.execute(world.db)).rejects.toThrow(
      /unique/,
    );
  });
});

describe('the chain', () => {
  it('has a row for everything, in order, without gaps, by many at once too', async () => {
    const ann = await world.customer('annanderson');
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        world.call(at % 2 === 0 ? ada : grace, 'desk.customers.search', { by: 'number', text: ann.id }),
      ),
    );
    const rows = await world.db.selectFrom('desk_audit').selectAll().orderBy('id').execute();
    expect(rows.map(({ id }) => Number(id))).toEqual(rows.map((_, at) => at + 1));
    let before = '0'.repeat(64);
    for (const row of rows) {
      expect(row.hash).toBe(hashOf(before, row));
      before = row.hash;
    }
    expect(await check()).toMatchObject({ whole: true, broken: null, rows: rows.length, head: before });
    const what = rows.map((row) => row.what);
    expect(what.slice(0, 4)).toEqual(['house.granted', 'house.granted', 'house.granted', 'setup.link']);
    for (const one of ['setup.done', 'customer.searched', 'audit.checked']) expect(what).toContain(one);
  });

  it('every field of a row counts, and so does the row before', async () => {
    const [row] = await world.db.selectFrom('desk_audit').selectAll().where('id', '=', '1').execute();
    if (row === undefined) throw new Error('expected a first row');
    const zero = '0'.repeat(64);
    expect(hashOf(zero, row)).toBe(row.hash);
    for (const change of [
      ...[{ id: '2' }, { time: '1' }, { person: '1' }, { what: 'signOut' }, { subject: null }, { reason: '' }],
      ...[{ ip: '' }, { detail: '{}' }],
    ])
      expect(hashOf(zero, { ...row, ...change }), JSON.stringify(change)).not.toBe(row.hash);
    expect(hashOf(`1${zero.slice(1)}`, row)).not.toBe(row.hash);
  });

  it('shows a row that the database’s own master changed, took away or put in; the rows after it too', async () => {
    const past = async (work: () => Promise<unknown>): Promise<unknown> => {
      await sql`alter table desk_audit disable trigger user`.execute(world.db);
      await work();
      await sql`alter table desk_audit enable trigger user`.execute(world.db);
      return check();
    };
    const { reason } = await world.db
      .selectFrom('desk_audit')
      .select('reason')
      .where('id', '=', '4')
      .executeTakeFirstOrThrow();
    const set = (value: string | null) => () =>
      world.db.updateTable('desk_audit').set({ reason: value }).where('id', '=', '4').execute();
    expect(await past(set('another'))).toMatchObject({ whole: false, broken: '4' });
    expect(await past(set(reason))).toMatchObject({ whole: true });
    // Its own hash mended: the next row tells.
    const [third, fourth] = await world.db
      .selectFrom('desk_audit')
      .selectAll()
      .where('id', 'in', ['3', '4'])
      .orderBy('id')
      .execute();
    if (third === undefined || fourth === undefined) throw new Error('expected both rows');
    const forged = { ...fourth, reason: 'another' };
    expect(
      await past(() =>
        world.db
          .updateTable('desk_audit')
          .set({ reason: 'another', hash: hashOf(third.hash, forged) })
          .where('id', '=', '4')
          .execute(),
      ),
    ).toMatchObject({ whole: false, broken: '5' });
    await past(() =>
      world.db.updateTable('desk_audit').set({ reason, hash: fourth.hash }).where('id', '=', '4').execute(),
    );
    expect(await past(() => world.db.deleteFrom('desk_audit').where('id', '=', '4').execute())).toMatchObject({
      ...{ whole: false, broken: '5' },
    });
    expect(await past(() => world.db.insertInto('desk_audit').values(fourth).execute())).toMatchObject({ whole: true });
  });

  it('is written with what it tells, or neither is', async () => {
    const before = (await check()).rows as number;
    await sql`create function refuse_all() returns trigger language plpgsql as $$ begin raise exception 'no space'; end $$`.execute(
      world.db,
    );
    await sql`create trigger refuse_all before insert on desk_audit for each row execute function refuse_all()`.execute(
      world.db,
    );
    const answer = await world.call(ada, 'desk.reviewer.set', { on: false });
    const stopped = await world.call(ada, 'desk.people.invite', { name: 'Rosa', roles: ['support'], reason: 'x' });
    await sql`drop trigger refuse_all on desk_audit`.execute(world.db);
    expect([answer.code, stopped.code]).toEqual([500, 500]);
    expect((await world.call(ada, 'desk.me')).data.reviewer.on).toBe(true);
    const rows = (await check()).rows as number;
    // The check before noted itself, and nothing else came.
    expect(rows).toBe(before + 1);
  });
});

it('is read by person, subject and time, newest first, a page at a time', async () => {
  const ben = await world.customer('benbrown');
  await world.call(grace, 'desk.customers.get', { id: ben.id });
  const mine = await world.call(ada, 'desk.audit.list', { person: grace.id, subject: `customer:${ben.id}` });
  expect(mine.data.records).toMatchObject([{ what: 'customer.looked', person: { id: grace.id, name: 'Grace' } }]);
  const [first] = mine.data.records;
  const none = await world.call(ada, 'desk.audit.list', { subject: `customer:${ben.id}`, endTime: first.time });
  expect(none.data.total).toBe(0);
  const page = await world.call(ada, 'desk.audit.list', { size: 2, current: 2 });
  expect(page.data.records).toHaveLength(2);
  expect(page.data.records[0].time).toBeGreaterThanOrEqual(page.data.records[1].time);
});
