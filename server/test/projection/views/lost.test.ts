// The views when the database crashes and takes back what it had committed without waiting for the disk.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { poolConfig, type Postgres } from '../../../src/app/postgres/index.ts';
import {
  compareViews,
  type FoldBatch,
  type LostRows,
  migrateViews,
  openFolder,
  rebuildViews,
  ViewsRefused,
} from '../../../src/projection/views/index.ts';
import { ask, endServers, newFolder, removeFolders, start } from '../../app/postgres/servers.ts';
import { storyBatches } from '../../support/story.ts';

/** Keeps async commits off the disk until the test kills the server, ms. */
const NEVER_BY_ITSELF = { wal_writer_delay: '10000' };

afterEach(endServers);
afterAll(removeFolders);

/** Kills the server hard and waits until its supervisor has it running again. */
async function crash(postgres: Postgres): Promise<void> {
  const before = postgres.pid();
  if (before === undefined) throw new Error('the server does not run');
  process.kill(before, 'SIGKILL');
  while (postgres.pid() === before) await sleep(10);
  await ask(postgres, 'select 1');
}

async function* between(afterRow: number, upToRow: number): AsyncGenerator<FoldBatch> {
  for (const batch of storyBatches()) if (batch.row > afterRow && batch.row <= upToRow) yield batch;
}

async function* all(afterRow: number): AsyncGenerator<FoldBatch> {
  yield* between(afterRow, Infinity);
}

describe('views after a crash of the database (issue 14, 1)', () => {
  it.each(['while nothing is written', 'while a batch waits'])('never skip a committed row: %s', async (when) => {
    const postgres = await start(newFolder(), NEVER_BY_ITSELF);
    const connection = poolConfig(postgres.address, 'test');
    await migrateViews(connection);
    const lost: LostRows[] = [];
    const folder = await openFolder({ connection, refill: between, onLost: (rows) => lost.push(rows) });
    const batches = storyBatches();
    const push = (from: number, to: number): void => {
      for (const batch of batches) if (batch.row >= from && batch.row <= to) folder.push(batch);
    };
    push(1, 2);
    await folder.reached(2);
    await ask(postgres, 'checkpoint');
    push(3, 5);
    await folder.reached(5);
    if (when === 'while a batch waits') {
      const down = crash(postgres);
      push(6, 6);
      await down;
    } else {
      await crash(postgres);
      // The precondition: the crash did take back rows that the folder knows as written.
      expect(Number(await ask(postgres, 'select row from views.views_state'))).toBe(2);
      push(6, 6);
    }
    await folder.reached(6);
    await folder.stop();
    // A batch that came before the crash may have made all of them durable.
    const gone = [{ from: 3, to: 5 }];
    expect(when === 'while a batch waits' ? [[], gone] : [gone]).toContainEqual(lost);
    // The crash may have come just after row 6 and taken it back too: the next start goes on from what is there.
    const next = await openFolder({ connection, refill: between });
    for (const batch of batches) next.push(batch);
    await next.reached(6);
    await next.stop();
    await rebuildViews({ connection, schema: 'views_check', source: all });
    expect(await compareViews(connection, 'views', 'views_check')).toEqual([]);
  });

  it('are refused at a start when a row is missing in their middle, and checked only once', async () => {
    const postgres = await start(newFolder());
    const connection = poolConfig(postgres.address, 'test');
    await rebuildViews({ connection, schema: 'views', source: all });
    await ask(postgres, 'delete from views.event_log where row in (3, 4)');
    await expect(openFolder({ connection })).rejects.toEqual(
      new ViewsRefused('gap', 'the views stand at row 6 and never folded row 3; rebuild them'),
    );
    await rebuildViews({ connection, schema: 'views', source: all });
    await (await openFolder({ connection })).stop();
    expect(Number(await ask(postgres, 'select row from views.views_checked'))).toBe(6);
    await ask(postgres, 'delete from views.event_log where row = 6');
    await expect(openFolder({ connection })).rejects.toMatchObject({ why: 'gap' });
  });
});
