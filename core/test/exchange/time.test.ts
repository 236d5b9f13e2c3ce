// Time: how commands are cut into batches changes nothing; timers at their boundary; snapshots at any cut (core §5, §7).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeEvents,
  encodeCommand,
  type Exchange,
  NEWEST_RULES,
  openExchange,
  packWords,
  restoreExchange,
  type SnapshotParts,
  unpackWords,
  WordHash,
} from '../../src/index.ts';
import { command, genesisOf, HOURS, usual } from '../kit/genesis.ts';
import { commandOf, DICE, FACES, pauseOf } from '../kit/story.ts';
import { ANNA, BEN, NOON, STOP_LIMIT, World } from '../kit/world.ts';
import { randomTests } from '../kit/random-tests.ts';
import { withSlotEnd } from '../kit/slots.ts';

const { seed, rounds } = randomTests(import.meta.url);

const DAY = 86_400_000;
const random = fc.array(fc.nat({ max: FACES - 1 }), { minLength: DICE, maxLength: DICE });
/** Commands that come at one time. */
const AT_ONCE = 40;

interface Step {
  readonly time: number;
  readonly words: Float64Array;
}

/** A story's commands with their times, `atOnce` at each. */
function storyOf(rolls: readonly (readonly number[])[], atOnce: number): { world: World; steps: Step[] } {
  const steps: Step[] = [];
  class Recorded extends World {
    override batch(...args: Parameters<World['batch']>): ReturnType<World['batch']> {
      for (const one of withSlotEnd(args[0])) steps.push({ time: this.time, words: encodeCommand(one) });
      return super.batch(...args);
    }
  }
  const world = new Recorded({ calendar: HOURS });
  world.must(command('hours.set', { calendar: HOURS, sessions: [{ opens: NOON, closes: NOON + DAY }] }));
  for (const market of [1, 2])
    world.quote(
      market,
      [1, 2, 3].flatMap((step) => [[1, 100 / market - step, 20] as const, [2, 100 / market + step, 20] as const]),
    );
  for (const [at, roll] of rolls.entries()) {
    if (at % atOnce === 0) world.time += pauseOf(roll) * 5;
    world.send(commandOf(world, roll));
  }
  return { world, steps };
}

/** Runs steps in batches of at most `size` (one time a batch). Returns what was emitted, without command numbers. */
function run(exchange: Exchange, steps: readonly Step[], size: number): string[] {
  const emitted: string[] = [];
  for (let at = 0; at < steps.length;) {
    const { time } = steps[at]!;
    exchange.advance(time);
    for (let n = 0; n < size && steps[at]?.time === time; n += 1, at += 1) exchange.apply(steps[at]!.words, 0);
    for (const event of decodeEvents(exchange.takeEvents())) {
      if (event.name === 'begin' && event.command === 0) continue;
      emitted.push(JSON.stringify({ ...event, seq: 0, first: 0 }));
    }
    exchange.audit();
  }
  return emitted;
}

