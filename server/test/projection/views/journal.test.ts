// Reads of the journal out of the event log: the row of a command, ticks that no table holds any more (money §5, receipts).

import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { migrateViews, openFolder, openReads, type ViewsReads } from '../../../src/projection/views/index.ts';
import { INSTRUMENT, storyBatches } from '../../support/story.ts';

const batches = storyBatches();
let database: TestDatabase;
let reads: ViewsReads;

beforeAll(async () => {
  database = await testDatabase();
  await migrateViews(database.connection);
  const folder = await openFolder({
    connection: database.connection,
    onTrouble: (error) => {
      throw error;
    },
  });
  for (const batch of batches) folder.push(batch);
  await folder.reached(batches.at(-1)!.row);
  await folder.stop();
  reads = openReads(database.connection);
});
afterAll(async () => {
  await reads.close();
  await database.stop();
});

it('names the row that holds a command, for every command, and none for those to come', async () => {
  for (const { row, firstSeq, count, time, rowHash } of batches)
    for (const seq of [firstSeq, firstSeq + count])
      expect(await reads.journalEntry(seq)).toEqual({ row, time, rowHash });
  const last = batches.at(-1)!;
  expect(await reads.journalEntry(last.firstSeq + last.count + 1)).toBeUndefined();
  expect(await reads.journalEntry(0)).toBeUndefined();
});

it('gives each tick as its table has it, and none under a wrong number or time', async () => {
  const ticks = await reads.ticks({ instrument: INSTRUMENT });
  expect(ticks.length).toBeGreaterThan(1);
  for (const tick of ticks) {
    expect(await reads.journalTick(INSTRUMENT, tick.number, tick.time)).toEqual(tick);
    expect(await reads.journalTick(INSTRUMENT, tick.number, tick.time + 1)).toBeUndefined();
    expect(await reads.journalTick(INSTRUMENT, tick.number + 1_000, tick.time)).toBeUndefined();
    expect(await reads.journalTick(INSTRUMENT + 50, tick.number, tick.time)).toBeUndefined();
  }
});
