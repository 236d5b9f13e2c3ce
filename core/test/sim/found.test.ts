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

  it('every code of the closed set is kept and reported again', async () => {
    const { answered, kept } = await import('../../src/idempotency/codes.ts');
    for (const code of [200, ...Object.values(rejects)]) {
      expect(kept(code)).toBeLessThan(4_096);
      expect(answered(kept(code))).toBe(code);
    }
  });
});

describe('W07: no price of a slot stops the exchange', () => {
  it('an index no market can be traded at is refused (found by swapping words with positions open)', async () => {
    const { Everything } = await import('../kit/everything.ts');
    const { restoreExchange } = await import('../../src/index.ts');
    const { write } = await import('../../sim/words.ts');
    const world = new Everything();
    const exchange = restoreExchange(world.busy);
    exchange.advance(world.time);
    for (const price of [(2 ** 24 - 1) * 100 + 1, 281_428_064_222_871, 2 ** 52]) {
      const words = write('ticks', { ticks: [{ instrument: 1, price, spread: 0, used: 3, total: 3 }], quotes: [] });
      expect(exchange.apply(words, 0)).toBe(400);
    }
    const highest = { instrument: 1, price: (2 ** 24 - 1) * 100, spread: 0, used: 3, total: 3 };
    expect(exchange.apply(write('ticks', { ticks: [highest], quotes: [] }), 0)).toBe(200);
    exchange.audit();
  });
});
