import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomTests } from '@vitrine/core/test';
import { type BlockListener, createFollower } from '../../../src/custody/chain/index.ts';
import type { ChainFollower } from '../../../src/custody/types/index.ts';
import type { Practice } from '../../../src/custody/rail/practice/index.ts';
import { randomFrom } from '../../support/exchange-world.ts';
import { custodyDatabase, type CustodyTestDatabase } from '../support/database.ts';
import { FAULTS, type FaultyNode, faultyNode } from '../rail/faulty-node.ts';
import { addressOf, forgetPractice, startPractice, START } from '../rail/practice-world.ts';

const { seed } = randomTests(import.meta.url);

const OURS = addressOf({ kind: 'deposit', index: 0 });
const ANN = { userId: '7', coreUser: 2 };

let database: CustodyTestDatabase;
let practice: Practice;
let faulty: FaultyNode;
let follower: ChainFollower;
/** What the listener was told and was committed, newest last. */
let log: string[] = [];
let keys = 0;

const key = () => ({ keyTime: START, keyHigh: 2, keyLow: (keys += 1), bodyHash: 1 });
const listener: BlockListener = {
  async added({ height }, arrivals) {
    log.push(`+${height}${arrivals.map(({ units }) => `:${units}`).join('')}`);
  },
  async settled({ height }, arrivals) {
    log.push(`=${height}${arrivals.map(({ units }) => `:${units}`).join('')}`);
  },
  async replaced(from) {
    log.push(`-${from}`);
  },
};

function follow(): ChainFollower {
  return createFollower({
    parts: { db: database.db, now: () => START },
    chain: { ...practice.chain, node: faulty.node },
    addresses: { owner: (_, address) => (address === OURS ? { ...ANN, index: 0 } : undefined) },
    listeners: [listener],
  });
}
async function mine(count: number): Promise<void> {
  if (count > 0) await practice.mine(count);
}
const rows = () => database.db.selectFrom('custody_blocks').selectAll().orderBy('height').execute();

/** The journal holds the chain's own blocks without a gap, up to its head. */
async function expectEqual(words: string): Promise<void> {
  const journal = await rows();
  const head = await practice.chain.node.head();
  expect(journal.at(-1)?.height, words).toBe(head.height);
  for (const [at, row] of journal.entries()) {
    expect(row.height, words).toBe((journal[0]?.height ?? 0) + at);
    expect(row.hash, words).toBe((await practice.chain.node.block(row.height))?.hash);
  }
}

beforeAll(async () => {
  database = await custodyDatabase();
});
beforeEach(async () => {
  practice = await startPractice(database.db);
  faulty = faultyNode(practice.chain.node);
  follower = follow();
  log = [];
});
afterEach(async () => {
  await follower.stop();
  await practice.chain.stop();
  await forgetPractice(database.db);
  await database.db.deleteFrom('custody_blocks').execute();
  await database.db.deleteFrom('custody_reorgs').execute();
});
afterAll(async () => database.stop());

describe('a node that stands still', () => {
  it('is a fault once its newest block is old, and none again with the next block (issue 14)', async () => {
    let now = START;
    const still = createFollower({
      parts: { db: database.db, now: () => now },
      chain: { ...practice.chain, stillAfter: 600_000 },
      addresses: { owner: () => undefined },
      listeners: [],
    });
    await mine(3);
    await still.step();
    expect(still.fault()).toBeNull();
    // What it tells fits together, and is two hours old.
    now += 7_200_000;
    await still.step();
    expect(still.fault()?.what).toContain('expected a block of the last 10 minutes');
    const { height } = await practice.chain.node.head();
    expect(still.height()).toBe(height);
    now = START + 1_000;
    await mine(1);
    await still.step();
    expect(still.fault()).toBeNull();
    await still.stop();
  });
});

