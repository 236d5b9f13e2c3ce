// Deposits from the local node through our own journal of blocks into the ledger, and back when the chain takes them back.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Customer } from '../../../src/custody/types/index.ts';
import { CONFIRMATIONS } from '../../../src/custody/chain/index.ts';
import { type EvmExchange, startExchange } from './house.ts';
import { EvmWorld, ETH, USD } from './world.ts';

/** Every depth to 60 takes minutes: only in `npm run test:deep -- long`. Else both sides of 12, and both ends. */
const DEPTHS =
  process.env['VITRINE_DEEP'] === undefined ? [1, 11, 12, 60] : Array.from({ length: 60 }, (_, at) => at + 1);

let world: EvmWorld;
let house: EvmExchange;
let customer: Customer;
let address: `0x${string}`;

beforeAll(async () => {
  world = await EvmWorld.start({ again: [1, 1] });
  house = await startExchange(world);
  customer = await house.customer();
  address = (await house.addresses.of(customer, 'ethereum')) as `0x${string}`;
  await house.mine(CONFIRMATIONS);
});
afterAll(async () => {
  await house?.stop();
  await world?.stop();
});

async function rows(txid: string) {
  return await house.db
    .selectFrom('custody_deposits')
    .select(['position', 'stage', 'coin', 'units', 'atoms', 'block_hash', 'seq'])
    .where('txid', '=', txid)
    .orderBy('position')
    .execute();
}
async function stageOf(txid: string): Promise<string | undefined> {
  return (await rows(txid))[0]?.stage;
}
/** Bytes of a transaction as the node has it. */
const bytesOf = (txid: string) => world.node.call<string>('eth_getRawTransactionByHash', [`0x${txid}`]);
const reorganise = (depth: number, kept: readonly (readonly [string, number])[] = []) =>
  world.node.call('anvil_reorg', [depth, kept]);

test('§8 a deposit is credited with its twelfth confirmation and not before', async () => {
  const before = await house.expected('ETH');
  const txid = await world.sendEther(address, ETH);
  await house.step();
  expect(await stageOf(txid)).toBe('seen');
  await house.mine();
  for (let confirmations = 1; confirmations < CONFIRMATIONS; confirmations += 1) {
    expect(await stageOf(txid)).toBe('confirming');
    expect(await house.expected('ETH')).toBe(before);
    await house.mine();
  }
  expect(await stageOf(txid)).toBe('credited');
  const [row] = await rows(txid);
  expect((await house.expected('ETH')) - before).toBe(BigInt(row!.atoms));
  expect(house.addresses.owner('ethereum', address)).toMatchObject(customer);
});

test('both tokens, and ether beyond the scale of the ledger: the rest is dust', async () => {
  const usdt = await world.sendToken(world.tokens.usdt, address, 25n * USD);
  const usdc = await world.sendToken(world.tokens.usdc, address, 26n * USD);
  const ether = await world.sendEther(address, ETH + 1n);
  await house.mine(CONFIRMATIONS);
  expect((await rows(usdt))[0]).toMatchObject({ stage: 'credited', position: 1, units: String(25n * USD) });
  expect((await rows(usdc))[0]).toMatchObject({ stage: 'credited', coin: 'USDC' });
  const [row] = await rows(ether);
  expect(row).toMatchObject({ stage: 'credited', units: String(ETH + 1n) });
});

