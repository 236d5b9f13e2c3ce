// Random stories in a small world: after every command an auditor who has only seen events agrees with the core.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answers,
  type Command,
  type CommandName,
  commands,
  encodeCommand,
  rejectKey,
  rejects,
} from '../../src/index.ts';
import { Auditor } from '../kit/audit.ts';
import { HOURS } from '../kit/genesis.ts';
import { commandLike, commandOf, DICE, FACES, pauseOf } from '../kit/story.ts';
import { type Reply, World } from '../kit/world.ts';
import { randomTests } from '../kit/random-tests.ts';

const { seed, rounds } = randomTests(import.meta.url);

const random = fc.array(fc.nat({ max: FACES - 1 }), { minLength: DICE, maxLength: DICE });

function levelsAround(middle: number): [side: number, price: number, lots: number][] {
  return [1, 2, 3, 4].flatMap((step) => [
    [1, middle - step, step * 10],
    [2, middle + step, step * 10],
  ]);
}

/** One command with all that must hold around it. */
function step(world: World, roll: readonly number[], name?: CommandName): Reply {
  const before = world.exchange.digest();
  const one = name === undefined ? commandOf(world, roll) : commandLike(name, world, roll);
  const asked = world.exchange.ask(encodeCommand(one), 0);
  expect(world.exchange.digest(), 'deciding alone writes nothing').toBe(before);
  const reply = world.send(one);
  // Without a key, a person's command is decided as it was when asked: nothing happened in between.
  const keyless = 'keyTime' in one && one.keyTime === 0 && one.name !== 'key.void';
  if (keyless && asked.code !== 400) expect([one.name, asked.code], 'asked and done').toEqual([one.name, reply.code]);
  if (keyless && reply.code === 200) expectAnswered(world, one, asked.numbers);
  const refused = reply.code !== 200;
  if (refused) {
    expect(
      rejectKey(reply.code),
      `${one.name} is refused by a code of the closed set, got ${reply.code}`,
    ).toBeDefined();
    if (
      world.emitted('price.state').length === 0 &&
      world.emitted('user.changed').length === 0 &&
      world.emitted('order.triggered').length === 0
    )
      expect(world.exchange.digest(), 'money §12.4: a refusal changes nothing but its key').toBe(before);
  }
  return reply;
}

/** The numbers of an answer are those of the real thing. */
function expectAnswered(world: World, one: Command, numbers: readonly number[]): void {
  if (one.name !== 'order.place' || one.type > 2) return;
  const fills = world.emitted('fill').filter((fill) => fill.taker === one.user && fill.market === one.market);
  const placed = world.emitted('order.opened')[0]!.order;
  const own = fills.filter((fill) => fill.takerOrder === placed);
  const sum = (of: (fill: (typeof own)[number]) => number): number => own.reduce((total, fill) => total + of(fill), 0);
  const named = Object.fromEntries(answers['order.place'].map((name, at) => [name, numbers[at]]));
  expect(named, 'a preview is the real thing').toMatchObject({
    lots: sum((fill) => fill.lots),
    value: sum((fill) => fill.value),
    fee: sum((fill) => fill.takerFee),
    bestPrice: own[0]?.price ?? 0,
    worstPrice: own.at(-1)?.price ?? 0,
  });
}

/** All events and a seed give a reader the same state. */
function expectSeed(world: World): void {
  const newcomer = new Auditor(world.shape, true);
  newcomer.fold(world.exchange.seed(), world.time);
  const emitted = newcomer.state();
  expect(emitted).toEqual(world.audit.state());
}

/** Plays a story; gives the codes that its commands were answered with. */
function play(story: readonly (readonly number[])[]): Set<number> {
  const world = new World({ calendar: HOURS });
  world.must({
    name: 'hours.set',
    calendar: HOURS,
    sessions: [{ opens: world.time, closes: world.time + 10 ** 9 }],
  } as never);
  for (const market of [1, 2]) world.quote(market, levelsAround(market === 1 ? 100 : 50));
  const codes = new Set<number>();
  for (const roll of story) {
    const pause = pauseOf(roll);
    if (pause > 0) world.wait(pause);
    codes.add(step(world, roll).code);
  }
  expectSeed(world);
  return codes;
}

const stories = fc.array(random, { minLength: 30, maxLength: 120 });

describe(`money §12: random stories (seed ${seed})`, () => {
  it('keep every invariant, by the core’s own audit and by one that has only seen events', () => {
    fc.assert(
      fc.property(stories, (story) => void play(story)),
      rounds(60),
    );
  });

  it('end with many different codes (always the same stories)', () => {
    const codes = new Set(fc.sample(stories, { seed: 1, numRuns: 12 }).flatMap((story) => [...play(story)]));
    expect(codes.size, [...codes].join(' ')).toBeGreaterThan(12);
  });
});

describe(`money §12.4, W07: any words of any kind (seed ${seed})`, () => {
  for (const name of Object.keys(commands) as CommandName[])
    it(`${name}: done with all invariants, or refused by a code and nothing changed`, () => {
      const world = new World();
      world.quote(1, [
        [1, 95, 20],
        [2, 105, 20],
      ]);
      world.buy(2, 5, 90);
      world.sell(3, 5, 110);
      fc.assert(
        fc.property(random, (roll) => {
          const pause = roll[3]! % 50;
          if (pause > 0) world.wait(pause);
          if (roll[4]! % 10 === 0) world.tick();
          const { code } = step(world, roll, name);
          if (name === 'genesis') expect(code).not.toBe(200);
        }),
        rounds(12),
      );
      expectSeed(world);
    });
});

describe('core §3 senders', () => {
  it('an event’s words are no command: refused, nothing changed, nothing remembered', () => {
    const world = new World();
    const events = Float64Array.from(world.exchange.seed());
    let sent = 0;
    for (let at = 0; at < events.length; at += events[at + 1]!) {
      const record = events.slice(at, at + events[at + 1]!);
      const before = [world.exchange.digest(), world.exchange.keyDigest()];
      world.exchange.advance(world.time);
      const numbered = world.exchange.keyDigest();
      expect(world.exchange.apply(record, 0)).toBe(rejects['request.invalid']);
      world.exchange.takeEvents();
      expect(world.exchange.digest()).toBe(before[0]);
      expect(numbered).toBeDefined();
      sent += 1;
    }
    expect(sent).toBeGreaterThan(20);
    expect(world.exchange.save().tables.filter((part) => part.name.startsWith('keys.'))).toEqual([]);
  });

  it('the house maker’s number opens no door: no user command runs for it', () => {
    const world = new World();
    for (const name of ['order.place', 'order.cancelAll', 'wallet.transfer', 'practice.claim', 'key.void'] as const) {
      const roll = [9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9];
      const words = encodeCommand({ ...commandLike(name, world, roll), user: 1 } as never);
      expect(world.raw(words).code).toBe(rejects['request.forbidden']);
    }
  });
});
