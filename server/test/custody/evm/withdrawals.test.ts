// Paying on a local node: planned, signed, sent, raised, reverted; and the nonces, of which only our own claims decide.

import { hexToBytes } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GasMissing } from '../../../src/custody/rail/evm/index.ts';
import { CannotPlan, type Claims, type Plan, type Source } from '../../../src/custody/rail/index.ts';
import { callOf, deploy } from './local-node.ts';
import { ETH, EvmWorld, HOT, openOn, publicKeyOf, USD } from './world.ts';

const GWEI = 10n ** 9n;
let world: EvmWorld;
let clean: string;
const TO = '0x00000000000000000000000000000000C0fFee00';

beforeAll(async () => {
  world = await EvmWorld.start({ fees: { most: 100n * GWEI } });
  await world.fund(10n * ETH, 1_000n * USD);
});
afterAll(() => world.stop());
beforeEach(async () => {
  // Every test on the same chain, with the wallet as it was.
  if (clean !== undefined) await world.node.call('evm_revert', [clean]);
  clean = await world.node.call('evm_snapshot');
  // The fee of the next block is none of what a snapshot keeps.
  await world.node.call('anvil_setNextBlockBaseFeePerGas', [`0x${GWEI.toString(16)}`]);
  await world.node.mine();
  await world.restart();
});

function detailOf(plan: Plan): { nonce: number; maxFee: bigint; priorityFee: bigint } {
  const detail = JSON.parse(plan.detail) as { nonce: number; maxFee: string; priorityFee: string };
  return { nonce: detail.nonce, maxFee: BigInt(detail.maxFee), priorityFee: BigInt(detail.priorityFee) };
}
const balance = (address: string, coin: string) => world.chain.node.balance(address, coin, 0);

async function reason(planning: Promise<unknown>): Promise<string> {
  const error = await planning.then(
    () => undefined,
    (refused: unknown) => refused,
  );
  if (!(error instanceof CannotPlan)) throw new Error(`expected CannotPlan, got ${String(error)}`);
  return error.why;
}

describe('§8 a withdrawal', () => {
  test('of ether is paid exactly, and its cost is what the wallet lost beyond it', async () => {
    const before = await balance(world.hot, 'ETH');
    const plan = await world.plan({ coin: 'ETH', to: TO, units: 2n * ETH });
    const txid = await world.send(plan);
    expect(await world.chain.node.status(txid)).toEqual({ state: 'pending' });
    await world.node.mine();
    const status = await world.chain.node.status(txid);
    const head = await world.newest();
    expect(status).toMatchObject({ state: 'included', done: true, height: head.height, blockHash: head.hash });
    expect(status.state === 'included' && status.costCoin).toBe('ETH');
    const cost = status.state === 'included' ? status.cost : 0n;
    expect(await balance(TO, 'ETH')).toBe(2n * ETH);
    expect(before - (await balance(world.hot, 'ETH'))).toBe(2n * ETH + cost);
    expect(cost <= plan.feeCap).toBe(true);
  });

  test('of USDT, which answers nothing, is paid exactly', async () => {
    const txid = await world.send(await world.plan({ coin: 'USDT', to: TO, units: 123_456_789n }));
    await world.node.mine();
    expect(await world.chain.node.status(txid)).toMatchObject({ state: 'included', done: true });
    expect(await balance(TO, 'USDT')).toBe(123_456_789n);
  });

  test('counts to 12 blocks', async () => {
    const txid = await world.send(await world.plan({ coin: 'ETH', to: TO, units: 1n }));
    await world.node.mine(12);
    const status = await world.chain.node.status(txid);
    const { height } = await world.newest();
    expect(status.state === 'included' && height - status.height + 1).toBe(12);
  });

  test('W05 sent again the same bytes are known: waiting, in a block, and after a node forgot them', async () => {
    const plan = await world.plan({ coin: 'ETH', to: TO, units: 1n });
    const raw = world.sign(plan);
    expect(await world.chain.node.broadcast(raw)).toEqual({ state: 'taken' });
    expect(await world.chain.node.broadcast(raw)).toEqual({ state: 'known' });
    await world.node.call('anvil_dropAllTransactions');
    expect(await world.chain.node.status(world.chain.codec.txid(raw))).toEqual({ state: 'unknown' });
    expect(await world.chain.node.broadcast(raw)).toEqual({ state: 'taken' });
    await world.node.mine();
    expect(await world.chain.node.broadcast(raw)).toEqual({ state: 'known' });
    expect(await balance(TO, 'ETH')).toBe(1n);
  });

  test('of which another with the same nonce is in a block is refused in the words of the node', async () => {
    const first = await world.plan({ coin: 'ETH', to: TO, units: 1n });
    const raised = await world.chain.planner.bump(first);
    await world.send(raised!);
    await world.node.mine();
    const answer = await world.chain.node.broadcast(world.sign(first));
    expect(answer.state).toBe('refused');
    expect(answer.state === 'refused' && answer.why).toMatch(/nonce/);
  });

  test('to a contract that takes ether gets the gas it needs, to one that does not is not planned', async () => {
    const payer = await deploy(world.node, 'Payer');
    const txid = await world.send(await world.plan({ coin: 'ETH', to: payer, units: 5n }));
    await world.node.mine();
    expect(await world.chain.node.status(txid)).toMatchObject({ done: true });
    const closed = await deploy(world.node, 'Closed');
    await expect(world.plan({ coin: 'ETH', to: closed, units: 5n })).rejects.toThrow(/would reject/);
  });
});

