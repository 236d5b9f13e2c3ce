// Whatever comes, the invariants hold, refusals change nothing, replay and snapshots give the same state.
import { describe, expect, it } from 'vitest';
import { decodeEvents, type Exchange, openExchange, packWords, restoreExchange, unpackWords } from '../../src/index.ts';
import { randomTests, runs } from '../kit/random-tests.ts';
import { anyCommand, genesis, NO_KEY, random, run, smallWorld, START, tick, words } from './small-world.ts';

interface Step {
  readonly time: number;
  readonly words: Float64Array;
}

/** Drives a world with `count` random commands; checks after each; gives what was run. */
function drive(
  from: number,
  count: number,
  check: (exchange: Exchange, code: number, before: string) => void,
): { exchange: Exchange; steps: Step[] } {
  const pick = random(from);
  const exchange = smallWorld();
  const ids: number[] = [];
  const steps: Step[] = [];
  let time = START;
  for (let step = 0; step < count; step += 1) {
    time += pick(40) === 0 ? 3_600_000 * pick(30) : pick(700);
    exchange.advance(time);
    const command = words(pick(30) === 0 ? tick(9_000 + pick(2_000)) : anyCommand(pick, ids, time));
    steps.push({ time, words: command });
    const before = exchange.digest();
    const code = exchange.apply(command, 0);
    if (code === 200 && command[0] === 30) ids.push(exchange.result);
    check(exchange, code, before);
    exchange.takeEvents();
  }
  return { exchange, steps };
}

const { seed, usual } = randomTests(import.meta.url);

describe('money §12 the invariants under every command', () => {
  for (let round = 0; round < runs(6); round += 1)
    it(`hold after each of 400 random commands, and a refusal changes nothing but the memory of its key (seed ${seed + round})`, () => {
      const codes = new Set<number>();
      drive(seed + round, 400, (exchange, code, before) => {
        exchange.audit();
        codes.add(code);
        if (code !== 200) expect(exchange.digest()).toBe(before);
      });
      if (usual) expect(codes.size).toBeGreaterThan(5);
    });
});

describe('money §12.5 replay', () => {
  it('of the same commands in packed words gives the same hashes and digest (core §5)', () => {
    const live: string[] = [];
    const { exchange, steps } = drive(99, 500, (x) => live.push(x.digest()));
    const again = smallWorld();
    for (const [at, step] of steps.entries()) {
      again.advance(step.time);
      again.apply(unpackWords(packWords(step.words)), 0);
      again.takeEvents();
      expect(again.digest()).toBe(live[at]);
    }
    expect(again.runningHash()).toBe(exchange.runningHash());
    expect(again.keyDigest()).toBe(exchange.keyDigest());
  });

  it('a snapshot at any cut and the rest equal the whole (W24)', () => {
    const { exchange, steps } = drive(5, 300, () => undefined);
    const pick = random(11);
    for (let round = 0; round < 8; round += 1) {
      const cut = pick(steps.length);
      let other = smallWorld();
      for (const [at, step] of steps.entries()) {
        if (at === cut) other = restoreExchange(structuredClone(other.save()));
        other.advance(step.time);
        other.apply(step.words, 0);
        other.takeEvents();
      }
      expect(other.digest()).toBe(exchange.digest());
      expect(other.keyDigest()).toBe(exchange.keyDigest());
      expect(other.seed()).toEqual(exchange.seed());
      other.audit();
    }
  });

  it('refuses a snapshot with one changed word, naming the table', () => {
    const { exchange } = drive(3, 60, () => undefined);
    const parts = structuredClone(exchange.save());
    const accounts = parts.tables.find((part) => part.name === 'accounts')!;
    accounts.columns[0]!.data[2] = accounts.columns[0]!.data[2]! + 1;
    expect(() => restoreExchange(parts)).toThrow(/accounts/);
  });
});

describe('core §3 the events', () => {
  it('decode, and their entries alone give every balance, from genesis on', () => {
    const exchange = openExchange();
    const pick = random(21);
    const balances = new Map<number, [number, number]>();
    const fold = (): void => {
      for (const event of decodeEvents(exchange.takeEvents()))
        if (event.name === 'entry') {
          const [available, held] = balances.get(event.account) ?? [0, 0];
          balances.set(event.account, [available + event.available, held + event.held]);
        }
    };
    exchange.advance(START);
    run(exchange, genesis());
    for (const referrer of [0, 2, 3]) run(exchange, { name: 'user.open', referrer });
    for (const user of [2, 3, 4]) run(exchange, { name: 'practice.claim', user, ...NO_KEY });
    fold();
    const ids: number[] = [];
    for (let step = 0; step < 500; step += 1) {
      exchange.advance(START + step * 300);
      const command = words(step % 5 === 0 ? tick(9_800 + pick(400)) : anyCommand(pick, ids, START + step * 300));
      if (exchange.apply(command, 0) === 200 && command[0] === 30) ids.push(exchange.result);
      fold();
    }
    const emitted = new Map<number, [number, number]>();
    for (const event of decodeEvents(exchange.seed()))
      if (event.name === 'entry') emitted.set(event.account, [event.available, event.held]);
    for (const [account, sums] of balances) expect(emitted.get(account) ?? [0, 0]).toEqual(sums);
  });
});
