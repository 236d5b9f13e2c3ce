// The sequencer alone, on a machine that only adds and a writer held by hand (design §2 sequencer, out).

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { JournalError, type JournalRow, NO_HASH, rowHash } from '../../../src/engine/journal/index.ts';
import { BatchBuffers, KEPT_WORDS } from '../../../src/engine/sequencer/batch-buffers.ts';
import { BatchClock } from '../../../src/engine/sequencer/clock.ts';
import { type Batch, IntakeError, type ExchangeLink } from '../../../src/engine/sequencer/link.ts';
import { localLink } from '../../../src/engine/sequencer/port.ts';
import { ANSWER_PATIENCE, MAX_BATCH_COMMANDS, Sequencer } from '../../../src/engine/sequencer/sequencer.ts';
import { eventually } from '../../support/eventually.ts';
import { add, adderKit, opened } from './adder.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
let rows: JournalRow[];
let commits: (() => void)[];
let breaks: ((error: Error) => void)[];
let hands: { utc: number; monotonic: number };
let fatals: Error[];
let sequencer: Sequencer;
let link: ExchangeLink;

/** Lets the loop turn until it rests. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Commits the row under way. */
async function commit(): Promise<void> {
  commits.shift()!();
  await rest();
}

/** Commits until nothing is under way. */
async function commitAll(): Promise<void> {
  await rest();
  while (commits.length > 0) await commit();
}

beforeEach(async () => {
  rows = [];
  commits = [];
  breaks = [];
  fatals = [];
  hands = { utc: NOON, monotonic: 0 };
  sequencer = new Sequencer({
    build: 'test',
    kit: adderKit,
    exchange: adderKit.open(),
    writer: {
      epoch: 1,
      append: (row) => {
        rows.push(row);
        return new Promise((resolve, reject) => {
          commits.push(resolve);
          breaks.push(reject);
        });
      },
    },
    clock: new BatchClock({ utc: () => hands.utc, monotonic: () => hands.monotonic }, 0),
    position: { row: 0, rowHash: NO_HASH },
    fatal: (error) => void fatals.push(error),
  });
  link = localLink(adderKit, sequencer);
  await rest();
});

afterEach(async () => {
  vi.useRealTimers();
  await rest();
});

test('a clock that stepped ahead stops intake, and the desk’s word reaches it (design §2 time)', async () => {
  const done = link.submit(add(5, 1), 5);
  await commitAll();
  await done;
  hands.utc += 3_600_000;
  await expect(link.submit(add(5, 1), 5)).rejects.toThrow('stepped');
  expect(link.state()).toMatchObject({ taking: false, leap: { ours: NOON, machine: NOON + 3_600_000 } });
  expect(await link.confirmClock(0)).toBe(false);
  // A further step is not what two people saw (issue 14, 7).
  hands.utc += 600_000;
  expect(await link.confirmClock(3_600_000)).toBe(false);
  hands.utc -= 600_000;
  expect(await link.confirmClock(3_600_000)).toBe(true);
  await rest();
  expect(link.state()).toEqual({ taking: true });
  const later = link.submit(add(5, 1), 5);
  await commitAll();
  expect(await later).toMatchObject({ code: 200, time: NOON + 3_600_000 });
});

test('the reason that is shown is the newest: a clock that stepped ahead and was set back too far (issue 14, 7)', async () => {
  hands.utc += 3_600_000;
  await expect(link.submit(add(5, 1), 5)).rejects.toThrow('stepped');
  await rest();
  hands.utc -= 7_200_000;
  const behind = { taking: false, reason: expect.stringContaining('behind the last batch') };
  await eventually(async () => expect(link.state()).toEqual(behind));
});

test('idle, it writes nothing (design §2 natural batching)', async () => {
  await rest();
  expect(rows.length).toBe(0);
});

test('an outcome is sent after its commit, never before, and after its batch (design §2 out)', async () => {
  const reported: string[] = [];
  link.onBatch((batch) => reported.push(`batch ${batch.row} of ${batch.count}`));
  void link.submit(add(5, 10), 5).then((outcome) => reported.push(`done ${outcome.seq} ${outcome.result}`));
  void link
    .submit(add(5, -1), 5)
    .then((outcome) => reported.push(`refused ${outcome.seq} ${outcome.code} ${outcome.got}`));
  await rest();
  expect(rows.length).toBe(1);
  expect(reported).toEqual([]);
  await commit();
  expect(reported).toEqual(['batch 1 of 2', 'done 2 10', 'refused 3 400 -1']);
});