describe(`core §8 time (seed ${seed})`, () => {
  it('batches of 1, 7 and 1,000 with the same times: same digest, same events', () => {
    fc.assert(
      fc.property(fc.array(random, { minLength: 100, maxLength: 200 }), (rolls) => {
        const { world, steps } = storyOf(rolls, AT_ONCE);
        const [one, seven, all] = [1, 7, 1_000].map((size) => {
          const exchange = openExchange();
          const emitted = run(exchange, steps, size);
          return { emitted, digest: exchange.digest() };
        });
        expect(seven!.emitted).toEqual(one!.emitted);
        expect(all!.emitted).toEqual(one!.emitted);
        expect([one!.digest, seven!.digest, all!.digest]).toEqual(Array(3).fill(world.exchange.digest()));
      }),
      rounds(5),
    );
  });

  it('an outage of days passes every boundary it would have passed in steps', () => {
    const worlds = [0, 1].map(() => {
      const world = new World({ calendar: HOURS });
      const sessions = [0, 1, 2, 3].map((day) => ({ opens: NOON + day * DAY, closes: NOON + day * DAY + 3_600_000 }));
      world.must(command('hours.set', { calendar: HOURS, sessions }));
      world.sell(BEN, 700, 100);
      world.buy(ANNA, 70, 100);
      return world;
    }) as [World, World];
    const [steps, leap] = worlds;
    const emitted = { steps: [] as unknown[], leap: [] as unknown[] };
    for (let at = 0; at < 10 * 24 * 8; at += 1) {
      steps.wait(DAY / 24 / 8);
      emitted.steps.push(...steps.emitted('price.state'));
    }
    leap.wait(10 * DAY);
    emitted.leap.push(...leap.emitted('price.state'));
    expect(emitted.leap).toEqual(emitted.steps);
    expect(emitted.leap.length).toBeGreaterThan(8);
    expect(leap.exchange.digest()).toBe(steps.exchange.digest());
  });

  it('a tick stamped exactly at the boundary counts: the index never ages', () => {
    const world = new World();
    for (let n = 0; n < 20; n += 1) {
      world.time += 2_000;
      world.batch([world.ticks([10_000, 5_000])]);
      expect(world.emitted('price.state')).toEqual([]);
    }
    world.wait(2_001);
    expect(world.emitted('price.state').map((event) => event.state)).toEqual([2, 2]);
  });

  it('says when it is next due, and fires only when the clock shows more', () => {
    const world = new World();
    const due = world.exchange.nextDue();
    expect(due).toBe(world.time + 2_000);
    world.time = due;
    world.batch([]);
    expect(world.exchange.nextDue()).toBe(due);
    world.wait(1);
    expect(world.exchange.nextDue()).toBe(NOON + 10_000);
  });

  it('never goes back, and is whole: anything else throws and changes nothing', () => {
    const world = new World();
    const before = [world.exchange.digest(), world.exchange.seq, world.exchange.time];
    for (const time of [world.time - 1, 0, -1, Number.NaN, Infinity, world.time + 0.5, 2 ** 53])
      expect(() => world.exchange.advance(time)).toThrow(/Expected a time/);
    expect([world.exchange.digest(), world.exchange.seq, world.exchange.time]).toEqual(before);
    world.wait(0);
  });

  it('a batch fires at most 1,000 triggers; the rest come with the next, in the same order', () => {
    const world = new World({ minValue: 1, practice: [900, 5_000, 10 ** 6] }, 6);
    const users = [2, 3, 4, 5, 6, 7];
    for (const user of users)
      world.batch(
        Array.from({ length: 200 }, () => world.order(user, { type: STOP_LIMIT, lots: 1, price: 101, trigger: 105 })),
      );
    world.tick(105);
    expect(world.emitted('order.triggered')).toHaveLength(1_000);
    expect(world.exchange.hasWork()).toBe(true);
    world.wait(0);
    expect(world.emitted('order.triggered')).toHaveLength(200);
    expect(world.exchange.hasWork()).toBe(false);
  });
});

