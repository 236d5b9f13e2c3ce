// Issue 14, 7 and 8: blocks that are too old for their node's traces are named, and found whole later; a chain's own word for
// what is final counts where it is set.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { uncheckedOf } from '../../../src/custody/chain/index.ts';
import { type EvmExchange, startExchange } from './house.ts';
import { callOf, deploy } from './local-node.ts';
import { type Proxy, startProxy } from './proxy.ts';
import { ETH, EvmWorld, openOn, USD } from './world.ts';

/** Blocks of an outage: more than what a node is waited for. */
const LONG = 90;
const GONE = { code: -32_000, message: 'required historical state unavailable (reexec=128)' };

let world: EvmWorld;
let proxy: Proxy;
let house: EvmExchange;
let payer: `0x${string}`;

beforeAll(async () => {
  world = await EvmWorld.start();
  proxy = await startProxy(world.node.url);
  await world.chain.stop();
  world.chain = await openOn(proxy.url, world.tokens, { again: [1] });
  house = await startExchange(world);
  payer = await deploy(world.node, 'Payer');
  await world.fund(10n * ETH, 100n * USD);
});
afterAll(async () => {
  await house?.stop();
  await proxy?.stop();
  await world?.stop();
});

const deposits = (userId: string) =>
  house.db
    .selectFrom('custody_deposits')
    .select(['coin', 'stage'])
    .where('user_id', '=', userId)
    .orderBy('coin')
    .execute();

/** Ether that a contract sends. */
async function byContract(to: string, wei: bigint): Promise<void> {
  const data = callOf('Payer', 'etherTo', [[to], wei]);
  await world.node.send({ from: await world.outside(), to: payer, value: wei, data });
}

test('issue 14, 8: after a long outage the chain goes on, and says which heights are not checked until a node has them', async () => {
  const customer = await house.customer();
  const address = await house.addresses.of(customer, 'ethereum');
  // All before it was read twice.
  await house.mine(13);
  // The exchange is away meanwhile.
  await byContract(address, ETH);
  await world.sendToken(world.tokens.usdt, address as `0x${string}`, 7n * USD);
  await world.node.mine(1);
  const { height } = await world.chain.node.head();
  await world.node.mine(LONG);
  const kept = (await world.chain.node.head()).height - 20;
  proxy.lie = (call, answer) => {
    if (call.method !== 'debug_traceBlockByHash' || answer.result === undefined) return answer;
    return traceable.has(String(call.params[0])) ? answer : { id: answer.id, error: GONE };
  };
  const traceable = new Set<string>();
  for (let at = kept; at <= kept + 20 + 40; at += 1) {
    const block = await world.chain.node.block(at);
    if (block !== undefined) traceable.add(`0x${block.hash}`);
  }
  await house.step();
  expect(house.follower.fault()).toBeNull();
  expect(house.follower.height()).toBe(kept + 20);
  // Tokens need no traces: credited. What the contract sent is in no deposit yet.
  expect(await deposits(customer.userId)).toEqual([{ coin: 'USDT', stage: 'credited' }]);
  expect(await uncheckedOf(house.db, 'ethereum')).toEqual([{ from: height, to: height }]);
  expect(await house.deposits.rescan('ethereum', height, height)).toMatchObject({ found: [], read: 1, unchecked: 1 });
  // A node that has them: what was missed is found, and the height is checked.
  proxy.lie = undefined;
  const again = await house.deposits.rescan('ethereum', height, height);
  expect(again).toMatchObject({ found: [{ coin: 'ETH', userId: customer.userId }], unchecked: 0 });
  expect(await uncheckedOf(house.db, 'ethereum')).toEqual([]);
  const [found] = again.found;
  if (found === undefined) throw new Error('expected what the contract sent');
  await house.deposits.creditFound(found);
  await house.step();
  expect(await deposits(customer.userId)).toEqual([
    { coin: 'ETH', stage: 'credited' },
    { coin: 'USDT', stage: 'credited' },
  ]);
}, 120_000);

test('issue 14, 8: a new block without its traces is waited for, not taken', async () => {
  await house.mine(1);
  const before = house.follower.height();
  const customer = await house.customer();
  await byContract(await house.addresses.of(customer, 'ethereum'), ETH);
  await world.node.mine(1);
  proxy.lie = (call, answer) => (call.method === 'debug_traceBlockByHash' ? { id: answer.id, error: GONE } : answer);
  await house.step();
  expect(house.follower.height()).toBe(before);
  expect(house.follower.fault()?.what).toContain('no traces');
  proxy.lie = undefined;
  await house.mine(12);
  expect(await deposits(customer.userId)).toEqual([{ coin: 'ETH', stage: 'credited' }]);
  expect(await uncheckedOf(house.db, 'ethereum')).toEqual([]);
}, 120_000);

test('issue 14, 7: where the chain’s own word counts, twelve confirmations credit nothing until it is final', async () => {
  const own = await EvmWorld.start({ finality: true });
  const other = await startExchange(own);
  try {
    const customer = await other.customer();
    const address = (await other.addresses.of(customer, 'ethereum')) as `0x${string}`;
    let said = 0;
    const { node } = own.chain;
    const ask = node.finalized?.bind(node);
    if (ask === undefined) throw new Error('expected a node that says what is final');
    // The local node calls its newest block final: here it says so as a real one does, later.
    node.finalized = async () => (await node.block(said)) ?? ask();
    await own.sendEther(address, ETH);
    await other.mine(1);
    const { height } = await node.head();
    await other.mine(20);
    const stage = async () =>
      (
        await other.db.selectFrom('custody_deposits').select('stage').where('user_id', '=', customer.userId).execute()
      )[0]?.stage;
    expect(await stage()).toBe('confirming');
    const block = await node.block(height);
    expect(await other.follower.confirmations(height, block?.hash ?? '')).toBe(11);
    said = height - 1;
    await other.mine(1);
    expect(await stage()).toBe('confirming');
    said = height;
    await other.mine(1);
    await other.step();
    expect(await stage()).toBe('credited');
    expect(await other.follower.confirmations(height, block?.hash ?? '')).toBe(23);
    // A final block that our journal has not is the node's fault, and what is final stays so.
    node.finalized = async () => ({ height, hash: 'ab'.repeat(32), parent: 'cd'.repeat(32), time: 1 });
    await other.step();
    expect(other.follower.fault()?.what).toContain('final block');
    expect(await other.follower.confirmations(height, block?.hash ?? '')).toBe(23);
  } finally {
    await other.stop();
    await own.stop();
  }
}, 120_000);
