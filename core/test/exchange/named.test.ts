// Incidents of other systems, each as the test that would have caught it; time; keys; rounding.
import { describe, expect, it } from 'vitest';
import { decodeEvents, type Exchange, type ExchangeEvent } from '../../src/index.ts';
import { MARKET, NO_KEY, order, random, anyCommand, run, smallWorld, START, tick, words } from './small-world.ts';

function eventsOf(exchange: Exchange): ExchangeEvent[] {
  return [...decodeEvents(exchange.takeEvents())];
}

function advance(exchange: Exchange, time: number): ExchangeEvent[] {
  exchange.advance(time);
  return eventsOf(exchange);
}

describe('W06 n parallel spends of one balance', () => {
  it('no more orders are taken than the balance pays for', () => {
    const exchange = smallWorld();
    let taken = 0;
    for (let n = 0; n < 20; n += 1) {
      if (run(exchange, order(2, { price: 100, lots: 30 })) === 200) taken += 1;
      exchange.audit();
    }
    expect(taken).toBe(3);
  });
});

describe('W13, W14 rounding', () => {
  for (const rate of [0, 1, 1_000])
    it(`no size from 1 to 100 lots, whole or in parts, leaves a profit of a round trip at fee rate ${rate}`, () => {
      for (let lots = 1; lots <= 100; lots += 1)
        for (const parts of [1, 3, lots]) {
          const exchange = smallWorld({ maker: rate, taker: rate, start: 50_000 });
          const before = wealth(exchange);
          for (const [buyer, seller] of [
            [2, 3],
            [3, 2],
          ] as const) {
            run(exchange, order(buyer, { side: 1, price: 100, lots }));
            let left = lots;
            for (let part = 0; part < parts; part += 1) {
              const size = part === parts - 1 ? left : Math.floor(lots / parts);
              left -= size;
              if (size > 0) run(exchange, order(seller, { side: 2, price: 100, lots: size }));
            }
          }
          exchange.audit();
          const after = wealth(exchange);
          expect(after.usdt).toBeLessThanOrEqual(before.usdt);
          expect(after.coin).toBeLessThanOrEqual(before.coin);
        }
    });

  it('slicing an order does not change its fee (money §2)', () => {
    const fee = (sizes: readonly number[]): number => {
      const exchange = smallWorld({ maker: 1_000, taker: 1_000, start: 50_000 });
      run(exchange, order(2, { side: 1, price: 100, lots: 97 }));
      exchange.takeEvents();
      for (const lots of sizes) run(exchange, order(3, { side: 2, price: 100, lots }));
      let sum = 0;
      for (const event of eventsOf(exchange)) if (event.name === 'fill') sum += event.makerFee;
      return sum;
    };
    expect(fee(Array.from({ length: 97 }, () => 1))).toBe(fee([97]));
    expect(fee([50, 40, 7])).toBe(fee([97]));
  });
});

/** What users 2, 3 and 4 own together, held money too. */
function wealth(exchange: Exchange): { usdt: number; coin: number } {
  const owner = new Map<number, number>();
  const sums = { usdt: 0, coin: 0 };
  for (const event of decodeEvents(exchange.seed())) {
    if (event.name === 'account.opened' && event.user >= 2) owner.set(event.account, event.asset);
    if (event.name === 'entry' && owner.has(event.account)) {
      if (owner.get(event.account) === 1) sums.usdt += event.available + event.held;
      else sums.coin += event.available + event.held;
    }
  }
  return sums;
}

describe('core §5 timers fire when the clock first shows more than T', () => {
  it('an index is valid at exactly 2 s and 10 s old by its state before, and changes a millisecond later (money §11)', () => {
    const exchange = smallWorld();
    const states = (events: ExchangeEvent[]): number[] =>
      events.flatMap((e) => (e.name === 'price.state' ? [e.state] : []));
    expect(states(advance(exchange, START + 2_000))).toEqual([]);
    expect(states(advance(exchange, START + 2_001))).toEqual([2]);
    expect(states(advance(exchange, START + 10_000))).toEqual([]);
    expect(states(advance(exchange, START + 10_001))).toEqual([3]);
    expect(run(exchange, order(2, { type: 2, amount: 500 }))).toBe(2005);
    expect(run(exchange, order(2, { price: 95, lots: 3 }))).toBe(200);
  });

  it('the same commands at the same times give the same digest however often the clock is looked at', () => {
    const digests = [1, 7, 1_000].map((size) => {
      const exchange = smallWorld();
      const pick = random(4);
      let time = START;
      for (let step = 0; step < 1_000; step += 1) {
        if (step % 100 === 0) time += 90_000;
        if (step % size === 0 || step % 100 === 0) exchange.advance(time);
        const one = step % 100 === 0 ? tick(9_900 + pick(200)) : anyCommand(pick, [1], START);
        exchange.apply(words(one), 0);
        if (one.name === 'ticks') exchange.apply(words({ name: 'slot.end' }), 0);
      }
      return exchange.digest();
    });
    expect(new Set(digests).size).toBe(1);
  });
});

