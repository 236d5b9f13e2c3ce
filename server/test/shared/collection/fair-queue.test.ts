// Work in rotation of whose it is (issue 15 A.1).

import { expect, it } from 'vitest';
import { FairQueue } from '../../../src/shared/collection/index.ts';

/** A queue whose work ends when a test ends it, and the work begun so far. */
function world(atOnce: number, repeats?: number) {
  const queue = new FairQueue(atOnce, repeats);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const done: string[] = [];
  return {
    began,
    done,
    ask(owner: number, name: string): void {
      const work = () => {
        began.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      };
      void queue.run(owner, work).then(() => done.push(name));
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    },
    queue,
  };
}

it('of one owner one piece is in work at a time, and another waits for none of it', async () => {
  const { ask, began, end } = world(2);
  for (let at = 0; at < 30; at += 1) ask(1, `a${at}`);
  ask(2, 'b0');
  ask(3, 'c0');
  ask(2, 'b1');
  expect(began).toEqual(['a0', 'b0']);
  await end('a0');
  expect(began.slice(2)).toEqual(['c0']);
  await end('c0');
  expect(began.slice(3)).toEqual(['a1']);
  await end('b0');
  expect(began.slice(4)).toEqual(['b1']);
});

it('who had nothing in work goes before all who have much waiting, but not for ever', async () => {
  const { ask, began, end } = world(1);
  for (let owner = 1; owner <= 8; owner += 1) for (let at = 0; at < 3; at += 1) ask(owner, `many${owner}.${at}`);
  await end('many1.0');
  for (let at = 2; at <= 8; at += 1) await end(`many${at}.0`);
  const before = began.length;
  for (let owner = 20; owner < 30; owner += 1) ask(owner, `one${owner}`);
  for (let turn = 0; turn < 12; turn += 1) await end(began.at(-1) ?? '');
  const after = began.slice(before).map((name) => name.slice(0, 3));
  expect(after).toEqual([...Array<string>(8).fill('one'), 'man', 'one', 'one', 'man']);
});

it('all of it is done, and later work begins at once', async () => {
  const { ask, began, done, end } = world(1);
  for (const name of ['a', 'b', 'c']) ask(1, name);
  for (const name of ['a', 'b', 'c']) await end(name);
  expect(done).toEqual(['a', 'b', 'c']);
  ask(2, 'd');
  expect(began).toEqual(['a', 'b', 'c', 'd']);
});

it('work that fails gives its place back', async () => {
  const { queue } = world(1);
  await expect(queue.run(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run(2, () => Promise.resolve(7))).toBe(7);
});

it('who asks for more while they have something in work leaves places to those who ask for one', async () => {
  const { ask, end, began } = world(3, 1);
  for (const owner of [1, 2, 3]) for (const piece of ['a', 'b']) ask(owner, `${owner}${piece}`);
  expect(began).toEqual(['1a', '2a', '3a']);
  await end('1a');
  await end('2a');
  // One place for a second piece; the others stay free for whoever comes.
  expect(began).toEqual(['1a', '2a', '3a', '1b']);
  ask(4, '4a');
  expect(began.at(-1)).toBe('4a');
  await end('1b');
  expect(began.at(-1)).toBe('2b');
  for (const name of ['2b', '3a', '4a']) await end(name);
  expect(began).toHaveLength(7);
});
