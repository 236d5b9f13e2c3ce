// Idempotency keys: what is remembered of each, held against a plain map; the memory one takes.
import { describe, expect, it } from 'vitest';
import { KEY_MINUTES, Keys } from '../../src/idempotency/index.ts';
import { Registry } from '../../src/state/index.ts';
import { randomTests, runs } from '../kit/random-tests.ts';

const START = 1_767_225_600_000;
const MINUTE = 60_000;
/** Keys that each test fills the memory with. */
const COUNT = runs(2_000);
const { seed } = randomTests(import.meta.url);

/** mulberry32 as whole numbers below a bound. */
function random(from: number): (below: number) => number {
  let state = from | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

interface Known {
  readonly key: Float64Array;
  readonly user: number;
  readonly answer: readonly [seq: number, code: number, result: number, got: number];
}

function keyOf(pick: (below: number) => number, time: number): Float64Array {
  const bits48 = (): number => pick(2 ** 24) * 2 ** 24 + pick(2 ** 24);
  return Float64Array.of(time, bits48(), bits48(), bits48());
}

function answerOf(keys: Keys, record: number): number[] {
  return [keys.seq(record), keys.code(record), keys.result(record), keys.got(record)];
}

/** Adds keys that are new, remembering them plainly too. */
function fill(keys: Keys, count: number, timeOf: (n: number) => number): Known[] {
  const pick = random(seed);
  const all: Known[] = [];
  for (let n = 1; n <= count; n += 1) {
    const key = keyOf(pick, timeOf(n));
    const user = 1 + pick(1_000_000);
    const refused = pick(5) === 0;
    const answer = refused
      ? ([n, 3001 + pick(6), pick(2 ** 30) * 2 ** 20, 1 + pick(2 ** 30) * 2 ** 20] as const)
      : ([n, 200, pick(2 ** 30) * 2 ** 20, 0] as const);
    expect(keys.find(key, 0, user)).toBe(0);
    keys.add(key, 0, user, ...answer);
    all.push({ key, user, answer });
  }
  return all;
}

function expectAll(keys: Keys, all: readonly Known[]): void {
  for (const { key, user, answer } of all) {
    const record = keys.find(key, 0, user);
    expect(record).not.toBe(0);
    expect(answerOf(keys, record)).toEqual(answer);
    expect(keys.sameBody(record, key, 0)).toBe(true);
    // Each word counts: of another user, time, random part or body it is another key.
    expect(keys.find(key, 0, user === 1 ? 2 : user - 1)).toBe(0);
    for (const place of [0, 1, 2]) {
      const other = Float64Array.from(key);
      other[place] = other[place]! % 2 === 0 ? other[place]! + 1 : other[place]! - 1;
      expect(keys.find(other, 0, user)).toBe(0);
    }
    const again = keys.find(key, 0, user);
    for (const step of [1, 2 ** 40]) {
      const body = Float64Array.from(key);
      body[3] = (body[3]! + step) % 2 ** 48;
      expect(keys.sameBody(again, body, 0)).toBe(false);
    }
  }
}

describe('core §6 idempotency keys by minute', () => {
  it.each([
    ['spread over a minute', (n: number) => START + ((n * 7) % MINUTE)],
    ['all of one millisecond', () => START + 12_345],
    ['over several minutes, out of order', (n: number) => START + ((n * 7_919) % (5 * MINUTE))],
  ])('every key that came is known with its answer, no other: %s', (_, timeOf) => {
    const keys = new Keys(new Registry());
    const all = fill(keys, COUNT, timeOf);
    expect(keys.count).toBe(COUNT);
    expectAll(keys, all);
  });

  it('a snapshot of the tables gives the same memory', () => {
    const registry = new Registry();
    const all = fill(new Keys(registry), COUNT, (n) => START + ((n * 7_919) % (3 * MINUTE)));
    const saved = registry.save();
    const copy = new Registry();
    const keys = new Keys(copy);
    for (const part of saved) {
      expect(keys.declare(part.name)).toBe(true);
      copy.tables.find((table) => table.name === part.name)!.load(part);
    }
    keys.rebuild();
    expect(keys.count).toBe(COUNT);
    expect(copy.digest(true)).toBe(registry.digest(true));
    expectAll(keys, all);
  });

  it('a minute is dropped whole, and each user’s count goes down by its own keys', () => {
    const registry = new Registry();
    const keys = new Keys(registry);
    const counts = new Int32Array(1_000_001);
    const lowered = { forgot: (user: number) => void (counts[user]! -= 1) };
    for (const { user } of fill(keys, 2_000, (n) => START + (n % 2) * MINUTE)) counts[user]! += 1;
    keys.expire(START + KEY_MINUTES * MINUTE, lowered);
    expect(keys.count).toBe(2_000);
    keys.expire(START + (KEY_MINUTES + 1) * MINUTE, lowered);
    expect(keys.count).toBe(1_000);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1_000);
    keys.expire(START + (KEY_MINUTES + 2) * MINUTE, lowered);
    expect(keys.count).toBe(0);
    expect(registry.tables).toEqual([]);
  });

  it('a key that was done takes 40 bytes of the state, a refusal with a number got twice that', () => {
    const registry = new Registry();
    const keys = new Keys(registry);
    const pick = random(seed);
    for (let n = 1; n <= 1_000; n += 1) {
      const key = keyOf(pick, START);
      keys.find(key, 0, 2);
      keys.add(key, 0, 2, n, n % 10 === 0 ? 3001 : 200, n, n % 10 === 0 ? 1 : 0);
    }
    const [table] = registry.save();
    const bytes = table!.columns.reduce((sum, column) => sum + column.data.byteLength, 0);
    expect(bytes).toBe((1_100 + 1) * 40);
  });
});