test('the next batch gathers while the last one syncs, and goes as one row (design §2 group commit)', async () => {
  for (let n = 0; n < 3; n += 1) void link.submit(add(1, 1), 1);
  await rest();
  for (let n = 0; n < 20; n += 1) {
    void link.submit(add(2, 1), 2);
    await rest();
  }
  expect(rows.map((row) => row.count)).toEqual([3]);
  await commit();
  expect(rows.map((row) => row.count)).toEqual([3, 20]);
  await commit();
  expect(rows.length).toBe(2);
  expect(rows.map((row) => row.firstSeq)).toEqual([1, 5]);
  for (const row of rows) expect(rowHash(row)).toBe(row.rowHash);
  expect(rows[1]!.prevHash).toBe(rows[0]!.rowHash);
});

test('a row holds a bounded number of commands; the rest goes with the next (design §2)', async () => {
  const outcomes: Promise<unknown>[] = [];
  const more = MAX_BATCH_COMMANDS / 2;
  for (let n = 0; n < MAX_BATCH_COMMANDS + more; n += 1) outcomes.push(link.submit(add(1 + (n >> 4), 1), 1 + (n >> 4)));
  await commitAll();
  expect(rows.map((row) => row.count)).toEqual([MAX_BATCH_COMMANDS, more]);
  expect((await Promise.all(outcomes)).length).toBe(MAX_BATCH_COMMANDS + more);
});

test('what does not fit runs while the row before it syncs (design §2 group commit)', async () => {
  const all = Array.from({ length: MAX_BATCH_COMMANDS + 10 }, (_, n) =>
    link.submit(add(1 + (n >> 4), 1), 1 + (n >> 4)),
  );
  await rest();
  expect(rows.map((row) => row.count)).toEqual([MAX_BATCH_COMMANDS]);
  expect(opened.last.order.length).toBe(MAX_BATCH_COMMANDS + 10);
  await commitAll();
  const results = (await Promise.all(all)).map(({ result }) => result);
  expect(results.toSorted((a, b) => a - b)).toEqual(all.map((_, n) => n + 1));
});

test('buffers are used again, and nothing that a link has given changes afterwards (design §2 out)', async () => {
  const kept: Batch[] = [];
  const seen = new Set<ArrayBufferLike>();
  link.onBatch((batch) => kept.push(batch));
  sequencer.onBatch(({ events }) => void seen.add(events.buffer));
  for (let n = 1; n <= 6; n += 1) {
    const outcome = link.submit(add(n, n), n);
    await commitAll();
    expect(await outcome).toMatchObject({ code: 200, seq: 2 * n, result: (n * (n + 1)) / 2 });
  }
  expect(kept.map(({ events }) => [events[2], events[3]])).toEqual([1, 2, 3, 4, 5, 6].map((n) => [n, n]));
  expect(seen.size).toBeLessThanOrEqual(2);
});

test('events too long for a buffer of ours get one of their own', () => {
  const buffers = new BatchBuffers();
  const long = buffers.keep(new Float64Array(KEPT_WORDS + 1).fill(7));
  const short = buffers.keep(new Float64Array([1, 2]));
  expect([long.length, long.at(-1), ...short]).toEqual([KEPT_WORDS + 1, 7, 1, 2]);
  const grown = buffers.keep(new Float64Array(KEPT_WORDS).fill(8));
  expect([grown.length, grown.at(0), grown.at(-1)]).toEqual([KEPT_WORDS, 8, 8]);
});

test('a command that says another length than it has is refused before anything is run (core §7 replay)', async () => {
  const words = new Float64Array([90, 9, 1, 1, 0]);
  const records = { words, from: 0, to: words.length, count: 1 };
  const ticket = { ...records, user: 1, settle: () => undefined, fail: () => undefined };
  expect(() => sequencer.submit(ticket)).toThrow('Expected commands of 5 words, they say 9');
  await rest();
  expect(rows.length).toBe(0);
});

test('a run of the house stands together in one batch, before the users who wait (design §2, §4)', async () => {
  void link.submit(add(9, 1), 9);
  await rest();
  void link.submit(add(1, 1), 1);
  void link.submit(add(2, 1), 2);
  const run = link.submitRun([add(0, 1), add(0, 2), add(0, 3)]);
  await commitAll();
  expect(opened.last.order).toEqual([9, 0, 0, 0, 1, 2]);
  expect((await run).map((outcome) => outcome.seq)).toEqual([4, 5, 6]);
});

test('a dry run answers at once on what is committed, and waits for what is not (design §2 out)', async () => {
  expect(await link.ask(add(1, 5))).toMatchObject({ numbers: [5] });
  void link.submit(add(1, 100), 1);
  await rest();
  let answer: unknown;
  void link.ask(add(1, 5)).then((given) => (answer = given));
  await rest();
  expect(answer).toBeUndefined();
  await commit();
  expect(answer).toMatchObject({ numbers: [105] });
});

