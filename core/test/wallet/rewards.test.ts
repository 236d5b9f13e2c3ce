// Rewards: money of `rewards`, set aside before a campaign opens, claimed once (money §10); the maker's own transfers.
import { describe, expect, it } from 'vitest';
import { ACCOUNT_CLASS, MARKET_MAKER } from '../../src/enum/index.ts';
import { agreed } from '../desk/kit.ts';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, type Fields, NO_KEY, NOON, type Reply, type World } from '../kit/world.ts';
import { ask, balance, restored, REWARDS, stage, walletWorld } from './kit.ts';

const OPENS = NOON + 1_000;
const CLOSES = NOON + 9_000;

function fund(fields: Fields = {}) {
  const usual = { campaign: 7, asset: USDT, each: 30, total: 100, opens: OPENS, closes: CLOSES, stage: 1 };
  return command('campaign.fund', { ...usual, ...fields });
}

function claim(user: number, campaign = 7) {
  return command('reward.claim', { user, ...NO_KEY, campaign });
}

function funded(fields: Fields = {}): World {
  const world = walletWorld({}, 5);
  expect(agreed(world, fund(fields)).code).toBe(200);
  return world;
}

const claimed = (world: World, user: number): Reply => world.send(claim(user));

describe('money §10 rewards', () => {
  it('are set aside from `rewards` first, paid once a customer, and what nobody claimed goes back', () => {
    const world = funded();
    expect([balance(world, REWARDS, USDT), balance(world, ACCOUNT_CLASS.reserve, USDT, 7, 11)]).toEqual([9_900, 100]);
    expect(claimed(world, ANNA), 'not yet open').toMatchObject({ code: 5106, expected: OPENS, got: NOON });
    world.wait(OPENS - world.time);
    const before = world.free(ANNA);
    expect(ask(world, claim(ANNA))).toMatchObject({ code: 200, numbers: [30] });
    expect(claimed(world, ANNA)).toMatchObject({ code: 200, result: 30 });
    expect(world.free(ANNA)).toBe(before + 30);
    expect(claimed(world, ANNA).code).toBe(5107);
    restored(world);
    expect(claimed(world, ANNA).code).toBe(5107);
    world.wait(CLOSES - world.time);
    expect(claimed(world, BEN).code).toBe(200);
    world.wait(1);
    expect([balance(world, REWARDS, USDT), balance(world, ACCOUNT_CLASS.reserve, USDT, 7, 11)]).toEqual([9_940, 0]);
    expect(claimed(world, CARL)).toMatchObject({ code: 5106, expected: CLOSES, got: CLOSES + 1 });
  });

  it('to the last whole one: what is left of less than one waits for the end', () => {
    const world = funded();
    world.wait(OPENS - world.time);
    const codes = [2, 3, 4, 5].map((user) => claimed(world, user));
    expect(codes.map((reply) => reply.code)).toEqual([200, 200, 200, 5106]);
    expect(codes[3]).toMatchObject({ expected: 30, got: 10 });
    world.wait(CLOSES);
    expect(balance(world, ACCOUNT_CLASS.reserve, USDT, 7, 11)).toBe(0);
  });

  it('nobody under the stage, unknown campaign, the house', () => {
    const world = funded({ stage: 2 });
    world.wait(OPENS - world.time);
    stage(world, ANNA, 1);
    expect(claimed(world, ANNA)).toMatchObject({ code: 1104, expected: 2, got: 1 });
    expect(world.send(claim(BEN, 8)).code).toBe(404);
    expect(world.send(claim(MARKET_MAKER)).code).toBe(403);
  });

  it('a campaign needs money that is there, a time to come, a number of its own; and two persons', () => {
    const world = funded();
    for (const [fields, code] of [
      [{}, 400],
      [{ campaign: 8, total: 9_901 }, 5106],
      [{ campaign: 8, asset: BTC }, 5106],
      [{ campaign: 8, asset: 9 }, 3002],
      [{ campaign: 8, opens: NOON }, 400],
      [{ campaign: 8, closes: OPENS - 1 }, 400],
      [{ campaign: 8, each: 101 }, 400],
      [{ campaign: 8 }, 200],
    ] as const)
      expect(agreed(world, fund(fields)).code, JSON.stringify(fields)).toBe(code);
    expect(world.send(fund({ campaign: 9 })).code, 'alone').toBe(403);
  });
});

describe('core §3 maker.transfer', () => {
  const move = (from: number, to: number, asset: number, amount: number) =>
    command('maker.transfer', { from, to, asset, amount });

  it('moves the house maker’s own money between the wallets it quotes from', () => {
    const world = walletWorld();
    expect(world.send(move(1, 2, USDT, 5_000)).code).toBe(200);
    expect(world.emitted('transferred')).toMatchObject([
      { user: MARKET_MAKER, from: 1, to: 2, asset: USDT, amount: 5_000 },
    ]);
    expect(world.free(MARKET_MAKER, USDT, 2)).toBe(5_000);
    expect(world.send(move(2, 1, USDT, 5_001))).toMatchObject({ code: 3001, expected: 5_001, got: 5_000 });
    expect(world.send(move(2, 2, USDT, 1)).code).toBe(3003);
    expect(world.send(move(2, 5, USDT, 1)).code).toBe(400);
    expect(world.send(move(1, 2, 9, 1)).code).toBe(3002);
  });

  it('never what its quotes hold', () => {
    const world = walletWorld();
    world.quote(1, [[1, 95, 10_000]]);
    const free = world.free(MARKET_MAKER);
    expect(world.send(move(1, 2, USDT, free + 1)).code).toBe(3001);
    expect(world.send(move(1, 2, USDT, free)).code).toBe(200);
  });
});
