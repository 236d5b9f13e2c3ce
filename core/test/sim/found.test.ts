// What the simulator found: each case by itself, so that it stays found.
import { describe, expect, it } from 'vitest';
import { rejects } from '../../src/index.ts';
import { command } from '../kit/genesis.ts';
import { ANNA, NOON, World } from '../kit/world.ts';

describe('money §12.13: a key answers the same the second time, whatever its code', () => {
  it('a refusal above 4095 was kept as another user’s key, and its command ran again (seed 1)', () => {
    const world = new World();
    const offer = command('offer.close', { user: ANNA, keyTime: NOON, keyHigh: 1, keyLow: 2, bodyHash: 3, offer: 77 });
    const first = world.send(offer);
    const again = world.send(offer);
    expect(again.repeated).toBe(1);
    expect(again.code).toBe(first.code);
  });

  it('every code of the closed set is kept and told again', async () => {
    const { answered, kept } = await import('../../src/key/codes.ts');
    for (const code of [200, ...Object.values(rejects)]) {
      expect(kept(code)).toBeLessThan(4_096);
      expect(answered(kept(code))).toBe(code);
    }
  });
});