describe('what reverted is told', () => {
  test('a token that was stopped between plan and block: included, not done, and it cost', async () => {
    await world.sendToken(world.tokens.usdc, world.hot, 10n * USD);
    await world.node.mine();
    const plan = await world.plan({ coin: 'USDC', to: TO, units: USD });
    await turn(true, false);
    const txid = await world.send(plan);
    await world.node.mine();
    const status = await world.chain.node.status(txid);
    expect(status).toMatchObject({ state: 'included', done: false });
    expect(status.state === 'included' && status.cost > 0n).toBe(true);
    expect(await balance(TO, 'USDC')).toBe(0n);
    await expect(world.plan({ coin: 'USDC', to: TO, units: USD })).rejects.toThrow(/paused/);
  });

  test('a token that answers false and moves nothing has not paid', async () => {
    await world.sendToken(world.tokens.usdc, world.hot, 10n * USD);
    await turn(false, true);
    const txid = await world.send(await world.plan({ coin: 'USDC', to: TO, units: USD }));
    await world.node.mine();
    expect(await world.chain.node.status(txid)).toMatchObject({ state: 'included', done: false });
    expect(await balance(TO, 'USDC')).toBe(0n);
  });

  async function turn(paused: boolean, silent: boolean): Promise<void> {
    const from = await world.outside();
    await world.node.send({ from, to: world.tokens.usdc, data: callOf('NewDollar', 'set', [paused, silent]) });
    await world.node.mine();
  }
});