describe('W18, calls §1 idempotency keys', () => {
  const key = { keyTime: START, keyHigh: 7, keyLow: 9, bodyHash: 1 };
  it('the same key and body is one effect and the same answer; another body is 409', () => {
    const exchange = smallWorld();
    expect(run(exchange, order(2, { ...key, price: 95, lots: 3 }))).toBe(200);
    const made = exchange.result;
    const digest = exchange.digest();
    expect(run(exchange, order(2, { ...key, price: 95, lots: 3 }))).toBe(200);
    expect([exchange.result, exchange.repeated]).toEqual([made, 1]);
    expect(run(exchange, order(2, { ...key, bodyHash: 2, price: 95, lots: 3 }))).toBe(409);
    expect(run(exchange, order(3, { ...key, price: 95, lots: 3 }))).toBe(200);
    expect(exchange.repeated).toBe(0);
    expect(digest).not.toBe(exchange.digest());
  });

  it('a refusal is remembered with its numbers', () => {
    const exchange = smallWorld();
    expect(run(exchange, order(2, { ...key, price: 100, lots: 200 }))).toBe(3001);
    const numbers = [exchange.expected, exchange.got];
    expect(run(exchange, order(2, { ...key, price: 100, lots: 200 }))).toBe(3001);
    expect([exchange.expected, exchange.got, exchange.repeated]).toEqual([...numbers, 1]);
  });

  it('a voided key never runs; keys older than 24 h or a minute ahead are 410; 25 h later the memory is gone', () => {
    const exchange = smallWorld();
    expect(run(exchange, { name: 'key.void', user: 2, ...key })).toBe(200);
    expect(run(exchange, order(2, { ...key, price: 95, lots: 3 }))).toBe(410);
    expect(run(exchange, order(2, { ...key, keyTime: START - 86_400_001, price: 95, lots: 3 }))).toBe(410);
    expect(run(exchange, order(2, { ...key, keyTime: START + 60_001, price: 95, lots: 3 }))).toBe(410);
    const names = (): string[] =>
      exchange
        .save()
        .tables.map((t) => t.name)
        .filter((n) => n.startsWith('keys.'));
    expect(names()).toHaveLength(1);
    exchange.advance(START + 26 * 3_600_000);
    expect(names()).toHaveLength(0);
  });
});

describe('money §2 places', () => {
  it('less quantity keeps its place, more goes to the end', () => {
    const exchange = smallWorld();
    run(exchange, order(2, { price: 95, lots: 5 }));
    const first = exchange.result;
    run(exchange, order(3, { price: 95, lots: 5 }));
    expect(run(exchange, { name: 'order.amend', user: 2, ...NO_KEY, order: first, price: 0, lots: 4 })).toBe(200);
    exchange.takeEvents();
    run(exchange, order(4, { side: 2, price: 95, lots: 1 }));
    expect(eventsOf(exchange).find((e) => e.name === 'fill')).toMatchObject({ maker: 2 });
    expect(run(exchange, { name: 'order.amend', user: 2, ...NO_KEY, order: first, price: 0, lots: 9 })).toBe(200);
    exchange.takeEvents();
    run(exchange, order(4, { side: 2, price: 95, lots: 1 }));
    expect(eventsOf(exchange).find((e) => e.name === 'fill')).toMatchObject({ maker: 3 });
  });

  it('dry runs change nothing and give the numbers of the real thing', () => {
    const exchange = smallWorld();
    run(exchange, order(3, { side: 2, price: 101, lots: 10 }));
    const before = exchange.digest();
    const asked = exchange.ask(words(order(2, { type: 2, amount: 606 })), 0);
    expect(exchange.digest()).toBe(before);
    exchange.takeEvents();
    run(exchange, order(2, { type: 2, amount: 606 }));
    const fill = eventsOf(exchange).find((e) => e.name === 'fill')!;
    expect(asked.numbers.slice(2, 5)).toEqual([fill.lots, fill.value, fill.takerFee]);
    expect(fill.market).toBe(MARKET);
  });
});
