// The chat of an over-the-counter order on the real core and a real PostgreSQL: who its parties are, what may be written, until when.

import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFiles, type Files, type FileTables, openFolderStore } from '../../../src/account/files/index.ts';
import {
  createOtcChat,
  MAX_SENT,
  type OtcChat,
  type OtcChatTables,
  SEND_MOST,
  SEND_WINDOW,
  WRITES_AFTER_END,
} from '../../../src/otc/chat/index.ts';
import { poolConfig, testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { migrateAll, surviveLoss } from '../../../src/projection/views/index.ts';
import { type TestExchange, testExchange } from '../../custody/support/house.ts';
import { jpeg } from '../../account/files/pictures.ts';
import { act, dealOf, offerOf } from './deals.ts';

const MERCHANT = { userId: '102', coreUser: 2 };
const BUYER = { userId: '103', coreUser: 3 };
const STRANGER = { userId: '104', coreUser: 4 };
const TEXT = 1;
const PICTURE = 2;
const FIRST_PAGE = { current: 1, size: 15 };

let database: TestDatabase;
let db: Kysely<OtcChatTables>;
let folder = '';
let files: Files;
let house: TestExchange;
let chat: OtcChat;
let deal = '';
let offer = 0;
let faults: unknown[] = [];
let time = 0;
let photo: Buffer;
const vault = createVault(randomBytes(32));

const run = (one: Parameters<TestExchange['must']>[0]) => house.must(one);
const open = () =>
  createOtcChat({ db, link: house.link, vault, files, now: () => time, onFault: (error) => faults.push(error) });
/** A message, written when the sender may write again. */
const write = (party: typeof BUYER, content: string, contentType: 1 | 2 = TEXT, orderId = deal) => {
  time += SEND_WINDOW;
  return chat.send(party, { orderId, content, contentType });
};
const read = (party: typeof BUYER, id = deal, paging = FIRST_PAGE) => chat.list(party, { id, ...paging });
const upload = async (userId: string, purpose: 'chat' | 'kyc' = 'chat') =>
  (await files.put(userId, purpose, { name: 'slip.jpg', bytes: photo })).link;
const refused = (code: number, args = {}) => ({ code, args });

beforeAll(async () => {
  database = await testDatabase();
  await migrateAll(database.connection);
  const { types: _, ...config } = poolConfig(database.address, 'identity', 6);
  const pool = new pg.Pool(config);
  surviveLoss(pool);
  db = new Kysely<OtcChatTables>({ dialect: new PostgresDialect({ pool }) });
  folder = await mkdtemp(join(tmpdir(), 'vitrine-otc-chat-'));
  files = createFiles({
    ...{ db: db as unknown as Kysely<FileTables>, vault, store: await openFolderStore(folder), now: () => time },
    onFault: (error) => faults.push(error),
  });
  photo = await jpeg();
});
afterAll(async () => {
  await files?.stop();
  await db?.destroy();
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await sql`truncate otc_chats, otc_messages, files, file_use`.execute(db);
  faults = [];
  house = testExchange(4);
  time = house.time;
  chat = await open();
  offer = await offerOf(run, MERCHANT.coreUser);
  deal = String(await dealOf(run, offer, BUYER.coreUser));
});
afterEach(async () => {
  await chat.stop();
  expect(faults).toEqual([]);
});

describe('§5 the chat of an over-the-counter order', () => {
  it('is written and read by both parties, newest first, in pages', async () => {
    expect(await read(BUYER)).toEqual({ records: [], total: 0, size: 15, current: 1 });
    const first = await write(BUYER, 'Paid:\n300 of 705');
    expect(first).toEqual({
      ...{ id: first.id, content: 'Paid:\n300 of 705', content_type: TEXT },
      ...{ blade_user_id: BUYER.userId, create_time: time },
    });
    const second = await write(MERCHANT, 'I see it.');
    for (const party of [BUYER, MERCHANT]) expect((await read(party)).records).toEqual([second, first]);
    expect(await read(BUYER, deal, { current: 2, size: 1 })).toEqual({
      ...{ records: [first], total: 2, size: 1, current: 2 },
    });
  });

  it('is not there for a third customer, as one that never was is not', async () => {
    await write(BUYER, 'Paid.');
    for (const id of [deal, '8388999', '0', '9999999999999999', '99999999999999999', `0${deal}`, 'x', 'a-1']) {
      await expect(read(STRANGER, id)).rejects.toMatchObject(refused(404));
      await expect(write(STRANGER, 'Hello', TEXT, id)).rejects.toMatchObject(refused(404));
    }
    await expect(read(BUYER, `0${deal}`)).rejects.toMatchObject(refused(404));
    // Another order of the same merchant is not the first one's buyer's.
    const other = String(await dealOf(run, offer, STRANGER.coreUser));
    await expect(read(BUYER, other)).rejects.toMatchObject(refused(404));
    expect((await read(MERCHANT, other)).total).toBe(0);
  });

  it('takes what says something, at most 400 characters (5001, 5002)', async () => {
    for (const blank of ['', '   ', '\n\t', '\u200b\u200d', '\u00a0'])
      await expect(write(BUYER, blank), JSON.stringify(blank)).rejects.toMatchObject(refused(5001));
    await expect(write(BUYER, 'a'.repeat(401))).rejects.toMatchObject(refused(5002, { most: '400' }));
    // An emoji is one character.
    expect((await write(BUYER, '👍'.repeat(400))).content).toBe('👍'.repeat(400));
    expect((await read(BUYER)).total).toBe(1);
  });

  it('lies sealed, for its order and sender', async () => {
    const { id } = await write(BUYER, 'my account is 12345678');
    const row = await db.selectFrom('otc_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.content.toString('latin1')).not.toContain('12345678');
    await db.updateTable('otc_messages').set({ sender: '2' }).where('id', '=', id).execute();
    await expect(read(BUYER)).rejects.toThrow();
  });

  it('bounds how much one may write: a minute over all orders (429), an order each (5103)', async () => {
    time += SEND_WINDOW;
    const at = (content: string) => chat.send(BUYER, { orderId: deal, content, contentType: TEXT });
    const sent = await Promise.allSettled(Array.from({ length: SEND_MOST + 5 }, (_, index) => at(`${index}`)));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(SEND_MOST);
    await expect(at('more')).rejects.toMatchObject(refused(429, { seconds: '60' }));
    await chat.send(MERCHANT, { orderId: deal, content: 'mine', contentType: TEXT });
    await db
      .insertInto('otc_messages')
      .values(
        Array.from({ length: MAX_SENT - SEND_MOST }, () => ({
          ...{ order_id: deal, sender: '3', sender_user: BUYER.userId, content_type: TEXT, file: null },
          ...{ content: vault.seal('x', `otc_messages:${deal}:3`), created_at: '0' },
        })),
      )
      .execute();
    await expect(write(BUYER, 'one too many')).rejects.toMatchObject(refused(5103));
    expect((await write(MERCHANT, 'the other half is mine')).content_type).toBe(TEXT);
  });
});

describe('§5 a picture in the chat', () => {
  it('is one’s own upload for chats, and stays', async () => {
    const link = await upload(BUYER.userId);
    expect(await write(BUYER, link, PICTURE)).toMatchObject({ content: link, content_type: PICTURE });
    const row = await sql<{ unused_since: string | null }>`select unused_since from files`.execute(db);
    expect(row.rows).toEqual([{ unused_since: null }]);
  });

  it('is nothing else (5003): no text, nobody else’s, none of another purpose, none that is not there', async () => {
    const others = await upload(MERCHANT.userId);
    const document = await upload(BUYER.userId, 'kyc');
    for (const content of ['Paid.', others, document, '/api/file/0123', 'https://example.com/a.jpg'])
      await expect(write(BUYER, content, PICTURE), content).rejects.toMatchObject(refused(5003));
    expect((await read(BUYER)).total).toBe(0);
  });

  it('is shown to the two parties of its order and to nobody else', async () => {
    const link = await upload(BUYER.userId);
    const id = link.slice('/api/file/'.length);
    expect(await chat.shows(MERCHANT, id)).toBe(false);
    // A text that names a picture shows nothing.
    await write(BUYER, link, TEXT);
    expect(await chat.shows(MERCHANT, id)).toBe(false);
    await write(BUYER, link, PICTURE);
    expect(await Promise.all([MERCHANT, BUYER, STRANGER].map((party) => chat.shows(party, id)))).toEqual([
      ...[true, true, false],
    ]);
  });
});

describe('§5 an order that ends', () => {
  it('is written to for a day after it was released, and read for good', async () => {
    await write(BUYER, 'Paid.');
    house.must(act('paid', BUYER.coreUser, Number(deal)));
    house.must(act('release', MERCHANT.coreUser, Number(deal)));
    time = house.time + WRITES_AFTER_END - SEND_WINDOW;
    await write(MERCHANT, 'Thank you.');
    time = house.time + WRITES_AFTER_END + 1;
    const late = chat.send(BUYER, { orderId: deal, content: 'Again?', contentType: TEXT });
    await expect(late).rejects.toMatchObject(refused(5103));
    for (const party of [BUYER, MERCHANT]) expect((await read(party)).total).toBe(2);
    await expect(read(STRANGER)).rejects.toMatchObject(refused(404));
  });

  it('by time, after fifteen minutes without a payment, is an end too', async () => {
    // Due then, it fires when the clock first shows more.
    house.time += 15 * 60_000 + 1;
    const next = await dealOf(run, offer, STRANGER.coreUser);
    time = house.time + WRITES_AFTER_END;
    await write(STRANGER, 'Still open', TEXT, String(next));
    await expect(write(BUYER, 'Too late')).rejects.toMatchObject(refused(5103));
  });

  it('while nobody followed is found ended at the next start; an open one goes on', async () => {
    const open2 = String(await dealOf(run, offer, STRANGER.coreUser));
    await write(BUYER, 'Paid.');
    await chat.stop();
    house.time += 1_000;
    house.must(act('cancel', BUYER.coreUser, Number(deal)));
    const unseen = String(await dealOf(run, offer, BUYER.coreUser));
    chat = await open();
    time = house.time + 2 * WRITES_AFTER_END;
    await expect(write(BUYER, 'Hello?')).rejects.toMatchObject(refused(5103));
    expect((await read(MERCHANT)).total).toBe(1);
    for (const [party, id] of [
      [STRANGER, open2],
      [BUYER, unseen],
    ] as const)
      expect((await write(party, 'Open', TEXT, id)).content).toBe('Open');
  });

  it('that could not be written is written as soon as SQL answers again', async () => {
    await sql`alter table otc_chats rename to otc_chats_away`.execute(db);
    house.must(act('cancel', BUYER.coreUser, Number(deal)));
    await expect(read(BUYER)).rejects.toThrow('otc_chats');
    await sql`alter table otc_chats_away rename to otc_chats`.execute(db);
    expect(faults.length).toBeGreaterThan(0);
    faults = [];
    time = house.time + WRITES_AFTER_END;
    await expect(write(BUYER, 'Too late')).rejects.toMatchObject(refused(5103));
  });

  it('written by two processes is one', async () => {
    const late = await open();
    house.must(act('cancel', BUYER.coreUser, Number(deal)));
    await late.stop();
    const [row] = await db.selectFrom('otc_chats').selectAll().execute();
    expect(row).toMatchObject({ order_id: deal, buyer: '3', seller: '2', ended_at: String(house.time) });
  });
});
