// The bench finds its parts: a folder that moved once lost them all, and nothing but a run of hours said so (issue 15).

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Row } from '../src/part.ts';
import { loadPart, PARTS } from '../src/parts.ts';
import { ATTACKS, FLOOD_ATTACKS, HISTORY_ATTACKS } from '../src/attacks/attack-names.ts';
import { floodsOf, roundsOf, verdictOf } from '../src/attacks/floods.ts';
import { FLOODS } from '../src/attacks/attack-floods.ts';

const sources = join(import.meta.dirname, '../src');

describe('npm run bench', () => {
  it.each(Object.keys(PARTS))('%s loads, is called so, and can run', async (name) => {
    const part = await loadPart(name);
    expect(part.name).toBe(name);
    expect(part.goal.length).toBeGreaterThan(10);
    expect(part.run).toBeInstanceOf(Function);
  });

  it('lists every module that is a part, and refuses any other name', async () => {
    const modules = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const parts = modules.filter((file) => /^export const name = /m.test(readFileSync(join(sources, file), 'utf8')));
    expect(parts.toSorted()).toEqual(Object.values(PARTS).toSorted());
    await expect(loadPart('toString')).rejects.toThrow('Expected parts among');
    await expect(loadPart('nothing')).rejects.toThrow('Expected parts among');
  });

  it('finds every file that a part starts in a process of its own', () => {
    const modules = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const started = modules.flatMap((file) =>
      [...readFileSync(join(sources, file), 'utf8').matchAll(/join\(import\.meta\.dirname, '([^']+\.ts)'\)/g)].map(
        ([, found = '']) => join(sources, file, '..', found),
      ),
    );
    expect(started.length).toBeGreaterThan(3);
    expect(started.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('floods in three rounds unless asked for another number, and says of each whether it held in all (issue 15, done when 1)', () => {
    expect([undefined, '1', '5'].map(roundsOf)).toEqual([3, 1, 5]);
    for (const wrong of ['0', '-1', '1.5', 'many', '']) expect(() => roundsOf(wrong)).toThrow('Expected ROUNDS');
    expect(floodsOf(undefined)).toEqual(FLOOD_ATTACKS);
    expect(floodsOf('slow heads, ticket')).toEqual(['slow heads', 'socket tickets', 'wrong tickets']);
    expect(() => floodsOf('nowhere')).toThrow('Expected parts of names in FLOODS');
    const round = (ratio: number, refused: number): readonly Row[] => [
      { what: 'one key: order', value: 9, unit: 'ms', ratio, goal: { is: 'at most', value: 5 } },
      { what: 'one key: refused', value: refused, unit: 'answers', goal: { is: 'at most', value: 0 } },
    ];
    expect(verdictOf('one key', [round(2, 0), round(4.96, 0), round(5, 0)], 3)).toBe(
      'HELD   one key: 3 of 3 rounds; order 2, 5, 5; refused 0, 0, 0',
    );
    expect(verdictOf('one key', [round(2, 0), round(5.1, 0), round(1, 2)], 3)).toBe(
      'MISSED one key: 1 of 3 rounds; order 2, 5.1, 1 MISSED; refused 0, 0, 2 MISSED',
    );
    // A run that ended before its last round has shown nothing.
    expect(verdictOf('one key', [round(2, 0), round(3, 0)], 3)).toContain('MISSED one key: 2 of 3 rounds');
    expect(verdictOf('one key', [], 3)).toContain('MISSED one key: 0 of 3 rounds');
  });

  it('has each attack once, and knows how to do each flood', () => {
    const all = [...ATTACKS, ...HISTORY_ATTACKS, ...FLOOD_ATTACKS];
    expect(new Set(all).size).toBe(all.length);
    expect(Object.keys(FLOODS).toSorted()).toEqual([...FLOOD_ATTACKS].toSorted());
  });
});
