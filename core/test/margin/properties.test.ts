// Whatever comes to margin wallets, the invariants hold: debts and what is receivable agree, nothing is below zero,
// calm wallets are above their call level, a refusal changes nothing, replay equals live (money §12).
import { describe, expect, it } from 'vitest';
import { decodeEvents, encodeCommand, type ExchangeEvent, restoreExchange } from '../../src/index.ts';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { ANNA, NO_KEY } from '../kit/world.ts';
import { randomTests, runs } from '../kit/random-tests.ts';
import { random } from '../exchange/small-world.ts';
import { MarginAudit, type Owed } from './audit.ts';
import { ISOLATED, MarginWorld } from './kit.ts';
import { drive, owing } from './story.ts';
import { applyWithSlotEnd } from '../kit/slots.ts';

const { seed, usual } = randomTests(import.meta.url);

describe(`money §12 under commands of margin (seed ${seed})`, () => {
  const rounds = runs(2);
  for (let round = 0; round < rounds; round += 1)
    it(`hold after each of 250 commands; a refusal changes nothing (seed ${seed + round})`, () => {
      const { codes } = drive(seed + round, 250);
      if (usual) expect(codes.get(200)).toBeGreaterThan(50);
    });

  it('every step of liquidation is reached, and each of the codes', () => {
    const steps = new Set<number>();
    let insured = 0;
    const seen = new Set<number>();
    // Always the same stories: what they reach must not hang on luck.
    for (const story of [27, 1, 2]) {
      const { world, codes } = drive(story, 200);
      for (const { step } of world.margin.steps) steps.add(step);
      for (const code of codes.keys()) seen.add(code);
      insured += world.margin.insured;
    }
    expect([...steps].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(insured, 'insurance paid somewhere').toBeGreaterThan(0);
    for (const code of [200, 2207, 2301, 2303, 2304, 3001]) expect(seen.has(code), String(code)).toBe(true);
  });

  it('replay, in batches of any size, and from a snapshot in the middle, is the same state (core §5, W24)', () => {
    const { steps, world } = drive(seed, 300);
    const fresh = () => restoreExchange(structuredClone(owing(random(seed)).exchange.save()));
    const pick = random(seed ^ 5);
    for (const size of [1, 7, 1_000]) {
      let exchange = fresh();
      const cut = pick(steps.length);
      let count = 0;
      let time = -1;
      for (const [at, step] of steps.entries()) {
        if (at === cut) exchange = restoreExchange(structuredClone(exchange.save()));
        if (step.time !== time || count === size || at === cut) {
          exchange.advance(step.time);
          count = 0;
          time = step.time;
        }
        exchange.apply(step.words, 0);
        exchange.takeEvents();
        count += 1;
      }
      exchange.audit();
      expect(exchange.digest(), `batches of ${size}, cut at ${cut}`).toBe(world.exchange.digest());
      expect([...exchange.seed().subarray(5)]).toEqual([...world.exchange.seed().subarray(5)]);
    }
    const seeded = new MarginAudit();
    for (const event of decodeEvents(world.exchange.seed())) seeded.take(event, world.audit, () => undefined);
    const owed = (of: MarginAudit): [string, Owed][] =>
      [...of.debts].filter(([, { principal }]) => principal > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    expect(owed(seeded), 'a seed tells the same debts').toEqual(owed(world.margin));
  });
});

/** Events of the batch at hand. */
function decodeEventsOf(world: MarginWorld): ExchangeEvent[] {
  return [...decodeEvents(world.exchange.takeEvents())];
}

describe('core §6 bounded work', () => {
  it('a crash over 400 wallets is gone through 1,000 steps a batch at most, none is forgotten', () => {
    const world = new MarginWorld({ lending: 2_000_000, practice: [900, 5_000, 40_000], insurance: 1_000_000 });
    const users = Array.from({ length: 400 }, () => {
      const user = world.open();
      world.claim(user);
      return user;
    });
    world.exchange.advance(world.time);
    for (const user of users)
      for (const one of [
        command('wallet.transfer', { user, ...NO_KEY, from: 1, to: 5, asset: BTC, amount: 100, market: 1 }),
        command('debt.borrow', { user, ...NO_KEY, wallet: 5, market: 1, asset: USDT, amount: 2_000 }),
        command('wallet.transfer', { user, ...NO_KEY, from: 5, to: 1, asset: USDT, amount: 2_000, market: 1 }),
        ...[130, 131].map((price) => world.order(user, { wallet: 5, side: 2, lots: 2, price })),
      ])
        expect(world.exchange.apply(encodeCommand(one), 0)).toBe(200);
    world.exchange.takeEvents();
    const began = (): number[] =>
      decodeEventsOf(world).flatMap((event) => (event.name === 'margin.step' && event.step === 2 ? [event.user] : []));
    world.exchange.advance(world.time);
    applyWithSlotEnd(world.exchange, world.ticks([1_900, 5_000]));
    // Each takes one step, and one for each of its two orders: 1,200 in all.
    const batches = [began()];
    while (world.exchange.hasWork() && batches.length < 100) {
      world.exchange.advance(world.time);
      batches.push(began());
    }
    expect(batches.length).toBeGreaterThan(1);
    expect(batches[0]!.length).toBeLessThan(400);
    expect(batches.flat().sort((a, b) => a - b)).toEqual(users);
    world.exchange.audit();
  });

  it('a tick that hits nobody looks at nobody', () => {
    const world = new MarginWorld();
    world.put(ANNA, ISOLATED, BTC, 100);
    world.must(world.borrowOf(ANNA, ISOLATED, USDT, 2_000));
    world.tick(100);
    const events = world.events.length;
    world.tick(99);
    expect(world.events.length).toBe(events);
    expect(world.margin.steps).toEqual([]);
  });
});
