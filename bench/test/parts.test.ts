// The bench finds its parts: a folder that moved once lost them all, and nothing but a run of hours said so (issue 15).

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPart, PARTS } from '../src/parts.ts';
import { ATTACKS, FLOOD_ATTACKS, HISTORY_ATTACKS } from '../src/attacks/attack-names.ts';
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

  it('has each attack once, and knows how to do each flood', () => {
    const all = [...ATTACKS, ...HISTORY_ATTACKS, ...FLOOD_ATTACKS];
    expect(new Set(all).size).toBe(all.length);
    expect(Object.keys(FLOODS).toSorted()).toEqual([...FLOOD_ATTACKS].toSorted());
  });
});
