// The views in a thread of their own, beside the core's.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLive } from '../../../src/projection/live/index.ts';
import { testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { startSequencer } from '../../../src/engine/sequencer/index.ts';
import { migrateAll, openReads, startViews } from '../../../src/projection/views/index.ts';
import { command, genesis, quote, tickSlot } from '../../support/exchange-world.ts';

let database: TestDatabase;
let dataFolder: string;

beforeAll(async () => {
  database = await testDatabase();
  dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-views-'));
});
afterAll(async () => {
  await database.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

describe('the views’ thread (design §2 threads)', () => {
  it('folds what the core’s thread commits, and the next start goes on from there', async () => {
    const { address, connection } = database;
    await migrateAll(connection);
    const faults: string[] = [];
    const log = (level: string, message: string) => void (level === 'error' && faults.push(message));
    const fatal = (error: Error) => void faults.push(error.message);
    for (let start = 1; start <= 2; start++) {
      const core = await startSequencer({ address, dataFolder, genesis, log, fatal });
      const views = await startViews({ address, dataFolder, port: core.port(), log, fatal });
      const reads = openReads(connection);
      const live = await createLive(core.link, { history: reads.history });
      await core.link.submitRun([tickSlot(), quote()]);
      const { result: user } = await core.link.submit(command('user.open', { referrer: 0 }));
      const { seq } = await core.link.submit(
        command('practice.claim', { user, keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 }),
        user,
      );
      expect(await live.waitFor(seq, 2_000)).toBe(true);
      expect(live.balances(user)).toHaveLength(3);
      while ((await reads.folded()).seq < seq) await new Promise((resolve) => setTimeout(resolve, 5));
      expect((await reads.bills(user, { kind: 'practice' }, { current: 1, size: 15 })).total).toBe(3);
      expect(live.tick(1)?.number).toBe(start);
      expect(live.ticks(1)).toHaveLength(start);
      live.stop();
      await reads.close();
      await views.stop();
      await core.stop();
    }
    expect(faults).toEqual([]);
  });
});
