// The clock that only a test can move: on, second by second, never back, and not at all in live mode (issue: practice clock).

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import {
  clockOf,
  createTestClock,
  LONGEST_MS,
  openClockControl,
  UNTIL_WALK_MS,
  WALK_MS,
} from '../../../src/shared/clock/index.ts';
import { openExchange } from '../../../src/app/exchange/index.ts';
import { openLog } from '../../../src/shared/log/index.ts';
import { readSettings, SettingsError } from '../../../src/app/settings/index.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (let close = closing.pop(); close !== undefined; close = closing.pop()) await close();
});

test("without a test the clock is the machine's", () => {
  const { now, monotonic } = clockOf();
  const before = [Date.now(), performance.now()] as const;
  const read = [now(), monotonic()] as const;
  expect(read[0]).toBeGreaterThanOrEqual(before[0]);
  expect(read[0]).toBeLessThanOrEqual(Date.now());
  expect(read[1]).toBeGreaterThanOrEqual(before[1]);
  expect(read[1]).toBeLessThanOrEqual(performance.now());
});

test('a move makes the prices of each second on the way, and tells the rest at the end; threads see it', async () => {
  const clock = createTestClock(0);
  const seen: number[] = [];
  let ends = 0;
  clock.follow(
    async () => void seen.push(clock.now()),
    async () => void (ends += 1),
  );
  const from = clock.now();
  await clock.advance(5_000);
  expect(clock.ahead()).toBe(5_000);
  expect(clockOf(clock.shared).now()).toBeGreaterThanOrEqual(from + 5_000);
  expect(ends).toBe(1);
  // At most a second apart, each but the last at the beginning of one.
  let last = from;
  for (const at of seen) {
    expect(at - (at % 1_000)).toBeGreaterThanOrEqual(last - (last % 1_000));
    last = at;
  }
  const seconds = new Set(seen.map((at) => Math.trunc(at / 1_000)));
  for (let second = Math.trunc(from / 1_000) + 1; second <= Math.trunc((from + 5_000) / 1_000); second += 1)
    expect(seconds).toContain(second);
});

test('moves wait for each other; what a step cannot do fails its move and no other', async () => {
  const clock = createTestClock(1_000);
  let fails = true;
  clock.follow(
    async () => {
      if (fails) throw new Error('no prices');
    },
    async () => undefined,
  );
  const first = clock.advance(2_000);
  await expect(first).rejects.toThrow('no prices');
  fails = false;
  const ahead = clock.ahead();
  await Promise.all([clock.advance(1_500), clock.advance(500)]);
  expect(clock.ahead()).toBe(ahead + 2_000);
});

test('it never goes back, and no further than a day at once', async () => {
  const clock = createTestClock(0);
  for (const wrong of [-1, 0.5, Number.NaN, LONGEST_MS + 1])
    await expect(clock.advance(wrong)).rejects.toThrow('the clock only goes on');
  expect(clock.ahead()).toBe(0);
});

test('a long move leaps, and walks its last part', async () => {
  const clock = createTestClock(0);
  const from = clock.now();
  const steps: number[] = [];
  clock.follow(
    async () => void steps.push(clock.now()),
    async () => undefined,
  );
  await clock.advance(LONGEST_MS);
  expect(clock.ahead()).toBe(LONGEST_MS);
  expect(steps[0]).toBeGreaterThan(from + LONGEST_MS - WALK_MS);
  expect(steps.length).toBeLessThanOrEqual(WALK_MS / 1_000 + 1);
});

test('a move to a time ends there however long its steps take, and never moves back', async () => {
  const clock = createTestClock(0);
  let steps = 0;
  let slow = true;
  clock.follow(
    async () => {
      steps += 1;
      // The machine is busy: the clock goes on by itself by 20 s, as it does with the machine's own.
      if (slow) Atomics.add(new BigInt64Array(clock.shared), 0, 20_000n);
    },
    async () => undefined,
  );
  const from = clock.now();
  await clock.until(from + 3_600_000);
  expect(clock.now()).toBeGreaterThanOrEqual(from + 3_600_000);
  expect(clock.ahead()).toBeLessThanOrEqual(3_600_000 + 20_000);
  expect(steps).toBeLessThanOrEqual(4);
  slow = false;
  const before = steps;
  await clock.until(clock.now() + 3_600_000);
  expect(steps - before).toBeLessThanOrEqual(UNTIL_WALK_MS / 1_000 + 1);
  const ahead = clock.ahead();
  await clock.until(from);
  expect(clock.ahead()).toBe(ahead);
  await expect(clock.until(from + 3 * LONGEST_MS)).rejects.toThrow('the clock only goes on');
  await expect(clock.until(Number.NaN)).rejects.toThrow('the clock only goes on');
});

