// The address book: what an address is, whose entries they are, how long new ones wait, and that the switch goes off slowly.

import { addressBook, addressCheck, MAX_BOOK } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/api/call/index.ts';
import { createAddresses } from '../../../src/custody/address/index.ts';
import { createBook, WAIT } from '../../../src/custody/book/index.ts';
import type { Addresses, Book } from '../../../src/custody/types/index.ts';
import { IntakeError, waitsFrom } from '../../../src/engine/sequencer/index.ts';
import { type CustodyTestDatabase, custodyDatabase } from '../support/database.ts';
import { fakeChain, fakeSigner, foreign } from '../support/fake-chain.ts';

let database: CustodyTestDatabase;
let addresses: Addresses;
let book: Book;
let time = 0;
/** Time of the journal's newest row, ms UTC. */
let journal = 0;
const ANNA = '11';
const BEN = '12';
const chains = [fakeChain('practice'), fakeChain('ethereum')];
const cold = foreign('ethereum', 'cold');
const somewhere = foreign('ethereum', 'somewhere');
const elsewhere = foreign('ethereum', 'elsewhere');
const written = { coin: 'ETH', network: 'ethereum', address: somewhere, label: 'Mine' };

beforeAll(async () => {
  database = await custodyDatabase();
  const parts = { db: database.db, now: () => time };
  addresses = await createAddresses({ parts, chains, signer: fakeSigner('house'), cold: { ethereum: cold } });
  book = createBook({
    ...{ parts, chains, addresses, others: [fakeChain('bitcoin').codec] },
    waitsFrom: () => waitsFrom(time, journal),
  });
});
afterAll(() => database?.stop());
beforeEach(async () => {
  time = Date.UTC(2026, 10, 22, 12);
  journal = 0;
  await database.db.deleteFrom('custody_book').execute();
  await database.db.deleteFrom('custody_book_settings').execute();
});

async function refusal(run: Promise<unknown>) {
  const error = await run.then(
    () => undefined,
    (failed: unknown) => failed,
  );
  if (!(error instanceof Refusal)) throw new Error(`expected a refusal, got ${String(error)}`);
  return { code: error.code, args: error.args, ...(error.fields === undefined ? {} : { fields: error.fields }) };
}
const allow = (userId: string, address = somewhere, strict = false) =>
  book.allow(userId, 'ETH', 'ethereum', address, strict);
const records = async (userId: string) => (await book.list(userId, {})).records;

describe('§8 what an address is', () => {
  const check = (address: string, network = 'ethereum', coin = 'ETH') => book.check(ANNA, coin, network, address);

  it('can be paid to, in its one spelling', async () => {
    const looked = await check(somewhere.toUpperCase());
    expect(looked).toEqual({ fault: null, network: 'ethereum', address: somewhere, book: null, here: false });
    expect(addressCheck.safeParse(looked).success).toBe(true);
  });

  it('of another network is told by its name, also of one without a node of ours', async () => {
    expect(await check(foreign('practice', 'x'))).toMatchObject({ fault: 'network', network: 'practice' });
    expect(await check(foreign('bitcoin', 'x'))).toMatchObject({ fault: 'network', network: 'bitcoin' });
    expect(await refusal(allow(ANNA, foreign('bitcoin', 'x')))).toEqual({ code: 3102, args: { network: 'bitcoin' } });
    expect(await refusal(allow(ANNA, `xe${'0'.repeat(44)}`)), 'a test network of the same chain').toEqual({
      code: 3102,
      args: {},
    });
  });

  it('with one letter wrong, or none at all, is invalid', async () => {
    const wrong = `${somewhere.slice(0, -1)}${somewhere.endsWith('0') ? '1' : '0'}`;
    expect(await check(wrong)).toMatchObject({ fault: 'checksum', network: null });
    expect(await check('0')).toMatchObject({ fault: 'format', address: '0' });
    for (const address of [wrong, '0']) expect(await refusal(allow(ANNA, address))).toEqual({ code: 3101, args: {} });
  });

  it('is one’s own, the house’s, or another customer’s of this exchange', async () => {
    const anna = await addresses.of({ userId: ANNA, coreUser: 2 }, 'ethereum');
    expect(await check(anna)).toMatchObject({ fault: 'own', here: true });
    expect(await check(addresses.hot('ethereum'))).toMatchObject({ fault: 'own', here: false });
    expect(await check(cold)).toMatchObject({ fault: 'own' });
    expect(await book.check(BEN, 'ETH', 'ethereum', anna)).toMatchObject({ fault: null, here: true });
    expect(await refusal(allow(ANNA, anna))).toEqual({ code: 3101, args: {} });
    expect(await refusal(book.save(ANNA, { ...written, address: anna }))).toMatchObject({ code: 3101 });
  });

  it('a coin that does not go there, a network that is none', async () => {
    expect(await refusal(check(somewhere, 'ethereum', 'BTC'))).toEqual({ code: 3002, args: { coin: 'BTC' } });
    expect(await refusal(check(somewhere, 'bank', 'USD'))).toMatchObject({ code: 400, fields: { network: 'range' } });
  });
});