describe('W04 blocks are replaced', () => {
  test.each(DEPTHS)('%i deep, and the payment is gone: never credited before 12, taken back after', async (depth) => {
    const before = await house.expected('ETH');
    const units = ETH + BigInt(depth) * 10n ** 12n;
    const txid = await world.sendEther(address, units);
    await house.mine(depth);
    const credited = depth >= CONFIRMATIONS;
    expect(await stageOf(txid)).toBe(credited ? 'credited' : 'confirming');
    expect((await house.expected('ETH')) > before).toBe(credited);

    // The new branch comes as long as the old one: from 12 blocks on it is final at once.
    await reorganise(depth);
    await house.step();
    expect(await stageOf(txid)).toBe(credited ? 'reversed' : 'seen');
    if (!credited) await house.mine(CONFIRMATIONS - depth);
    expect(await stageOf(txid)).toBe(credited ? 'reversed' : undefined);
    expect(await house.expected('ETH')).toBe(before);
    expect(house.follower.fault()).toBeNull();
  });

  test('by a branch that is shorter yet: what was credited is doubted, and taken back when the branch is final', async () => {
    const before = await house.expected('ETH');
    const clean = await world.node.call('evm_snapshot');
    const txid = await world.sendEther(address, 2n * ETH);
    await house.mine(CONFIRMATIONS);
    expect(await stageOf(txid)).toBe('credited');
    await world.node.call('evm_revert', [clean]);
    // The node is behind our journal, of the same branch: nothing is concluded yet.
    await house.step();
    expect(house.follower.fault()?.what).toMatch(/expected a node at height/);
    expect(await stageOf(txid)).toBe('credited');
    await house.mine();
    expect(await stageOf(txid)).toBe('doubted');
    expect(await house.deposits.doubted(customer.userId)).toBe(true);
    await house.mine(CONFIRMATIONS - 1);
    expect(await stageOf(txid)).toBe('reversed');
    expect(await house.deposits.doubted(customer.userId)).toBe(false);
    expect(await house.expected('ETH')).toBe(before);
  });

  test('and the payment stands in another block, at another place: credited once', async () => {
    const before = await house.expected('USDT');
    const txid = await world.sendToken(world.tokens.usdt, address, 40n * USD);
    const raw = await bytesOf(txid);
    await house.mine(14);
    expect(house.follower.fault()).toBeNull();
    const [first] = await rows(txid);
    expect(first?.stage).toBe('credited');
    const receipt = () =>
      world.node.call<{ blockHash: string; logs: { logIndex: string }[] }>('eth_getTransactionReceipt', [`0x${txid}`]);
    const was = await receipt();

    // Its giver's minting and another token stand before it now, so its place among the block's logs moves.
    await reorganise(14, [...(await mintings(txid)), [raw, 3]]);
    await house.step();
    expect(['doubted', 'credited']).toContain(await stageOf(txid));
    const is = await receipt();
    expect(is.blockHash).not.toBe(was.blockHash);
    await house.mine(CONFIRMATIONS);
    const after = await rows(txid);
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ stage: 'credited', position: first!.position, seq: first!.seq });
    expect((await house.expected('USDT')) - before).toBe(40n * USD);
  });

  /** Payments before one in its block, first in the new branch too. */
  async function mintings(txid: string): Promise<[string, number][]> {
    const { blockHash } = await world.node.call<{ blockHash: string }>('eth_getTransactionReceipt', [`0x${txid}`]);
    const { transactions } = await world.node.call<{ transactions: string[] }>('eth_getBlockByHash', [
      blockHash,
      false,
    ]);
    const before = transactions.filter((hash) => hash !== `0x${txid}`);
    return await Promise.all(before.map(async (hash): Promise<[string, number]> => [await bytesOf(hash.slice(2)), 3]));
  }

  test('while a withdrawal is on its way: it is unknown, sent again as the same bytes, and paid once', async () => {
    const to = '0x00000000000000000000000000000000C0fFee01';
    await world.fund(3n * ETH, 0n);
    const plan = await world.plan({ coin: 'ETH', to, units: ETH });
    const raw = world.sign(plan);
    const txid = world.chain.codec.txid(raw);
    expect(await world.chain.node.broadcast(raw)).toEqual({ state: 'taken' });
    await house.mine(3);
    expect(await world.chain.node.status(txid)).toMatchObject({ state: 'included', done: true });
    await reorganise(3);
    await house.step();
    const status = await world.chain.node.status(txid);
    expect(status.state).not.toBe('included');
    await world.chain.node.broadcast(raw);
    await house.mine(CONFIRMATIONS);
    const final = await world.chain.node.status(txid);
    expect(final.state).toBe('included');
    if (final.state !== 'included') return;
    expect(await house.follower.confirmations(final.height, final.blockHash)).toBeGreaterThanOrEqual(1);
    expect(await world.chain.node.balance(to, 'ETH', 0)).toBe(ETH);
  });
});

test('no fault was hidden on the way', () => {
  expect(house.faults).toEqual([]);
});
