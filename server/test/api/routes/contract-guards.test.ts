import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COIN, type ContractEdge, startContracts, U } from './contract-world.ts';
import { freshKey, type Person } from '../http/exchange-edge.ts';
import type { Json } from '../http/harness.ts';

let world: ContractEdge;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  world = await startContracts();
  await world.at(100_000);
  ann = await world.trader('annanderson');
  ben = await world.trader('benbrown');
});
afterAll(() => world.stop());
beforeEach(() => world.at(100_000));

const refused: ContractEdge['refused'] = (act) => world.refused(act);

const set = (person: Person, body: object, headers?: Record<string, string>) =>
  world.call(person, '/api/contract/loss/sett', body, headers);
const cancel = (person: Person, id: string) => world.call(person, '/api/contract/loss/cancel', { id });

/** A long of ann's; gives its id. */
async function open(contractType: string, quantity: string, fields: object = {}): Promise<string> {
  const placed = await world.call(ann, '/api/contract/order/submit', {
    ...{ symbol: 'BTC_USDT', contractType, direction: 1, type: 2, quantity, ...fields },
  });
  expect(placed).toMatchObject({ code: 200, data: { status: 1 } });
  const order = world.live.order(Number(placed.data.id));
  const [position] = world.live.positions(order?.user ?? 0, order?.market);
  return String(position?.position);
}
const close = (id: string) => world.call(ann, '/api/contract/position/stopOrder', { id });
const shown = (list: Json) =>
  list.map(({ kind, triggerPrice, triggerBy, quantity }: Json) => [kind, triggerPrice, triggerBy, quantity]);

describe.each([
  ['u', '0.01', '0.004', '0.00400'],
  ['coin', '5', '2', '2'],
])('stop-profit and stop-loss, %s (calls §2)', (contractType, quantity, part, text) => {
  it('are set together or one alone; a side left out stays as it is, an empty one goes', async () => {
    const id = await open(contractType, quantity);
    const both = await set(ann, { id, stopProfitPrice: '110000', stopLossPrice: '95000' });
    expect(shown(both.data)).toEqual([
      [1, '110000.0', 'mark', null],
      [2, '95000.0', 'mark', null],
    ]);
    expect(both.data[0]).toMatchObject({ positionId: id, symbolName: 'BTC/USDT', contractType, direction: 1 });
    const key = { 'idempotency-key': freshKey() };
    const one = await set(ann, { id, stopLossPrice: '96000', triggerBy: 'last', quantity: part }, key);
    expect(shown(one.data)).toEqual([
      [1, '110000.0', 'mark', null],
      [2, '96000.0', 'last', text],
    ]);
    expect(one.data[0].id).toBe(both.data[0].id);
    expect((await set(ann, { id, stopLossPrice: '96000', triggerBy: 'last', quantity: part }, key)).data).toEqual(
      one.data,
    );
    expect((await set(ann, { id, stopLossPrice: '97000' }, key)).code).toBe(409);
    expect(shown((await set(ann, { id, stopProfitPrice: '' })).data)).toEqual([[2, '96000.0', 'last', text]]);
    expect(shown((await set(ann, { id, stopProfitPrice: '', stopLossPrice: '' })).data)).toEqual([]);
    await close(id);
  });

  it('come with the order too, fire by themselves, and go with the position', async () => {
    const id = await open(contractType, quantity, { stopProfitPrice: '101000', stopLossPrice: '95000' });
    const guards = world.live.guards(Number(id));
    expect(new Set(guards.map(({ guard }) => guard))).toEqual(new Set([1, 2]));
    await world.at(101_500);
    expect(world.live.position(Number(id))?.lots).toBe(0);
    expect(new Set(guards.map(({ order }) => world.live.order(order)?.status))).toEqual(new Set([1, 2]));
    expect((await set(ann, { id, stopLossPrice: '95000' })).code).toBe(2201);
  });

  it('are cancelled by their own id, by their owner, and no other order is', async () => {
    const id = await open(contractType, quantity);
    const [guard] = (await set(ann, { id, stopLossPrice: '95000' })).data;
    const resting = await world.call(ann, '/api/contract/order/submit', {
      ...{ symbol: 'BTC_USDT', contractType, direction: 3, type: 1, price: '101000', quantity: part },
    });
    expect((await refused(() => cancel(ben, guard.id))).code).toBe(2101);
    expect((await refused(() => cancel(ann, resting.data.id))).code).toBe(2101);
    expect((await refused(() => cancel(ann, '0'))).code).toBe(2101);
    const amended = await refused(() => world.coin(ann, '/entrust/amend', { id: guard.id, quantity: part }));
    expect([amended.code, amended.data.fields]).toEqual([400, { id: 'range' }]);
    // Cancel-all leaves what guards a position.
    expect((await world.coin(ann, '/entrust/cancel/all', { contractType })).data.count).toBe(1);
    expect(world.live.order(Number(guard.id))?.status).toBe(4);
    expect(await cancel(ann, guard.id)).toMatchObject({ code: 200, data: { id: guard.id, status: 2 } });
    expect((await cancel(ann, guard.id)).code).toBe(2102);
    await close(id);
  });

  it('are refused to others, off the tick, out of reach, when hit already, of more than is open', async () => {
    const id = await open(contractType, quantity);
    expect((await refused(() => set(ben, { id, stopLossPrice: '95000' }))).code).toBe(2201);
    expect((await refused(() => set(ann, { id: 'none', stopLossPrice: '95000' }))).code).toBe(2201);
    expect((await refused(() => set(ann, { id }))).data.fields).toEqual({ stopProfitPrice: 'required' });
    expect((await refused(() => set(ann, { id, stopLossPrice: '95000.05' }))).code).toBe(2104);
    const far = await refused(() => set(ann, { id, stopProfitPrice: '99999999' }));
    expect(far.code).toBe(2108);
    const hit = await refused(() => set(ann, { id, stopLossPrice: '100500' }));
    expect([hit.code, hit.data.args.trigger]).toEqual([2206, '100500.0']);
    // The mark, in whole ticks: its basis has moved by now.
    const mark = world.live.mark(contractType === 'u' ? U : COIN)?.mark ?? 0;
    expect(hit.data.args.price).toBe((Math.floor(mark / 100) / 10).toFixed(1));
    const more = await refused(() =>
      set(ann, { id, stopLossPrice: '95000', quantity: contractType === 'u' ? '1' : '6' }),
    );
    expect([more.code, Object.keys(more.data.args).toSorted()]).toEqual([2202, ['canClose', 'quantity']]);
    const off = await refused(() => set(ann, { id, stopLossPrice: '95000', quantity: '0.000001' }));
    expect(off.code).toBe(contractType === 'u' ? 2105 : 2103);
    await close(id);
  });
});

