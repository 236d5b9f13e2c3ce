// Whatever comes, the invariants of contracts hold; refusals change nothing; snapshots and batches make no difference.
import { describe, expect, it } from 'vitest';
import { encodeCommand } from '../../src/index.ts';
import { runs, seed } from '../kit/world.ts';
import { ContractWorld } from './kit.ts';
import { PlainEyes, Run } from './random.ts';

const SEEDS = runs(10);
const STEPS = 260;

/** Runs `steps` random commands, wild ones too, audited by the core; gives the words and times of all. */
function wild(
  of: number,
  steps: number,
  house: number,
): { world: ContractWorld; eyes: PlainEyes; run: Run; log: Step[] } {
  const world = new ContractWorld({}, { house, money: of % 3 === 0 ? 20_000 : 2_000 });
  const eyes = new PlainEyes();
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

describe('money §12 the invariants of contracts', () => {
  for (let round = 0; round < SEEDS; round += 1) {
    const of = (seed + round * 6_007) % 2 ** 31;
    it(`hold through liquidations and funding, after each of ${STEPS} commands (SEED=${of})`, () => {
      const { eyes } = wild(of, STEPS, round % 2 === 0 ? 500_000 : 3_000);
      expect(eyes.names.get('fill') ?? 0).toBeGreaterThan(0);
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
        codes.set(code, (codes.get(code) ?? 0) + 1);
        fills += world.told('fill').length;
      }
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
