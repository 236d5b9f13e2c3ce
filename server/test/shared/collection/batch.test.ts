// Reads that share statements (issue 15 A.1): however many ask at a time, one statement is at work.

import { describe, expect, it } from 'vitest';
import { ANSWERS_A_TURN, BATCH_MOST, createBatch } from '../../../src/shared/collection/index.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A batch whose statements end when the test says so. */
function stepped() {
  const asked: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const read = createBatch<number, string>(async (keys) => {
    asked.push(keys);
    await new Promise<void>((end) => ends.push(end));
    return new Map(keys.filter((key) => key > 0).map((key) => [key, `value ${key}`]));
  });
  const end = async () => {
    ends.shift()?.();
    await turn();
  };
  return { asked, read, end };
}

describe('reads that share statements (issue 15 A.1)', () => {
  it('240 questions while one is at work are one more statement, each key once', async () => {
    const { asked, read, end } = stepped();
    const first = read(1);
    const others = Array.from({ length: 240 }, (_, at) => read(at % 8));
    expect(asked).toEqual([[1]]);
    await end();
    expect(asked.map((keys) => keys.toSorted((a, b) => a - b))).toEqual([[1], [0, 1, 2, 3, 4, 5, 6, 7]]);
    await end();
    expect(await first).toBe('value 1');
    expect(await Promise.all(others)).toEqual(
      Array.from({ length: 240 }, (_, at) => (at % 8 === 0 ? undefined : `value ${at % 8}`)),
    );
    expect(asked).toHaveLength(2);
  });

  it(`hands out ${ANSWERS_A_TURN} answers in a turn, keys in rotation: who asked once does not wait for who asked 60 times`, async () => {
    const { read, end } = stepped();
    const first = read(9);
    const order: string[] = [];
    const many = Array.from({ length: 60 }, () => read(1).then(() => order.push('many')));
    const one = read(2).then(() => order.push('one'));
    await end();
    await first;
    expect(order).toEqual([]);
    await end();
    const counts: number[] = [];
    while (order.length < 61) {
      counts.push(order.length);
      await turn();
    }
    expect(order.indexOf('one')).toBeLessThan(ANSWERS_A_TURN);
    const steps = counts.slice(1).map((count, at) => count - (counts[at] ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(ANSWERS_A_TURN);
    await Promise.all([...many, one]);
  });

  it('never answers from a statement that began before the question', async () => {
    let value = 'before';
    let end: () => void = () => undefined;
    const read = createBatch<number, string>(async (keys) => {
      const seen = value;
      await new Promise<void>((go) => (end = go));
      return new Map(keys.map((key) => [key, seen]));
    });
    const first = read(1);
    value = 'after';
    const second = read(1);
    end();
    expect(await first).toBe('before');
    end();
    expect(await second).toBe('after');
  });

  it('a failed statement fails its own questions only', async () => {
    let tries = 0;
    const read = createBatch<number, string>(async (keys) => {
      tries += 1;
      if (tries === 1) throw new Error('no database');
      return new Map(keys.map((key) => [key, 'there']));
    });
    const first = read(1);
    const second = read(1);
    await expect(first).rejects.toThrow('no database');
    expect(await second).toBe('there');
  });

  it(`asks for ${BATCH_MOST} at a time at most`, async () => {
    const { asked, read, end } = stepped();
    const all = Array.from({ length: 2 * BATCH_MOST }, (_, at) => read(at + 1));
    for (let statements = 0; statements < 3; statements += 1) await end();
    await Promise.all(all);
    expect(asked.map((keys) => keys.length)).toEqual([1, BATCH_MOST, BATCH_MOST - 1]);
  });
});
