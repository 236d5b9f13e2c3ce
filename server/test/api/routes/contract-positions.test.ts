import { CLOSE_REASON } from '@vitrine/core/enum';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Position } from '../../../src/projection/handlers/index.ts';
import { FRESH_PROOF, STEP_UP_LIFE } from '../../../src/account/two-factor/index.ts';
import { positionOf } from '../../../src/api/wire/index.ts';
import { type ContractEdge, startContracts } from './contract-world.ts';
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

const KINDS = [
  ['u', '0.01'],
  ['coin', '5'],
] as const;
const keyed = (key: string) => ({ 'idempotency-key': key });

const refused: ContractEdge['refused'] = (act) => world.refused(act);

/** A position at the market; gives it as the fold has it. */
async function open(person: Person, contractType: string, quantity: string, fields: object = {}): Promise<Position> {
  const placed = await world.call(person, '/api/contract/order/submit', {
    ...{ symbol: 'BTC_USDT', contractType, direction: 1, type: 2, quantity, ...fields },
  });
  expect(placed).toMatchObject({ code: 200, data: { status: 1 } });
  const order = world.live.order(Number(placed.data.id));
  const position = world.live
    .positions(order?.user ?? 0, order?.market)
    .find((one) => one.side === (order?.direction === 1 ? 1 : 2));
  if (!position) throw new Error('expected a position');
  return position;
}

const idOf = (position: Position) => String(position.position);
const shown = (id: string) => {
  const position = world.live.position(Number(id));
  return position && positionOf(world.live, position);
};
const stop = (person: Person, id: string, headers?: Record<string, string>) =>
  world.call(person, '/api/contract/position/stopOrder', { id }, headers);
const bond = (person: Person, body: object, headers?: Record<string, string>) =>
  world.coin(person, '/wallet/contract/updateBond', body, headers);
const preview = (person: Person, body: object) => world.coin(person, '/entrust/preview', body);

describe.each(KINDS)('closing what is open, %s (calls §2)', (contractType, quantity) => {
  it('quick close: the whole position, once, whatever rests; only its owner may', async () => {
    const id = idOf(await open(ann, contractType, quantity));
    const resting = await world.call(ann, '/api/contract/order/submit', {
      ...{ symbol: 'BTC_USDT', contractType, direction: 3, type: 1, price: '101000', quantity },
    });
    expect((await refused(() => stop(ben, id))).code).toBe(2201);
    const key = freshKey();
    const closed = await stop(ann, id, keyed(key));
    expect(closed).toMatchObject({ code: 200, data: { status: 1 } });
    expect(world.live.order(Number(resting.data.id))?.status).toBe(2);
    expect((await stop(ann, id, keyed(key))).data).toEqual(closed.data);
    expect((await stop(ann, '999999', keyed(key))).code).toBe(409);
    expect((await refused(() => stop(ann, id))).code).toBe(2201);
    const outcome = await world.call(ann, `/api/common/outcome/${key}`, {});
    expect(outcome.data).toMatchObject({ state: 'done', answer: closed.data });
  });

  it('one-key close: each position by its id, those of others and of other markets untouched', async () => {
    const mine = [
      await open(ann, contractType, quantity),
      await open(ann, contractType, quantity, { direction: 2, marginMode: 'all' }),
    ];
    const theirs = await open(ben, contractType, quantity);
    const body = { oneKeySymbolNameList: ['BTC_USDT', 'ETH_USDT'], contractType };
    const close = (person: Person, input: object, headers?: Record<string, string>) =>
      world.coin(person, '/entrust/contract/close/onekey', input, headers);
    const key = freshKey();
    const closed = await close(ann, body, keyed(key));
    expect(closed.code).toBe(200);
    expect(closed.data.map(({ id }: Json) => id).toSorted()).toEqual(mine.map(idOf).toSorted());
    for (const one of closed.data) expect(one).toMatchObject({ code: 200, key: 'ok', status: 1 });
    expect(world.live.position(theirs.position)?.lots).toBe(theirs.lots);
    expect((await close(ann, body, keyed(key))).data).toEqual(closed.data);
    expect((await close(ann, { ...body, oneKeySymbolNameList: ['BTC_USDT'] }, keyed(key))).code).toBe(409);
    expect((await close(ann, body)).data).toEqual([]);
    expect((await refused(() => close(ann, { ...body, oneKeySymbolNameList: [] }))).code).toBe(400);
    expect((await refused(() => close(ann, { ...body, oneKeySymbolNameList: ['NOPE'] }))).code).toBe(2002);
    await stop(ben, idOf(theirs));
  });

  it('one-key close says why a position stays', async () => {
    const position = await open(ann, contractType, quantity);
    await world.link.submit({ name: 'maker.quote', market: position.market, levels: noQuotes() } as never);
    const answer = await world.coin(ann, '/entrust/contract/close/onekey', {
      ...{ oneKeySymbolNameList: ['BTC_USDT'], contractType },
    });
    expect(answer.data).toEqual([
      { id: idOf(position), code: 2111, key: 'order.noLiquidity', status: null, seq: null },
    ]);
    expect(await stop(ann, idOf(position))).toMatchObject({ code: 2111 });
    await world.at(100_000);
    expect((await stop(ann, idOf(position))).code).toBe(200);
  });
});

