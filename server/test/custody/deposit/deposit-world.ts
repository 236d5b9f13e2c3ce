// Deposits on the real core, a real PostgreSQL and the practice chain; three customers, each with an address.

import { makeKey, readKey, type FundsNews, type Recharge } from '@vitrine/contract';
import type { Command } from '@vitrine/core';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WALLET } from '@vitrine/core/enum';
import type { CommandKey } from '../../../src/api/call/index.ts';
import { createFollower } from '../../../src/custody/chain/index.ts';
import { createDepositListener, createDeposits, type RunningDeposits } from '../../../src/custody/deposit/index.ts';
import { type CoreFunds, followFunds } from '../../../src/custody/exchange/index.ts';
import type { Addresses, ChainFollower, Customer } from '../../../src/custody/types/index.ts';
import type { CustodyParts } from '../../../src/custody/parts.ts';
import { type Practice, practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import { writeTransaction } from '../../../src/custody/rail/practice/transaction.ts';
import { createFiles, type Files, type FileTables, openFolderStore } from '../../../src/account/files/index.ts';
import { createLive, type Live } from '../../../src/projection/live/index.ts';
import type { Notice } from '../../../src/account/messages/index.ts';
import { type ExchangeLink, IntakeError } from '../../../src/engine/sequencer/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import type { Kysely } from 'kysely';
import { jpeg } from '../../account/files/pictures.ts';
import type { CustodyDatabase } from '../../../src/custody/tables.ts';
import type { CustodyTestDatabase } from '../support/database.ts';
import { testExchange, type TestExchange } from '../support/house.ts';
import { type FaultyNode, faultyNode } from '../rail/faulty-node.ts';
import { addressOf, forgetPractice, privateKeyOf, publicKeyOf, startPractice, START } from '../rail/practice-world.ts';

/** Custody ended in the middle of something. */
export class CutError extends Error {}

const USERS = 3;
const HOT = { kind: 'hot' } as const;

export interface DepositWorld {
  readonly house: TestExchange;
  readonly live: Live;
  readonly funds: CoreFunds;
  readonly practice: Practice;
  readonly faulty: FaultyNode;
  readonly follower: ChainFollower;
  readonly deposits: RunningDeposits;
  readonly customers: readonly Customer[];
  readonly faults: unknown[];
  /** Addresses of the house: what `pay` pays from is a stranger's until it is put here. */
  readonly own: Set<string>;
  /** Halts, as `USDT` and why. */
  readonly halts: readonly string[];
  readonly news: { readonly coreUser: number; readonly news: FundsNews }[];
  /** Messages to customers, as `70 deposited 5 USDT`. */
  readonly notices: readonly string[];
  /** Every command custody put, in order. */
  readonly asked: Command[];
  readonly files: Files;
  now: number;
  /** What happens to the next command: undefined, it is done and answered. */
  onSubmit: ((command: Command) => 'busy' | 'lost' | undefined) | undefined;
  /** Before a command is decided. */
  before: ((command: Command) => Promise<void>) | undefined;
  address(customer: number): string;
  key(): CommandKey;
  /** From the hot address, several payments in one transaction; gives its id. */
  pay(coin: string, outputs: readonly { readonly address: string; readonly units: bigint }[]): Promise<string>;
  mine(count: number): Promise<void>;
  /** Follower and deposits. */
  step(): Promise<void>;
  /** Available atoms of a customer's spot wallet. */
  has(customer: number, coin: string): number;
  records(customer: number): Promise<readonly Recharge[]>;
  picture(customer: number, seed?: number, purpose?: 'recharge' | 'kyc'): Promise<string>;
  /** A second process over the same tables and exchange. */
  another(): { readonly follower: ChainFollower; readonly deposits: RunningDeposits };
  stop(): Promise<void>;
}

/** `cut` is asked before each statement of custody's: true ends it there, as the end of its process would. */
export async function startDeposits(database: CustodyTestDatabase, cut?: () => boolean): Promise<DepositWorld> {
  const { db } = database;
  const cutting: CustodyDatabase =
    cut === undefined
      ? db
      : db.withPlugin({
          transformQuery({ node }) {
            if (cut()) throw new CutError();
            return node;
          },
          transformResult: async ({ result }) => result,
        });
  const clock = { now: START };
  const house = testExchange(USERS, START);
  const customers = Array.from({ length: USERS }, (_, at) => ({ userId: String(70 + at), coreUser: 2 + at }));
  const asked: Command[] = [];
  const faults: unknown[] = [];
  const link = {
    ...house.link,
    async submit(command: Command) {
      asked.push(command);
      await world.before?.(command);
      const fault = world.onSubmit?.(command);
      if (fault === 'busy') throw new IntakeError('server.notTaking', 'test: not taken');
      house.time = clock.now;
      const code = house.send(command);
      if (fault === 'lost') throw new IntakeError('server.unknown', 'test: not known');
      const { seq, result, expected, got } = house.exchange;
      return { seq, time: house.time, code, result, expected, got, repeated: false };
    },
  } as unknown as ExchangeLink;
  const live = await createLive(link);
  const funds = await followFunds(link);
  const practice = await startPractice(db, {
    parts: { db, mode: 'practice', now: () => clock.now, onFault: (error) => void faults.push(error) },
  });
  const faulty = faultyNode(practice.chain.node);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-deposit-'));
  const vault = createVault(new Uint8Array(32).fill(3));
  const news: DepositWorld['news'] = [];
  const notices: string[] = [];
  const messages = {
    notice: async (userId: string, notice: Notice) => {
      if (notice.kind === 'deposited' || notice.kind === 'reversed')
        notices.push(`${userId} ${notice.kind} ${notice.amount} ${notice.coin}`);
    },
  };
  const onFault = (error: unknown) => void faults.push(error);
  const now = () => clock.now;
  const files = createFiles({
    db: db as unknown as Kysely<FileTables>,
    vault,
    store: await openFolderStore(folder),
    now,
    onFault,
  });
  const halts: string[] = [];
  const own = new Set<string>();
  const addresses: Pick<Addresses, 'owner' | 'isHot'> = {
    isHot: (_, address) => own.has(address),
    owner(_, address) {
      const index = customers.findIndex((__, at) => addressOf({ kind: 'deposit', index: at }) === address);
      const customer = customers[index];
      return customer && { ...customer, index };
    },
  };
  const parts = {
    ...{ db: cutting, link, live, vault, mode: 'practice', now, onFault, people: { files, messages } },
  } as unknown as CustodyParts;
  const chain = { ...practice.chain, node: faulty.node };
  const process = () => {
    const listeners = [createDepositListener({ parts, chain, addresses })];
    const follower = createFollower({ parts, chain, addresses, listeners });
    const deposits = createDeposits({
      ...{ parts, addresses, funds, chains: [chain], followers: [follower] },
      treasury: { halt: async (_, coin, reason) => void halts.push(`${coin} ${reason}`) },
      news: (coreUser, reported) => void news.push({ coreUser, news: reported }),
    });
    return { follower, deposits };
  };
  const { follower, deposits } = process();
  const others: RunningDeposits[] = [];
  const pictures = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => jpeg(seed, 64, 48)));
  let keys = 0;

  const world: DepositWorld = {
    ...{ house, live, funds, practice, faulty, follower, deposits, customers, faults, news, notices, asked, files },
    ...{ own, halts },
    ...{ onSubmit: undefined, before: undefined },
    get now() {
      return clock.now;
    },
    set now(time) {
      clock.now = time;
      // Commands of the test itself come at that time too.
      house.time = time;
    },
    address: (index) => addressOf({ kind: 'deposit', index }),
    key() {
      keys += 1;
      const random = new Uint8Array(10).map((_, at) => (keys >> (8 * (at % 3))) & 255);
      const read = readKey(makeKey(world.now, random));
      if (read === undefined) throw new Error('expected a key');
      return { keyTime: read.time, keyHigh: keys, keyLow: read.low, bodyHash: 1 };
    },
    async pay(coin, outputs) {
      const { node, planner } = practice.chain;
      const plan = await planner.plan(
        { coin, to: outputs[0]!.address, units: outputs.reduce((sum, { units }) => sum + units, 0n) },
        HOT,
        { has: async () => false, lastNonce: async () => undefined, outstanding: async () => [] },
      );
      const nonce = Number.parseInt(/"nonce":(\d+)/.exec(plan.detail)![1]!, 10);
      const unsigned = writeTransaction({ publicKey: publicKeyOf(HOT), nonce, coin, fee: plan.feeCap, outputs });
      const raw = practiceCodec.sign(unsigned, () => privateKeyOf(HOT));
      const answer = await node.broadcast(raw);
      if (answer.state !== 'taken') throw new Error(`expected it to be taken, got ${JSON.stringify(answer)}`);
      return practiceCodec.txid(raw);
    },
    mine: (count) => practice.mine(count),
    async step() {
      await follower.step();
      await deposits.step('practice');
    },
    has: (customer, coin) =>
      live.balance(customers[customer]!.coreUser, WALLET.spot, live.assetByCode(coin)!.asset)?.available ?? 0,
    async records(customer) {
      return (await deposits.list(customers[customer]!.userId, { current: 1, size: 100 })).records;
    },
    async picture(customer, seed = 0, purpose = 'recharge') {
      const { link: address } = await files.put(customers[customer]!.userId, purpose, {
        name: 'a.jpg',
        bytes: pictures[seed]!,
      });
      return address;
    },
    another() {
      const other = process();
      others.push(other.deposits);
      return other;
    },
    async stop() {
      for (const one of [deposits, ...others]) await one.stop();
      await follower.stop();
      funds.stop();
      await files.stop();
      await practice.chain.stop();
      await rm(folder, { recursive: true, force: true });
      await forgetPractice(db);
      for (const table of ['custody_blocks', 'custody_reorgs', 'custody_deposits'] as const)
        await db.deleteFrom(table).execute();
    },
  };
  return world;
}
