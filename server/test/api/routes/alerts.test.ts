// Alerts through HTTP (calls §6): each kind fires on what it waits for, once, on the page and by mail; bad cases, bounds, a
// second customer, a restart.

import { MAX_ALERTS } from '@vitrine/contract';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AlertsFired,
  type AlertTables,
  createAlerts,
  REPEAT_EVERY,
} from '../../../src/automation/alerts/index.ts';
import { type ContractEdge, startContracts } from './contract-world.ts';
import type { Person } from '../http/exchange-edge.ts';

const LIST = '/api/alert/list';
const SAVE = '/api/alert/save';
const DEL = '/api/alert/del';

let world: ContractEdge;
let ann: Person;
let ben: Person;
let ahead = 0;
const fired: AlertsFired[] = [];

const save = (person: Person | undefined, body: object) => world.call(person, SAVE, body);
const list = async (person: Person) => (await world.call(person, LIST, {})).data as Record<string, unknown>[];
const stateOf = async (person: Person, id: string) => (await list(person)).find((one) => one['id'] === id);
const above = (value: string, fields: object = {}) => ({
  symbol: 'BTC_USDT',
  kind: 'above',
  value,
  channels: ['page'],
  ...fields,
});

beforeAll(async () => {
  world = await startContracts({ ahead: () => ahead });
  await world.at(100_000);
  ann = await world.trader('annalert');
  ben = await world.trader('benalert');
  world.alerts.onFired((one) => fired.push(one));
});
afterAll(() => world.stop());
beforeEach(() => {
  fired.length = 0;
});

/** A long at the market, half a dollar above the index. */
async function openLong(person: Person): Promise<void> {
  const order = {
    ...{ symbol: 'BTC_USDT', direction: 1, type: 2, quantity: '0.001' },
    ...{ marginMode: 'fixed', leverageRadio: 10 },
  };
  expect((await world.coin(person, '/entrust/contract/open/u', order)).code).toBe(200);
}

describe('saving', () => {
  it('makes one, lists it to its owner alone, changes and takes it away', async () => {
    const made = await save(ann, above('150000'));
    expect(made.data).toMatchObject({
      symbolName: 'BTC/USDT',
      type: 1,
      kind: 'above',
      value: '150000',
      channels: ['page'],
      state: 'on',
      repeat: false,
      firedTime: null,
      firedValue: null,
    });
    const { id } = made.data;
    expect((await list(ann)).map((one) => one['id'])).toEqual([id]);
    expect(await list(ben)).toEqual([]);
    expect((await save(ben, { ...above('1'), id })).code).toBe(404);
    expect((await world.call(ben, DEL, { id })).code).toBe(404);
    const changed = await save(ann, { ...above('160000', { channels: ['mail', 'page'] }), id });
    expect(changed.data).toMatchObject({ id, value: '160000', channels: ['page', 'mail'] });
    expect((await world.call(ann, DEL, { id })).data).toEqual({ id });
    expect((await world.call(ann, DEL, { id })).code).toBe(404);
    expect(await list(ann)).toEqual([]);
    for (const path of [LIST, SAVE, DEL]) expect((await world.call(undefined, path, above('1'))).code).toBe(401);
  });

  it('says what is wrong', async () => {
    const cases: readonly [object, number, object?][] = [
      [above('150000', { symbol: 'NOPE_USDT' }), 2002],
      [above('150000', { symbol: 'EUR_USD' }), 2002],
      [above('150000', { symbol: undefined }), 400, { symbol: 'required' }],
      [above('150000', { value: undefined }), 400, { value: 'required' }],
      [above('0'), 400, { value: 'range' }],
      [above('-1'), 400, { value: 'range' }],
      [above('1.0001'), 400, { value: 'format' }],
      [above('99999999999999999'), 400, { value: 'range' }],
      [above('1', { channels: [] }), 400, { channels: 'range' }],
      [above('1', { channels: ['pigeon'] }), 400],
      [above('1', { kind: 'sideways' }), 400],
      [above('1', { id: '999999' }), 404],
      [above('1', { id: 'x' }), 404],
      [{ kind: 'fill', value: '1', channels: ['page'] }, 400, { value: 'range' }],
      [{ kind: 'funding', symbol: 'BTC_USDT', value: '0.001', channels: ['page'] }, 400, { type: 'range' }],
      [{ kind: 'funding', type: 2, value: '0.001', channels: ['page'] }, 400, { symbol: 'required' }],
      [{ kind: 'liquidation', type: 2, value: '1', channels: ['page'] }, 400, { value: 'range' }],
      [{ kind: 'liquidation', type: 2, value: '0', channels: ['page'] }, 400, { value: 'range' }],
    ];
    for (const [body, code, fields] of cases) {
      const answer = await save(ann, body);
      expect([body, answer.code]).toEqual([body, code]);
      if (fields) expect([body, answer.data.fields]).toEqual([body, fields]);
    }
    expect(await list(ann)).toEqual([]);
  });

  it(`takes ${MAX_ALERTS} of a customer, also when they come at once, and no more`, async () => {
    const many = await world.register('manyalert');
    const codes: number[] = [];
    // Few enough at once that none waits too long for a connection, however busy the machine is; the bound is in the last.
    for (let batch = 0; batch < 7; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 15 }, () => save(many, above('900000'))));
      codes.push(...answers.map(({ code }) => Number(code)));
    }
    const expected = [...Array<number>(MAX_ALERTS).fill(200), ...Array<number>(5).fill(400)];
    expect(codes.toSorted((a, b) => a - b)).toEqual(expected);
    expect(await list(many)).toHaveLength(MAX_ALERTS);
    expect((await save(ann, above('900000'))).code).toBe(200);
  });
});