/** Every level the house quotes at 100,000, taken away. */
function noQuotes() {
  return Array.from({ length: 5 }, (_, at) => [
    { side: 1, price: 999_995 - at * 10, lots: 0 },
    { side: 2, price: 1_000_005 + at * 10, lots: 0 },
  ]).flat();
}

describe.each([
  ['u', '0.01', '10', '5', 'money'],
  ['coin', '5', '0.0001', '0.00005', 'amount'],
] as const)('margin of a position, %s (calls §2, money §3)', (contractType, quantity, amount, half, field) => {
  const adjust = (
    person: Person,
    body: { id: string; money: string; flag: number },
    headers?: Record<string, string>,
  ) =>
    field === 'money'
      ? world.call(person, '/api/contract/position/adjustAmount', body, headers)
      : bond(person, { id: body.id, amount: body.money, flag: body.flag }, headers);

  it('is added and removed; the figures before and after are the position’s own', async () => {
    const position = await open(ann, contractType, quantity);
    const id = idOf(position);
    const before = shown(id);
    const key = freshKey();
    const added = await adjust(ann, { id, money: amount, flag: 1 }, keyed(key));
    expect(added.code).toBe(200);
    expect(added.data).toMatchObject({
      ...{ id, symbolName: 'BTC/USDT', leverageBefore: 20, leverageAfter: 20 },
      marginBefore: before?.margin,
      liquidationBefore: before?.liquidationPrice,
      marginAfter: shown(id)?.margin,
      liquidationAfter: shown(id)?.liquidationPrice,
    });
    expect((await adjust(ann, { id, money: amount, flag: 1 }, keyed(key))).data).toEqual(added.data);
    expect((await adjust(ann, { id, money: amount, flag: 2 }, keyed(key))).code).toBe(409);
    // A position's number may be that of an order too: it has no status.
    expect((await world.call(ann, `/api/common/outcome/${key}`, {})).data).toMatchObject({
      ...{ state: 'done', seq: added.data.seq, answer: { id, status: null, seq: added.data.seq } },
    });
    const margin = shown(id)?.margin;
    const taken = await adjust(ann, { id, money: half, flag: 2 });
    expect(taken.data).toMatchObject({
      ...{ marginBefore: margin, availableBefore: added.data.availableAfter },
      ...{ marginAfter: shown(id)?.margin, liquidationAfter: shown(id)?.liquidationPrice },
    });
    expect(Number(taken.data.availableAfter) - Number(taken.data.availableBefore)).toBeCloseTo(Number(half), 7);
    await stop(ann, id);
  });

  it('is refused to others, below the floor, beyond what there is, of a cross position', async () => {
    const id = idOf(await open(ann, contractType, quantity));
    expect((await refused(() => adjust(ben, { id, money: amount, flag: 1 }))).code).toBe(2201);
    expect((await refused(() => adjust(ann, { id: '0', money: amount, flag: 1 }))).code).toBe(2201);
    expect((await refused(() => adjust(ann, { id, money: amount, flag: 3 }))).code).toBe(400);
    expect(
      (await refused(() => adjust(ann, { id, money: contractType === 'u' ? '10.0000001' : '0.000100001', flag: 1 })))
        .data.fields,
    ).toEqual({
      [field]: 'format',
    });
    const floor = await refused(() => adjust(ann, { id, money: amount, flag: 2 }));
    expect([floor.code, floor.data.args.coin]).toEqual([2205, contractType === 'u' ? 'USDT' : 'BTC']);
    expect(Number(floor.data.args.least)).toBeLessThanOrEqual(Number(shown(id)?.margin));
    const rich = await refused(() => adjust(ann, { id, money: '999999', flag: 1 }));
    expect([rich.code, Object.keys(rich.data.args).toSorted()]).toEqual([2204, ['available', 'coin', 'needed']]);
    await stop(ann, id);
    const cross = idOf(await open(ann, contractType, quantity, { marginMode: 'all' }));
    const whole = await refused(() => adjust(ann, { id: cross, money: amount, flag: 1 }));
    expect([whole.code, whole.data.fields]).toEqual([400, { id: 'range' }]);
    await stop(ann, cross);
  });
});

