// Withdrawals over a real exchange, a real database, the practice chain and a signer with its log; what stands beside
// them (book, treasury, deposits) answers what a test says.

import { hash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { makeKey, readKey, type Withdrawal } from '@vitrine/contract';
import { type Command, defaultGenesis, firstCommands, RAILS, USDT } from '@vitrine/core';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { CommandKey } from '../../../src/api/call/index.ts';
import { createAddresses } from '../../../src/custody/address/index.ts';
import { createFollower } from '../../../src/custody/chain/index.ts';
import { type CoreFunds, followFunds } from '../../../src/custody/exchange/index.ts';
import type {
  Addresses,
  ChainFollower,
  Customer,
  Marker,
  Signer,
  Withdrawals,
} from '../../../src/custody/types/index.ts';
import type { CustodyParts } from '../../../src/custody/parts.ts';
import type { Chain, Codec } from '../../../src/custody/rail/index.ts';
import { openPractice, type Practice, practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import { signTransaction } from '../../../src/custody/rail/practice/codec.ts';
import { writeTransaction } from '../../../src/custody/rail/practice/transaction.ts';
import { openService, type SignerLimits } from '../../../src/custody/signer/index.ts';
import { restore } from '../../../src/custody/signer/seeds.ts';
import type { CustodyDatabase, CustodyTables } from '../../../src/custody/tables.ts';
import { LedgerFold } from '../../../src/custody/treasury/ledger.ts';
import { createWithdrawals, type WithdrawalOptions } from '../../../src/custody/withdrawal/index.ts';
import { createLive, type Live } from '../../../src/projection/live/index.ts';
import { testDatabase } from '../../../src/app/postgres/index.ts';
import { coreKit, type ExchangeLink, startLocal } from '../../../src/engine/sequencer/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { migrateAll, surviveLoss } from '../../../src/projection/views/index.ts';
import { PHRASE } from './second-holder.ts';
import { keepsRight, openBook } from '../support/asker.ts';

export const MINUTE = 60_000;
export const STUCK = 20 * MINUTE;
/** USDT of the practice chain and of the ledger: 6 decimals. */
export const DOLLAR = 1_000_000;
/** What every customer has, and the hot address, USDT. */
const EACH = 2_000_000;
const OUTSIDE = hash('sha256', 'the wallet outside of every practice exchange', 'buffer');
/** Role of who reviews, in the exchange. */
const REVIEWER = 8;
const MANY = '1000000000000000000';

export const LIMITS: SignerLimits = {
  coins: {
    'practice:USDT': { transaction: MANY, hour: MANY, day: MANY, fee: '1000000' },
  },
  cold: {},
  bumps: 20,
};

/** A command of plain numbers. */
export function command(name: Command['name'], fields: Readonly<Record<string, unknown>> = {}): Command {
  return { name, ...fields } as unknown as Command;
}

/** Some address of nobody's; the same word, the same address. */
export function outsideAddress(word: string): string {
  return practiceCodec.address(secp256k1.getPublicKey(hash('sha256', word, 'buffer'), true));
}

export interface World {
  readonly db: CustodyDatabase;
  readonly link: ExchangeLink;
  readonly live: Live;
  readonly funds: CoreFunds;
  readonly practice: Practice;
  readonly chain: Chain;
  readonly follower: ChainFollower;
  readonly addresses: Addresses;
  readonly parts: CustodyParts;
  readonly faults: unknown[];
  readonly halted: Map<string, string>;
  readonly doubted: Set<string>;
  readonly reported: Map<string, Withdrawal>;
  /** When each customer's bank card was bound, ms UTC. */
  cardBound: number;
  /** Addresses that the book does not allow. */
  readonly book: { allow: WithdrawalOptions['book']['allow'] };
  signer: Signer & Marker;
  /** A file for heads of the journal. */
  readonly anchor: string;
  now(): number;
  move(ms: number): void;
  key(): CommandKey;
  /** Withdrawals with their parts as they are, or other ones. */
  open(change?: Partial<WithdrawalOptions>): Withdrawals;
  customer(stage?: number): Promise<Customer>;
  /** Money comes in: to the hot address on the chain, and to a customer in the ledger. */
  fund(coreUser: number): Promise<void>;
  /** A database pool of its own over the same tables. */
  pool(wrap?: (pool: pg.Pool) => pg.Pool): CustodyDatabase;
  mine(blocks?: number): Promise<void>;
  /** Payments on the chain to an address: units of USDT. */
  paid(address: string): Promise<bigint[]>;
  /** What the ledger expects on the practice chain against what the hot address has, atoms of USDT. */
  books(): Promise<{ readonly expected: bigint; readonly there: bigint }>;
  /** `forget`: what its log has set aside since the last signature is gone, as in an older copy. */
  restartSigner(forget?: boolean): Promise<void>;
  /** A second signer on the folder. @throws while the first works */
  secondSigner(): Promise<void>;
  stop(): Promise<void>;
}

/** Cuts a signer's log behind its last signature. */
async function forgetReserved(path: string): Promise<void> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  const last = lines.findLastIndex((line) => !('step' in (JSON.parse(line) as object)));
  await writeFile(
    path,
    lines
      .slice(0, last + 1)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

export async function startWorld(codec: Codec = practiceCodec): Promise<World> {
  const database = await testDatabase();
  await migrateAll(database.connection);
  const dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-withdrawal-'));
  let offset = 0;
  const now = () => Date.now() + offset;
  const local = await startLocal({
    address: database.address,
    dataFolder,
    genesis: defaultGenesis('practice', []),
    setup: firstCommands('practice'),
    kit: coreKit,
    time: { utc: now, monotonic: () => performance.now() + offset },
  });
  const { link } = local;
  const live = await createLive(link);
  const funds = await followFunds(link);
  const pools: Kysely<CustodyTables>[] = [];
  const pool: World['pool'] = (wrap = (one) => one) => {
    // int8 as text, as the house opens it; a test need not survive a power cut.
    const { types: _, ...config } = database.connection;
    const made = new pg.Pool({ ...config, max: 10, options: '-c synchronous_commit=off' });
    surviveLoss(made);
    const db = new Kysely<CustodyTables>({ dialect: new PostgresDialect({ pool: wrap(made) }) });
    pools.push(db);
    return db;
  };
  const db = pool();
  const faults: unknown[] = [];
  const parts: CustodyParts = {
    ...{ db, link, live, mode: 'practice', now },
    vault: createVault(new Uint8Array(32).fill(3)),
    people: {
      cards: {
        find: async (userId: string) => ({
          ...{ id: `card${userId}`, cardNumber: '•••• 4242' },
          time: world.cardBound,
        }),
      },
    } as unknown as CustodyParts['people'],
    onFault: (error) => void faults.push(error),
  };
  const signerFolder = join(dataFolder, 'signer');
  const openSigner = () =>
    openService({
      ...{ folder: signerFolder, key: parts.vault.derive('signer'), codecs: [codec], limits: LIMITS, now },
      patience: 0,
    });
  await restore(signerFolder, parts.vault.derive('signer'), PHRASE, 1);
  const signer = await openSigner();
  let addresses: Addresses | undefined;
  const practice = await openPractice({
    parts,
    blockTime: 0,
    publicKeyOf: (source) => {
      if (addresses === undefined) throw new Error('expected addresses before a plan');
      return addresses.publicKeyOf('practice')(source);
    },
  });
  const chain: Chain = { ...practice.chain, codec, blockTime: 5_000, stuckAfter: STUCK };
  addresses = await createAddresses({ parts, chains: [chain], signer, cold: {} });
  const known = addresses;
  const follower = createFollower({ parts, chain, addresses: known, listeners: [] });
  const hot = known.hot('practice');
  let users = 0;
  let deposits = 0n;

  const must = async (one: Command) => {
    const outcome = await link.submit(one);
    if (outcome.code !== 200) throw new Error(`expected ${one.name} to be done, got ${outcome.code}`);
    return outcome;
  };
  async function fund(coreUser: number): Promise<void> {
    deposits += 1n;
    await must(
      command('deposit.credit', {
        ...{ user: coreUser, asset: USDT, amount: EACH * DOLLAR, rail: RAILS.practice, position: 0 },
        ...{ transactionHigh: Number(deposits), transactionLow: 7 },
      }),
    );
    const raw = signTransaction(
      writeTransaction({
        publicKey: secp256k1.getPublicKey(OUTSIDE, true),
        nonce: Number(deposits) - 1,
        ...{ coin: 'USDT', fee: 10_000n, outputs: [{ address: hot, units: BigInt(EACH * DOLLAR) }] },
      }),
      OUTSIDE,
    );
    const answer = await practice.chain.node.broadcast(raw);
    if (answer.state !== 'taken') throw new Error(`expected the hot address to be funded, got ${answer.state}`);
  }

  await must(command('desk.grant', { operator: 1, roles: REVIEWER }));

  const world: World = {
    ...{ db, link, live, funds, practice, chain, follower, addresses: known, parts, faults },
    halted: new Map(),
    doubted: new Set(),
    reported: new Map(),
    cardBound: 0,
    book: {
      allow: async (_user, _coin, _network, address) => ({ address: practiceCodec.spell(address), entry: null }),
    },
    signer,
    anchor: join(dataFolder, 'anchor.log'),
    now,
    move: (ms) => void (offset += ms),
    key() {
      const parsed = readKey(makeKey(now(), randomBytes(10)));
      if (parsed === undefined) throw new Error('expected a key that can be read');
      return { keyTime: parsed.time, keyHigh: parsed.high, keyLow: parsed.low, bodyHash: 0 };
    },
    open: (change = {}) =>
      createWithdrawals({
        lostRight: keepsRight,
        ...{ parts, chains: [chain], followers: [follower], addresses: known, funds },
        signer: {
          reserve: (order) => world.signer.reserve(order),
          release: (id) => world.signer.release(id),
          sign: (order) => world.signer.sign(order),
        },
        treasury: {
          halted: (network, coin) => {
            const reason = world.halted.get(`${network}:${coin}`);
            return reason === undefined ? undefined : { network, coin, reason, by: null, since: 0 };
          },
          halt: async (network, coin, reason) => void world.halted.set(`${network}:${coin}`, reason),
        },
        book: {
          ...{ allow: (...given) => world.book.allow(...given), ...openBook },
        },
        deposits: { doubted: async (userId) => world.doubted.has(userId) },
        news: (_user, { withdrawals }) => {
          for (const one of withdrawals) world.reported.set(one.id, one);
        },
        ...change,
      }),
    fund,
    async customer(stage = 2) {
      users += 1;
      const { result } = await must(command('user.open', { referrer: 0 }));
      const userId = String(1_000 + users);
      await sql`insert into users (id, core_user, password, invite_code, terms_version, chat_key, created_at, login_name)
        overriding system value
        values (${userId}, ${result}, 'x', ${`invite${users}`}, '1', ${`chat${users}`}, ${now() - 9 * 86_400_000}, ${`user${users}`})`.execute(
        db,
      );
      await must(command('user.set', { user: result, stage, locks: 0 }));
      await fund(result);
      return { userId, coreUser: result };
    },
    pool,
    async mine(blocks = 1) {
      for (let at = 0; at < blocks; at += 1) await practice.mine();
      await follower.step();
    },
    async paid(address) {
      const head = await practice.chain.node.head();
      const found: bigint[] = [];
      for (let height = head.height; height >= 0; height -= 1) {
        const block = await practice.chain.node.block(height);
        if (block === undefined) break;
        for (const { units } of await practice.chain.node.arrivals(block, (to) => to === address)) found.push(units);
      }
      return found;
    },
    async books() {
      const seed = await link.seed();
      const fold = new LedgerFold();
      fold.take(seed.events, seed.seq);
      return {
        expected: fold.totals().expected(RAILS.practice, USDT),
        there: await practice.chain.node.balance(hot, 'USDT', 0),
      };
    },
    async restartSigner(forget = false) {
      await world.signer.stop();
      if (forget) await forgetReserved(join(signerFolder, 'signed.log'));
      world.signer = await openSigner();
    },
    async secondSigner() {
      await (await openSigner()).stop();
    },
    async stop() {
      await world.signer.stop();
      await follower.stop();
      await practice.chain.stop();
      live.stop();
      funds.stop();
      for (const one of pools) await one.destroy();
      await local.stop();
      await database.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
  return world;
}
