// Issue 14: the signer's log against our rows. Entries of the last day that the log lacks are reported with their sum;
// entries that only the log has become a case, which halts its coin until two people open it.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkSignedLog } from '../../../src/custody/anchor/index.ts';
import type { Marker, Signer } from '../../../src/custody/types/index.ts';
import { practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import { writeTransaction } from '../../../src/custody/rail/practice/transaction.ts';
import { openHalts } from '../../../src/custody/treasury/halts.ts';
import { watchUnrecorded } from '../../../src/custody/treasury/index.ts';
import { listUnrecorded } from '../../../src/custody/treasury/unrecorded-list.ts';
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

/** A payment, signed under a name. */
async function sign(name: string, nonce: number): Promise<Uint8Array> {
  const { publicKey } = HDKey.fromExtendedKey(await signer.account('practice')).derive('m/1/0');
  if (publicKey === null) throw new Error('expected a public key');
  const payment = { coin: 'USDT', to: TO, units: 5n };
  const unsigned = writeTransaction({
    ...{ publicKey, nonce, coin: 'USDT', fee: 1n, outputs: [{ address: TO, units: 5n }] },
  });
  return signer.sign({ id: name, chain: 'practice', unsigned, payment, source: { kind: 'hot' } });
}

/** One that is planned and stored as custody does, for a withdrawal where it is one's. */
async function signed(nonce: number, withdrawal: string | null = null, round = 0): Promise<void> {
  const { id } = await database.db
    .insertInto('custody_transactions')
    .values({
      ...{ chain: 'practice', kind: 'withdrawal', attempt: 0, plan: '{}', coin: 'USDT', units: '5', to_address: TO },
      ...{ state: 'planned', withdrawal_id: withdrawal, round, created_at: String(now), changed_at: String(now) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const raw = await sign(withdrawal === null ? `withdrawal:${id}` : nameOf(withdrawal, round), nonce);
  await database.db
    .updateTable('custody_transactions')
    .set({ raw: Buffer.from(raw), state: 'signed' })
    .where('id', '=', id)
    .execute();
}

const nameOf = (withdrawal: string, round: number) => `withdrawal:${withdrawal}${round === 0 ? '' : `:${round}`}`;

/** A withdrawal in one stage; gives its number. */
async function withdrawalIn(stage: string, coreId: number): Promise<string> {
  const { id } = await database.db
    .insertInto('custody_withdrawals')
    .values({
      ...{ user_id: '7', core_user: '7', core_id: String(coreId), network: 'practice', coin: 'USDT', atoms: '5' },
      ...{ fee: '0', worth: '1', shown: '', destination: '1', key: `${coreId}`, stage, review: 'rules', flags: '' },
      ...{ steps: '[]', created_at: String(now), changed_at: String(now) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
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

describe('orders that only the log has (issue 14)', () => {
  const logged: string[] = [];
  const standing = async () =>
    (await database.db.selectFrom('custody_halts').select('reason').where('lifted_at', 'is', null).execute()).map(
      ({ reason }) => reason,
    );
  const watch = async () => {
    const halts = await openHalts(database.db);
    return {
      halts,
      look: watchUnrecorded({
        ...{ db: database.db, signer },
        onFault: ({ message }) => void logged.push(message),
        treasury: { halt: (network, coin, reason, by, cause) => halts.halt(network, coin, reason, by, now, cause) },
      }),
    };
  };
  beforeEach(async () => {
    logged.length = 0;
    for (const table of [
      ...(['custody_halts', 'custody_transactions', 'custody_withdrawals', 'custody_unrecorded'] as const),
    ])
      await database.db.deleteFrom(table).execute();
  });

  it('are none where each has its row, in each round', async () => {
    const withdrawal = await withdrawalIn('signed', 1);
    await signed(0, withdrawal);
    await signed(1, withdrawal, 1);
    const { look } = await watch();
    await look();
    expect(await standing()).toEqual([]);
  });

  it('halt their coin in one case, which names them; what two people opened halts nothing again', async () => {
    const withdrawal = await withdrawalIn('signed', 2);
    await signed(0, withdrawal);
    // The second round and another withdrawal, forgotten.
    await sign(nameOf(withdrawal, 1), 1);
    for (const nonce of [2, 3, 4]) await sign(`withdrawal:90${nonce}`, nonce);
    const { halts, look } = await watch();
    await look();
    const [reason, ...others] = await standing();
    expect(others).toEqual([]);
    expect(reason).toContain('signed.log has 4 signed, no row here knows');
    expect(reason).toContain(`withdrawal:${withdrawal}:1 (5 units of USDT to ${TO}, `);
    expect(reason).toContain('and 1 more');
    expect(logged).toEqual([reason]);
    await look();
    expect(await standing()).toHaveLength(1);
    expect(await halts.lift('practice', 'USDT', now)).toMatch(/^signed log /);

    // Another process, as after a restart, reads the log from its beginning.
    const again = await watch();
    await again.look();
    expect(await standing()).toEqual([]);
    await sign('withdrawal:905', 5);
    await again.look();
    expect(await standing()).toEqual([
      expect.stringContaining('signed.log has 1 signed, no row here knows: withdrawal:905 ('),
    ]);
  });

  it('are listed one by one, those of open cases first; also those of a case from before the list was kept', async () => {
    const coins = [{ coin: 'USDT', contract: null, decimals: 6 }];
    const chains = [{ name: 'practice', coins }] as unknown as Parameters<typeof listUnrecorded>[1];
    const listed = async (
      filter: { readonly network?: string; readonly current?: number; readonly size?: number } = {},
    ) => listUnrecorded(database.db, chains, { current: 1, size: 10, ...filter });
    for (const nonce of [0, 1]) await sign(`withdrawal:90${nonce}`, nonce);
    const { halts, look } = await watch();
    await look();
    const one = { network: 'practice', coin: 'USDT', amount: '0.000005', units: '5', to: TO, signed: now };
    expect(await listed()).toEqual({
      ...{ total: 2, current: 1, size: 10 },
      records: [
        { ...one, id: 'withdrawal:900', open: true },
        { ...one, id: 'withdrawal:901', open: true },
      ],
    });
    await halts.lift('practice', 'USDT', now);
    await database.db.deleteFrom('custody_unrecorded').execute();
    await sign('withdrawal:800', 2);
    await (await watch()).look();
    const states = async (filter = {}) => (await listed(filter)).records.map(({ id, open: state }) => [id, state]);
    expect(await states()).toEqual([
      ['withdrawal:800', true],
      ['withdrawal:900', false],
      ['withdrawal:901', false],
    ]);
    expect(await states({ current: 2, size: 2 })).toEqual([['withdrawal:901', false]]);
    expect((await listed({ network: 'bitcoin' })).total).toBe(0);
  });

  it('have no amount in coins where the coin is not offered now, and are listed where their chain is not', async () => {
    await sign('withdrawal:900', 0);
    await (await watch()).look();
    const one = {
      id: 'withdrawal:900',
      network: 'practice',
      coin: 'USDT',
      units: '5',
      to: TO,
      signed: now,
      open: true,
    };
    const without = [{ name: 'practice', coins: [] }] as unknown as Parameters<typeof listUnrecorded>[1];
    for (const chains of [without, []])
      expect(await listUnrecorded(database.db, chains, { current: 1, size: 10 })).toEqual({
        ...{ total: 1, current: 1, size: 10 },
        records: [{ ...one, amount: null }],
      });
  });

  it('are found though their withdrawal waits here: refusing it would pay nobody back', async () => {
    const withdrawal = await withdrawalIn('review', 3);
    await sign(nameOf(withdrawal, 0), 0);
    const { look } = await watch();
    await look();
    expect(await standing()).toEqual([expect.stringContaining(nameOf(withdrawal, 0))]);
  });

  it('are found in a log that was put back from an older copy and went on otherwise', async () => {
    await sign('withdrawal:901', 0);
    const path = join(folder, 'signed.log');
    const older = await readFile(path, 'utf8');
    await sign('withdrawal:902', 1);
    const { halts, look } = await watch();
    await look();
    await halts.lift('practice', 'USDT', now);
    await signer.stop();
    await writeFile(path, older);
    signer = await open();
    await sign('withdrawal:903', 1);
    const again = await watch();
    await again.look();
    expect(await standing()).toEqual([expect.stringContaining('withdrawal:903 (')]);
  });

  it('are compared over more orders than the signer tells at once', async () => {
    const all = Array.from({ length: 1_203 }, (_, at) => ({
      ...{ id: `sweep:${at + 1}`, chain: 'practice', coin: at % 2 === 0 ? 'USDT' : 'BTC', to: TO, units: '5', at: now },
    }));
    const asked: number[] = [];
    const cut = watchUnrecorded({
      db: database.db,
      signer: {
        logged: async (from) => {
          asked.push(from);
          return all.slice(from, from + 500);
        },
      },
      onFault: () => undefined,
      treasury: { halt: async (_, coin, reason) => void reasons.push(`${coin} ${reason.slice(0, 24)}`) },
    });
    const reasons: string[] = [];
    await cut();
    expect(asked).toEqual([0, 500, 1_000, 1_203]);
    expect(reasons).toEqual(['USDT signed.log has 602 signe', 'BTC signed.log has 601 signe']);
  });
});
