// A small world in which a whole desk does at random what a desk may do, and more: after every command all invariants
// of the rules of money (§12), by the core's own audit and by the auditor that has only seen events.
import { describe, expect, it } from 'vitest';
import { type Command, commands, encodeCommand, offsetOf, packText, restoreExchange } from '../../src/index.ts';
import { random } from '../exchange/small-world.ts';
import { BTC, command, ETH, USDT, usual } from '../kit/genesis.ts';
import { type Reply, type World } from '../kit/world.ts';
import { randomTests, runs } from '../kit/random-tests.ts';
import { DAY, deskWorld, OPERATORS, proposal } from './kit.ts';

const { seed, usual: asUsual } = randomTests(import.meta.url);

type Pick = (below: number) => number;
const USERS = 5;

/** A number that no command of these worlds has. */
const NEVER = 2 ** 40;
const CAUSE = offsetOf('correction', 'cause');
const CORRECTION = commands.correction.kind;

/**
 * Which number a command has depends on where batches are cut (decision 147). So that batches cut otherwise answer the
 * same, a correction names a command up to `last`, from before the first cut, or one that never exists.
 */
function nameCause(words: Float64Array, last: number): Float64Array {
  if (words[0] === CORRECTION && words[CAUSE]! > last) words[CAUSE] = NEVER;
  return words;
}

/** A command of two persons, mostly sound. */
function setup(pick: Pick): Command {
  const wild = (usually: number): number => (pick(12) === 0 ? pick(100) : usually);
  const few = (): number => pick(3) * pick(40_000);
  switch (pick(11)) {
    case 0:
      return command('treasury.move', {
        from: wild(8 + 3 * pick(2)),
        to: wild(10 + pick(6)),
        asset: 1 + pick(3),
        amount: 1 + few(),
      });
    case 1:
    case 2:
      return command('correction', {
        user: wild(2 + pick(USERS)),
        asset: 1 + pick(3),
        amount: 1 + few(),
        cause: 1 + pick(20),
      });
    case 3:
      return command('desk.grant', { operator: 1 + pick(OPERATORS + 3), roles: pick(4) === 0 ? 0 : pick(32) });
    case 4:
      return command('user.unfreeze', { user: wild(2 + pick(USERS)), locks: 1 + pick(7) });
    case 5:
      return command('market.change', { market: wild(1 + pick(2)), state: pick(4), minValue: 0, maxValue: 0 });
    case 6:
      return command('market.change', {
        market: 1 + pick(2),
        state: 0,
        minValue: pick(60),
        maxValue: pick(2) * (900_000 + pick(200_000)),
      });
    case 7:
    case 8: {
      const tiers = usual.tiers.map(({ volume }, at) => ({
        volume: volume + (at === 0 ? 0 : pick(50)),
        maker: pick(20_000),
        taker: pick(30_000),
      }));
      const share = (usually: number): number => usually - 20_000 + pick(40_000);
      return command('parameters.set', {
        tiers,
        safety: share(100_000),
        first: share(200_000),
        second: share(100_000),
        third: share(50_000),
      });
    }
    case 9:
      return command('market.steps', { market: 1, instrument: 1 + 2 * pick(2), tickDecimals: 1, lotDecimals: pick(2) });
    default:
      return command('asset.list', { asset: 4 + pick(4), code: packText('SOL') + pick(4), scale: pick(5) });
  }
}

