// Whatever comes, the invariants of contracts hold; refusals change nothing; snapshots and batches make no difference.
import { describe, expect, it } from 'vitest';
import { encodeCommand, type EventOf, restoreExchange } from '../../src/index.ts';
import { Auditor } from '../kit/audit.ts';
import { randomTests, runs } from '../kit/random-tests.ts';
import { ContractWorld } from './kit.ts';
import { PlainObserver, Run } from './random.ts';

const { seed, usual } = randomTests(import.meta.url);

const SEEDS = runs(4);
const STEPS = 260;

/** Runs `steps` random commands, wild ones too, audited by the core; gives the words and times of all. */
function wild(
  of: number,
  steps: number,
  house: number,
): { world: ContractWorld; eyes: PlainObserver; run: Run; log: Step[] } {
  const world = new ContractWorld({}, { house, money: of % 3 === 0 ? 20_000 : 2_000 });
  const eyes = new PlainObserver();
  eyes.read(world.exchange.seed());
  const run = new Run(world, of, false, eyes);
  const log: Step[] = [];
  for (let step = 0; step < steps; step += 1) {
    world.time += run.pick(60) === 0 ? 3_600_000 * run.pick(9) : run.pick(900);
    const one = run.any();
    const words = encodeCommand(one);
    world.exchange.advance(world.time);
    world.exchange.audit();
    const code = world.exchange.apply(words, 0);
    world.exchange.audit();
    if (code === 200 && one.name === 'contract.place') run.orders.push(world.exchange.result);
    eyes.read(world.exchange.takeEvents());
    log.push({ time: world.time, words });
  }
  return { world, eyes, run, log };
}

interface Step {
  readonly time: number;
  readonly words: Float64Array;
}

/** Profit not realised of a position, atoms, rounded down: the test's own arithmetic. */
function unrealised(world: ContractWorld, one: EventOf<'position.changed'>): bigint {
  const { type, perLot } = world.contracts.contracts.get(one.market)!;
  const mark = BigInt(world.contracts.marks.get(one.market)!);
  const lots = BigInt(one.lots) * BigInt(perLot);
  const cost = BigInt(one.cost);
  const up = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;
  if (type === 2) return one.side === 1 ? (lots * mark) / 100n - cost : cost - up(lots * mark, 100n);
  return one.side === 1 ? cost - up(lots * 100n, mark) : (lots * 100n) / mark - cost;
}

/** Fill or kill: all or nothing, by order and by trigger. */
function whole(world: ContractWorld): void {
  for (const { order } of world.emitted('order.closed')) {
    const { force, dealtLots, lots } = world.audit.closed.get(order)!.order;
    if (force === 3 && dealtLots !== 0) expect(dealtLots, `fill or kill ${order} is whole`).toBe(lots);
  }
}

/** money §12, 15: no fill left equity below zero; and nothing left a wallet that stands against it. */
function solvent(world: ContractWorld): void {
  const open = [...world.contracts.emitted.values()].filter((one) => one.lots > 0);
  const cross = (user: number, type: number): EventOf<'position.changed'>[] =>
    open.filter(
      (one) => one.user === user && one.marginMode === 1 && world.contracts.contracts.get(one.market)!.type === type,
    );
  for (const fill of world.emitted('fill'))
    for (const user of [fill.taker, fill.maker]) {
      const { type, settle } = world.contracts.contracts.get(fill.market)!;
      let equity = BigInt(world.free(user, settle, type));
      for (const one of cross(user, type)) equity += unrealised(world, one);
      if (equity < 0n) expect(equity, `equity of user ${user} after a fill`).toBe(0n);
      for (const one of open)
        if (one.user === user && one.market === fill.market && one.marginMode === 2) {
          const own = BigInt(one.margin) + unrealised(world, one);
          if (own < 0n) expect(own, `equity of position ${one.position} after a fill`).toBe(0n);
        }
    }
  for (const { user, from, asset } of world.emitted('transferred')) {
    if (from !== 2 && from !== 3) continue;
    let left = BigInt(world.free(user, asset, from));
    for (const one of cross(user, from)) {
      const profit = unrealised(world, one);
      if (profit < 0n) left += profit;
    }
    expect(left >= 0n, 'money §3: a transfer leaves what is lost by now').toBe(true);
  }
}

