// The desk and the products: contracts and second contracts are stopped too, agents get their share of contract fees
// (money §1, §3, §5, §10).
import { describe, expect, it } from 'vitest';
import { type Command } from '../../src/index.ts';
import type { Parts } from '../../src/parts.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, IOC, LIMIT, NO_KEY, type Reply, World } from '../kit/world.ts';
import { CLOSE_LONG, FEES, ISOLATED, listOf, OPEN_LONG, OPEN_SHORT, U, U_WALLET } from '../perpetual/kit.ts';
import { M1, ODDS, POOL, setOf, STAKES, UP } from '../second/kit.ts';
import { agreed, grantAll, operatorOf, people, propose, RISK } from './kit.ts';

const stop = (market: number, state: number): Command =>
  command('market.stop', { operator: operatorOf(RISK), market, state });
const change = (market: number, state: number): Command =>
  command('market.change', { market, state, minValue: 0, maxValue: 0 });

/** A desk, a U contract, second contracts on the same instrument, three customers with money in wallets 2 and 6. */
function ready(): World {
  const world = new World({ funds: [{ class: 13, asset: USDT, amount: POOL }], practice: [900, 5_000, 100_000] }, 0);
  grantAll(world);
  world.must(command('contract.fees', { tiers: FEES }));
  world.must(listOf());
  world.must(setOf());
  people(world);
  for (const user of [ANNA, BEN, CARL]) {
    world.transfer(user, 1, U_WALLET, USDT, 20_000);
    world.transfer(user, 1, 6, USDT, STAKES);
  }
  world.tick();
  return world;
}

function contract(world: World, user: number, fields: Readonly<Record<string, number>>): Reply {
  return world.send(
    command('contract.place', {
      ...{ user, ...NO_KEY, market: U, direction: OPEN_LONG, marginMode: ISOLATED, leverage: 10, type: LIMIT },
      ...{ timeInForce: 1, price: 100, lots: 50, trigger: 0, triggerBy: 1, stopProfit: 0, stopLoss: 0, guardBy: 1 },
      ...{ selfTrade: 1, ...fields },
    }),
  );
}

describe('a stopped contract', () => {
  it('opens nothing and lets one close; two people resume it; the contract’s own event says all', () => {
    const world = ready();
    expect(contract(world, ANNA, { direction: OPEN_SHORT }).code).toBe(200);
    expect(contract(world, BEN, {}).code).toBe(200);
    world.must(stop(U, 2));
    expect(world.emitted('contract.changed')).toMatchObject([{ market: U, state: 2 }]);
    expect(world.emitted('market.changed')).toEqual([]);
    expect(contract(world, CARL, {}).code).toBe(2003);
    expect(contract(world, BEN, { direction: CLOSE_LONG, leverage: 0, price: 110 }).code).toBe(200);
    world.must(stop(U, 3));
    expect(contract(world, BEN, { direction: CLOSE_LONG, leverage: 0, price: 111, timeInForce: IOC }).code).toBe(2003);
    expect(world.send(stop(U, 2)).code, 'one person never lets more').toBe(400);
    expect(world.cancelAll(BEN).code).toBe(200);
    expect(agreed(world, change(U, 1)).code).toBe(200);
    expect(world.emitted('contract.changed')).toMatchObject([{ market: U, state: 1 }]);
    expect(contract(world, CARL, { price: 90 }).code).toBe(200);
    expect(
      propose(world, command('market.steps', { market: U, instrument: 1, tickDecimals: 1, lotDecimals: 0 })).code,
    ).toBe(2002);
  });

  it('wider bounds of its orders hold at once and are in its own event', () => {
    const world = ready();
    expect(agreed(world, command('market.change', { market: U, state: 0, minValue: 10, maxValue: 0 })).code).toBe(200);
    expect(world.emitted('contract.changed')).toMatchObject([{ market: U, minValue: 10, state: 1 }]);
    expect(contract(world, CARL, { price: 90, lots: 1, leverage: 5 }).code).toBe(200);
    expect(agreed(world, command('market.change', { market: U, state: 0, minValue: 30, maxValue: 0 })).code).toBe(200);
    expect(world.emitted('parameters.changed')).toMatchObject([{ state: 1 }]);
  });

  it('one that liquidation made reduce-only resumes when two people say so (money §3, step 5)', () => {
    const world = ready();
    const { contracts } = (world.exchange as unknown as { parts: Parts }).parts.perpetual.context;
    contracts.rows.state[U] = 2;
    expect(contract(world, CARL, { price: 90 }).code).toBe(2003);
    expect(agreed(world, change(U, 1)).code).toBe(200);
    expect(world.emitted('contract.changed')).toMatchObject([{ market: U, state: 1 }]);
    expect(contract(world, CARL, { price: 90 }).code).toBe(200);
  });
});