describe('our own journal of block hashes (chains: credit only from one’s own journal)', () => {
  it('W04: begun just now it follows a replacement as deep as ever, and does not stand still for good', async () => {
    await mine(140);
    await follower.step();
    expect((await rows())[0]?.height, 'as far below the head as a replacement is followed').toBe(40);
    await practice.outside.reorganise(60, true);
    await follower.step();
    expect(follower.fault()).toBeNull();
    await expectEqual('60 below a new journal');
    await practice.outside.reorganise(40, false);
    await follower.step();
    await expectEqual('and 40 more');
  });

  it('begins with the chain where it is younger, and counts confirmations by hash', async () => {
    await mine(30);
    expect(follower.height()).toBeUndefined();
    await follower.step();
    expect((await rows())[0]?.height).toBe(0);
    expect(follower.height()).toBe(30);
    const block = await practice.chain.node.block(25);
    expect(await follower.confirmations(25, block!.hash)).toBe(6);
    expect(await follower.confirmations(25, 'ab')).toBe(0);
    expect(await follower.confirmations(31, block!.hash)).toBe(0);
    expect(follower.fault()).toBeNull();
  });

  it('tells what came when its block is in, and once more with the twelfth confirmation', async () => {
    await follower.step();
    await practice.outside.send(ANN, 'USDT', OURS, '1', key());
    await mine(13);
    await follower.step();
    expect(log).toContain('+1:1000000');
    expect(log.indexOf('=1:1000000')).toBe(log.indexOf('+12') + 1);
  });

  it('follows replacements of 1 to 60 blocks (W04)', async () => {
    const random = randomFrom(seed);
    await follower.step();
    await mine(70);
    await follower.step();
    for (const depth of [1, 2, 3, 11, 12, 13, 30, 60, 1 + random(60), 1 + random(60)]) {
      const before = follower.height() ?? 0;
      await practice.outside.reorganise(depth, random(2) === 0);
      await mine(random(4));
      await follower.step();
      await expectEqual(`seed ${seed}, depth ${depth}`);
      expect(log.filter((line) => line.startsWith('-')).at(-1)).toBe(`-${before - depth + 1}`);
    }
    const noted = await database.db.selectFrom('custody_reorgs').selectAll().orderBy('id').execute();
    expect(noted.slice(0, 8).map(({ depth }) => depth)).toEqual([1, 2, 3, 11, 12, 13, 30, 60]);
  });

  it('stops at a replacement of more than a hundred blocks, and says so', async () => {
    await follower.step();
    await mine(130);
    await follower.step();
    // As if our journal had followed another branch for 105 blocks.
    await sql`update custody_blocks set hash = reverse(hash), parent = reverse(parent) where height > 25`.execute(
      database.db,
    );
    const before = await rows();
    await mine(5);
    log = [];
    await follower.step();
    await follower.step();
    expect(follower.fault()?.what).toContain('at most 100 blocks');
    expect(log).toEqual([]);
    expect(await rows()).toEqual(before);
  });

  it('does nothing while the node is away or far behind, and goes on when it is back', async () => {
    await follower.step();
    await mine(20);
    await follower.step();
    for (const fault of ['away', 'late', 'behind'] as const) {
      faulty.choose = (question) => (question === 'head' ? fault : undefined);
      log = [];
      await follower.step();
      expect(follower.fault()?.since).toBe(START);
      expect(log).toEqual([]);
    }
    faulty.choose = () => undefined;
    await mine(1);
    await follower.step();
    expect(follower.fault()).toBeNull();
    await expectEqual('back');
  });

  it.each(['wrongHash', 'wrongParent', 'otherBlock', 'twice'] as const)(
    'concludes nothing from a single lie: %s',
    async (fault) => {
      await follower.step();
      await practice.outside.send(ANN, 'USDT', OURS, '1', key());
      await mine(15);
      const questions = ['head', 'block', 'arrivals'] as const;
      // Each question lies once, at another turn of it.
      for (const question of questions)
        for (let turn = 0; turn < 4; turn += 1) {
          let asked = 0;
          faulty.choose = (now) => (now === question && (asked += 1) === turn + 1 ? fault : undefined);
          await follower.step();
          faulty.choose = () => undefined;
          await follower.step();
          await expectEqual(`${fault} at ${question} ${turn}`);
          await mine(1);
        }
      expect(log.filter((line) => line.startsWith('-'))).toEqual([]);
      expect(log.filter((line) => line.endsWith(':1000000'))).toEqual(['+1:1000000', '=1:1000000']);
    },
  );

  it('ends with the chain’s own blocks whatever a node said meanwhile, with two processes', async () => {
    const random = randomFrom(seed);
    const other = follow();
    const both = async () => Promise.all([follower.step(), other.step()]);
    await both();
    faulty.choose = () => (random(12) === 0 ? FAULTS[random(FAULTS.length)] : undefined);
    for (let round = 0; round < 16; round += 1) {
      if (random(3) === 0)
        await practice.outside.reorganise(Math.min(1 + random(60), (await practice.chain.node.head()).height), true);
      await mine(random(8));
      await both();
    }
    faulty.choose = () => undefined;
    await mine(2);
    for (let at = 0; at < 3; at += 1) await both();
    await expectEqual(`seed ${seed}`);
    expect(follower.fault()).toBeNull();
    expect(other.fault()).toBeNull();
    await other.stop();
  });

  it('writes each block once when two processes step at once', async () => {
    const other = follow();
    await follower.step();
    await mine(40);
    log = [];
    await Promise.all([follower.step(), other.step()]);
    const added = log.filter((line) => line.startsWith('+'));
    expect(new Set(added).size).toBe(added.length);
    expect(added.length).toBe(40);
    await expectEqual('two');
    await other.stop();
  });
});
