// What the simulator found: each case by itself, so that it stays found.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { encodeCommand, NEWEST_RULES, rejects } from '../../src/index.ts';
import { Payments } from '../../src/perpetual/funding/payments.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, NOON, World } from '../kit/world.ts';
import { ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, U, U_WALLET } from '../perpetual/kit.ts';
import { riskWorld } from '../perpetual-risk/kit.ts';
import { found } from './listen.ts';

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

describe('money §3: who closes while funding is settled pays from what the closed lots took to the wallet', () => {
  const HOUR = 3_600_000;
  /** The end of the interval of 8 h. */
  const END = NOON + 4 * HOUR;
  const [NEAR, GAP] = [10_000, 9_000];

  /** A long without anything left is closed behind the end of the interval, before its turn to pay; money stays in its wallet. */
  function bankrupt(): void {
    const world = riskWorld(0);
    world.go(BEN, OPEN_SHORT, 50, 100, { marginMode: ISOLATED, leverage: 2 });
    world.go(ANNA, OPEN_LONG, 50, 100, { marginMode: ISOLATED, leverage: 20 });
    while (world.time < END - 2_000) {
      world.time += 2_000;
      world.index(NEAR);
    }
    world.time = END - 500;
    // No end of the slot: the next batch does what this tick causes, behind the timers of its time.
    world.raw(encodeCommand(world.ticks([GAP, 5_000])));
    const before = world.free(ANNA, USDT, U_WALLET);
    world.time = END + 1;
    world.batch([]);
    expect(world.position(ANNA, LONG)).toBeUndefined();
    expect(world.emitted('funding').filter(({ market }) => market === U)).toMatchObject([
      { user: ANNA, amount: 0 },
      { user: BEN, amount: 0 },
    ]);
    expect(world.free(ANNA, USDT, U_WALLET)).toBe(before);
  }

  it('nothing, where nothing was left (seed 9211): the auditor expected the wallet to pay', () => {
    expect(found(NEWEST_RULES, bankrupt)).toBeUndefined();
  });

  it('and the auditor finds a payment out of the rest of the wallet', () => {
    const { pay } = Payments.prototype;
    const spy = vi.spyOn(Payments.prototype, 'pay').mockImplementation(function (this: Payments, slot, lots) {
      pay.call(this, slot, lots, 1_000);
    });
    onTestFinished(() => spy.mockRestore());
    expect(found(NEWEST_RULES, bankrupt)).toMatch(/money §3: position \d+ pays 1 of funding, it owes 1/u);
  });
});
