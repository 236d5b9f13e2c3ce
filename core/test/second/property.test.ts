// Random stories of second contracts against an oracle that knows the ticks and the orders only (money §5, §12).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Command, encodeCommand } from '../../src/index.ts';
import { Auditor } from '../kit/audit.ts';
import { command, HOURS } from '../kit/genesis.ts';
import { type Reply, runs, seed } from '../kit/world.ts';
import { SecondAudit } from './audit.ts';
import { DELAY, M1, ODDS, PATIENCE, PERIODS, POOL, SecondWorld, STAKES } from './kit.ts';
import { seedOf, Steps } from './steps.ts';

const DICE = 6;
const dice = fc.array(fc.nat({ max: 65_535 }), { minLength: DICE, maxLength: DICE });
const stories = fc.array(dice, { minLength: 40, maxLength: 120 });

interface Tick {
  readonly number: number;
  readonly price: number;
  readonly time: number;
  readonly valid: boolean;
}
interface Ordered {
  readonly id: number;
  readonly user: number;
  readonly instrument: number;
  readonly direction: number;
  readonly seconds: number;
  readonly amount: number;
  readonly win: number;
  readonly time: number;
}

/** A world that writes down its ticks, its orders and what became of them. */
class Watched extends SecondWorld {
  // Made by the first batch, which the world's own constructor runs.
  declare steps: Steps;
  declare ticked: Tick[][];
  declare outcomes: Map<number, { readonly what: string; readonly paid: number }>;
  readonly ordered: Ordered[] = [];
  readonly codes = new Set<number>();

  override batch(commands: readonly Command[]): Reply[] {
    this.steps ??= new Steps();
    this.ticked ??= [[], [], []];
    this.outcomes ??= new Map();
    const replies = this.steps.note(this, commands, () => super.batch(commands));
    for (const event of this.events) {
      if (event.name === 'tick')
        this.ticked[event.instrument]!.push({
          ...{ number: event.number, price: event.price, time: this.time, valid: event.state === 1 },
        });
      if (event.name === 'second.settled')
        this.outcomes.set(event.second, {
          what: `${event.result} by ${event.tick} at ${event.price}`,
          paid: event.paid,
        });
      if (event.name === 'second.void') this.outcomes.set(event.second, { what: 'void', paid: event.paid });
    }
    return replies;
  }

  /** What the rules make of an order, by the ticks alone. */
  ruled({ instrument, seconds, amount, win, direction, time }: Ordered): { what: string; paid: number } {
    const ticks = this.ticked[instrument]!.filter(({ valid }) => valid);
    const from = time + DELAY;
    const opened = ticks.find((tick) => tick.time >= from && tick.time <= from + PATIENCE);
    if (opened === undefined) return { what: 'void', paid: amount };
    const matures = opened.time + seconds * 1_000;
    const last = ticks.filter((tick) => tick.time <= matures).at(-1)!;
    if (matures - last.time > 2_000) return { what: 'void', paid: amount };
    const gain = (last.price - opened.price) * (direction === 1 ? 1 : -1);
    const [result, paid] = gain > 0 ? [1, amount + win] : gain < 0 ? [2, 0] : [3, amount];
    return { what: `${result} by ${last.number} at ${last.price}`, paid };
  }

  /** One order: asked and done alike; refused, and nothing changed. */
  wager(user: number, fields: Readonly<Record<string, number>>): void {
    const one = this.secondOf(user, fields);
    this.batch([]);
    const before = this.exchange.digest();
    const asked = this.exchange.ask(encodeCommand(one), 0);
    expect(this.exchange.digest(), 'deciding alone writes nothing').toBe(before);
    const reply = this.send(one);
    expect(asked.code).toBe(reply.code);
    this.codes.add(reply.code);
    if (reply.code !== 200) {
      expect(this.exchange.digest(), 'money §12.4: a refusal changes nothing').toBe(before);
      return;
    }
    const { market, direction, seconds, amount } = fields as Record<string, number>;
    const [win] = asked.numbers;
    this.ordered.push({
      ...{ id: reply.result, user, instrument: market! - M1 + 1, direction: direction!, seconds: seconds! },
      ...{ amount: amount!, win: win!, time: this.time },
    });
  }
}

/** What the dice do: time passes, prices come, someone bets. */
function play(world: Watched, [kind, a, b, c, d, e]: readonly number[]): void {
  world.time += (kind! >> 4) % 24 === 0 ? (a! % 40) * 1_000 : (a! % 8) * 125;
  if (kind! % 40 === 39) {
    // Prices come steadily for a while.
    for (let n = b! % 24; n > 0; n -= 1) {
      world.time += 1_500;
      world.must(world.ticks([10_000 + ((c! * n) % 5) - 2, 5_000 + ((d! * n) % 3) - 1]));
    }
  } else if (kind! % 6 < 3) {
    const state = b! % 12;
    const change = { spread: state === 0 ? 5_000 : 0, used: state === 1 ? 1 : 3 };
    world.must(world.ticks([10_000 + (c! % 5) - 2, 5_000 + (d! % 3) - 1], change));
  } else if (kind! % 6 === 3) world.batch([]);
  else {
    const period = PERIODS[b! % 3]!;
    world.wager(2 + ((c! >> 1) % 3), {
      ...{ market: M1 + (c! % 2), direction: 1 + ((c! >> 4) % 2), seconds: period.seconds },
      ...{ amount: d! % 9 === 0 ? 1 + (d! % 30_000) : 1 + (d! % 900), terms: e! % 20 === 0 ? ODDS + 1 : period.odds },
    });
  }
}

