// Issue 14: a signer's log that lacks what was signed within a day is told, with how much; an older one is allowed.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkSignedLog } from '../../../src/custody/anchor/index.ts';
import type { Marker, Signer } from '../../../src/custody/types/index.ts';
import { practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import { writeTransaction } from '../../../src/custody/rail/practice/transaction.ts';
import { openService } from '../../../src/custody/signer/index.ts';
import { custodyDatabase, type CustodyTestDatabase } from '../support/database.ts';
import { LIMITS, outsideAddress } from '../withdrawal/world.ts';

const KEY = new Uint8Array(32).fill(5);
const DAY = 86_400_000;
const TO = outsideAddress('customer');
const now = Date.UTC(2026, 10, 26, 12);

let database: CustodyTestDatabase;
let folder: string;
let signer: Signer & Marker;
const open = () => openService({ folder, key: KEY, codecs: [practiceCodec], limits: LIMITS, now: () => now });
const check = (at = now) => checkSignedLog({ db: database.db, signer, now: () => at });

beforeAll(async () => void (database = await custodyDatabase()));
afterAll(() => database.stop());
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'vitrine-signed-')), 'signer');
  signer = await open();
});
afterEach(async () => {
  await signer.stop();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

/** A payment, planned, signed and stored as custody does. */
async function signed(nonce: number): Promise<void> {
  const { publicKey } = HDKey.fromExtendedKey(await signer.account('practice')).derive('m/1/0');
  if (publicKey === null) throw new Error('expected a public key');
  const payment = { coin: 'USDT', to: TO, units: 5n };
  const unsigned = writeTransaction({
    ...{ publicKey, nonce, coin: 'USDT', fee: 1n, outputs: [{ address: TO, units: 5n }] },
  });
  const { id } = await database.db
    .insertInto('custody_transactions')
    .values({
      ...{ chain: 'practice', kind: 'withdrawal', attempt: 0, plan: '{}', coin: 'USDT', units: '5', to_address: TO },
      ...{ state: 'planned', created_at: String(now), changed_at: String(now) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const raw = await signer.sign({
    id: `withdrawal:${id}`,
    chain: 'practice',
    unsigned,
    payment,
    source: { kind: 'hot' },
  });
  await database.db
    .updateTable('custody_transactions')
    .set({ raw: Buffer.from(raw), state: 'signed' })
    .where('id', '=', id)
    .execute();
}

it('tells how many orders of the last day a cut or emptied log lacks, until a day is over', async () => {
  for (const nonce of [0, 1, 2, 3]) await signed(nonce);
  await check();
  const path = join(folder, 'signed.log');
  const whole = await readFile(path, 'utf8');
  for (const [text, missing] of [
    [whole.slice(0, whole.length / 2), 2],
    [whole.split('\n').slice(0, 3).join('\n'), 2],
    ['', 4],
  ] as const) {
    await signer.stop();
    await writeFile(path, text);
    signer = await open();
    await expect(check()).rejects.toThrow(
      `signed.log: expected the 4 orders that were signed within a day, ${missing} of them are missing`,
    );
    await check(now + DAY);
  }
  await signer.stop();
  await writeFile(path, whole);
  signer = await open();
  await check();
});