describe('W05 a stuck payment is replaced', () => {
  test('by the same nonce, destination and amount at an eighth more of both fees; one of them is included', async () => {
    const first = await world.plan({ coin: 'USDT', to: TO, units: 5n * USD });
    const stuck = await world.send(first);
    expect(await world.chain.node.status(stuck)).toEqual({ state: 'pending' });

    const second = await world.chain.planner.bump(first);
    const raw = world.sign(second!);
    expect(second).toMatchObject({ claims: first.claims, payment: first.payment, source: first.source });
    expect(world.chain.codec.read(raw, new Set())).toMatchObject({ claims: first.claims, payments: [first.payment] });
    const [before, after] = [detailOf(first), detailOf(second!)];
    expect(after.nonce).toBe(before.nonce);
    expect(8n * after.maxFee >= 9n * before.maxFee && 8n * after.priorityFee >= 9n * before.priorityFee).toBe(true);
    expect(second!.feeCap > first.feeCap).toBe(true);

    expect(await world.chain.node.broadcast(raw)).toEqual({ state: 'taken' });
    await world.node.mine();
    expect(await world.chain.node.status(world.chain.codec.txid(raw))).toMatchObject({ done: true });
    expect(await world.chain.node.status(stuck)).toEqual({ state: 'unknown' });
    expect(await balance(TO, 'USDT')).toBe(5n * USD);
    expect(await reason(world.chain.planner.bump(second!))).toBe('node');
  });

  test('no further than the bound of the settings', async () => {
    let plan: Plan | undefined = await world.plan({ coin: 'ETH', to: TO, units: 1n });
    let raises = 0;
    let last = plan;
    while (plan !== undefined) {
      last = plan;
      plan = await world.chain.planner.bump(plan);
      raises += 1;
      expect(raises).toBeLessThan(100);
    }
    const { maxFee, priorityFee } = detailOf(last);
    expect(maxFee <= 100n * GWEI && priorityFee <= maxFee).toBe(true);
    expect(last.payment.units).toBe(1n);
  });
});

describe('nonces come from our claims', () => {
  test('one after the other, before any is in a block', async () => {
    const nonces = [];
    for (let at = 0; at < 3; at += 1) nonces.push(detailOf(await world.plan({ coin: 'ETH', to: TO, units: 1n })).nonce);
    expect(nonces).toEqual([0, 1, 2]);
  });

  test('a plan that was taken back leaves no gap: its nonce is given out next', async () => {
    const [first, second] = [
      await world.plan({ coin: 'ETH', to: TO, units: 1n }),
      await world.plan({ coin: 'ETH', to: TO, units: 2n }),
    ];
    world.claims.drop(first!);
    const third = await world.plan({ coin: 'ETH', to: TO, units: 3n });
    expect(detailOf(third).nonce).toBe(0);
    expect(third.claims).toEqual(first!.claims);
    for (const plan of [second!, third]) await world.send(plan);
    await world.node.mine();
    expect(await balance(TO, 'ETH')).toBe(5n);
  });

  test('a node that counts fewer changes nothing, one that counts more stops planning', async () => {
    for (let at = 0; at < 2; at += 1) await world.send(await world.plan({ coin: 'ETH', to: TO, units: 1n }));
    // Not mined: the node counts none of them.
    expect(detailOf(await world.plan({ coin: 'ETH', to: TO, units: 1n })).nonce).toBe(2);
    await world.node.call('anvil_setNonce', [world.hot, '0x9']);
    await world.node.mine();
    expect(await reason(world.plan({ coin: 'ETH', to: TO, units: 1n }))).toBe('node');
  });

  test('no more than 48 wait', async () => {
    const all: Claims = {
      ...{
        has: () => Promise.resolve(true),
        lastNonce: () => Promise.resolve(47),
        outstanding: () => Promise.resolve([]),
      },
    };
    const planning = world.chain.planner.plan({ coin: 'ETH', to: TO, units: 1n }, HOT, all);
    await expect(planning).rejects.toThrow(/48 transactions/);
  });
});

