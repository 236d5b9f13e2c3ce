// The markets on the real core: what they send is accepted, and their own record of quotes equals the book.

import { type Command, decodeEvents, defaultGenesis, firstCommands, instruments, U_MARKETS } from '@vitrine/core';
import { MARKET_MAKER } from '@vitrine/core/enum';
import { describe, expect, it } from 'vitest';

import { startMarkets } from '../../src/markets/index.ts';
import { seedHashOf } from '../../src/markets/seed.ts';
import { coreLink } from './core-link.ts';
import { handClock } from './world.ts';

const START = Date.UTC(2026, 10, 18, 14, 30);
const SEED = '5eed';

describe('the markets on the core (design §4, core §3)', () => {
  it('have every tick and quote taken for a minute, all books deep, in few bytes', async () => {
    const clock = handClock(START);
    const { exchange, link, run, bytes } = coreLink(clock.now);
    const first = run([defaultGenesis('practice', seedHashOf(SEED)), ...firstCommands('practice')]);
    expect(first.filter(({ code }) => code !== 200)).toEqual([]);
    const refused: unknown[] = [];
    const settings = { prices: { kind: 'simulated' }, replaySpeed: 1, replayNoise: 1 } as const;
    const markets = await startMarkets({
      link,
      settings,
      seed: SEED,
      clock,
      log: (what, detail) => refused.push({ what, detail }),
    });
    await clock.move(START + 5_000);
    bytes.commands = 0;
    bytes.events = 0;
    await clock.move(START + 65_000);
    console.log('bytes a second', bytes.commands / 60, bytes.events / 60);
    expect(refused).toEqual([]);
    const levels = new Map<number, number>();
    for (const event of decodeEvents(exchange.seed())) {
      if (event.name === 'quote')
        levels.set(event.market, (levels.get(event.market) ?? 0) + event.levels.filter(({ lots }) => lots > 0).length);
    }
    // Every book but those of Tokyo, Hong Kong and Shanghai, which are closed.
    const closed = instruments.flatMap(({ calendar }, at) =>
      ['tokyo', 'hongKong', 'shanghai'].includes(calendar) ? [U_MARKETS + at + 1] : [],
    );
    expect(closed).toHaveLength(3);
    expect([...levels.keys()].filter((market) => closed.includes(market))).toEqual([]);
    expect(levels.size).toBe(24 + 48 + 8 - closed.length);
    for (const [market, count] of levels) expect(count, `market ${market}`).toBeGreaterThanOrEqual(100);

    // A customer takes the best of a book, and it is filled up in the next slot.
    run([{ name: 'user.open', referrer: 0 } as Command]);
    const user = MARKET_MAKER + 1;
    const key = { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 };
    run([{ name: 'practice.claim', user, ...key } as unknown as Command]);
    const bought = run([
      {
        ...{
          name: 'order.place',
          user,
          ...key,
          market: 1,
          wallet: 1,
          side: 1,
          type: 2,
          timeInForce: 2,
          price: 0,
          lots: 0,
        },
        ...{ amount: 5_000_000_000, trigger: 0, triggerBy: 1, selfTrade: 1 },
      } as unknown as Command,
    ]);
    expect(bought[0]!.code).toBe(200);
    await clock.move(START + 70_000);
    expect(refused).toEqual([]);
    await markets.stop();
  });
});