describe('a price', () => {
  it('fires above and below once, for its owner, with what it saw', async () => {
    const up = (await save(ann, above('100500'))).data.id;
    const down = (await save(ann, above('99500', { kind: 'below' }))).data.id;
    const other = (await save(ben, above('100501'))).data.id;
    await world.at(100_499);
    expect(fired).toEqual([]);
    await world.at(100_500);
    expect(fired.map((one) => one.alerts.map(({ id }) => id))).toEqual([[up]]);
    expect(fired[0]?.alerts[0]).toMatchObject({ state: 'fired', firedValue: '100500.000' });
    await world.at(100_600);
    await world.at(99_500);
    expect(fired.flatMap((one) => one.alerts.map(({ id }) => id))).toEqual([up, other, down]);
    expect(fired[1]?.coreUser).not.toBe(fired[0]?.coreUser);
    await world.at(101_000);
    await world.at(99_000);
    expect(fired).toHaveLength(3);
    expect(await stateOf(ann, up)).toMatchObject({ state: 'fired', firedValue: '100500.000' });
    expect(await stateOf(ben, other)).toMatchObject({ state: 'fired', firedValue: '100600.000' });
    // Saved again it is on again.
    expect((await save(ann, { ...above('102000'), id: up })).data).toMatchObject({
      state: 'on',
      firedValue: '100500.000',
    });
    await world.at(102_000);
    expect(fired).toHaveLength(4);
    await world.at(100_000);
  });

  it('fires on a trade of its own kind of market, and not on one of another', async () => {
    // The index stays below; contracts trade half a dollar above it.
    const contract = (await save(ann, above('100000.5', { type: 2 }))).data.id;
    const spot = (await save(ann, above('100000.5'))).data.id;
    await world.at(100_000);
    await openLong(ben);
    expect(fired.flatMap((one) => one.alerts.map(({ id }) => id))).toEqual([contract]);
    expect(await stateOf(ann, spot)).toMatchObject({ state: 'on' });
    await world.call(ann, DEL, { id: spot });
  });

  it('taken away in time it never fires', async () => {
    const { id } = (await save(ann, above('100700'))).data;
    await world.call(ann, DEL, { id });
    await world.at(100_700);
    expect(fired).toEqual([]);
    await world.at(100_000);
  });

  it('that repeats fires again no sooner than after its interval', async () => {
    const { id } = (await save(ann, above('100800', { repeat: true }))).data;
    await world.at(100_800);
    await world.at(100_801);
    expect(fired.flatMap((one) => one.alerts)).toMatchObject([{ id, state: 'on', firedValue: '100800.000' }]);
    ahead += REPEAT_EVERY + 1_000;
    await world.at(100_802);
    expect(fired).toHaveLength(2);
    expect(await stateOf(ann, id)).toMatchObject({ state: 'on', firedValue: '100802.000' });
    await world.call(ann, DEL, { id });
    await world.at(100_000);
  });
});