test('a socket of its owner alone takes the orders, and answers each once it is done', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-clock-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'clock');
  const clock = createTestClock(7);
  const mined: number[] = [];
  const control = await openClockControl(path, { clock, mine: async (blocks) => void mined.push(blocks) });
  closing.push(() => control.stop());
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const socket = connect(path);
  closing.push(() => void socket.destroy());
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const ask = async (order: string): Promise<unknown> => {
    socket.write(`${order}\n`);
    return JSON.parse((await lines.next()).value as string);
  };
  expect(await ask('advance 3000')).toMatchObject({ ahead: 3_007 });
  expect(await ask('advance -3000')).toMatchObject({ error: expect.stringContaining('expected "advance MS"') });
  expect(await ask(`advance ${LONGEST_MS + 1}`)).toMatchObject({ error: expect.stringContaining('only goes on') });
  expect(await ask(`until ${clock.now()}`)).toMatchObject({ ahead: 3_007 });
  expect(await ask('mine 12')).toMatchObject({ ahead: 3_007 });
  expect(await ask('mine 1001')).toMatchObject({ error: expect.stringContaining('up to 1000') });
  expect(clock.ahead()).toBe(3_007);
  expect(mined).toEqual([12]);
});

test('where something other than a socket has its path, that stays and the start fails; a socket is replaced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-clock-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'clock');
  const parts = { clock: createTestClock(0), mine: async () => undefined };
  writeFileSync(path, 'kept');
  await expect(openClockControl(path, parts)).rejects.toThrow('to be a socket or absent');
  expect(readFileSync(path, 'utf8')).toBe('kept');
  rmSync(path);
  const umask = process.umask();
  for (let start = 0; start < 2; start += 1) {
    const control = await openClockControl(path, parts);
    closing.push(() => control.stop());
    expect(statSync(path).isSocket()).toBe(true);
  }
  expect(process.umask()).toBe(umask);
});

test('an exchange in live mode does not open with it, however it got its settings', async () => {
  const settings = { ...readSettings({ VITRINE_TEST_CLOCK: '/run/clock' }), mode: 'live' } as const;
  await expect(openExchange(settings, openLog({ logLevel: 'silent' }), () => undefined)).rejects.toThrow(
    "has the machine's clock",
  );
});

test('live mode refuses it by name, practice mode takes it, and by default there is none', () => {
  const wrong = (environment: Record<string, string>): readonly string[] => {
    try {
      readSettings(environment);
    } catch (error) {
      if (error instanceof SettingsError) return error.message.split('\n').map((line) => line.trim());
      throw error;
    }
    return [];
  };
  const clock = { VITRINE_TEST_CLOCK: '/run/clock', VITRINE_TEST_CLOCK_AHEAD: '5' };
  const shown = wrong({ ...clock, VITRINE_MODE: 'live' });
  expect(shown).toContain("VITRINE_TEST_CLOCK: live mode has the machine's clock; leave it out");
  expect(shown).toContain("VITRINE_TEST_CLOCK_AHEAD: live mode has the machine's clock; leave it out");
  expect(wrong({ VITRINE_TEST_CLOCK_AHEAD: '5' })).toContain(
    'VITRINE_TEST_CLOCK: needed where VITRINE_TEST_CLOCK_AHEAD is set',
  );
  expect(wrong({ VITRINE_TEST_CLOCK: 'clock' })).toContainEqual(expect.stringContaining('VITRINE_TEST_CLOCK: allowed'));
  expect(wrong({ ...clock, VITRINE_TEST_CLOCK_AHEAD: '31536000001' })).toContainEqual(
    expect.stringContaining('VITRINE_TEST_CLOCK_AHEAD: allowed is milliseconds from 0 to 31536000000'),
  );
  expect(wrong({ VITRINE_TEST_CLOK: '/run/clock' })).toContain(
    'VITRINE_TEST_CLOK: no setting has this name; did you mean VITRINE_TEST_CLOCK?',
  );
  expect(readSettings(clock).testClock).toEqual({ socket: '/run/clock', ahead: 5 });
  expect(readSettings({}).testClock).toBeUndefined();
});