describe.each(KINDS)('leverage, %s (calls §3)', (contractType, quantity) => {
  const set = (person: Person, body: object) => world.coin(person, '/wallet/contract/updateLeverageRadio', body);
  const about = { symbol: 'BTC_USDT', contractType };

  it('of isolated positions moves margin, of cross ones the requirement; shown before and after', async () => {
    const id = idOf(await open(ann, contractType, quantity));
    const before = shown(id);
    const lower = await set(ann, { ...about, marginMode: 'fixed', leverageRadio: 10 });
    expect(lower.data).toMatchObject({
      ...{ id, leverageBefore: 20, leverageAfter: 10 },
      ...{ marginBefore: before?.margin, liquidationBefore: before?.liquidationPrice },
      ...{ marginAfter: shown(id)?.margin, liquidationAfter: shown(id)?.liquidationPrice },
    });
    expect(Number(lower.data.availableAfter)).toBeLessThan(Number(lower.data.availableBefore));
    const seen = await world.coin(ann, '/wallet/contract/leverage', about);
    expect(seen.data).toEqual({ all: 20, fixed: 10, most: 125, suggested: 'fixed', group: null });
    await stop(ann, id);
    const cross = idOf(await open(ann, contractType, quantity, { marginMode: 'all' }));
    const own = shown(cross);
    const higher = await set(ann, { ...about, marginMode: 'all', leverageRadio: 50 });
    expect(higher.data).toMatchObject({ id: cross, marginBefore: own?.margin, marginAfter: shown(cross)?.margin });
    expect((await world.coin(ann, '/wallet/contract/leverage', about)).data.suggested).toBe('all');
    await stop(ann, cross);
    for (const marginMode of ['all', 'fixed']) await set(ann, { ...about, marginMode, leverageRadio: 20 });
  });

  it('without a position is one’s own for the next; beyond the steps it is refused', async () => {
    const answer = await set(ben, { ...about, marginMode: 'fixed', leverageRadio: 5 });
    expect(answer.data).toMatchObject({ id: null, leverageBefore: 20, leverageAfter: 5, liquidationAfter: null });
    expect((await world.coin(ben, '/wallet/contract/leverage', about)).data.fixed).toBe(5);
    expect((await world.coin(ann, '/wallet/contract/leverage', about)).data.fixed).toBe(20);
    const most = await refused(() => set(ben, { ...about, marginMode: 'fixed', leverageRadio: 126 }));
    expect([most.code, most.data.args]).toEqual([2203, { most: '125' }]);
    expect((await refused(() => set(ben, { ...about, leverageRadio: 5 }))).data.fields).toEqual({
      marginMode: 'required',
    });
    expect((await refused(() => set(ben, { ...about, symbol: 'X', marginMode: 'all', leverageRadio: 5 }))).code).toBe(
      2002,
    );
    const poor = await world.trader(`poor${contractType}paul`, '60', '0.0003');
    const id = idOf(await open(poor, contractType, contractType === 'u' ? '0.01' : '5'));
    const lower = await refused(() => set(poor, { ...about, marginMode: 'fixed', leverageRadio: 2 }));
    expect(lower.code).toBe(2204);
    await stop(poor, id);
  });
});

