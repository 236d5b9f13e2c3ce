import { describe, expect, test } from 'vitest';
import { ServerClock } from '../../src/live/clock.ts';
import { FreshnessBook, judgeAge } from '../../src/live/freshness.ts';

function world(wrongBy = 0) {
  const local = { wall: 1_000_000_000 + wrongBy, steady: 0 };
  const clock = new ServerClock({ wall: () => local.wall, steady: () => local.steady });
  const pass = (ms: number): void => {
    local.wall += ms;
    local.steady += ms;
  };
  const serverNow = (): number => local.wall - wrongBy;
  return { local, clock, pass, serverNow };
}

describe("the server's clock (failures, in the client: a countdown under a clock ±10 minutes off and after sleep)", () => {
  for (const minutes of [-10, 10]) {
    test(`is right to within the way of the answer when the local clock is ${minutes} minutes off`, () => {
      const { local, clock, pass, serverNow } = world(minutes * 60_000);
      const sentAt = local.wall;
      pass(40);
      const stamped = serverNow();
      pass(60);
      clock.answer(stamped, sentAt);
      expect(Math.abs(clock.now() - serverNow())).toBeLessThanOrEqual(50);
      pass(25_000);
      expect(Math.abs(clock.now() - serverNow())).toBeLessThanOrEqual(50);
    });
  }

  test('frames alone keep it from running behind', () => {
    const { clock, pass, serverNow } = world(-600_000);
    for (let at = 0; at < 50; at += 1) {
      const stamped = serverNow();
      pass(5 + ((at * 37) % 200));
      clock.frame(stamped);
    }
    expect(serverNow() - clock.now()).toBeGreaterThanOrEqual(0);
    expect(serverNow() - clock.now()).toBeLessThanOrEqual(10);
  });

  test('is right after sleep in which the steady clock stood still, and asks again', () => {
    const { local, clock, serverNow } = world(600_000);
    let asked = 0;
    clock.onJump = () => {
      asked += 1;
    };
    clock.answer(serverNow(), local.wall);
    local.wall += 3_600_000;
    expect(Math.abs(clock.now() - serverNow())).toBeLessThanOrEqual(1);
    expect(asked).toBe(1);
  });

  test('a clock set while the page is open is noticed and mended by the next answer', () => {
    const { local, clock, pass, serverNow } = world(0);
    clock.answer(serverNow(), local.wall);
    const trueServer = serverNow();
    local.wall += 600_000;
    clock.now();
    clock.answer(trueServer, local.wall);
    expect(clock.now()).toBe(trueServer);
    pass(1_000);
    expect(clock.now()).toBe(trueServer + 1_000);
  });
});

describe('freshness (design §6)', () => {
  test('counts from the last data frame of its own stream', () => {
    const book = new FreshnessBook();
    expect(book.age('DEPTH', 5_000)).toBeUndefined();
    book.data('DEPTH', 1_000);
    book.data('TICK', 4_000);
    expect([book.age('DEPTH', 5_000), book.age('TICK', 5_000)]).toEqual([4_000, 1_000]);
  });

  test('is aging above 2 s, stale above 10 s, unknown without data (money §11)', () => {
    expect([undefined, 0, 2_000, 2_001, 10_000, 10_001].map(judgeAge)).toEqual([
      'unknown',
      'fresh',
      'fresh',
      'aging',
      'aging',
      'stale',
    ]);
  });
});