describe(`core §7 replay and snapshots (seed ${seed})`, () => {
  it('prefix, snapshot and rest equal the whole, at random cuts: state, keys, hashes, seeds', () => {
    fc.assert(
      fc.property(
        fc.array(random, { minLength: 60, maxLength: 120 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
        (rolls, cuts) => {
          const { steps } = storyOf(rolls, 1);
          const whole = openExchange();
          run(whole, steps, 1);
          for (const cut of cuts) {
            const at = cut % steps.length;
            const first = openExchange();
            run(first, steps.slice(0, at), 1);
            const saved = first.save();
            const second = restoreExchange(structuredClone(saved));
            expect(second.save()).toEqual(saved);
            expect(second.seed()).toEqual(first.seed());
            expect([second.time, second.seq, second.rules, second.nextDue(), second.runningHash()]).toEqual([
              ...[first.time, first.seq, first.rules, first.nextDue(), first.runningHash()],
            ]);
            run(
              second,
              steps.slice(at).map(({ time, words }) => ({ time, words: unpackWords(packWords(words)) })),
              1,
            );
            expect([second.digest(), second.keyDigest(), second.runningHash()]).toEqual([
              ...[whole.digest(), whole.keyDigest(), whole.runningHash()],
            ]);
            expect(second.seed()).toEqual(whole.seed());
          }
        },
      ),
      rounds(5),
    );
  });

  it('what takes no part in the state leaves it: asking, seeding, saving, looking', () => {
    const world = new World();
    const before = world.exchange.save();
    world.exchange.seed();
    world.exchange.save();
    for (const fields of [
      { lots: 5, price: 95 },
      { lots: 5, price: 500 },
      { lots: 10 ** 9, price: 95 },
    ])
      world.exchange.ask(encodeCommand(world.order(ANNA, fields)), 0);
    world.exchange.ask(Float64Array.of(30, 4, 1, Number.NaN), 0);
    expect(world.exchange.save()).toEqual(before);
  });
});

function checksumOf(part: SnapshotParts['tables'][number]): string {
  const hash = new WordHash();
  hash.text(part.name);
  hash.words(part.head, 0, part.head.length);
  for (const column of part.columns) {
    hash.text(column.name);
    hash.words(column.data, 0, column.data.length);
  }
  return hash.hex();
}

describe('core §7 a damaged snapshot is refused, naming what is wrong', () => {
  type Loose = {
    header: { format: number; rules: number; digest: string };
    tables: {
      name: string;
      head: Float64Array;
      columns: { name: string; data: Float64Array | Int32Array }[];
      checksum: string;
    }[];
  };
  const once = (() => {
    const world = new World();
    world.quote(1, [
      [1, 95, 10],
      [2, 105, 10],
    ]);
    world.buy(ANNA, 5, 90);
    world.sell(BEN, 5, 95);
    world.send({
      ...world.order(ANNA, { lots: 1, price: 90 }),
      keyTime: world.time,
      keyHigh: 1,
      keyLow: 2,
      bodyHash: 3,
    } as never);
    return world.exchange.save();
  })();
  const saved = (): Loose => structuredClone(once) as unknown as Loose;
  const restored = (parts: Loose): Exchange => restoreExchange(parts as unknown as SnapshotParts);

  it('one changed word in any column or head of any table', () => {
    const parts = saved();
    for (const { name, head, columns } of parts.tables) {
      for (const { name: column, data } of columns) {
        data[data.length - 1]! += 1;
        expect(() => restored(parts), `${name}.${column}`).toThrow(name);
        data[data.length - 1]! -= 1;
      }
      head[0]! += 1;
      expect(() => restored(parts), `${name}'s head`).toThrow(name);
      head[0]! -= 1;
    }
    expect(() => restored(parts), 'all is as it was').not.toThrow();
  });

  it('a word changed under a checksum of its own: the digest tells', () => {
    const parts = saved();
    const table = parts.tables.find(({ name }) => name === 'accounts')!;
    table.columns[0]!.data[3]! += 1;
    table.checksum = checksumOf(table as SnapshotParts['tables'][number]);
    expect(() => restored(parts)).toThrow(/digest/);
  });

  it('a table missing, unknown, or with other columns', () => {
    for (const { name, head } of saved().tables) {
      // An empty one is not missed.
      if (name.startsWith('keys.') || head[0] === 0) continue;
      const parts = saved();
      parts.tables = parts.tables.filter((table) => table.name !== name);
      expect(() => restored(parts), name).toThrow(/Expected/);
    }
    const unknown = saved();
    unknown.tables[2]!.name = 'bananas';
    unknown.tables[2]!.checksum = checksumOf(unknown.tables[2] as SnapshotParts['tables'][number]);
    expect(() => restored(unknown)).toThrow(/bananas/);
    const renamed = saved();
    const orders = renamed.tables.find(({ name }) => name === 'orders')!;
    orders.columns[1]!.name = 'other';
    orders.checksum = checksumOf(orders as SnapshotParts['tables'][number]);
    expect(() => restored(renamed)).toThrow(/orders/);
    const fewer = saved();
    const users = fewer.tables.find(({ name }) => name === 'users')!;
    users.columns.pop();
    users.checksum = checksumOf(users as SnapshotParts['tables'][number]);
    expect(() => restored(fewer)).toThrow(/users/);
  });

  it('a format or rules of another release', () => {
    const format = saved();
    format.header.format += 1;
    expect(() => restored(format)).toThrow(/format/);
    const rules = saved();
    rules.header.rules += 1;
    expect(() => restored(rules)).toThrow(/rules/i);
  });
});

describe('core §7 the first command', () => {
  it('is genesis, once: before it nothing runs, after it no other', () => {
    const exchange = openExchange();
    exchange.advance(NOON);
    expect(exchange.apply(encodeCommand(command('user.open', { referrer: 0 })), 0)).toBe(403);
    expect(exchange.apply(encodeCommand(genesisOf(usual)), 0)).toBe(200);
    expect(exchange.apply(encodeCommand(genesisOf(usual)), 0)).toBe(403);
  });
  it('epochs and rules only go up', () => {
    const world = new World();
    world.must(command('epoch', { epoch: 3 }));
    for (const epoch of [3, 2]) expect(world.send(command('epoch', { epoch })).code).toBe(400);
    for (const version of [1, NEWEST_RULES, NEWEST_RULES + 1])
      expect(world.send(command('rules.activate', { version })).code).toBe(400);
    expect(world.audit.epoch).toBe(3);
  });
});
