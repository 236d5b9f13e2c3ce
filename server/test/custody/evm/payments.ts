// Withdrawals over the local node with the real signer: customers with money, contracts as recipients, and passes.

import { makeKey, readKey, type WithdrawalAck } from '@vitrine/contract';
import { RAILS } from '@vitrine/core';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Customer, Signer, Treasury, Withdrawals } from '../../../src/custody/types/index.ts';
import { openService } from '../../../src/custody/signer/service.ts';
import { restore } from '../../../src/custody/signer/seeds.ts';
import { signerLimits } from '../../../src/custody/signer-limits.ts';
import { createTreasury } from '../../../src/custody/treasury/index.ts';
import { createWithdrawals } from '../../../src/custody/withdrawal/index.ts';
import { command, type EvmExchange, startExchange } from './house.ts';
import { type EvmWorld, openOn, PHRASE } from './world.ts';
import { BY_PAGE, keepsRight, openBook } from '../support/asker.ts';

/** Ms: whatever is due is done at every pass. */
const ALWAYS = { look: 0, sweep: 0, again: 0, blind: 600_000, proof: 3_600_000 } as const;
/** Blocks after each pass. */
const BLOCKS = 4;
const COINS = [
  { coin: 'ETH', decimals: 18 },
  { coin: 'USDT', decimals: 6 },
  { coin: 'USDC', decimals: 6 },
];
/** Price of every market, in ticks: withdrawals of ether need their worth. */
const PRICE = 300_000;
/** Creation code in front of runtime code of up to 255 bytes. */
const creation = (runtime: string) =>
  `0x60${(runtime.length / 2).toString(16).padStart(2, '0')}80600b6000396000f3${runtime}`;

export interface Payments {
  readonly house: EvmExchange;
  treasury: Treasury & { stop(): Promise<void> };
  withdrawals: Withdrawals;
  readonly signer: Signer;
  /** Moves custody's clock, ms. */
  move(ms: number): void;
  /** Custody as after a restart: all that is in memory is new. */
  restart(change?: { readonly signer?: Signer }): Promise<void>;
  customer(coin: 'ETH' | 'USDT', atoms: number): Promise<Customer>;
  /** A withdrawal that is approved. */
  ask(customer: Customer, coin: string, to: string, amount: string): Promise<WithdrawalAck>;
  /** A contract of this runtime code. */
  deploy(runtime: string): Promise<string>;
  passes(count: number): Promise<void>;
  stage(id: string): Promise<string | undefined>;
  baseFee(gwei: bigint): Promise<void>;
  stop(): Promise<void>;
}

export async function startPayments(world: EvmWorld): Promise<Payments> {
  const house = await startExchange(world);
  const first = world.chain;
  const folder = join(await mkdtemp(join(tmpdir(), 'vitrine-payments-')), 'signer');
  const key = new Uint8Array(32).fill(7);
  await restore(folder, key, PHRASE, 1);
  const signer = await openService({
    ...{ folder, key, codecs: [world.chain.codec], limits: signerLimits({ ethereum: COINS }, {}) },
  });
  let users = 100;
  let offset = 0;
  const parts = { ...house.parts, now: () => Date.now() + offset };
  const tick = () =>
    house.link.submit(
      command('ticks', {
        ticks: [1, 2, 3, 4].map((instrument) => ({ instrument, price: PRICE, spread: 7, used: 3, total: 3 })),
        quotes: [],
      }),
    );

  async function open(given: Signer): Promise<Pick<Payments, 'treasury' | 'withdrawals'>> {
    const { addresses, funds, follower, deposits } = house;
    const shared = {
      ...{ parts, chains: [world.chain], followers: [follower], addresses, funds, news: () => undefined },
      signer: given,
    };
    const treasury = await createTreasury({ ...shared, times: ALWAYS });
    const withdrawals = createWithdrawals({
      lostRight: keepsRight,
      ...{ ...shared, treasury, deposits },
      book: {
        allow: async (_user, _coin, _network, address) => ({ address: world.chain.codec.spell(address), entry: null }),
        ...openBook,
      },
    });
    return { treasury, withdrawals };
  }

  const payments: Payments = {
    ...{ house, signer },
    ...(await open(signer)),
    move: (ms) => void (offset += ms),
    async restart({ signer: given = signer } = {}) {
      await payments.treasury.stop();
      // The house follows the chain that it was opened with.
      if (world.chain !== first) await world.chain.stop();
      world.chain = await openOn(world.node.url, world.tokens);
      Object.assign(payments, await open(given));
    },
    async customer(coin, atoms) {
      users += 1;
      const { result: coreUser } = await house.link.submit(command('user.open', { referrer: 0 }));
      await house.link.submit(command('user.set', { user: coreUser, stage: 2, locks: 0 }));
      const asset = house.parts.live.assetByCode(coin)?.asset;
      const { code } = await house.link.submit(
        command('deposit.credit', {
          ...{ user: coreUser, asset, amount: atoms, rail: RAILS.practice, position: 0 },
          ...{ transactionHigh: users, transactionLow: 1 },
        }),
      );
      if (code !== 200) throw new Error(`expected a customer with ${coin}, got ${code}`);
      return { userId: String(users), coreUser };
    },
    async ask(customer, coin, address, amount) {
      await tick();
      const key48 = readKey(makeKey(Date.now(), randomBytes(10)));
      if (key48 === undefined) throw new Error('expected a key that can be read');
      const ack = await payments.withdrawals.request(
        customer,
        { coin, network: 'ethereum', address, amount },
        { keyTime: key48.time, keyHigh: key48.high, keyLow: key48.low, bodyHash: 0 },
        BY_PAGE,
      );
      if (ack.review !== 'rules') await payments.withdrawals.approve(ack.id, 0);
      return ack;
    },
    async deploy(runtime) {
      const from = await world.outside(3);
      const hash = await world.node.send({ from, data: creation(runtime) as `0x${string}`, gas: 500_000n });
      await world.node.mine();
      const receipt = (await world.node.call('eth_getTransactionReceipt', [hash])) as { contractAddress: string };
      return receipt.contractAddress;
    },
    async passes(count) {
      for (let pass = 0; pass < count; pass += 1) {
        await payments.withdrawals.step();
        await payments.treasury.step();
        await house.mine(BLOCKS);
      }
    },
    stage: async (id) => (await payments.withdrawals.one(id))?.record.stage,
    async baseFee(gwei) {
      await world.node.call('anvil_setNextBlockBaseFeePerGas', [`0x${(gwei * 10n ** 9n).toString(16)}`]);
      await world.node.mine();
    },
    async stop() {
      await payments.treasury.stop();
      if (world.chain !== first) await first.stop();
      await signer.stop();
      await house.stop();
      await rm(join(folder, '..'), { recursive: true, force: true });
    },
  };
  return payments;
}
