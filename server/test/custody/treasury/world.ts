// A house on a chain in memory: what is on the chain, in the books and in the tables is set apart, so that every moment
// between them can be looked at.

import type { Addresses, ChainFollower, Treasury } from '../../../src/custody/types/index.ts';
import { type Source } from '../../../src/custody/rail/index.ts';
import type { CustodyDatabase } from '../../../src/custody/tables.ts';
import { createTreasury } from '../../../src/custody/treasury/index.ts';
import { planText } from '../../../src/custody/withdrawal/plan-text.ts';
import { COLD, ETH, FakeBooks, FakeChain, HOT, START, USDT, hex } from './fakes.ts';

const depositAt = (index: number) => `0xdeposit${index}`;

/** Some transaction's hash. */
export const txidOf = (name: string) => hex(name);

export interface World {
  readonly db: CustodyDatabase;
  readonly chain: FakeChain;
  readonly books: FakeBooks;
  readonly treasury: Treasury;
  readonly faults: unknown[];
  /** ms. */
  wait(ms: number): void;
  /** Our journal takes over the chain, as the follower does. */
  follow(): Promise<void>;
  /** The next look, at its time; gives what it found of a coin. */
  look(coin: string): Promise<{ state: string; difference: bigint; dust: string }>;
  deposit(of: {
    txid: string;
    coin: string;
    units: bigint;
    atoms: bigint;
    index: number;
    stage: string;
  }): Promise<void>;
  setDeposit(txid: string, set: { stage?: string; seq?: number; asked?: boolean; reversing?: boolean }): Promise<void>;
  /** A withdrawal's row and its transaction's. */
  withdrawal(of: { coreId: number; coin: string; units: bigint; txid: string; state: string }): Promise<void>;
  setTransaction(txid: string, set: object): Promise<void>;
  stop(): Promise<void>;
}

/** The most that a withdrawal's bytes let the chain take, wei. */
export const FEE_CAP = 10n ** 15n;

function planOf(coin: string, units: bigint): string {
  return planText({
    ...{ chain: 'ethereum', source: { kind: 'hot' }, payment: { coin, to: '0xcustomer', units } },
    ...{ claims: ['nonce:0xhot:0'], feeCap: FEE_CAP, detail: '{}' },
  });
}

const TABLES = [
  ...['custody_claims', 'custody_transactions', 'custody_withdrawals', 'custody_deposits', 'custody_blocks'],
  ...['custody_reserves', 'custody_holdings', 'custody_halts', 'custody_coverage'],
] as const;