function told(story: readonly (readonly number[])[]): Watched {
  const world = new Watched({ calendar: HOURS });
  const sessions = [0, 1, 2].map((n) => ({
    opens: world.time + n * 200_000,
    closes: world.time + n * 200_000 + 150_000,
  }));
  world.must(command('hours.set', { calendar: HOURS, sessions }));
  for (const roll of story) play(world, roll);
  return world;
}

describe(`money §5 random stories (seed ${seed})`, () => {
  it('every contract ends as the ticks alone say; stake and win are paid to the atom; nothing is left behind', () => {
    console.log(`seed ${seed}`);
    const ends = new Map<string, number>();
    const codes = new Set<number>();
    fc.assert(
      fc.property(stories, (story) => {
        const world = told(story);
        world.wait(PATIENCE + DELAY + 61_000);
        world.wait(61_000);
        expect(world.seconds.open.size).toBe(0);
        const balance = new Map<number, number>();
        let pool = POOL;
        for (const order of world.ordered) {
          const ruled = world.ruled(order);
          expect(world.outcomes.get(order.id), `order ${order.id} of ${order.time}`).toEqual(ruled);
          balance.set(order.user, (balance.get(order.user) ?? STAKES) - order.amount + ruled.paid);
          pool += order.amount - ruled.paid;
          const kind = ruled.what.split(' ')[0]!;
          ends.set(kind, (ends.get(kind) ?? 0) + 1);
        }
        for (const [user, atoms] of balance) expect(world.purse(user)).toBe(atoms);
        expect([world.pool, world.escrow]).toEqual([pool, 0]);
        for (const code of world.codes) codes.add(code);
      }),
      { seed, numRuns: runs(60) },
    );
    console.log([...ends].map(([end, n]) => `${end}: ${n}`).join(', '), '; codes', [...codes].join(' '));
    expect([...ends.keys()].sort(), 'won, lost, tied, void: all were seen').toEqual(['1', '2', '3', 'void']);
    for (const code of [200, 2_001, 2_004, 2_005, 2_402, 2_404]) expect([...codes]).toContain(code);
  });

  it('batches of 1, 7 and 1,000, and a snapshot anywhere: same state, same seed (core §8)', () => {
    fc.assert(
      fc.property(stories, fc.nat({ max: 10_000 }), (story, cut) => {
        const { exchange, steps } = told(story);
        const [digest, seeded] = [exchange.digest(), seedOf(exchange)];
        for (const size of [1, 7, 1_000]) {
          const again = steps.again(size, size === 7 ? cut % steps.all.length : -1);
          expect([again.digest, again.seed]).toEqual([digest, seeded]);
        }
      }),
      { seed, numRuns: runs(20) },
    );
  });

  it('what a reader of all events knows is what a newcomer is told', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const world = told(story);
        const newcomer = new Auditor(world.shape, true);
        newcomer.fold(world.exchange.seed(), world.time);
        const known = (audit: Auditor): unknown => {
          const of = audit.products.find((one) => one instanceof SecondAudit)!;
          return [
            [...of.markets].sort(([one], [other]) => one - other),
            [...of.open].sort(([one], [other]) => one - other),
          ];
        };
        expect(known(newcomer)).toEqual(known(world.audit));
      }),
      { seed, numRuns: runs(20) },
    );
  });

  it('sets every column of every table of the product (W24)', () => {
    const unset = new Set<string>();
    const set = new Set<string>();
    fc.assert(
      fc.property(stories, (story) => {
        const world = told(story);
        // Two at least wait at the end.
        world.tick();
        for (const user of [2, 3, 4]) world.bet(user);
        for (const { name, columns } of world.exchange.save().tables)
          if (['seconds', 'secondSums', 'secondMarkets', 'periods', 'kept', 'ring'].includes(name))
            for (const column of columns)
              (column.data.every((word: number) => word === 0) ? unset : set).add(`${name}.${column.name}`);
      }),
      { seed, numRuns: 20 },
    );
    expect([...unset].filter((name) => !set.has(name))).toEqual([]);
  });
});

describe('money §5 one story in one world', () => {
  it('is the same for two worlds: nothing comes from outside', () => {
    const story = Array.from({ length: 80 }, (_, n) => [n * 7, n * 13, n * 29, n * 31, n * 37, n * 41]);
    expect(told(story).exchange.digest()).toBe(told(story).exchange.digest());
  });
});
