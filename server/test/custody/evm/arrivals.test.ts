// What comes to our addresses on a local node: ether, tokens, by contracts, many in one transaction; and what does not count.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INTERNAL_POSITION, TOKEN_POSITION } from '../../../src/custody/rail/evm/index.ts';
import { spellAddress } from '../../../src/custody/rail/evm/address.ts';
import { type Block, type Chain, NodeFault } from '../../../src/custody/rail/index.ts';
import { callOf, deploy } from './local-node.ts';
import { ETH, EvmWorld, HOT, openOn, USD, withoutSenders } from './world.ts';

let world: EvmWorld;
let payer: `0x${string}`;
/** The same node, asked for traces in each way it knows. */
let ways: readonly Chain[];

beforeAll(async () => {
  world = await EvmWorld.start();
  payer = await deploy(world.node, 'Payer');
  ways = await Promise.all(
    (['debug', 'parity'] as const).map((traces) => openOn(world.node.url, world.tokens, { traces })),
  );
});
afterAll(async () => {
  for (const chain of ways) await chain.stop();
  await world.stop();
});

async function pay(name: string, args: readonly unknown[], value = 0n): Promise<string> {
  const from = await world.outside();
  const txid = await world.node.send({ from, to: payer, value, data: callOf('Payer', name, args), gas: 4_000_000n });
  return txid.slice(2);
}

test('§8 a block is told by height and hash, and what is beyond the newest is not there', async () => {
  const head = await world.newest();
  expect(await world.chain.node.block(head.height)).toEqual(head);
  const before = await world.chain.node.block(head.height - 1);
  expect(head.parent).toBe(before?.hash);
  expect(head.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await world.chain.node.block(head.height + 1)).toBeUndefined();
});

test('§8 ether and both tokens come, USDT though it answers nothing', async () => {
  const ether = await world.sendEther(world.deposit(0), 3n * ETH);
  const usdt = await world.sendToken(world.tokens.usdt, world.deposit(1), 250n * USD);
  const usdc = await world.sendToken(world.tokens.usdc, world.deposit(2), 7n * USD);
  const expected = [
    { txid: ether, position: 0, address: world.deposit(0), coin: 'ETH', units: 3n * ETH },
    { txid: usdt, position: TOKEN_POSITION, address: world.deposit(1), coin: 'USDT', units: 250n * USD },
    { txid: usdc, position: TOKEN_POSITION, address: world.deposit(2), coin: 'USDC', units: 7n * USD },
  ];
  const waiting = (await world.chain.node.pending(world.ours)).map(withoutSenders);
  expect(waiting.toSorted((a, b) => a.position - b.position)[0]).toEqual(expected[0]);
  expect(waiting).toHaveLength(3);
  await world.node.mine();
  expect(await world.arrivals()).toEqual(expected);
  expect(await world.chain.node.pending(world.ours)).toEqual([]);
});

test('§8 who sent it is read from the transaction: by our key, from our tokens, through a contract (issue 14)', async () => {
  await world.fund(ETH, 100n * USD);
  const to = world.deposit(3);
  const ether = await world.chain.planner.plan({ coin: 'ETH', to, units: 5n }, HOT, world.claims);
  await world.chain.node.broadcast(world.sign(ether));
  await world.node.mine();
  const outside = await world.outside();
  expect((await world.sent()).map(({ senders }) => senders)).toEqual([[world.hot]]);
  const token = await world.chain.planner.plan({ coin: 'USDT', to, units: 5n }, HOT, world.claims);
  await world.chain.node.broadcast(world.sign(token));
  await world.node.mine();
  expect((await world.sent()).map(({ senders }) => senders)).toEqual([[world.hot]]);
  await pay('etherTo', [[to], 7n], 7n);
  await world.node.mine();
  for (const chain of [world.chain, ...ways])
    expect((await world.sent(chain)).map(({ senders }) => senders)).toEqual([[outside, spellAddress(payer)]]);
});

test('W03 thirty payments to thirty customers in one transaction are thirty arrivals at thirty places', async () => {
  const to = Array.from({ length: 30 }, (_, index) => world.deposit(index));
  const ether = await pay('etherTo', [to, 10n ** 12n], 30n * 10n ** 12n);
  await world.node.send({
    from: await world.outside(),
    to: world.tokens.usdt,
    data: callOf('OldDollar', 'mint', [payer, 30n * USD]),
  });
  const tokens = await pay('tokensTo', [world.tokens.usdt, to, USD]);
  await world.node.mine();
  const expected = [
    ...to.map((address, index) => ({
      ...{ txid: ether, position: INTERNAL_POSITION + index },
      ...{ address, coin: 'ETH', units: 10n ** 12n },
    })),
    ...to.map((address, index) => ({
      ...{ txid: tokens, position: TOKEN_POSITION + index },
      ...{ address, coin: 'USDT', units: USD },
    })),
  ];
  for (const chain of [world.chain, ...ways]) expect(await world.arrivals(chain)).toEqual(expected);
});

test('the same customer paid twice in one transaction is two arrivals', async () => {
  const txid = await pay('etherTo', [[world.deposit(3), world.deposit(3)], 5n], 10n);
  await world.node.mine();
  const places = (await world.arrivals()).map((arrival) => [arrival.txid, arrival.position, arrival.units]);
  expect(places).toEqual([
    [txid, INTERNAL_POSITION, 5n],
    [txid, INTERNAL_POSITION + 1, 5n],
  ]);
});

