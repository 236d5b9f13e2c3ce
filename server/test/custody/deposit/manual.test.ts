import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hash } from 'node:crypto';
import { custodyDatabase, type CustodyTestDatabase } from '../support/database.ts';
import { agreedByTwo } from '../support/house.ts';
import { type DepositWorld, startDeposits } from './deposit-world.ts';

let database: CustodyTestDatabase;
let world: DepositWorld;

const codeOf = async (act: Promise<unknown>) =>
  act.then(
    () => 200,
    (error: { code?: number }) => error.code ?? error,
  );
const tell = async (customer: number, img: string, amount = '250.50', more: object = {}) =>
  world.deposits.tell(world.customers[customer]!, { coin: 'USD', amount, img, ...more }, world.key());

beforeAll(async () => {
  database = await custodyDatabase();
});
beforeEach(async () => {
  world = await startDeposits(database);
});
afterEach(async () => {
  world.house.exchange.audit();
  await world.stop();
});
afterAll(async () => database.stop());

describe('a deposit by screenshot (§8: bank and cash move USD alone, in whole cents)', () => {
  it('waits for the desk, is credited with what the bank shows, once', async () => {
    const img = await world.picture(0);
    const reported = await tell(0, img, '250.50', { address: 'GB33 1234' });
    expect(reported).toMatchObject({ stage: 'review', status: 0, network: 'bank', amount: '250.5', needed: 0, img });
    expect(reported.txid).toBeNull();
    const queue = await world.deposits.queue({ stage: 'review', current: 1, size: 10 });
    expect(queue.records).toMatchObject([
      { userId: '70', account: 'GB33 1234', known: false, record: { id: reported.id } },
    ]);
    const decision = { id: reported.id, amount: '250.25', reference: ' ab  12 ' };
    await world.deposits.pass(decision);
    await world.deposits.pass(decision);
    expect(world.has(0, 'USD')).toBe(250_250_000);
    const [record] = await world.records(0);
    expect(record).toMatchObject({ stage: 'credited', status: 1, amount: '250.25', creditedTime: world.now });
    const row = await database.db.selectFrom('custody_deposits').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ reference: 'AB 12', txid: hash('sha256', 'bank:AB 12') });
    expect(row.account?.toString('utf8')).not.toContain('GB33');
    expect(world.news.map(({ coreUser, news }) => [coreUser, news.recharges[0]?.stage])).toEqual([
      [2, 'review'],
      [2, 'credited'],
    ]);
  });

  it('a reference counts once for ever, for whomever', async () => {
    const first = await tell(0, await world.picture(0));
    const second = await tell(1, await world.picture(1, 1));
    await world.deposits.pass({ id: first.id, amount: '250.5', reference: 'A 1' });
    expect(await codeOf(world.deposits.pass({ id: second.id, amount: '250.5', reference: 'a  1' }))).toBe(409);
    expect(world.has(1, 'USD')).toBe(0);
    expect((await world.deposits.one(second.id))?.record.stage).toBe('review');
    expect(await codeOf(world.deposits.pass({ id: first.id, amount: '250.5', reference: 'A 2' }))).toBe(404);
    expect(world.has(0, 'USD')).toBe(250_500_000);
  });

  it('is credited once though the answer is lost or the exchange is busy (W02)', async () => {
    const { id } = await tell(0, await world.picture(0));
    for (const fault of ['lost', 'busy'] as const) {
      world.onSubmit = () => fault;
      expect(await codeOf(world.deposits.pass({ id, amount: '250.5', reference: 'A 1' }))).toBeGreaterThan(500);
    }
    expect((await world.deposits.one(id))?.record.stage).toBe('review');
    // It cannot be refused any more, nor passed under another reference.
    expect(await codeOf(world.deposits.refuse(id, 'other', null))).toBe(404);
    expect(await codeOf(world.deposits.pass({ id, amount: '250.5', reference: 'A 2' }))).toBe(404);
    world.onSubmit = undefined;
    await world.deposits.step('practice');
    expect((await world.deposits.one(id))?.record).toMatchObject({ stage: 'credited' });
    expect(world.has(0, 'USD')).toBe(250_500_000);
  });

  it('what the exchange refuses waits for the desk again', async () => {
    const { id } = await tell(0, await world.picture(0));
    const terms = world.funds.terms(4, world.live.assetByCode('USD')!.asset)!;
    const { rail, asset, minDeposit, minWithdrawal, fee, feeRate, step, instrument } = terms;
    const set = (open: number) =>
      agreedByTwo(world.house, 'rail.set', {
        ...{ rail, asset, open, minDeposit, minWithdrawal, fee, feeRate, step, instrument },
      });
    world.before = async () => {
      world.before = undefined;
      set(2);
    };
    expect(await codeOf(world.deposits.pass({ id, amount: '250.5', reference: 'A 1' }))).toBe(3109);
    expect(await codeOf(tell(1, await world.picture(1, 1)))).toBe(3109);
    await world.deposits.refuse(id, 'notArrived', 'Nothing came.');
    expect(await world.records(0)).toMatchObject([
      { stage: 'refused', status: 2, reason: 'notArrived', note: 'Nothing came.', seq: null },
    ]);
    // A second click; another reason is too late.
    await world.deposits.refuse(id, 'notArrived', 'Nothing came.');
    expect(await codeOf(world.deposits.refuse(id, 'other', null))).toBe(404);
    expect(await codeOf(world.deposits.pass({ id, amount: '250.5', reference: 'A 1' }))).toBe(404);
  });

  it('takes USD alone, whole cents, and one’s own picture that was sent for it', async () => {
    const img = await world.picture(0);
    expect(await codeOf(world.deposits.tell(world.customers[0]!, { coin: 'BTC', amount: '1', img }, world.key()))).toBe(
      3109,
    );
    expect(await codeOf(world.deposits.tell(world.customers[0]!, { coin: 'XYZ', amount: '1', img }, world.key()))).toBe(
      3109,
    );
    for (const amount of ['0.001', '1.005', '0', '-5', '1e3']) expect(await codeOf(tell(0, img, amount))).toBe(400);
    expect(await codeOf(tell(1, img)), "another customer's picture").toBe(400);
    expect(await codeOf(tell(0, await world.picture(0, 2, 'kyc'))), 'sent for another purpose').toBe(400);
    expect(await codeOf(tell(0, '/api/file/nothing')), 'none').toBe(400);
    expect(await codeOf(tell(0, 'https://elsewhere.example/a.jpg')), 'not ours').toBe(400);
    const first = await tell(0, img);
    expect(await tell(0, img), 'told again').toEqual(first);
    expect(await codeOf(tell(0, img, '9')), 'used').toBe(400);
    expect((await world.records(0)).length).toBe(1);
    expect(await world.records(1)).toEqual([]);
  });

  it('is told twice at once as one, and by one customer not without end', async () => {
    const img = await world.picture(0);
    const both = await Promise.all([tell(0, img), tell(0, img)]);
    expect(both[0]).toEqual(both[1]);
    for (let at = 1; at < 5; at += 1) await tell(0, await world.picture(0, at));
    expect(await codeOf(tell(0, await world.picture(0, 5)))).toBe(429);
    await tell(1, await world.picture(1, 5));
    expect((await world.deposits.queue({ stage: 'review', current: 1, size: 10 })).total).toBe(6);
  });

  it('knows a picture that was sent before, by whomever', async () => {
    const first = await tell(0, await world.picture(0, 1));
    const second = await tell(1, await world.picture(1, 1));
    const third = await tell(2, await world.picture(2, 2));
    const known = await Promise.all([first, second, third].map(({ id }) => world.deposits.one(id)));
    expect(known.map((one) => one?.known)).toEqual([true, true, false]);
    const queue = await world.deposits.queue({ stage: 'review', userId: '71', current: 1, size: 10 });
    expect(queue.records.map(({ record }) => record.id)).toEqual([second.id]);
  });
});
