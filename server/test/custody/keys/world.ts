// A house with its signer's process, whose custody can be stopped and opened again over the same folder and database.

import { makeKey, readKey } from '@vitrine/contract';
import { defaultGenesis, firstCommands, RAILS, USDT } from '@vitrine/core';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { CommandKey } from '../../../src/api/call/index.ts';
import { createAddresses, type KnownAddresses } from '../../../src/custody/address/index.ts';
import { createFollower } from '../../../src/custody/chain/index.ts';
import { createDepositListener, createDeposits } from '../../../src/custody/deposit/index.ts';
import { followFunds } from '../../../src/custody/exchange/index.ts';
import type { Customer, Signer, Treasury, Withdrawals } from '../../../src/custody/types/index.ts';
import type { CustodyParts } from '../../../src/custody/parts.ts';
import { openPractice, type Practice, practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import { SignerFault, type SignOrder } from '../../../src/custody/types/index.ts';
import { startSigner } from '../../../src/custody/signer/index.ts';
import type { CustodyDatabase, CustodyTables } from '../../../src/custody/tables.ts';
import { createTreasury } from '../../../src/custody/treasury/index.ts';
import { createWithdrawals } from '../../../src/custody/withdrawal/index.ts';
import { createLive } from '../../../src/projection/live/index.ts';
import { testDatabase } from '../../../src/app/postgres/index.ts';
import { startLocal } from '../../../src/engine/sequencer/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { migrateAll, surviveLoss } from '../../../src/projection/views/index.ts';
import { command, LIMITS } from '../withdrawal/world.ts';
import { keepsRight, openBook } from '../support/asker.ts';

/** Who approves in the desk. */
export const REVIEWER = 1;
const STEP = 61_000;
const DAYS = 9 * 86_400_000;
const COINS = ['BTC', 'ETH', 'USDT', 'USDC'];
const MANY = '1000000000000000000000000000';

/** Custody as it is open now. */
export interface RunningExchange {
  readonly addresses: KnownAddresses;
  readonly practice: Practice;
  readonly signer: Signer;
  readonly treasury: Treasury;
  readonly withdrawals: Withdrawals;
  /** False: the signer cannot be asked by withdrawals. */
  signing: boolean;
  /** A customer pays from outside. */
  pay(customer: Customer, address: string, amount: string): Promise<void>;
  /** A block, and a pass of everything a minute later. */
  round(): Promise<void>;
  /** Sweeps under way. */
  sweeps(): Promise<number>;
  stop(): Promise<void>;
}

export interface KeyWorld {
  readonly db: CustodyDatabase;
  /** The signer's. */
  readonly folder: string;
  readonly faults: unknown[];
  signerKey(): Buffer;
  key(): CommandKey;
  customer(): Promise<Customer>;
  /** Available atoms of USDT in the spot wallet. */
  free(customer: Customer): number;
  open(): Promise<RunningExchange>;
  stop(): Promise<void>;
}

export async function startKeyWorld(): Promise<KeyWorld> {
  const database = await testDatabase();
  await migrateAll(database.connection);
  const dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-keys-'));
  const folder = join(dataFolder, 'signer');
  let offset = 0;
  const now = () => Date.now() + offset;
  const local = await startLocal({
    ...{ address: database.address, dataFolder, genesis: defaultGenesis('practice', []) },
    setup: firstCommands('practice'),
    time: { utc: now, monotonic: () => performance.now() + offset },
  });
  const { link } = local;
  const live = await createLive(link);
  const funds = await followFunds(link);
  const { types: _, ...config } = database.connection;
  const pool = new pg.Pool({ ...config, max: 10, options: '-c synchronous_commit=off' });
  surviveLoss(pool);
  const db = new Kysely<CustodyTables>({ dialect: new PostgresDialect({ pool }) });
  const faults: unknown[] = [];
  // Somebody is owed much, of what the hot wallet is given: withdrawals have limits by it.
  await link.submit(command('user.open', { referrer: 0 }));
  const owed = { user: 2, asset: USDT, amount: 1_000_000_000_000, rail: RAILS.practice };
  await link.submit(command('deposit.credit', { ...owed, position: 0, transactionHigh: 1, transactionLow: 7 }));
  await link.submit(command('desk.grant', { operator: REVIEWER, roles: 8 }));
  const vault = createVault(new Uint8Array(32).fill(3));
  const parts: CustodyParts = {
    ...{ db, link, live, mode: 'practice', now, vault },
    people: {
      messages: { notice: async () => undefined },
      cards: { find: async () => null },
    } as unknown as CustodyParts['people'],
    onFault: (error) => void faults.push(error),
  };
  let users = 0;

  async function open(): Promise<RunningExchange> {
    const coins = Object.fromEntries(
      COINS.map((coin) => [`practice:${coin}`, { transaction: MANY, hour: MANY, day: MANY, fee: MANY }]),
    );
    const signer = await startSigner({
      ...{ folder, vault, codecs: [{ chain: 'practice' }], limits: { ...LIMITS, coins }, onFault: parts.onFault },
    });
    const late: { addresses?: KnownAddresses } = {};
    const practice = await openPractice({
      ...{ parts, blockTime: 0 },
      publicKeyOf: (source) => {
        if (late.addresses === undefined) throw new Error('expected addresses before a plan');
        return late.addresses.publicKeyOf('practice')(source);
      },
    });
    const chain = { ...practice.chain, blockTime: 5_000, stuckAfter: 24 * 3_600_000 };
    const chains = [chain];
    const addresses = await createAddresses({ parts, chains, signer, cold: {} });
    late.addresses = addresses;
    const listeners = [createDepositListener({ parts, chain, addresses })];
    const followers = [createFollower({ parts, chain, addresses, listeners })];
    const news = (): void => undefined;
    const treasury = await createTreasury({ parts, chains, followers, addresses, funds, signer, news });
    const deposits = createDeposits({ parts, chains, followers, addresses, funds, treasury, news });
    const withdrawals = createWithdrawals({
      lostRight: keepsRight,
      ...{ parts, chains, followers, addresses, funds, treasury, deposits, news },
      signer: {
        reserve: (order) => signer.reserve(order),
        release: (id) => signer.release(id),
        async sign(order: SignOrder) {
          if (!house.signing) throw new SignerFault('the test has no signer now');
          return signer.sign(order);
        },
      },
      book: {
        allow: async (_user, _coin, _network, address) => ({ address: practiceCodec.spell(address), entry: null }),
        ...openBook,
      },
    });
    const house: RunningExchange = {
      ...{ addresses, practice, signer, treasury, withdrawals, signing: true },
      async pay(customer, address, amount) {
        await practice.outside.send(customer, 'USDT', address, amount, world.key());
      },
      async round() {
        offset += STEP;
        await practice.mine();
        for (const follower of followers) await follower.step();
        await deposits.step('practice');
        await withdrawals.step();
        await treasury.step();
      },
      async sweeps() {
        const rows = await db
          .selectFrom('custody_transactions')
          .select('id')
          .where('kind', '=', 'sweep')
          .where('state', 'in', ['planned', 'signed', 'broadcast'])
          .execute();
        return rows.length;
      },
      async stop() {
        await deposits.stop();
        await treasury.stop();
        for (const follower of followers) await follower.stop();
        await practice.chain.stop();
        await signer.stop();
      },
    };
    await practice.outside.endow(addresses.hot('practice'));
    await house.round();
    return house;
  }

  const world: KeyWorld = {
    ...{ db, folder, faults, open },
    signerKey: () => vault.derive('signer'),
    key() {
      const parsed = readKey(makeKey(now(), randomBytes(10)));
      if (parsed === undefined) throw new Error('expected a key that can be read');
      return { keyTime: parsed.time, keyHigh: parsed.high, keyLow: parsed.low, bodyHash: 0 };
    },
    async customer() {
      users += 1;
      const { code, result } = await link.submit(command('user.open', { referrer: 0 }));
      if (code !== 200) throw new Error(`expected a customer to be opened, got ${code}`);
      const userId = String(1_000 + users);
      await sql`insert into users (id, core_user, password, invite_code, terms_version, chat_key, created_at, login_name)
        overriding system value
        values (${userId}, ${result}, 'x', ${`invite${users}`}, '1', ${`chat${users}`}, ${now() - DAYS}, ${`user${users}`})`.execute(
        db,
      );
      await link.submit(command('user.set', { user: result, stage: 2, locks: 0 }));
      return { userId, coreUser: result };
    },
    free: ({ coreUser }) => live.balance(coreUser, 1, USDT)?.available ?? 0,
    async stop() {
      live.stop();
      funds.stop();
      await db.destroy();
      await local.stop();
      await database.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
  return world;
}
