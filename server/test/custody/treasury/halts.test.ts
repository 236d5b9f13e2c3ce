// Halts by cause: what an earlier release stored, and how it is taken back.

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { down, up } from '../../../src/custody/migrations/0014-halts.ts';
import { openHalts } from '../../../src/custody/treasury/halts.ts';
import { custodyDatabase, type CustodyTestDatabase } from '../support/database.ts';

const TXID = 'ab'.repeat(32);
const FOREIGN = `Transaction ${TXID} used nonce:0x1:7, which no payment has. Our key signed it and custody does not know it.`;

let database: CustodyTestDatabase;
beforeAll(async () => void (database = await custodyDatabase()));
afterAll(() => database.stop());

it('take their causes from what an earlier release wrote, and merge when that is back', async () => {
  const { db } = database;
  const schema = db as unknown as Parameters<typeof up>[0];
  await down(schema);
  await sql`insert into custody_halts (network, coin, reason, by_person, since, lifted_at) values
    ('ethereum', 'ETH', ${FOREIGN}, null, 1, 2), ('ethereum', 'ETH', ${FOREIGN}, null, 3, null),
    ('ethereum', 'USDT', '0.5 USDT left ethereum and no record tells of it: 1 USDT are there', null, 1, null),
    ('ethereum', 'USDC', '5 USDC are missing on ethereum: the books expect 6 USDC', null, 1, null),
    ('bank', 'USD', 'coins are missing on paper', 7, 1, null)`.execute(db);
  await up(schema);
  const causes = await db.selectFrom('custody_halts').select(['coin', 'cause']).orderBy('id').execute();
  expect(causes.map(({ coin, cause }) => `${coin} ${cause}`)).toEqual([
    ...[`ETH ${TXID}`, `ETH ${TXID}`, 'USDT look', 'USDC look', 'USD '],
  ]);
  const halts = await openHalts(db);
  await halts.halt('ethereum', 'ETH', 'another', null, 4, 'cd'.repeat(32));
  expect(halts.standing('ethereum', 'ETH')?.reason).toBe(
    `${FOREIGN} (The first of 2 cases; each is lifted by itself.)`,
  );
  expect(await halts.lift('ethereum', 'USDT', 5)).toBe('look');
  expect(await halts.lift('ethereum', 'USDT', 5)).toBeUndefined();
  await down(schema);
  await up(schema);
  await halts.refresh();
  expect(halts.standing('ethereum', 'ETH')?.reason).toBe(FOREIGN);
});