describe('the book', () => {
  it('keeps an address once, in its one spelling; written again it has the new label and its old times', async () => {
    const { record } = await book.save(ANNA, { ...written, address: somewhere.toUpperCase() });
    expect(record).toMatchObject({ ...written, createTime: time, usableFrom: time + WAIT, lastUsed: null });
    time += 1_000;
    const again = await book.save(ANNA, { ...written, label: 'Cold one' });
    expect(again.record).toEqual({ ...record, label: 'Cold one' });
    await book.save(ANNA, { ...written, network: 'practice', address: foreign('practice', 'y') });
    expect((await book.list(ANNA, { coin: 'ETH', network: 'practice' })).records).toHaveLength(1);
    const list = await book.list(ANNA, {});
    expect(list.records).toHaveLength(2);
    expect(addressBook.safeParse(list).success).toBe(true);
    expect((await book.check(ANNA, 'ETH', 'ethereum', somewhere)).book).toMatchObject({ label: 'Cold one' });
  });

  it('a label changes by its id, an address never', async () => {
    const { record } = await book.save(ANNA, written);
    const id = record?.id ?? '';
    expect(await book.save(ANNA, { id, label: 'New' })).toMatchObject({ record: { id, label: 'New' } });
    expect(await refusal(book.save(ANNA, { id, ...written, address: elsewhere }))).toMatchObject({ code: 400 });
    expect(await refusal(book.save(ANNA, { id }))).toMatchObject({ fields: { label: 'required' } });
    expect(await refusal(book.save(ANNA, {}))).toMatchObject({ fields: { address: 'required' } });
    expect(await refusal(book.save(ANNA, { label: 'x', allowOnly: true }))).toMatchObject({ code: 400 });
    for (const missing of ['coin', 'network', 'address', 'label'] as const)
      expect(await refusal(book.save(ANNA, { ...written, [missing]: undefined }))).toMatchObject({
        fields: { [missing]: 'required' },
      });
  });

  it('when it was last paid to is told', async () => {
    await book.save(ANNA, written);
    await book.save(BEN, written);
    time += 5_000;
    await book.used(ANNA, 'ETH', 'ethereum', somewhere);
    expect((await records(ANNA))[0]?.lastUsed).toBe(time);
    expect((await records(BEN))[0]?.lastUsed).toBeNull();
  });

  it('a second customer sees, changes and deletes nothing of the first', async () => {
    const { record } = await book.save(ANNA, written);
    const id = record?.id ?? '';
    expect(await records(BEN)).toEqual([]);
    expect((await book.check(BEN, 'ETH', 'ethereum', somewhere)).book).toBeNull();
    expect((await allow(BEN)).entry).toBeNull();
    expect(await refusal(book.save(BEN, { id, label: 'Ben' }))).toEqual({ code: 404, args: {} });
    expect(await refusal(book.del(BEN, id))).toEqual({ code: 404, args: {} });
    for (const none of ['0', '999999999999999999', '1'.repeat(19), 'x', '-1'])
      expect(await refusal(book.del(ANNA, none)), none).toEqual({ code: 404, args: {} });
    expect(await records(ANNA)).toHaveLength(1);
    expect(await book.del(ANNA, id)).toEqual({ id });
    expect(await refusal(book.del(ANNA, id))).toEqual({ code: 404, args: {} });
  });

  it(`has ${MAX_BOOK} addresses at most, however many tabs write`, async () => {
    await database.db
      .insertInto('custody_book')
      .values(
        Array.from({ length: MAX_BOOK - 2 }, (_, at) => ({
          ...{ user_id: ANNA, coin: 'ETH', network: 'ethereum', address: `a${at}`, label: 'x' },
          ...{ created_at: '1', usable_from: '1', last_used: null },
        })),
      )
      .execute();
    const tabs = Array.from({ length: 6 }, (_, at) =>
      book.save(ANNA, { ...written, address: foreign('ethereum', `tab ${at}`) }).then(
        () => 'done',
        (error: unknown) => (error instanceof Refusal ? error.fields?.['address'] : error),
      ),
    );
    const answers = await Promise.all(tabs);
    expect(['done', 'range'].map((what) => answers.filter((answer) => answer === what).length)).toEqual([2, 4]);
    expect(await records(ANNA)).toHaveLength(MAX_BOOK);
    const [known] = await records(ANNA);
    expect(await book.save(ANNA, { ...written, address: known?.address, label: 'Known' })).toMatchObject({
      record: { label: 'Known' },
    });
    await book.save(BEN, written);
  });
});