describe('money §12 the invariants of contracts', () => {
  for (let round = 0; round < SEEDS; round += 1) {
    const of = (seed + round * 6_007) % 2 ** 31;
    it(`hold through liquidations and funding, after each of ${STEPS} commands (SEED=${of})`, () => {
      const { eyes } = wild(of, STEPS, round % 2 === 0 ? 500_000 : 3_000);
      if (usual) expect(eyes.names.get('fill') ?? 0).toBeGreaterThan(0);
    });
  }

  for (let round = 0; round < SEEDS; round += 1) {
    const of = (seed + round * 7_919) % 2 ** 31;
    it(`hold after each of ${STEPS} random commands, and a refusal changes nothing (SEED=${of})`, () => {
      const world = new ContractWorld(
        {},
        { house: round % 2 === 0 ? 500_000 : 3_000, money: round % 3 === 0 ? 20_000 : 900 },
      );
      const run = new Run(world, of, true);
      const codes = new Map<number, number>();
      let fills = 0;
      for (let step = 0; step < STEPS; step += 1) {
        const { code } = run.step();
        solvent(world);
        whole(world);
        codes.set(code, (codes.get(code) ?? 0) + 1);
        fills += world.emitted('fill').length;
      }
      if (!usual) return;
      expect(codes.get(200) ?? 0).toBeGreaterThan(STEPS / 5);
      expect(fills, 'the run trades').toBeGreaterThan(5);
    });
  }

  it('a refusal leaves the digest as it was', () => {
    const world = new ContractWorld();
    const run = new Run(world, seed, true);
    for (let step = 0; step < 300; step += 1) {
      world.time += 10;
      const one = run.any();
      world.exchange.advance(world.time);
      const before = world.exchange.digest();
      const code = world.exchange.apply(encodeCommand(one), 0);
      if (code !== 200) expect(world.exchange.digest(), one.name).toBe(before);
      world.audit.fold(world.exchange.takeEvents(), world.time);
      if (code === 200 && one.name === 'contract.place') run.orders.push(world.exchange.result);
    }
  });
});

describe('money §12.5 contracts again', () => {
  const { world, log } = wild(seed % 1_000_003, 300, 500_000);

  /** A world like that one, before its log. */
  const fresh = (): ContractWorld =>
    new ContractWorld({}, { house: 500_000, money: (seed % 1_000_003) % 3 === 0 ? 20_000 : 2_000 });

  it('replayed, through snapshots at any cut, they come to the same state', () => {
    const digest = world.exchange.digest();
    const emitted = world.exchange.seed();
    for (let cut = 7; cut < log.length; cut += 83) {
      let { exchange } = fresh();
      for (const [at, { time, words }] of log.entries()) {
        if (at === cut) exchange = restoreExchange(structuredClone(exchange.save()));
        exchange.advance(time);
        exchange.apply(words, 0);
        exchange.takeEvents();
      }
      expect(exchange.digest(), `cut at ${cut}`).toBe(digest);
      expect(exchange.seed()).toEqual(emitted);
      exchange.audit();
    }
  });

  it('in batches of one, seven and all of a time they are the same', () => {
    const digests = [1, 7, 1_000].map((size) => {
      const { exchange } = fresh();
      let now = 0;
      for (let at = 0; at < log.length; at += size) {
        const batch = log.slice(at, at + size);
        // One time a batch: the last one's, for all sizes the same by rounding up to whole groups of the log.
        for (const { time, words } of batch) {
          if (time !== now) exchange.advance(time);
          now = time;
          exchange.apply(words, 0);
        }
        exchange.takeEvents();
      }
      return exchange.digest();
    });
    expect(new Set(digests).size).toBe(1);
  });

  it('a seed tells an auditor who never saw the past all that is open', () => {
    const calm = new ContractWorld();
    const run = new Run(calm, seed, true);
    for (let step = 0; step < 150; step += 1) run.step();
    const auditor = new Auditor(calm.shape, true);
    auditor.fold(calm.exchange.seed(), calm.time);
    const open = (emitted: ReadonlyMap<string, EventOf<'position.changed'>>): unknown[] =>
      [...emitted.entries()].filter(([, one]) => one.lots > 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(open(auditor.contracts.emitted)).toEqual(open(calm.contracts.emitted));
    expect([...auditor.orders.keys()].toSorted((a, b) => a - b)).toEqual(
      [...calm.audit.orders.keys()].toSorted((a, b) => a - b),
    );
  });
});
