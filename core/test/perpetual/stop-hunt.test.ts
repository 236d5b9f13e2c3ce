// Issue 13 A.6: who hunts stops under a still index. Hunters take the market maker's bids away, make the last price that
// triggers, and wait with baits below. Many accounts, races in one batch (core §5, money §2).
import { describe, expect, it } from 'vitest';
import { TRIGGER_BY } from '../../src/enum/index.ts';
import type { Command } from '../../src/index.ts';
import { command } from '../kit/genesis.ts';
import { randomTests } from '../kit/random-tests.ts';
import { IOC } from '../kit/world.ts';
import { SLOT_END } from '../kit/slots.ts';
import { random } from '../exchange/small-world.ts';
import { ContractWorld, LONG, OPEN_LONG, OPEN_SHORT, SHORT, U, U_WALLET } from './kit.ts';

const { seed, usual } = randomTests(import.meta.url);

const VICTIMS = [2, 3, 4];
const [SWEEPER, PRINTER, BAIT] = [5, 6, 7] as const;
const HUNTERS = [SWEEPER, PRINTER, BAIT];
const LOTS = 20;
const ALL = VICTIMS.length * LOTS;
const [INDEX, STOP, LOWEST] = [100, 99, 98] as const;

/** The market maker's quotes, a tick from the index, deep enough for all stops. */
const QUOTES = [
  [1, 99, ALL],
  [2, 101, ALL],
] as const;

function quotes(): Command {
  return command('maker.quote', { market: U, levels: QUOTES.map(([side, price, lots]) => ({ side, price, lots })) });
}

/** The victims are long against the market maker, each with a stop-loss by last. */
function hunted(): ContractWorld {
  const world = new ContractWorld({}, { users: 6 });
  world.quote(U, [[2, INDEX, ALL]]);
  for (const user of VICTIMS) {
    world.go(user, OPEN_LONG, LOTS, INDEX);
    const { position } = world.position(user, LONG)!;
    expect(world.guard(user, position, { stopLoss: STOP, triggerBy: TRIGGER_BY.last }).code).toBe(200);
  }
  world.batch([quotes()]);
  return world;
}

/** What the hunters do before the tick: bids gone, the last price at the stop, a bait below. */
function hunt(world: ContractWorld): Command[] {
  return [
    world.contractOf(SWEEPER, { direction: OPEN_SHORT, lots: ALL, price: 99, timeInForce: IOC }),
    world.contractOf(PRINTER, { direction: OPEN_LONG, lots: 1, price: STOP }),
    world.contractOf(SWEEPER, { direction: OPEN_SHORT, lots: 1, price: STOP, timeInForce: IOC }),
    world.contractOf(BAIT, { direction: OPEN_LONG, lots: ALL, price: LOWEST }),
    world.contractOf(BAIT, { direction: OPEN_LONG, lots: ALL, price: 95 }),
  ];
}

/** What the hunters have, positions at the index. */
function worth(world: ContractWorld): number {
  let sum = 0;
  for (const user of HUNTERS) {
    sum += world.free(user) + world.wealth(user, U_WALLET);
    const [long, short] = [world.position(user, LONG), world.position(user, SHORT)];
    if (long !== undefined) sum += long.lots * INDEX - long.cost;
    if (short !== undefined) sum += short.cost - short.lots * INDEX;
  }
  return sum;
}

const tick = (world: ContractWorld): Command => world.ticks([INDEX * 100, 5_000]);

describe('issue 13 A.6 stop hunters under a still index', () => {
  it('behind a slot’s quotes the stops meet these, whatever was taken before: the hunters have lost', () => {
    const world = hunted();
    const before = worth(world);
    world.batch(hunt(world));
    expect(world.emitted('order.triggered'), 'a print triggers nothing by itself').toEqual([]);
    world.time += 250;
    world.batch([tick(world), quotes(), SLOT_END]);
    expect(world.emitted('order.triggered')).toHaveLength(VICTIMS.length);
    expect(new Set(world.dealt().map(([price]) => price))).toEqual(new Set([STOP]));
    expect(worth(world)).toBeLessThan(before);
  });

  it('without quotes they get 2 % of what the stops sell at most, and nothing beyond; what does not fill waits', () => {
    const world = hunted();
    const before = worth(world);
    world.batch(hunt(world));
    world.time += 250;
    world.batch([tick(world)]);
    expect(new Set(world.dealt().map(([price]) => price))).toEqual(new Set([LOWEST]));
    expect(worth(world) - before).toBeLessThanOrEqual(ALL * (INDEX - LOWEST));
    const cheaper = hunted();
    cheaper.batch(hunt(cheaper).filter(({ name }, at) => name !== 'contract.place' || at !== 3));
    cheaper.time += 250;
    cheaper.batch([tick(cheaper)]);
    expect(cheaper.dealt(), 'nobody sells at 95').toEqual([]);
    for (const user of VICTIMS) expect(cheaper.position(user, LONG)).toMatchObject({ lots: LOTS });
  });

  it('a print further than 1 % from the index, or none since the last tick, triggers nothing', () => {
    for (const price of [98, 102]) {
      const world = hunted();
      world.batch([
        world.contractOf(SWEEPER, { direction: OPEN_SHORT, lots: ALL, price: 99, timeInForce: IOC }),
        world.contractOf(PRINTER, { direction: OPEN_LONG, lots: 1, price }),
        world.contractOf(SWEEPER, { direction: OPEN_SHORT, lots: 1, price, timeInForce: IOC }),
      ]);
      world.time += 250;
      world.batch([tick(world)]);
      expect(world.emitted('order.triggered'), `a print at ${price}`).toEqual([]);
    }
  });

  it(`in any order within one batch no stop fills below the bound, and the hunters lose to the quotes (seed ${seed})`, () => {
    const below = random(seed);
    let stops = 0;
    for (let round = 0; round < 12; round += 1) {
      const world = hunted();
      const before = worth(world);
      const commands = [...hunt(world), ...hunt(world), ...HUNTERS.map((user) => cancelAll(user))];
      for (let at = commands.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [commands[at], commands[other]] = [commands[other] as Command, commands[at] as Command];
      }
      // Before the slot, behind it, or cut in two by it: a slot's own commands come in one run.
      const cut = below(commands.length + 1);
      world.time += 250;
      world.batch([...commands.slice(0, cut), tick(world), quotes(), SLOT_END, ...commands.slice(cut)]);
      const sold = soldByStops(world);
      world.time += 250;
      world.batch([tick(world), quotes(), SLOT_END]);
      sold.push(...soldByStops(world));
      stops += sold.length;
      for (const [price] of sold) expect(price).toBeGreaterThanOrEqual(STOP);
      expect(worth(world), `round ${round}`).toBeLessThanOrEqual(before);
    }
    if (usual) expect(stops).toBeGreaterThan(0);
  });
});

function cancelAll(user: number): Command {
  return command('order.cancelAll', { user, keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0, market: 0 });
}

/** Prices and lots of fills whose taker is a victim: only their stops trade. */
function soldByStops(world: ContractWorld): [price: number, lots: number][] {
  return world
    .emitted('fill')
    .filter(({ taker, market }) => market === U && VICTIMS.includes(taker))
    .map(({ price, lots }) => [price, lots]);
}