describe('§8 the allow-list', () => {
  it('is off at first: anything valid is paid; an API key pays only to what stands there long enough', async () => {
    expect(await allow(ANNA)).toEqual({ address: somewhere, entry: null });
    expect(await refusal(allow(ANNA, somewhere, true))).toEqual({ code: 3103, args: {} });
    const { record } = await book.save(ANNA, written);
    expect(await allow(ANNA)).toMatchObject({ entry: { id: record?.id } });
    expect(await refusal(allow(ANNA, somewhere, true))).toEqual({ code: 3103, args: { until: String(time + WAIT) } });
    time += WAIT;
    expect(await allow(ANNA, somewhere, true)).toMatchObject({ address: somewhere });
  });

  it('switched on it holds at once: only addresses of the book, and those of a day', async () => {
    await book.save(ANNA, written);
    expect(await book.save(ANNA, { allowOnly: true })).toEqual({ record: null, allowOnly: true, allowOnlyEnds: null });
    expect(await refusal(allow(ANNA, elsewhere))).toEqual({ code: 3103, args: {} });
    expect(await refusal(allow(ANNA))).toEqual({ code: 3103, args: { until: String(time + WAIT) } });
    time += WAIT - 1;
    expect(await refusal(allow(ANNA))).toMatchObject({ code: 3103 });
    time += 1;
    expect(await allow(ANNA, somewhere.toUpperCase())).toMatchObject({ address: somewhere });
    expect(await allow(BEN, elsewhere), 'another’s switch is his').toMatchObject({ entry: null });
  });

  it('an address that was deleted and written again waits again', async () => {
    const { record } = await book.save(ANNA, written);
    await book.save(ANNA, { allowOnly: true });
    time += WAIT;
    await book.del(ANNA, record?.id ?? '');
    await book.save(ANNA, written);
    expect(await refusal(allow(ANNA))).toEqual({ code: 3103, args: { until: String(time + WAIT) } });
  });

  it('goes off after a day, is told until then, is not put off by asking again, and can be kept', async () => {
    await book.save(ANNA, { allowOnly: true });
    const ends = time + WAIT;
    expect(await book.save(ANNA, { allowOnly: false })).toEqual({ record: null, allowOnly: true, allowOnlyEnds: ends });
    time += 1_000;
    expect(await book.save(ANNA, { allowOnly: false })).toMatchObject({ allowOnlyEnds: ends });
    expect(await refusal(allow(ANNA))).toMatchObject({ code: 3103 });
    expect(await book.list(ANNA, {})).toMatchObject({ allowOnly: true, allowOnlyEnds: ends, wait: WAIT });
    expect(await book.save(ANNA, { allowOnly: true })).toMatchObject({ allowOnly: true, allowOnlyEnds: null });
    time += WAIT;
    expect(await refusal(allow(ANNA))).toMatchObject({ code: 3103 });
    await book.save(ANNA, { allowOnly: false });
    time += WAIT;
    expect(await allow(ANNA)).toMatchObject({ entry: null });
    expect(await book.list(ANNA, {})).toMatchObject({ allowOnly: false, allowOnlyEnds: null });
    expect(await book.save(ANNA, { allowOnly: false }), 'off already').toMatchObject({ allowOnlyEnds: null });
  });

  it('an address and the switch may be written together', async () => {
    expect(await book.save(ANNA, { ...written, allowOnly: true })).toMatchObject({
      ...{ record: { address: somewhere }, allowOnly: true },
    });
    expect(await refusal(book.save(ANNA, { ...written, address: '0', allowOnly: false }))).toMatchObject({
      code: 3101,
    });
    expect(await book.list(ANNA, {}), 'all or nothing').toMatchObject({ allowOnly: true, allowOnlyEnds: null });
  });
});

describe('issue 14, 7: the clock is behind', () => {
  beforeEach(() => {
    journal = time;
  });

  it('by a day: no address is saved and no switch goes off, so none has waited once the clock is right', async () => {
    await book.save(ANNA, { allowOnly: true });
    time -= WAIT;
    await expect(book.save(ANNA, written)).rejects.toBeInstanceOf(IntakeError);
    await expect(book.save(ANNA, { allowOnly: false })).rejects.toBeInstanceOf(IntakeError);
    time += WAIT;
    expect(await refusal(allow(ANNA))).toEqual({ code: 3103, args: {} });
    expect(await book.list(ANNA, {})).toMatchObject({ allowOnly: true, allowOnlyEnds: null, records: [] });
  });

  it('by seconds: the wait counts from the newest row of the journal', async () => {
    time -= 30_000;
    await book.save(ANNA, { ...written, allowOnly: true });
    time += WAIT;
    expect(await refusal(allow(ANNA))).toEqual({ code: 3103, args: { until: String(journal + WAIT) } });
    time = journal + WAIT;
    expect(await allow(ANNA)).toMatchObject({ address: somewhere });
  });
});
