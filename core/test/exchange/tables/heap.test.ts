// The hot path of the whole core allocates nothing: a million commands leave the heap where it was (core §6, §8).
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HeapUse } from '../hot-path.ts';

/**
 * Bytes a command. The engine boxes a number beyond 32 bits (an order's id, a key's time) where it hands one over
 * without inlining, 16 bytes each: about one a command. A second would be too much.
 */
const MOST_EACH = 24;
/** What may be left when the million is done, bytes. */
const MOST_LEFT = 2_000_000;

describe('core §6 the hot path', () => {
  it('a million orders, cancels, amends, fills and ticks leave the heap where it was', () => {
    const program = join(import.meta.dirname, '../hot-path.ts');
    const use = JSON.parse(execFileSync(process.execPath, ['--expose-gc', program], { encoding: 'utf8' })) as HeapUse;
    console.log(JSON.stringify(use));
    expect(use.done).toBeGreaterThan(use.commands / 3);
    expect(use.each).toBeLessThan(MOST_EACH);
    expect(use.left).toBeLessThan(MOST_LEFT);
  });
});
