// Issue 14: nodes that lie at random about payments while raises replace them. Whatever they say, each withdrawal is paid
// once, and none ends by their word.

import { randomTests } from '@vitrine/core/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Withdrawals } from '../../../src/custody/types/index.ts';
import { type BroadcastAnswer, type ChainNode, type ChainStatus, NodeFault } from '../../../src/custody/rail/index.ts';
import { randomFrom } from '../../support/exchange-world.ts';
import { outsideAddress, startWorld, STUCK, type World } from './world.ts';
import { BY_PAGE } from '../support/asker.ts';

const { seed } = randomTests(import.meta.url);
const WITHDRAWALS = 8;
const ROUNDS = 60;
/** Part of the answers that are lies. */
const LIES = 0.4;

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.mine(15);
});
afterAll(() => world.stop());

it('are believed by nobody: each withdrawal that is replaced meanwhile is paid once', async () => {
  const below = randomFrom(seed);
  const random = () => below(1_000) / 1_000;
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const honest = world.chain.node;
  let reported = 0;
  const lie = (): boolean => {
    if (random() >= LIES) return false;
    reported += 1;
    return true;
  };

  async function liedStatus(): Promise<ChainStatus> {
    if (random() < 0.3) throw new NodeFault('test: away');
    if (random() < 0.3) return { state: 'unknown' };
    const head = await honest.head();
    const block = await honest.block(Math.max(0, head.height - Math.floor(random() * 14)));
    const { height, hash } = block ?? head;
    return { state: 'included', height, blockHash: hash, done: random() < 0.5, cost: 10_000n, costCoin: 'USDT' };
  }
  async function liedBroadcast(raw: Uint8Array): Promise<BroadcastAnswer> {
    const kind = pick(['away', 'lost', 'late', 'refused', 'refused and taken'] as const);
    if (kind === 'away') throw new NodeFault('test: away');
    if (kind === 'late' || kind === 'refused and taken') await honest.broadcast(raw);
    if (kind === 'late') throw new NodeFault('test: late');
    return kind === 'lost' ? { state: 'taken' } : { state: 'refused', why: 'test: no' };
  }
  const lying: ChainNode = {
    ...honest,
    status: (txid) => (lie() ? liedStatus() : honest.status(txid)),
    broadcast: (raw) => (lie() ? liedBroadcast(raw) : honest.broadcast(raw)),
  };

  const workers: Withdrawals[] = [0, 1].map(() => world.open({ chains: [{ ...world.chain, node: lying }] }));
  const asked: { readonly id: string; readonly address: string }[] = [];
  for (let at = 0; at < WITHDRAWALS; at += 1) {
    const customer = await world.customer();
    await world.mine();
    const address = outsideAddress(`lied to ${seed} ${at}`);
    const given = { coin: 'USDT', network: 'practice', address, amount: '50' };
    const { id } = await world.open().request(customer, given, world.key(), BY_PAGE);
    asked.push({ id, address });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    if (random() < 0.3) world.move(STUCK + 1);
    await Promise.all(random() < 0.5 ? workers.map((one) => one.step()) : [pick(workers).step()]);
    if (random() < 0.25) await world.mine();
  }
  expect(reported, `seed ${seed}`).toBeGreaterThan(WITHDRAWALS);

  const all = world.open();
  const stages = async () => Promise.all(asked.map(async ({ id }) => (await all.one(id))?.record.stage));
  for (let round = 0; round < 80 && (await stages()).some((stage) => stage !== 'confirmed'); round += 1) {
    // What was lost is sent again after a while.
    world.move(STUCK + 1);
    await all.step();
    await world.mine();
  }
  expect(await stages(), `seed ${seed}`).toEqual(asked.map(() => 'confirmed'));
  for (const { address } of asked) expect(await world.paid(address), `seed ${seed}`).toEqual([50_000_000n]);
  expect(await all.stuck()).toEqual([]);
  const { expected, there } = await world.books();
  expect(there - expected, `seed ${seed}: the books agree with the chain`).toBe(0n);
});