/** Any command of this world. */
function any(pick: Pick, world: World, ids: readonly number[], last: number): Command {
  const operator = 1 + pick(OPERATORS + 2);
  const user = 2 + pick(USERS);
  const id = ids.length === 0 || pick(8) === 0 ? pick(9) : ids[ids.length - 1 - pick(Math.min(ids.length, 4))]!;
  switch (pick(14)) {
    case 0:
    case 1:
    case 2: {
      const words = encodeCommand(setup(pick));
      if (pick(10) === 0) words[pick(words.length)] = pick(400);
      return proposal(pick(3) === 0 ? operator : 1, nameCause(words, last));
    }
    case 3:
    case 4:
    case 5:
      return command('proposal.approve', { operator: pick(3) === 0 ? operator : 2, proposal: id });
    case 6:
      return command('proposal.refuse', { operator, proposal: id });
    case 7:
      return command('user.freeze', { operator, user, locks: 1 + pick(7) });
    case 8:
      return pick(4) === 0
        ? command('market.stop', { operator, market: 1 + pick(2), state: 2 + pick(2) })
        : command('user.set', { user, stage: pick(3), locks: pick(3) === 0 ? pick(4) : 0 });
    case 9:
      return command('agent.set', { user, agent: 2 + pick(USERS), share: pick(300_000) });
    case 10:
      return command('merchant.set', { user, merchant: pick(4) });
    case 11:
      return world.ticks([9_500 + pick(1_000), 4_800 + pick(400)]);
    default: {
      const waits = pick(5) === 0;
      const side = 1 + pick(2);
      return world.order(user, {
        ...{ market: 1 + pick(2), side, price: 95 + pick(10), lots: 1 + pick(9), type: waits ? 3 : 1 },
        trigger: waits ? 95 + pick(10) : 0,
      });
    }
  }
}

/** Before the first of the commands: the desk set up, some money in the house's accounts. Commands' numbers count on. */
function started(): World {
  const funds = [BTC, ETH, USDT].flatMap((asset) => [10, 11].map((of) => ({ class: of, asset, amount: 100_000 })));
  return deskWorld({ funds }, USERS);
}

interface Step {
  readonly time: number;
  readonly words: Float64Array;
}

/** Runs a world of `count` commands; gives what was sent and what was done by name. */
function run(from: number, count: number): { world: World; steps: Step[]; done: Map<string, number> } {
  const pick = random(from);
  const world = started();
  const last = world.exchange.seq;
  const done = new Map<string, number>();
  const steps: Step[] = [];
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    if (pick(12) === 0) world.time += pick(6) === 0 ? DAY + pick(DAY) : pick(3_000);
    const one = any(pick, world, ids, last);
    const words = encodeCommand(one);
    world.wait(0);
    const before = world.exchange.digest();
    const reply: Reply = world.raw(words);
    if (reply.code === 200) {
      done.set(one.name, (done.get(one.name) ?? 0) + 1);
      if (one.name === 'proposal.make') ids.push(reply.result);
    } else expect(world.exchange.digest(), `${one.name} refused with ${reply.code}: nothing changed`).toBe(before);
    steps.push({ time: world.time, words });
  }
  return { world, steps, done };
}

describe(`money §12 a desk at random (seed ${seed})`, () => {
  it('keeps every invariant; a refusal leaves the digest; a seed tells the state; any batches, the same digest', () => {
    const total = new Map<string, number>();
    for (let round = 0; round < runs(3); round += 1) {
      const start = started();
      const { world, steps, done } = run(seed + round, 160);
      for (const [name, count] of done) total.set(name, (total.get(name) ?? 0) + count);
      const saved = start.exchange.save();
      for (const size of [7, 1_000]) {
        const exchange = restoreExchange(structuredClone(saved));
        for (let at = 0; at < steps.length;) {
          const { time } = steps[at]!;
          exchange.advance(time);
          for (let n = 0; n < size && steps[at]?.time === time; n += 1, at += 1) exchange.apply(steps[at]!.words, 0);
          exchange.takeEvents();
        }
        exchange.audit();
        expect(exchange.digest(), `batches of ${size}`).toBe(world.exchange.digest());
      }
      expect([...world.twin().seed()]).toEqual([...world.exchange.seed()]);
    }
    if (!asUsual) return;
    // The run is worth something only where most kinds were done.
    for (const name of [
      'proposal.make',
      'proposal.approve',
      'proposal.refuse',
      'user.freeze',
      'agent.set',
      'merchant.set',
      'order.place',
    ])
      expect(total.get(name) ?? 0, `${name} done at least once`).toBeGreaterThan(0);
  });
});