export async function openWorld(db: CustodyDatabase): Promise<World> {
  for (const table of TABLES) await db.deleteFrom(table as 'custody_halts').execute();
  const chain = new FakeChain();
  const books = new FakeBooks();
  const faults: unknown[] = [];
  let now = START;
  const face = chain.face();
  const followed = new Map<number, string>();
  const follower: ChainFollower = {
    chain: face,
    step: async () => undefined,
    height: () => Math.max(...followed.keys()),
    confirmations: async (height, hash) =>
      followed.get(height) === hash ? Math.max(...followed.keys()) - height + 1 : 0,
    fault: () => null,
    stop: async () => undefined,
  };
  const addresses: Pick<Addresses, 'hot' | 'cold' | 'all' | 'owner' | 'publicKeyOf'> = {
    hot: () => HOT,
    cold: () => COLD,
    owner: () => undefined,
    all: () =>
      Array.from({ length: 5 }, (_, index) => ({
        address: depositAt(index),
        source: { kind: 'deposit', index } as Source,
      })),
    publicKeyOf: () => () => new Uint8Array(33),
  };
  const assets = [ETH, USDT];
  const live = {
    assets: () => assets,
    assetByCode: (code: string) => assets.find((one) => one.code === code),
  } as never;
  const parts = {
    db,
    link: books.link,
    live,
    mode: 'live' as const,
    now: () => now,
    onFault: (error: unknown) => faults.push(error),
  };
  const treasury = await createTreasury({
    ...{ parts, chains: [face], followers: [follower], addresses },
    signer: {
      release: async () => true,
      sign: async () => {
        throw new Error('nothing is signed here');
      },
    },
  });

  return {
    ...{ db, chain, books, treasury, faults },
    wait: (ms) => void (now += ms),
    async follow() {
      await db.transaction().execute(async (trx) => {
        for (const { block } of chain.blocks) {
          if (followed.get(block.height) === block.hash) continue;
          followed.set(block.height, block.hash);
          await trx.deleteFrom('custody_blocks').where('height', '>=', block.height).execute();
          await trx
            .insertInto('custody_blocks')
            .values({ ...block, chain: 'ethereum', time: String(block.time), seen_at: String(now) })
            .execute();
        }
        await trx.deleteFrom('custody_blocks').where('height', '>', chain.head.height).execute();
        for (const height of followed.keys()) if (height > chain.head.height) followed.delete(height);
        for (const { txid } of await trx.selectFrom('custody_deposits').select('txid').execute()) {
          const status = chain.status(txid ?? '');
          const at = status.state === 'included' ? status : undefined;
          await trx
            .updateTable('custody_deposits')
            .set({ height: at?.height ?? null, block_hash: at?.blockHash ?? null, changed_at: String(now) })
            .where('txid', '=', txid)
            .execute();
        }
      });
    },
    async look(coin) {
      now += 20_000;
      await treasury.step();
      const found = (await treasury.reserves()).find((one) => one.coin === coin);
      if (found === undefined) throw new Error(`no ${coin}`);
      return { state: found.state, difference: found.difference, dust: found.dust };
    },
    async deposit({ txid, coin, units, atoms, index, stage }) {
      const unit = coin === 'ETH' ? ETH.unit : USDT.unit;
      await db
        .insertInto('custody_deposits')
        .values({
          ...{ network: 'ethereum', txid, position: 0, coin, units: String(units), atoms: String(atoms) },
          ...{ dust: String(units - atoms * unit), address: depositAt(index), user_id: '7', core_user: '7' },
          ...{ stage, seen_at: String(now), changed_at: String(now) },
        })
        .execute();
    },
    async setDeposit(txid, { stage, seq, asked, reversing }) {
      await db
        .updateTable('custody_deposits')
        .set({ ...(stage === undefined ? {} : { stage }), ...(seq === undefined ? {} : { seq: String(seq) }) })
        .set(asked === undefined ? {} : { credited_at: asked ? String(now) : null })
        .set({ ...(reversing === undefined ? {} : { reversing }), changed_at: String(now) })
        .where('txid', '=', txid)
        .execute();
    },
    async withdrawal({ coreId, coin, units, txid, state }) {
      const { id } = await db
        .insertInto('custody_withdrawals')
        .values({
          ...{ user_id: '7', core_user: '7', core_id: String(coreId), network: 'ethereum', coin, atoms: '1', fee: '0' },
          ...{ worth: '1', shown: '', destination: '1', key: `${coreId}`, stage: 'signed', review: 'rules', flags: '' },
          ...{ steps: '[]', created_at: String(now), changed_at: String(now) },
        })
        .onConflict((conflict) => conflict.column('core_id').doUpdateSet({ worth: '1' }))
        .returning('id')
        .executeTakeFirstOrThrow();
      const { many } = await db
        .selectFrom('custody_transactions')
        .select((of) => of.fn.countAll<string>().as('many'))
        .where('withdrawal_id', '=', id)
        .executeTakeFirstOrThrow();
      await db
        .insertInto('custody_transactions')
        .values({
          ...{ chain: 'ethereum', kind: 'withdrawal', withdrawal_id: id, attempt: Number.parseInt(many, 10) },
          ...{ plan: planOf(coin, units), coin, units: String(units), to_address: '0xcustomer', state },
          ...{ raw: Buffer.from([1]), txid, created_at: String(now), changed_at: String(now) },
        })
        .execute();
    },
    async setTransaction(txid, set) {
      await db
        .updateTable('custody_transactions')
        .set({ ...set, changed_at: String(now) })
        .where('txid', '=', txid)
        .execute();
    },
    async stop() {
      await (treasury as Treasury & { stop(): Promise<void> }).stop();
    },
  };
}
