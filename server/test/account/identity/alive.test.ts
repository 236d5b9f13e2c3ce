// Two thousand sockets ask every five seconds whether their session is active (issue 15 A.1): few statements answer them.

import { describe, expect, it } from 'vitest';
import { createAlive } from '../../../src/account/identity/alive.ts';
import { ownerNow, runFor } from '../../../src/api/load/index.ts';

const LONG = 100_000_000;

describe('whether sessions are active (issue 15 A.1)', () => {
  it('two thousand questions at a time are one statement, each session once, and each gets its own answer', async () => {
    const asked: (readonly string[])[] = [];
    const alive = createAlive(async (ids) => {
      asked.push(ids);
      return new Set(ids.filter((id) => !id.endsWith('7')));
    }, 0);
    const answers = await Promise.all(Array.from({ length: 2_000 }, (_, at) => alive(`session ${at % 1_000}`)));
    expect(asked.map((ids) => ids.length)).toEqual([1_000]);
    expect(answers.map(String)).toEqual(Array.from({ length: 2_000 }, (_, at) => String(at % 10 !== 7)));
  });

  it('after a quiet time one is asked at once; those that come soon after wait, and are asked together', async () => {
    let time = 0;
    const asked: (readonly string[])[] = [];
    const find = async (ids: readonly string[]) => {
      asked.push(ids);
      return new Set(ids);
    };
    const alive = createAlive(find, LONG, () => time);
    expect(await alive('a')).toBe(true);
    time = LONG - 20;
    const both = [alive('b'), alive('c')];
    expect(asked).toEqual([['a']]);
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(asked).toEqual([['a'], ['b', 'c']]);
  });

  it('a question while one is being asked is answered by a later statement, which knows what happened meanwhile', async () => {
    let ended = false;
    let answer: () => void = () => undefined;
    let asked = 0;
    const alive = createAlive(async (ids) => {
      asked += 1;
      const seen = ended;
      if (asked === 1) await new Promise<void>((go) => (answer = go));
      return new Set(seen ? [] : ids);
    }, 0);
    const first = alive('a');
    while (asked === 0) await new Promise((go) => setImmediate(go));
    ended = true;
    const second = alive('a');
    answer();
    expect([await first, await second]).toEqual([true, false]);
  });

  it('a failed statement fails its own questions only, and takes no turn of a customer', async () => {
    const owners: (string | undefined)[] = [];
    const alive = createAlive(async (ids) => {
      owners.push(ownerNow());
      if (owners.length === 1) throw new Error('no database');
      return new Set(ids);
    }, 0);
    await expect(runFor('a customer', () => alive('a'))).rejects.toThrow('no database');
    expect(await runFor('a customer', () => alive('a'))).toBe(true);
    expect(owners).toEqual([undefined, undefined]);
  });
});
