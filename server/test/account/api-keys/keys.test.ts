// API keys (calls §1, §4): their secret shown once, kept sealed; rights, addresses, expiry; whose they are.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEYS_MOST, type NewKey } from '../../../src/account/api-keys/index.ts';
import { codeOf, DAY, type PeopleWorld, refusal, startPeople } from '../credentials/people-world.ts';

let world: PeopleWorld;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.stop());

const create = (userId: string, key: Partial<NewKey> = {}) =>
  world.apiKeys.create(userId, { name: 'bot', rights: ['r'], ...key });

describe('a key', () => {
  it('shows its secret once; what is kept and listed does not hold it', async () => {
    const { userId } = await world.customer();
    const made = await create(userId, { rights: ['t', 'r', 't'], ips: ['::ffff:192.0.2.7', '10.0.0.0/8'] });
    expect(made).toMatchObject({
      name: 'bot',
      rights: ['r', 't'],
      ips: ['192.0.2.7', '10.0.0.0/8'],
      expires: null,
      created: world.clock.time,
      lastUsed: null,
    });
    expect(made.secret).toMatch(/^[\w-]{43}$/);
    const { secret, ...rest } = made;
    expect(await world.apiKeys.list(userId)).toEqual([rest]);
    const rows = await world.db.selectFrom('api_keys').selectAll().where('user_id', '=', userId).execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(rows[0]?.secret.includes(Buffer.from(secret))).toBe(false);
    expect(world.notices.at(-1)).toMatchObject({ notice: { what: 'apiKey', lockedUntil: undefined } });
  });

  it('that withdraws wants narrow addresses, and locks withdrawals as a new credential does', async () => {
    const { userId, coreUser } = await world.customer();
    expect(await refusal(create(userId, { rights: ['w'] }))).toMatchObject({ code: 400, fields: { ips: 'required' } });
    expect(await refusal(create(userId, { rights: ['w'], ips: [] }))).toMatchObject({ fields: { ips: 'required' } });
    for (const ips of [['0.0.0.0/0'], ['192.0.2.7', '::/0']])
      expect(await refusal(create(userId, { rights: ['r', 'w'], ips }))).toMatchObject({ fields: { ips: 'range' } });
    await create(userId, { rights: ['w'], ips: ['192.0.2.0/24'] });
    expect(world.submitted.at(-1)).toMatchObject({ name: 'user.set', user: coreUser, locks: 2 });
    expect(world.notices.at(-1)).toMatchObject({ notice: { what: 'apiKey', lockedUntil: world.clock.time + DAY } });
  });

  it('issue 14: that withdraws is not there before withdrawals are locked', async () => {
    const { userId } = await world.customer();
    world.exchange.taking = false;
    const refused = create(userId, { rights: ['w'], ips: ['192.0.2.0/24'] });
    await expect(refused.finally(() => (world.exchange.taking = true))).rejects.toThrow('orders are not taken');
    expect(await world.apiKeys.list(userId)).toEqual([]);
  });

  it('refuses addresses that are none, and an expiry in the past or too far away', async () => {
    const { userId } = await world.customer();
    expect(await refusal(create(userId, { ips: ['192.0.2.999'] }))).toMatchObject({ fields: { ips: 'format' } });
    for (const expires of [world.clock.time, world.clock.time - 1, 0, world.clock.time + 6 * 366 * DAY])
      expect(await refusal(create(userId, { expires }))).toMatchObject({ fields: { expires: 'range' } });
    expect((await create(userId, { expires: world.clock.time + DAY })).expires).toBe(world.clock.time + DAY);
  });

  it('is one of twenty at most, also when many are made at once', async () => {
    const { userId } = await world.customer();
    const answers = await Promise.all(Array.from({ length: KEYS_MOST + 5 }, () => refusal(create(userId))));
    expect(answers.filter((one) => one.code === 200)).toHaveLength(KEYS_MOST);
    expect(answers.filter((one) => one.code === 1113)).toHaveLength(5);
    expect(answers.find((one) => one.code === 1113)?.args).toEqual({ most: KEYS_MOST });
    const [first] = await world.apiKeys.list(userId);
    await world.apiKeys.delete(userId, first?.id ?? '');
    expect(await codeOf(create(userId))).toBe(200);
  });

  it('is not made by a frozen account', async () => {
    const { userId } = await world.customer();
    await world.identity.standing.freeze(userId);
    expect(await codeOf(create(userId))).toBe(1011);
    expect(await world.apiKeys.list(userId)).toEqual([]);
  });

  it('is deleted by its owner, once; another customer’s id is answered like one that is not there', async () => {
    const [one, other] = [await world.customer(), await world.customer()];
    const { id } = await create(one.userId);
    for (const strange of [id, '999999', 'x', '-1', '1e3', "1' or '1'='1", '9'.repeat(40)])
      expect(await codeOf(world.apiKeys.delete(other.userId, strange)), strange).toBe(404);
    expect(await world.apiKeys.list(one.userId)).toHaveLength(1);
    expect(await world.apiKeys.list(other.userId)).toEqual([]);
    await world.apiKeys.delete(one.userId, id);
    expect(world.notices.at(-1)).toMatchObject({ userId: one.userId, notice: { what: 'apiKey' } });
    expect(await world.apiKeys.list(one.userId)).toEqual([]);
    expect(await codeOf(world.apiKeys.delete(one.userId, id))).toBe(404);
  });
});
