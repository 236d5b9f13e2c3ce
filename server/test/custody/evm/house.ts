// A house over the local node: a real exchange, a real database, our journal of blocks, and deposits.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, defaultGenesis, firstCommands, RAILS } from '@vitrine/core';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createAddresses } from '../../../src/custody/address/index.ts';
import { createFollower } from '../../../src/custody/chain/index.ts';
import { createDeposits, createDepositListener } from '../../../src/custody/deposit/index.ts';
import { type CoreFunds, followFunds } from '../../../src/custody/exchange/index.ts';
import type { Addresses, ChainFollower, Customer, Deposits } from '../../../src/custody/types/index.ts';
import type { CustodyParts } from '../../../src/custody/parts.ts';
import type { CustodyDatabase, CustodyTables } from '../../../src/custody/tables.ts';
import { LedgerFold } from '../../../src/custody/treasury/ledger.ts';
import { createLive } from '../../../src/projection/live/index.ts';
import { testDatabase } from '../../../src/app/postgres/index.ts';
import { coreKit, type ExchangeLink, startLocal } from '../../../src/engine/sequencer/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { migrateAll, surviveLoss } from '../../../src/projection/views/index.ts';
import { ACCOUNT, type EvmWorld } from './world.ts';

/** Passes until our journal is where the node is. */
const MOST_PASSES = 5;

export interface EvmExchange {
  readonly db: CustodyDatabase;
  readonly link: ExchangeLink;
  readonly parts: CustodyParts;
  readonly addresses: Addresses;
  readonly follower: ChainFollower;
  readonly deposits: Deposits;
  readonly funds: CoreFunds;
  readonly faults: unknown[];
  /** Halts that deposits asked for, as `ETH` and why. */
  readonly halts: readonly string[];
  /** A new customer with an address. */
  customer(): Promise<Customer>;
  /** Mines blocks, follows them and works on deposits. */
  mine(count?: number): Promise<void>;
  /** Follows and works on deposits, without a new block. */
  step(): Promise<void>;
  /** Atoms that the ledger says lie on the chain. */
  expected(coin: string): Promise<bigint>;
  stop(): Promise<void>;
}

/** A command of plain numbers. */
export function command(name: Command['name'], fields: Readonly<Record<string, unknown>>): Command {
  return { name, ...fields } as unknown as Command;
}

export async function startExchange(world: EvmWorld): Promise<EvmExchange> {
  const database = await testDatabase();
  await migrateAll(database.connection);
  // int8 as text, as the house opens it; a test need not survive a power cut.
  const { types: _, ...config } = database.connection;
  const pool = new pg.Pool({ ...config, max: 8, options: '-c synchronous_commit=off' });
  surviveLoss(pool);
  const db = new Kysely<CustodyTables>({ dialect: new PostgresDialect({ pool }) });
  const dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-evm-'));
  const local = await startLocal({
    ...{ address: database.address, dataFolder, kit: coreKit },
    genesis: defaultGenesis('practice', []),
    setup: firstCommands('practice'),
    time: { utc: () => Date.now(), monotonic: () => performance.now() },
  });
  const { link } = local;
  const live = await createLive(link);
  const funds = await followFunds(link);
  const faults: unknown[] = [];
  const halts: string[] = [];
  const parts: CustodyParts = {
    ...{ db, link, live, mode: 'practice', now: () => Date.now() },
    vault: createVault(new Uint8Array(32).fill(3)),
    people: { messages: { notice: () => Promise.resolve() } } as unknown as CustodyParts['people'],
    onFault: (error) => void faults.push(error),
  };
  const { chain } = world;
  const addresses = await createAddresses({
    parts,
    chains: [chain],
    signer: { account: () => Promise.resolve(ACCOUNT) },
    cold: {},
  });
  const follower = createFollower({
    ...{ parts, chain, addresses },
    listeners: [createDepositListener({ parts, chain, addresses })],
  });
  const deposits = createDeposits({
    ...{ parts, chains: [chain], followers: [follower], addresses, funds, news: () => {} },
    treasury: { halt: async (_, coin, reason) => void halts.push(`${coin} ${reason}`) },
  });
  let users = 0;

  async function step(): Promise<void> {
    await follower.step();
    await deposits.step('ethereum');
  }
  return {
    ...{ db, link, parts, addresses, follower, deposits, funds, faults, halts, step },
    customer: async () => {
      users += 1;
      const { code, result } = await link.submit(command('user.open', { referrer: 0 }));
      if (code !== 200) throw new Error(`expected a customer to be opened, got ${code}`);
      const customer = { userId: String(1_000 + users), coreUser: result };
      await addresses.of(customer, 'ethereum');
      return customer;
    },
    mine: async (count) => {
      await world.node.mine(count);
      const { height } = await chain.node.head();
      // On a loaded machine a pass may find no answer in time: the next one does.
      for (let pass = 0; pass < MOST_PASSES; pass += 1) {
        await step();
        if (follower.height() === height && follower.fault() === null) return;
      }
    },
    expected: async (coin) => {
      const { events, seq } = await link.seed();
      const fold = new LedgerFold();
      fold.take(events, seq);
      return fold.totals().expected(RAILS.ethereum, live.assetByCode(coin)!.asset);
    },
    stop: async () => {
      await deposits.stop();
      await follower.stop();
      live.stop();
      funds.stop();
      await local.stop();
      await db.destroy();
      await database.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