describe.each(KINDS)('a dry run, %s (calls §3 preview)', (contractType, quantity) => {
  const ticket = { symbol: 'BTC_USDT', contractType, direction: 1, type: 2, quantity };

  it('tells before and after, changes nothing, and the order then does just that', async () => {
    const before = await refused(() => preview(ann, ticket));
    expect(before.data).toMatchObject({
      code: 200,
      fillsQuantity: before.data.quantity,
      restsQuantity: expect.any(String),
    });
    expect(before.data.contract).toMatchObject({ liquidationBefore: null, breakEvenBefore: null, leverageRadio: 20 });
    expect(Number(before.data.contract.positionBefore)).toBe(0);
    const id = idOf(await open(ann, contractType, quantity));
    const now = shown(id);
    expect(before.data.contract).toMatchObject({
      positionAfter: now?.openInterest,
      marginAfter: now?.margin,
      liquidationAfter: now?.liquidationPrice,
      breakEvenAfter: now?.breakEvenPrice,
    });
    expect(before.data).toMatchObject({
      ...{ averagePrice: now?.averageOpenPrice, liquidationPrice: now?.liquidationPrice, feeCoin: now?.settleCoin },
      fee: now?.feeProfit.slice(1),
    });
    const after = await refused(() => preview(ann, { ...ticket, direction: 3 }));
    expect(after.data.contract).toMatchObject({
      ...{ positionBefore: now?.openInterest, marginBefore: now?.margin },
      ...{ liquidationBefore: now?.liquidationPrice, breakEvenBefore: now?.breakEvenPrice },
      ...{ liquidationAfter: null, breakEvenAfter: null },
    });
    expect(Number(after.data.contract.positionAfter)).toBe(0);
    expect(Number(after.data.held)).toBe(0);
    await stop(ann, id);
    // What it said would be available then is what the next dry run begins with.
    const last = await preview(ann, ticket);
    expect(last.data.availableBefore).toBe(after.data.availableAfter);
  });

  it('of a cross position tells where its wallet would be liquidated', async () => {
    const crossed = { ...ticket, marginMode: 'all' };
    const before = await preview(ann, crossed);
    const id = idOf(await open(ann, contractType, quantity, { marginMode: 'all' }));
    const again = await preview(ann, { ...crossed, direction: 3 });
    expect(again.data.contract.liquidationBefore).toBe(before.data.contract.liquidationAfter);
    await stop(ann, id);
  });

  it('of what would be refused says why, with its numbers', async () => {
    const rich = contractType === 'u' ? '2' : '2000';
    const poor = await refused(() => preview(ben, { ...ticket, quantity: rich, leverageRadio: undefined }));
    expect(poor.data).toMatchObject({ code: 2204, key: 'margin.insufficient' });
    expect(poor.data.args.available).toBe(poor.data.availableBefore);
    expect(poor.data.held).toBe(poor.data.args.needed);
    const none = await refused(() => preview(ben, { ...ticket, direction: 4 }));
    expect(none.data).toMatchObject({ code: 2201 });
    expect((await refused(() => preview(ben, { ...ticket, symbol: 'NOPE' }))).code).toBe(2002);
    expect((await refused(() => preview(ben, { ...ticket, quantity: undefined }))).code).toBe(400);
  });
});

describe('a frozen account (money §3)', () => {
  it('closes a position after a fresh proof; stops and margin need none; nobody else’s position', async () => {
    const carl = await world.trader('carlclark');
    const position = await open(carl, 'u', '0.01');
    const id = idOf(position);
    const other = idOf(await open(ben, 'u', '0.01'));
    const resting = await world.call(carl, '/api/contract/order/submit', {
      ...{ symbol: 'BTC_USDT', contractType: 'u', direction: 1, type: 1, price: '99000', quantity: '0.01' },
    });
    expect(resting.code).toBe(200);
    expect((await world.call(carl, '/api/user/freeze', {})).code).toBe(200);
    expect(world.live.order(Number(resting.data.id))).toMatchObject({ status: 2, reason: CLOSE_REASON.frozen });
    expect((await refused(() => stop(carl, id))).code, 'no proof').toBe(1108);
    const { userId } = await world.customerOf(carl);
    const proveBefore = (ms: number) =>
      world.db
        .updateTable('sessions')
        .set({ stepped_until: String(Date.now() - ms + STEP_UP_LIFE) })
        .where('user_id', '=', userId)
        .execute();
    await proveBefore(2 * FRESH_PROOF);
    expect((await refused(() => stop(carl, id))).code, 'an old proof').toBe(1108);
    await proveBefore(1_000);
    expect((await refused(() => stop(carl, other))).code).toBe(2201);
    expect((await stop(carl, id)).code).toBe(200);
    expect(world.live.position(position.position)).toMatchObject({ lots: 0 });
    expect((await stop(ben, other)).code).toBe(200);
  });
});
