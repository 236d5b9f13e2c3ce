// Commands and prices at random over contracts (money §12): everything is audited after every command, by the state and
// by events alone; who is liquidated was not above maintenance; batches and snapshots change nothing.

import { describe, expect, it } from 'vitest';
import { restoreExchange } from '../../src/index.ts';
import { BTC, USDT } from '../kit/genesis.ts';
import { randomTests, runs } from '../kit/random-tests.ts';
import { Run } from '../perpetual/random.ts';
import { riskWorld } from './kit.ts';
import { applyWithSlotEnd } from '../kit/slots.ts';

const { seed } = randomTests(import.meta.url);

/** Worlds of commands at random with gaps between; returns how many events of which name they emitted. */
function wildRuns(count: number, from: number): Map<string, number> {
  const seen = new Map<string, number>();
  for (let run = 0; run < count; run += 1) {
    const world = riskWorld([0, 300, 100_000][run % 3]!, { house: run % 2 === 0 ? 400_000 : 4_000 });
    const wild = new Run(world, from + run);
    const note = () => {
      for (const event of world.events) seen.set(event.name, (seen.get(event.name) ?? 0) + 1);
      expect(world.insurance()).toBeGreaterThanOrEqual(0);
    };
    for (let step = 0; step < 260; step += 1) {
      if (step % 26 === 25) {
        // A gap: nobody had time to do anything.
        wild.first = Math.min(300, Math.max(30, Math.round((wild.first * (65 + wild.pick(71))) / 100)));
        world.index(wild.first * 100, wild.second * 100);
        note();
      }
      const { code } = wild.step();
      expect(code).toBeGreaterThanOrEqual(200);
      note();
    }
    for (const asset of [USDT, BTC]) {
      let sum = 0;
      for (const account of world.audit.accounts.values())
        if (account.asset === asset) sum += account.available + account.held;
      expect(sum).toBe(0);
    }
  }
  return seen;
}

describe('contracts at random, prices wild', () => {
  it(`all invariants hold after every command, nothing is made or lost (seed ${seed})`, () => {
    wildRuns(runs(2), seed);
  });

  it('what is tried there happens: by one seed', () => {
    const seen = wildRuns(4, 20_261_121);
    for (const name of ['liquidation.step', 'deleveraged', 'mark', 'funding.rate'])
      expect(seen.get(name) ?? 0, `${name} happened`).toBeGreaterThan(0);
  });

  it('a twin from a snapshot goes the same way, event by event', () => {
    for (let run = 0; run < runs(1); run += 1) {
      const world = riskWorld(5_000, { house: 30_000 });
      const wild = new Run(world, seed + 100 + run);
      let twin = restoreExchange(structuredClone(world.exchange.save()));
      for (let step = 0; step < 160; step += 1) {
        if (step % 40 === 20) twin = restoreExchange(structuredClone(world.exchange.save()));
        const { one } = wild.step();
        twin.advance(world.time);
        applyWithSlotEnd(twin, one);
        twin.takeEvents();
        expect(twin.runningHash()).toBe(world.exchange.runningHash());
      }
      expect(twin.digest()).toBe(world.exchange.digest());
    }
  });
});