describe('what cannot be planned', () => {
  test('more than there is, or than is left beside what was planned before', async () => {
    expect(await reason(world.plan({ coin: 'ETH', to: TO, units: 10n * ETH }))).toBe('funds');
    expect(await reason(world.plan({ coin: 'USDT', to: TO, units: 1_000n * USD + 1n }))).toBe('funds');
    await world.plan({ coin: 'USDT', to: TO, units: 600n * USD });
    // It was not even sent yet.
    expect(await reason(world.plan({ coin: 'USDT', to: TO, units: 600n * USD }))).toBe('funds');
    await world.plan({ coin: 'USDT', to: TO, units: 400n * USD });
    await world.plan({ coin: 'ETH', to: TO, units: 6n * ETH });
    expect(await reason(world.plan({ coin: 'ETH', to: TO, units: 4n * ETH }))).toBe('funds');
  });

  test('what another process sent is seen in the waiting list', async () => {
    const plan = await world.plan({ coin: 'USDT', to: TO, units: 600n * USD });
    await world.send(plan);
    const other = await openOn(world.node.url, world.tokens);
    try {
      const planning = other.planner.plan({ coin: 'USDT', to: TO, units: 600n * USD }, HOT, world.claims);
      expect(await reason(planning)).toBe('funds');
    } finally {
      await other.stop();
    }
  });

  test('when the chain asks more than the bound', async () => {
    await world.node.call('anvil_setNextBlockBaseFeePerGas', [`0x${(150n * GWEI).toString(16)}`]);
    await world.node.mine();
    expect(await reason(world.plan({ coin: 'ETH', to: TO, units: 1n }))).toBe('fee');
  });

  test('nothing, or to nobody, is no payment at all', async () => {
    await expect(world.plan({ coin: 'ETH', to: TO, units: 0n })).rejects.toThrow(/expected a payment/);
    await expect(world.plan({ coin: 'DOGE', to: TO, units: 1n })).rejects.toThrow(/expected a payment/);
    await expect(world.plan({ coin: 'USDT', to: world.tokens.usdt, units: 1n })).rejects.toThrow(/expected a payment/);
  });
});

describe('sweeps from a deposit address', () => {
  const source: Source = { kind: 'deposit', index: 3 };

  test('all ether less what the chain may take, to the last wei', async () => {
    await world.sendEther(world.deposit(3), ETH);
    await world.node.mine();
    const plan = await world.plan({ coin: 'ETH', to: world.hot, units: ETH }, source);
    expect(plan.payment.units + plan.feeCap).toBe(ETH);
    const txid = await world.send(plan);
    await world.node.mine();
    const status = await world.chain.node.status(txid);
    const cost = status.state === 'included' ? status.cost : 0n;
    expect(await balance(world.deposit(3), 'ETH')).toBe(plan.feeCap - cost);
  });

  test('ether that does not pay its own gas stays', async () => {
    await world.sendEther(world.deposit(3), 1_000n);
    await world.node.mine();
    expect(await reason(world.plan({ coin: 'ETH', to: world.hot, units: 1_000n }, source))).toBe('funds');
  });

  test('tokens after gas was sent to the address: the planner tells how much', async () => {
    await world.sendToken(world.tokens.usdt, world.deposit(3), 50n * USD);
    await world.node.mine();
    const payment = { coin: 'USDT', to: world.hot, units: 50n * USD };
    const missing: unknown = await world.plan(payment, source).catch((error: unknown) => error);
    if (!(missing instanceof GasMissing)) throw new Error(`expected GasMissing, got ${String(missing)}`);
    expect(missing).toMatchObject({ why: 'funds', address: world.deposit(3) });
    await world.send(await world.plan({ coin: 'ETH', to: missing.address, units: missing.units }));
    await world.node.mine();
    const before = await balance(world.hot, 'USDT');
    await world.send(await world.plan(payment, source));
    await world.node.mine();
    expect(await balance(world.hot, 'USDT')).toBe(before + 50n * USD);
    expect(await balance(world.deposit(3), 'USDT')).toBe(0n);
  });
});

test('bytes of another chain are not read, and what a node may not see is not in its errors', async () => {
  const plan = await world.plan({ coin: 'ETH', to: TO, units: 1n });
  const elsewhere = { ...plan, detail: plan.detail.replace('31337', '1') };
  expect(() => world.chain.codec.unsigned(elsewhere, publicKeyOf)).toThrow(/31337/);
  await expect(world.chain.node.broadcast(hexToBytes('0x0200'))).resolves.toMatchObject({ state: 'refused' });
});
