// Commands of second contracts, staking and finance: any word of theirs swapped gives a code of the closed set or is
// done with all invariants whole (W07); a decision broken off at any step leaves no trace (W20).
import { describe, expect, it } from 'vitest';
import {
  type Command,
  type CommandName,
  commands,
  encodeCommand,
  type Exchange,
  rejectKey,
  restoreExchange,
} from '../../src/index.ts';
import type { Parts } from '../../src/parts.ts';
import { FIRST, SECOND } from '../desk/kit.ts';
import { breakAt } from '../kit/break.ts';
import { command } from '../kit/genesis.ts';
import { productSounds, productStage } from '../kit/sound-products.ts';

const stage = productStage();
const saved = stage.world.exchange.save();
const { time } = stage.world;
const NAMES = ['second.open', 'second.set', 'earn.buy', 'earn.redeem', 'earn.set'] as const;
const made = NAMES.map((name) => [name, productSounds[name]!(stage)] as const);
/** Ids of others, edges, numbers that mean something elsewhere. */
const OTHERS = [0, 1, 2, 3, 30, 101, 302, 65_535, 2 ** 23 + 1, 2 ** 48, 2 ** 50];

function fresh(): Exchange {
  const exchange = restoreExchange(structuredClone(saved));
  exchange.advance(time);
  exchange.takeEvents();
  return exchange;
}

/** Runs words as their sender would: a setting through two persons. */
function run(exchange: Exchange, name: CommandName, words: Float64Array): number {
  if (commands[name].sender !== 'setup') return exchange.apply(words, 0);
  const inside = command('proposal.make', { operator: FIRST, words: [...words].map((word) => ({ word })) });
  const code = exchange.apply(encodeCommand(inside), 0);
  if (code !== 200) return code;
  return exchange.apply(encodeCommand(command('proposal.approve', { operator: SECOND, proposal: exchange.result })), 0);
}

describe('W07 each word swapped', () => {
  it.each(made)('%s', (name, one: Command) => {
    const words = encodeCommand(one);
    expect(run(fresh(), name, words), 'as it is, it is done').toBe(200);
    let exchange = fresh();
    const before = exchange.digest();
    let [done, refused] = [0, 0];
    // The words of the key are the exchange's, and swapped in its own tests.
    const key = Object.keys(commands[name].fields).includes('keyTime') ? [3, 4, 5, 6] : [];
    for (let place = 2; place < words.length; place += 1)
      for (const value of OTHERS) {
        if (key.includes(place)) continue;
        const changed = words.slice();
        changed[place] = value;
        const code = run(exchange, name, changed);
        const what = `word ${place} = ${value}: ${code}`;
        if (code === 200) {
          done += 1;
          exchange.audit();
          exchange.takeEvents();
          exchange.advance(time + 40_000);
          exchange.audit();
        } else {
          refused += 1;
          expect(rejectKey(code), what).toBeDefined();
          if (commands[name].sender !== 'setup') expect(exchange.digest(), what).toBe(before);
        }
        if (exchange.digest() !== before) exchange = fresh();
      }
    expect([done > 0, refused > 0]).toEqual([true, true]);
  });
});

describe('W20 a decision broken off', () => {
  it.each(made)('%s: at any step, the state is as it was, and it can be done', (name, one: Command) => {
    const words = encodeCommand(one);
    const exchange = fresh();
    const before = exchange.digest();
    const { router } = (exchange as unknown as { parts: Parts }).parts;
    let steps = 0;
    for (let n = 1; n < 1_000; n += 1) {
      const { broken } = breakAt(exchange, n, () => router.decide(words, 0, words[0]!));
      expect(exchange.digest(), `step ${n}`).toBe(before);
      if (!broken) break;
      steps = n;
    }
    expect(steps).toBeGreaterThan(3);
    const twin = fresh();
    expect([run(exchange, name, words), run(twin, name, words)]).toEqual([200, 200]);
    expect([exchange.digest(), [...exchange.takeEvents()]]).toEqual([twin.digest(), [...twin.takeEvents()]]);
  });
});
