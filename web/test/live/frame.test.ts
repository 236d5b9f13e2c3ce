import { describe, expect, test } from 'vitest';
import { createFrames, type FrameHost, LAYOUT, VALUES } from '../../src/live/feeds/frame.ts';
import { HandClock } from './world.ts';

function world() {
  const clock = new HandClock();
  const errors: unknown[] = [];
  let frames = 0;
  const host: FrameHost = {
    now: () => clock.now,
    requestFrame: (run) => {
      clock.after(16, () => {
        frames += 1;
        run();
      });
    },
    after: clock.after,
    onError: (error) => errors.push(error),
  };
  return { clock, errors, frames: () => frames, scheduler: createFrames(host) };
}

describe('the frame scheduler (design §6)', () => {
  test('the first data is painted at the next frame whatever the cadence', () => {
    const { clock, scheduler } = world();
    const painted: number[] = [];
    const surface = scheduler.surface(1_000, () => painted.push(clock.now));
    surface.invalidate();
    clock.move(16);
    expect(painted).toEqual([16]);
  });

  test('a fast steady stream still paints: a throttle, never a debounce (failures, in the client)', () => {
    const { clock, scheduler } = world();
    let painted = 0;
    const surface = scheduler.surface(100, () => {
      painted += 1;
    });
    for (let at = 0; at < 2_000; at += 5) {
      surface.invalidate();
      clock.move(5);
    }
    expect(painted).toBeGreaterThanOrEqual(15);
    expect(painted).toBeLessThanOrEqual(21);
  });

  test('what was asked several times is painted once, at the greatest level asked', () => {
    const { clock, scheduler } = world();
    const levels: number[] = [];
    const surface = scheduler.surface(0, (level) => levels.push(level));
    surface.invalidate(VALUES);
    surface.invalidate(LAYOUT);
    surface.invalidate(VALUES);
    clock.move(50);
    expect(levels).toEqual([LAYOUT]);
  });

  test('many surfaces share one frame', () => {
    const { clock, scheduler, frames } = world();
    let painted = 0;
    const surfaces = Array.from({ length: 50 }, () =>
      scheduler.surface(100, () => {
        painted += 1;
      }),
    );
    for (const surface of surfaces) surface.invalidate();
    clock.move(16);
    expect([painted, frames()]).toEqual([50, 1]);
  });

  test('what a person caused does not wait for the cadence', () => {
    const { clock, scheduler } = world();
    const painted: number[] = [];
    const surface = scheduler.surface(500, () => painted.push(clock.now));
    surface.invalidate();
    clock.move(20);
    surface.invalidate(LAYOUT);
    clock.move(20);
    expect(painted).toHaveLength(2);
  });

  test('a painter that throws is reported and does not keep the others from painting', () => {
    const { clock, scheduler, errors } = world();
    let painted = false;
    const bad = scheduler.surface(0, () => {
      throw new Error('planted');
    });
    const good = scheduler.surface(0, () => {
      painted = true;
    });
    bad.invalidate();
    good.invalidate();
    clock.move(16);
    expect([painted, errors.length]).toEqual([true, 1]);
  });

  test('a surface that is gone is not painted, and nothing runs when nothing is dirty', () => {
    const { clock, scheduler } = world();
    let painted = 0;
    const surface = scheduler.surface(100, () => {
      painted += 1;
    });
    surface.invalidate();
    surface.dispose();
    surface.invalidate();
    clock.move(500);
    expect([painted, clock.pending]).toEqual([0, 0]);
  });
});