describe('ether sent by contracts is found whichever way the node tells of it', () => {
  test('what was undone inside a transaction that stands does not count, what came after it does', async () => {
    const txid = await pay('undone', [world.deposit(4), 100n, 60n], 200n);
    await world.node.mine();
    const kept = { txid, position: INTERNAL_POSITION, address: world.deposit(4), coin: 'ETH', units: 60n };
    for (const chain of [world.chain, ...ways]) {
      const found = (await world.arrivals(chain)).map(({ units, address }) => ({ units, address }));
      expect(found).toEqual([{ units: kept.units, address: kept.address }]);
    }
    const [first, second] = await Promise.all(ways.map((chain) => world.arrivals(chain)));
    expect(first).toEqual(second);
  });

  test('a contract that ends itself and leaves its ether', async () => {
    const txid = await pay('end', [world.deposit(5)], 77n);
    await world.node.mine();
    const found = await Promise.all([world.chain, ...ways].map((chain) => world.arrivals(chain)));
    for (const arrivals of found) {
      expect(arrivals.map(({ txid: id, units, address }) => [id, units, address])).toEqual([
        [txid, 77n, world.deposit(5)],
      ]);
    }
    expect(found[1]).toEqual(found[2]);
  });

  test('without traces, by comparing balances: how much is exact, and it is named after its block', async () => {
    const chain = await openOn(world.node.url, world.tokens, { traces: 'none', watched: () => world.watched });
    try {
      await world.sendEther(world.deposit(6), 9n);
      await pay('etherTo', [[world.deposit(6), world.deposit(7)], 5n], 10n);
      await pay('etherTo', [[world.deposit(6)], 5n], 5n);
      await world.node.mine();
      const found = await world.arrivals(chain);
      expect(found.map(({ address, units, position }) => [address, units, position])).toEqual([
        [world.deposit(6), 9n, 0],
        [world.deposit(6), 10n, INTERNAL_POSITION],
        [world.deposit(7), 5n, INTERNAL_POSITION],
      ]);
      // Asked again it is the same; and the next block has none of it.
      expect(await world.arrivals(chain)).toEqual(found);
      await world.node.mine();
      expect(await world.arrivals(chain)).toEqual([]);
    } finally {
      await chain.stop();
    }
  });
});

describe('what does not count', () => {
  test('transfers of nothing, of other tokens, and to others', async () => {
    const other = await deploy(world.node, 'OldDollar');
    await world.sendToken(other, world.deposit(0), 5n * USD);
    await world.sendToken(world.tokens.usdt, world.deposit(0), 0n);
    await world.sendEther(await world.outside(2), ETH);
    await world.sendEther(world.deposit(0), 0n);
    await world.node.mine();
    expect(await world.arrivals()).toEqual([]);
  });

  test('a transaction that reverted, of ether or of tokens', async () => {
    const from = await world.outside(3);
    const closed = await deploy(world.node, 'Closed');
    await world.node.send({ from, to: closed, value: ETH });
    await world.node.send({
      from,
      to: world.tokens.usdt,
      data: callOf('OldDollar', 'transfer', [world.deposit(0), 1n]),
    });
    await world.node.send({
      ...{ from, to: payer, value: 5n },
      data: callOf('Payer', 'etherTo', [[world.deposit(0), closed], 2n]),
    });
    await world.node.mine();
    for (const chain of [world.chain, ...ways]) expect(await world.arrivals(chain)).toEqual([]);
  });

  test('an approval, which USDT wants at zero before it changes', async () => {
    const from = await world.outside(4);
    const approve = (units: bigint) =>
      world.node.send({ from, to: world.tokens.usdt, data: callOf('OldDollar', 'approve', [world.deposit(0), units]) });
    const txids = [await approve(5n), await approve(6n), await approve(0n), await approve(6n)];
    await world.node.mine();
    expect(await world.arrivals()).toEqual([]);
    const done = await Promise.all(
      txids.map(
        async (txid) => (await world.node.call<{ status: string }>('eth_getTransactionReceipt', [txid])).status,
      ),
    );
    expect(done).toEqual(['0x1', '0x0', '0x1', '0x1']);
  });
});

test('a block that was replaced is not read: the node no longer stands by it', async () => {
  await world.sendEther(world.deposit(0), 1n);
  await world.node.mine();
  const old: Block = await world.newest();
  expect(await world.chain.node.arrivals(old, world.ours)).toHaveLength(1);
  await world.node.call('anvil_reorg', [1, []]);
  await expect(world.chain.node.arrivals(old, world.ours)).rejects.toThrow(NodeFault);
});

test('balances are of a block so deep', async () => {
  const before = await world.chain.node.balance(world.deposit(9), 'USDT', 0);
  await world.sendToken(world.tokens.usdt, world.deposit(9), 4n * USD);
  await world.sendEther(world.deposit(9), 11n);
  await world.node.mine();
  await world.node.mine(2);
  expect(await world.chain.node.balance(world.deposit(9), 'USDT', 2)).toBe(before + 4n * USD);
  expect(await world.chain.node.balance(world.deposit(9), 'USDT', 3)).toBe(before);
  const ether = await world.chain.node.balance(world.deposit(9), 'ETH', 0);
  expect(ether - (await world.chain.node.balance(world.deposit(9), 'ETH', 3))).toBe(11n);
});