test('a seed stands between two rows: what it holds is committed, what follows comes as batches (design §2 live fold)', async () => {
  void link.submit(add(1, 100), 1);
  await rest();
  void link.submit(add(1, 11), 1);
  await rest();
  const batches: number[] = [];
  link.onBatch((batch) => batches.push(batch.row));
  const seed = link.seed();
  await commit();
  await commit();
  const { row, seq, rowHash: hash, events } = await seed;
  expect([row, seq, hash]).toEqual([2, 4, rows[1]!.rowHash]);
  expect(events[3]).toBe(111);
  void link.submit(add(1, 1), 1);
  await commitAll();
  expect(batches).toEqual([1, 2, 3]);
});

test('what is due fires in a batch of its own when nobody sends anything (design §2)', async () => {
  void link.submit(add(1, 100, { due: 30 }), 1);
  await commitAll();
  expect(rows.length).toBe(1);
  hands.utc += 31;
  hands.monotonic += 31;
  await eventually(() => expect(rows.length).toBe(2));
  expect(rows[1]!.count).toBe(0);
  expect(rows[1]!.time).toBe(NOON + 31);
  await commitAll();
  expect(opened.last.sum).toBe(101);
});

test('trouble with the journal: what waits is 503, what was run stays and is sent when it is committed (issue 2 §3)', async () => {
  const states: boolean[] = [];
  link.onState((state) => states.push(state.taking));
  const run = link.submit(add(1, 1), 1);
  await rest();
  const gathered = link.submit(add(2, 1), 2);
  await rest();
  sequencer.journalTrouble('the database refuses to commit: no space left on device (53100)');
  expect(link.state()).toEqual({
    taking: false,
    reason: 'orders are not taken: the database refuses to commit: no space left on device (53100)',
  });
  await expect(link.submit(add(3, 1), 3)).rejects.toThrow('53100');
  await expect(link.submit(add(3, 1), 3)).rejects.toMatchObject({ code: 503 });
  sequencer.journalTrouble(undefined);
  await commitAll();
  expect((await run).code).toBe(200);
  expect((await gathered).code).toBe(200);
  expect(states).toEqual([false, true]);
  expect(opened.last.sum).toBe(2);
});

test('a commit that stays unknown is reported as 504, and is not run again when it succeeds (design §2 out)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const unknown = link.submit(add(1, 1), 1).catch((error: unknown) => error);
  await rest();
  sequencer.journalTrouble('the database is not reachable: ECONNREFUSED');
  vi.advanceTimersByTime(ANSWER_PATIENCE);
  expect(await unknown).toBeInstanceOf(IntakeError);
  expect(await unknown).toMatchObject({ code: 504 });
  const batches: number[] = [];
  link.onBatch((batch) => batches.push(batch.count));
  sequencer.journalTrouble(undefined);
  await commitAll();
  expect(batches).toEqual([1]);
  expect(opened.last.sum).toBe(1);
  expect(rows.length).toBe(1);
});

test('a step of the clock backwards stops intake until it is right again (design §2 time)', async () => {
  void link.submit(add(1, 1), 1);
  await commitAll();
  hands.utc -= 3_000;
  hands.monotonic += 10;
  const refused = await link.submit(add(1, 1), 1).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 503 });
  expect(String(refused)).toContain('behind the last batch');
  expect(link.state().taking).toBe(false);
  hands.utc += 3_000;
  await eventually(() => expect(link.state().taking).toBe(true));
  const again = link.submit(add(1, 1), 1);
  await commitAll();
  expect((await again).code).toBe(200);
});

test('an assertion that fails in the core stops the process and tells nobody that anything was done (core §1)', async () => {
  void link.submit(add(1, 1), 1).catch(() => undefined);
  await rest();
  const unknown = link.submit(add(1, 1), 1).catch((error: unknown) => error);
  void link.submit(add(1, 666), 1).catch(() => undefined);
  await rest();
  expect(fatals[0]!.message).toBe('an assertion failed in commit');
  expect(await unknown).toMatchObject({ code: 504 });
  await commit();
  // The half-run batch never becomes a row.
  expect(rows.length).toBe(1);
  await expect(link.submit(add(1, 1), 1)).rejects.toMatchObject({ code: 503 });
});

test('a writer that was fenced stops the process, and what was run is unknown to its sender (design §2)', async () => {
  const unknown = link.submit(add(1, 1), 1).catch((error: unknown) => error);
  await rest();
  breaks[0]!(new JournalError('fenced', 1, 'Another writer has taken the journal over'));
  expect(await unknown).toMatchObject({ code: 504 });
  expect(fatals[0]!.message).toContain('Another writer');
  expect(link.state().taking).toBe(false);
});

test('a stop commits what was run and takes nothing more (design §9)', async () => {
  const run = link.submit(add(1, 1), 1);
  await rest();
  let stopped = false;
  const stop = sequencer.stop().then(() => (stopped = true));
  await expect(link.submit(add(1, 1), 1)).rejects.toMatchObject({ code: 503 });
  expect(stopped).toBe(false);
  await commitAll();
  await stop;
  expect((await run).code).toBe(200);
});
