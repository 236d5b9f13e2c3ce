// Keys of operators' writes (issue 16, part A; failures W18): once each, asked after, by the operator alone.

import { KEY_MAX_AGE, makeKey } from '@vitrine/contract';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskUser, type DeskWorld, founders, startDeskWorld } from './desk-world.ts';

let world: DeskWorld;
let ada: DeskUser;
let grace: DeskUser;
let customers = 0;

beforeAll(async () => {
  world = await startDeskWorld();
  [ada, grace] = await founders(world);
});
afterAll(() => world.stop());

const freshKey = (): string => makeKey(world.now(), randomBytes(10));
const keyed = (key: string) => ({ 'idempotency-key': key });
const outcome = (user: DeskUser, key: string) => world.call(user, 'desk.outcome', { key });
const submission = async (): Promise<string> => world.submit((await world.customer(`keyed${(customers += 1)}`)).id);
const pass = (user: DeskUser, id: string, key: string, reason = 'all is there') =>
  world.call(user, 'desk.kyc.pass', { id, reason }, keyed(key));
const proposalsOf = async (kyc: string): Promise<number> =>
  (await world.db.selectFrom('desk_proposals').select('id').where('subject_id', '=', kyc).execute()).length;

describe('a write of the desk with a key', () => {
  it('is done once: sent again it sends to ask, and the asking says done', async () => {
    const id = await submission();
    const key = freshKey();
    expect((await pass(ada, id, key)).code).toBe(200);
    expect((await pass(ada, id, key)).code).toBe(504);
    expect((await pass(ada, id, key, 'another reason')).code).toBe(409);
    expect(await proposalsOf(id)).toBe(1);
    expect((await outcome(ada, key.toUpperCase())).data).toEqual({ state: 'done', code: 200, key: 'ok' });
  });

  it('sent by many at once makes one proposal', async () => {
    const id = await submission();
    const key = freshKey();
    const codes = (await Promise.all([1, 2, 3, 4].map(() => pass(ada, id, key)))).map(({ code }) => code);
    expect(codes.sort((a, b) => a - b)).toEqual([200, 504, 504, 504]);
    expect(await proposalsOf(id)).toBe(1);
  });

  it('that was refused says so; one that never came never will, once it was asked for', async () => {
    const refused = freshKey();
    expect((await pass(ada, '999999', refused)).code).toBe(404);
    expect((await outcome(ada, refused)).data).toMatchObject({ state: 'refused', code: 404 });

    const id = await submission();
    const late = freshKey();
    expect((await outcome(ada, late)).data).toMatchObject({ state: 'never', code: 410 });
    expect((await pass(ada, id, late)).code).toBe(410);
    expect(await proposalsOf(id)).toBe(0);
  });

  it('answers for nobody else: not for another operator, not for the customer of the same number', async () => {
    const id = await submission();
    const key = freshKey();
    expect((await pass(ada, id, key)).code).toBe(200);
    expect((await outcome(grace, key)).data).toMatchObject({ state: 'never' });
    expect((await outcome(ada, key)).data).toMatchObject({ state: 'done' });
    // Grace's own write under the same key is a write of its own: hers was voided by asking.
    expect((await pass(grace, await submission(), key)).code).toBe(410);

    const shared = freshKey();
    const own = await submission();
    await world.db
      .insertInto('request_keys')
      .values({
        ...{ user_id: ada.id, key: shared, call: 'alert.save', body_hash: '1', state: 'done', code: null },
        made_at: String(world.now()),
      })
      .execute();
    expect((await outcome(ada, shared)).data).toMatchObject({ state: 'never' });
    const other = freshKey();
    expect((await pass(ada, own, other)).code).toBe(200);
    const rows = await world.db.selectFrom('request_keys').select('key').where('key', '=', other).execute();
    expect(rows).toEqual([]);
  });

  it('keeps no reason and no customer, and the outcome wants a session and the anti-forgery value', async () => {
    const id = await submission();
    const key = freshKey();
    await pass(ada, id, key, 'seen beside the passport');
    const row = await world.db
      .selectFrom('operator_request_keys')
      .selectAll()
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ user_id: ada.id, call: 'desk.kyc.pass', state: 'done', code: null });
    expect(JSON.stringify(row)).not.toContain('passport');
    expect((await world.call(undefined, 'desk.outcome', { key })).code).toBe(401);
    expect((await world.call({ ...ada, satoken: 'x' }, 'desk.outcome', { key })).code).toBe(403);
  });

  it('is no longer known a day later, and a key that is none is refused', async () => {
    const old = makeKey(world.now() - KEY_MAX_AGE - 1_000, randomBytes(10));
    expect((await outcome(ada, old)).data).toMatchObject({ state: 'unknown', code: 504 });
    expect((await outcome(ada, '00000000-0000-0000-0000-000000000000')).code).toBe(404);
    expect((await pass(ada, await submission(), 'not-a-key')).code).toBe(400);
  });
});
