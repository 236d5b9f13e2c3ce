// An older or rewritten database is refused by what the signer and the anchor remember, and the restore command is the way
// on (money §8; issue 14, 5 and 8).

import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Anchor,
  createMarking,
  expectHistory,
  openAnchor,
  restoreOlder,
} from '../../../src/custody/anchor/index.ts';
import { type Head, type Marker, type Signer, SignerRefusal } from '../../../src/custody/types/index.ts';
import { practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import { acceptHead, openService } from '../../../src/custody/signer/index.ts';
import { custodyDatabase, type CustodyTestDatabase } from '../support/database.ts';
import { LIMITS } from '../withdrawal/world.ts';

const KEY = new Uint8Array(32).fill(5);
let database: CustodyTestDatabase;
let folder: string;
let path: string;
let anchor: Anchor;
let signer: Signer & Marker;
/** The journal that there is: hashes by row. */
let journal: Map<number, string>;
const hashOf = (row: number, branch = 'a') => (row.toString(16) + branch).padStart(64, '0');
const headAt = (row: number): Head => ({ row, hash: hashOf(row) });

const faults: Error[] = [];
const parts = () => ({
  ...{ db: database.db, signer, anchor, rowHash: async (row: number) => journal.get(row) },
  onFault: (error: Error) => void faults.push(error),
});

const open = () => openService({ folder: join(folder, 'signer'), key: KEY, codecs: [practiceCodec], limits: LIMITS });
const check = () =>
  expectHistory({ db: database.db, signer, anchor, rowHash: (row) => Promise.resolve(journal.get(row)) });

beforeAll(async () => void (database = await custodyDatabase()));
afterAll(() => database.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-anchor-'));
  path = join(folder, 'anchor.log');
  anchor = openAnchor({ place: path });
  signer = await open();
  await database.db.deleteFrom('custody_head').execute();
  journal = new Map(Array.from({ length: 100 }, (_, row) => [row, hashOf(row)]));
});
afterEach(async () => {
  await signer.stop();
  await rm(folder, { recursive: true, force: true });
});

async function marked(row: number): Promise<void> {
  await createMarking(parts(), () => headAt(row)).mark();
}
/** The database as it was when it was last marked at this row. */
async function older(row: number): Promise<void> {
  await database.db
    .updateTable('custody_head')
    .set({ row: String(row), hash: hashOf(row) })
    .execute();
  for (const number of journal.keys()) if (number > row) journal.delete(number);
}

describe('a start', () => {
  it('goes on with the database that was marked, and the first one of all', async () => {
    await check();
    await marked(40);
    await marked(60);
    await check();
    expect(await anchor.newest(await signer.markKey())).toMatchObject({ row: 60, hash: hashOf(60) });
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(2);
  });

  it('refuses an older database, with a newer signer folder, a newer anchor, and both', async () => {
    await marked(60);
    await older(40);
    await expect(check()).rejects.toThrow('journal row 60 is not there');
    await expect(check()).rejects.toThrow('npm run restore');
    // An older signer folder: the anchor knows.
    await signer.stop();
    await rm(join(folder, 'signer', 'head.json'));
    signer = await open();
    await expect(check()).rejects.toThrow('anchor.log');
    // No anchor: the signer knows.
    await signer.mark(headAt(60));
    await rm(path);
    await expect(check()).rejects.toThrow('by the signer');
  });

  it('refuses older tables beside a newer journal', async () => {
    await marked(60);
    await database.db
      .updateTable('custody_head')
      .set({ row: '40', hash: hashOf(40) })
      .execute();
    await expect(check()).rejects.toThrow('last marked at row 40');
  });

  it('refuses a rewritten history, however long it is', async () => {
    await marked(60);
    for (const row of journal.keys()) journal.set(row, hashOf(row, 'b'));
    await expect(check()).rejects.toThrow('history was rewritten');
  });

  it('refuses an anchor that the signer did not sign; a line that was cut while written is none', async () => {
    await marked(60);
    await appendFile(path, '{"row":70,"ha');
    await check();
    await marked(70);
    await check();
    expect(await anchor.newest(await signer.markKey())).toMatchObject({ row: 70 });
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll(`"hash":"${hashOf(70)}"`, `"hash":"${hashOf(70, 'b')}"`));
    await expect(check()).rejects.toThrow('that this signer signed');
  });
});