describe('cancel my orders if I am gone (calls §3, cancel/after)', () => {
  const after = (person: Person, body: object) => world.coin(person, '/entrust/cancel/after', body);
  const order = (person: Person, body: object) => world.call(person, '/api/contract/order/submit', body);
  const long = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '99000', quantity: '0.01' };

  it('is armed, shown, armed again and switched off; other times are refused', async () => {
    expect((await after(ann, {})).data).toEqual({ actsAt: null });
    const first = (await after(ann, { timeoutMs: 600_000 })).data.actsAt;
    const second = (await after(ann, { timeoutMs: 3_600_000 })).data.actsAt;
    expect(second).toBeGreaterThan(first);
    expect((await after(ann, {})).data).toEqual({ actsAt: second });
    expect((await after(ben, {})).data).toEqual({ actsAt: null });
    for (const timeoutMs of [1, -1, 10_001, 'soon']) expect((await after(ann, { timeoutMs })).code).toBe(400);
    expect((await after(ann, { timeoutMs: 0 })).data).toEqual({ actsAt: null });
    expect((await after(ann, {})).data).toEqual({ actsAt: null });
  });

  it('cancels every order of every product, tells it with its reason, and leaves guards and other people alone', async () => {
    const id = await open('u', '0.01', { stopLossPrice: '95000' });
    const [guard] = world.live.guards(Number(id));
    const spot = await world.call(ann, '/api/currency/order/submit', { ...long, quantity: '0.001' });
    const mine = [await order(ann, long), await order(ann, { ...long, contractType: 'coin', quantity: '1' }), spot];
    const theirs = await order(ben, long);
    const shown: [string, number][] = [];
    const stop = world.live.onChange((change) => {
      for (const { order: one } of change.orders) if (one.status === 2) shown.push([String(one.order), one.reason]);
    });
    expect((await after(ann, { timeoutMs: 10_000 })).data.actsAt).toBeGreaterThan(Date.now());
    // Its time comes: the row is moved into the past, as sleeping would.
    await world.db
      .updateTable('gone' as never)
      .set({ acts_at: '1' } as never)
      .execute();
    expect(await world.people.gone.run()).toBe(1);
    await world.live.waitFor(world.live.head().seq, 1_000);
    stop();
    const gone = mine.map(({ data }) => data.id);
    expect(gone.map((one) => world.live.order(Number(one))?.status)).toEqual([2, 2, 2]);
    expect(shown.filter(([one]) => gone.includes(one)).map(([, reason]) => reason)).toEqual([3, 3, 3]);
    expect(world.live.order(Number(theirs.data.id))?.status).toBe(0);
    expect(world.live.order(guard?.order ?? 0)?.status).toBe(4);
    expect((await after(ann, {})).data).toEqual({ actsAt: null });
    expect(await world.people.gone.run()).toBe(0);
    await close(id);
  });
});
