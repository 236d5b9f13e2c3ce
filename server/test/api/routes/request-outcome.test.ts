// What became of a request whose key the journal does not keep (issue 16, part A), through HTTP.

import { KEY_MAX_AGE } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExchangeEdge, freshKey, type Person, startExchange } from '../http/exchange-edge.ts';

let world: ExchangeEdge;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  world = await startExchange();
  ann = await world.register('annkeys');
  ben = await world.register('benkeys');
});
afterAll(() => world.stop());

const outcome = async (person: Person, key: string) =>
  (await world.call(person, `/api/common/outcome/${key}`, {})).data;
const keyed = (key: string) => ({ 'idempotency-key': key });
const WORD = '/api/v1/coin/member/antiCode';
const never = { state: 'never', code: 410, key: 'key.expired', seq: null, answer: null };
const done = { state: 'done', code: 200, key: 'ok', seq: null, answer: null };

describe('the outcome of a key that SQL keeps', () => {
  it('is done, refused or never, by account; a repeat runs nothing', async () => {
    const key = freshKey();
    expect((await world.call(ann, WORD, { antiCode: 'stork' }, keyed(key))).code).toBe(200);
    expect(await outcome(ann, key)).toEqual(done);
    expect((await world.call(ann, WORD, { antiCode: 'stork' }, keyed(key))).code).toBe(504);
    expect((await world.call(ann, WORD, { antiCode: 'egret' }, keyed(key))).code).toBe(409);
    // Nobody learns of another's key, and asking for it changes nothing of the owner's.
    expect(await outcome(ben, key)).toEqual(never);
    expect(await outcome(ann, key)).toEqual(done);

    const refused = freshKey();
    expect((await world.call(ann, '/api/alert/del', { id: '999999' }, keyed(refused))).code).toBe(404);
    expect(await outcome(ann, refused)).toMatchObject({ state: 'refused', code: 404, answer: null });
  });

  it('voids what has not come: then it never runs, in the journal or beside it', async () => {
    const key = freshKey();
    expect(await outcome(ann, key)).toEqual(never);
    expect((await world.call(ann, WORD, { antiCode: 'crane' }, keyed(key))).code).toBe(410);
    expect((await world.call(ann, '/api/practice/claim', {}, keyed(key))).code).toBe(410);
    expect(await outcome(ann, key)).toEqual(never);
  });

  it('answers for payments whose key custody keeps; the same key and body give the same answer', async () => {
    const key = freshKey();
    const payment = { coin: 'usdt', address: 'vp1user2', amount: '10' };
    const first = await world.call(ann, '/api/practice/send', payment, keyed(key));
    expect(first.code).toBe(200);
    expect(await outcome(ann, key)).toEqual(done);
    expect((await world.call(ann, '/api/practice/send', payment, keyed(key))).code).toBe(200);
    const late = freshKey();
    expect(await outcome(ann, late)).toEqual(never);
    expect((await world.call(ann, '/api/practice/send', payment, keyed(late))).code).toBe(410);
  });

  it('is unknown, and not never, of a key that is too old', async () => {
    expect(await outcome(ann, freshKey(KEY_MAX_AGE + 1_000))).toMatchObject({ state: 'unknown', code: 504 });
  });
});