describe('marks', () => {
  it('are the signer’s with each row, the anchor’s once a minute; all three’s when asked', async () => {
    let time = 0;
    let row = 10;
    const marking = createMarking(
      parts(),
      () => headAt(row),
      () => time,
    );
    const rows = async () => {
      const own = await database.db.selectFrom('custody_head').select('row').executeTakeFirst();
      const far = await anchor.newest(await signer.markKey());
      return [Number(own?.row), (await signer.marked())?.row, far?.row];
    };
    await marking.step();
    expect(await rows()).toEqual([10, 10, 10]);
    row = 20;
    time = 59_999;
    await marking.step();
    expect(await rows()).toEqual([20, 20, 10]);
    time = 60_000;
    await marking.step();
    expect(await rows()).toEqual([20, 20, 20]);
    row = 30;
    await marking.step();
    expect(await rows()).toEqual([30, 30, 20]);
    await marking.mark();
    expect(await rows()).toEqual([30, 30, 30]);
    await marking.mark();
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(3);
  });

  it('in an anchor that was put back or lost are written again, and that is told', async () => {
    faults.length = 0;
    let row = 10;
    const marking = createMarking(parts(), () => headAt(row));
    await marking.mark();
    const before = await readFile(path, 'utf8');
    row = 20;
    await marking.mark();
    await writeFile(path, before);
    row = 30;
    await marking.mark();
    expect(String(faults)).toContain('expected the head of row 20, got row 10');
    await rm(path);
    await marking.mark();
    expect(String(faults)).toContain('expected the head of row 30, got none');
    expect(await anchor.newest(await signer.markKey())).toMatchObject({ row: 30 });
    expect(faults).toHaveLength(2);
  });
});

describe('the signer', () => {
  it('signs nothing for an exchange whose journal is older or another', async () => {
    await marked(60);
    const head = { current: headAt(50) };
    const marking = createMarking(parts(), () => head.current);
    const order = {} as Parameters<Signer['sign']>[0];
    await expect(marking.signer.sign(order)).rejects.toThrow(SignerRefusal);
    head.current = { row: 60, hash: hashOf(60, 'b') };
    await expect(marking.signer.sign(order)).rejects.toThrow('another hash');
    await signer.stop();
    signer = await open();
    await expect(signer.mark(headAt(59)), 'after a restart').rejects.toThrow('below row 60');
  });
});

describe('the restore command', () => {
  it('halts every coin, moves numbers past the gap, and the exchange goes on', async () => {
    await marked(60);
    await older(40);
    const { db } = database;
    await db
      .insertInto('custody_deposits')
      .values({
        ...{ network: 'practice', txid: 'ab'.repeat(32), position: 0, coin: 'USDT', units: '1', atoms: '1', dust: '0' },
        ...{ address: 'a', user_id: '1', core_user: '1', height: 1, block_hash: 'b', from_height: null },
        ...{ stage: 'credited', img: null, img_digest: null, account: null, reference: null, reason: null, note: null },
        ...{ seen_at: '1', credited_at: '1', changed_at: '1', seq: '1' },
      })
      .execute();
    const customer = () =>
      db
        .insertInto('custody_users')
        .values({ user_id: String(Math.random()).slice(2, 12), core_user: '1' })
        .returning('index')
        .executeTakeFirstOrThrow();
    const before = await customer();
    await signer.stop();
    const accept = (head: Head) => acceptHead(join(folder, 'signer'), KEY, head);
    const { halted, moved } = await restoreOlder({ db, head: headAt(40), anchor, accept, now: 5 });
    signer = await open();
    expect(halted).toEqual(expect.arrayContaining(['practice USDT', 'ethereum ETH', 'bitcoin BTC', 'bank USD']));
    // Only pairs that a chain can have: the operator opens each of them.
    for (const pair of ['bitcoin USDT', 'bitcoin ETH', 'ethereum BTC']) expect(halted).not.toContain(pair);
    expect(moved).toBeGreaterThan(4);
    expect((await customer()).index - before.index).toBeGreaterThan(10_000);
    await check();
    journal.set(41, hashOf(41));
    await marked(41);
    await check();
    // What was lost stays written in the anchor.
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(3);
  });

  it('is refused while a signer works on the folder', async () => {
    await expect(acceptHead(join(folder, 'signer'), KEY, headAt(1))).rejects.toThrow('Stop the exchange first');
  });
});