describe('stopped second contracts', () => {
  const bet = (world: World): number =>
    world.send(
      command('second.open', {
        user: ANNA,
        ...NO_KEY,
        market: M1,
        direction: UP,
        seconds: 30,
        amount: 100,
        terms: ODDS,
      }),
    ).code;

  it('are sold no more until two persons let them go on; terms are not the desk’s here', () => {
    const world = ready();
    expect(bet(world)).toBe(200);
    world.must(stop(M1, 3));
    expect(world.emitted('second.changed')).toMatchObject([{ market: M1, state: 3 }]);
    expect(bet(world)).toBe(2003);
    expect(world.send(stop(M1, 2)).code).toBe(400);
    expect(agreed(world, change(M1, 3)).code).toBe(400);
    expect(propose(world, command('market.change', { market: M1, state: 0, minValue: 5, maxValue: 0 })).code).toBe(400);
    expect(propose(world, command('market.change', { market: M1, state: 1, minValue: 5, maxValue: 0 })).code).toBe(400);
    expect(
      propose(world, command('market.steps', { market: M1, instrument: 1, tickDecimals: 1, lotDecimals: 0 })).code,
    ).toBe(2002);
    expect(agreed(world, change(M1, 1)).code).toBe(200);
    expect(bet(world)).toBe(200);
    expect(world.send(stop(M1 + 1, 3)).code, 'one that was never sold').toBe(2002);
  });
});

describe('money §10 the agent’s share of contract fees', () => {
  it('of what safety and referrers leave, rounded down, of every fill, taker and maker (the auditor counts each)', () => {
    const world = ready();
    world.must(command('agent.set', { user: CARL, agent: ANNA, share: 300_000 }));
    const before = world.free(ANNA);
    expect(contract(world, BEN, { direction: OPEN_SHORT, lots: 150 }).code).toBe(200);
    expect(contract(world, CARL, { lots: 150 }).code).toBe(200);
    // Taker's fee 0.5 % of 15,000: 75. Safety 7, Ben (who referred him) 15, Anna (who referred Ben) 7; 30 % of 46: 13.
    expect(world.emitted('agent.share')).toMatchObject([
      { market: U, trade: 1, from: CARL, to: ANNA, asset: USDT, amount: 13 },
    ]);
    expect(world.emitted('rebate').map(({ from, to, amount }) => [from, to, amount])).toEqual([
      [CARL, BEN, 15],
      [CARL, ANNA, 7],
      // Ben's own fee of 30 as maker.
      [BEN, ANNA, 6],
    ]);
    expect(world.free(ANNA) - before).toBe(7 + 13 + 6);
  });

  it('spot fees know no agent', () => {
    const world = ready();
    world.must(command('agent.set', { user: CARL, agent: ANNA, share: 300_000 }));
    world.sell(BEN, 100, 99);
    world.buy(CARL, 100, 99);
    expect(world.emitted('fill')).toHaveLength(1);
    expect(world.emitted('agent.share')).toEqual([]);
  });
});