describe('one’s own', () => {
  it('fill tells its owner alone', async () => {
    const { id } = (await save(ann, { kind: 'fill', channels: ['page'] })).data;
    await openLong(ben);
    expect(fired).toEqual([]);
    await openLong(ann);
    expect(fired.flatMap((one) => one.alerts)).toMatchObject([{ id, state: 'fired', firedValue: '100000.5' }]);
  });

  it('distance to liquidation fires at the mark that makes it so, for a long and a short', async () => {
    const open = { symbol: 'BTC_USDT', type: 2, quantity: '0.01', marginMode: 'fixed', leverageRadio: 10 };
    expect((await world.coin(ben, '/entrust/contract/open/u', { ...open, direction: 2 })).code).toBe(200);
    const position = (await world.call(ben, '/api/v1/coin/entrust/get/myPosition/u')).data.find(
      (one: { direction: number }) => one.direction === 2,
    );
    const liquidation = Number.parseFloat(position.liquidationPrice);
    const { id } = (
      await save(ben, { kind: 'liquidation', type: 2, symbol: 'BTC_USDT', value: '0.05', channels: ['page'] })
    ).data;
    await save(ann, { kind: 'liquidation', type: 2, value: '0.000001', channels: ['page'] });
    // The mark is the index: both sides of the book stand even around it.
    const trigger = liquidation / 1.05;
    await world.at(Math.floor(trigger) - 200);
    expect(fired).toEqual([]);
    await world.at(Math.ceil(trigger) + 200);
    expect(fired.flatMap((one) => one.alerts)).toMatchObject([{ id, kind: 'liquidation', state: 'fired' }]);
    const seen = Number.parseFloat(fired[0]?.alerts[0]?.firedValue ?? '1');
    expect(seen).toBeLessThanOrEqual(0.05);
    expect(seen).toBeGreaterThan(0.04);
    await world.at(100_000);
  });
});

describe('by mail', () => {
  it('goes to the inbox of its owner, in words, and only when asked for', async () => {
    const { id } = (await save(ann, above('100900', { channels: ['mail'] }))).data;
    await save(ann, above('100900'));
    await world.at(100_900);
    await world.alerts.settled();
    expect(fired.flatMap((one) => one.alerts.map((alert) => alert.id))).not.toContain(id);
    const inbox = await world.call(ann, '/api/practice/inbox', {});
    const shown = JSON.stringify(inbox.data);
    expect(shown).toContain('BTC/USDT is at 100900.000: at or above 100900');
    expect(shown.match(/Your alert has fired/g)?.length).toBeGreaterThanOrEqual(1);
    const others = await world.call(ben, '/api/practice/inbox', {});
    expect(JSON.stringify(others.data)).not.toContain('100900');
    await world.at(100_000);
  });
});

describe('after a restart', () => {
  it('what was on is watched again, what has fired is not', async () => {
    const on = (await save(ann, above('101100'))).data.id;
    const gone = (await save(ann, above('101000'))).data.id;
    await world.at(101_000);
    await world.alerts.settled();
    await world.alerts.stop();
    const again = await createAlerts({
      db: world.db as unknown as Kysely<AlertTables>,
      live: world.live,
      messages: world.people.messages,
      onFault: (error) => {
        throw error;
      },
    });
    const shown: string[] = [];
    again.onFired((one) => shown.push(...one.alerts.map(({ id }) => id)));
    await world.at(101_100);
    await again.settled();
    expect(shown).toContain(on);
    expect(shown).not.toContain(gone);
    await again.stop();
  });
});
