// The views and the live fold behind a running exchange: followed, stopped, started again, verified against the journal.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLive } from '../../../src/projection/live/index.ts';
import { testDatabase, type TestDatabase } from '../../../src/app/postgres/index.ts';
import { coreKit, followBatches, replayBetween, startLocal } from '../../../src/engine/sequencer/index.ts';
import { openReads, runViews, verifyViews } from '../../../src/projection/views/index.ts';
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

const noKey = { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 };

describe('behind a running exchange (design §2)', () => {
  it('views catch up, follow, go on after a restart and equal the journal replayed (failures W23)', async () => {
    const { address } = database;
    const core = await startLocal({ address, dataFolder, genesis });
    const { link } = core;
    const follow: Parameters<typeof runViews>[0]['follow'] = (afterRow, listener) =>
      followBatches({ kit: coreKit, link, address, dataFolder, afterRow, listener });
    const faults: string[] = [];
    const options = {
      address,
      follow,
      refill: (afterRow: number, upToRow: number) =>
        replayBetween({ kit: coreKit, address, dataFolder, afterRow, upToRow }),
      log: () => undefined,
      fatal: (error: Error) => void faults.push(error.message),
    };
    await link.submitRun([tickSlot(), quote()]);
    const ann = (await link.submit(command('user.open', { referrer: 0 }))).result;
    const ben = (await link.submit(command('user.open', { referrer: ann }))).result;
    // Issue 14, 7: a start that writes many rows says how far it is.
    const emitted: object[] = [];
    let views = await runViews({
      ...options,
      progressEvery: 0,
      log: (_, message, detail = {}) => void (message === 'the views are being written' && emitted.push(detail)),
    });
    const { row: written } = views.folded();
    expect(emitted).toContainEqual({ row: expect.any(Number) as number, of: written });
    expect(emitted.length).toBeGreaterThan(1);
    const reads = openReads(database.connection);
    const live = await createLive(link, { history: reads.history });
    await link.submit(command('practice.claim', { user: ben, ...noKey }), ben);
    const order = {
      user: ben,
      ...noKey,
      market: 1,
      wallet: 1,
      side: 1,
      type: 2,
      timeInForce: 2,
      price: 0,
      lots: 50,
      amount: 0,
      trigger: 0,
      triggerBy: 1,
      selfTrade: 1,
    };
    const bought = await link.submit(command('order.place', order), ben);
    expect(bought.code).toBe(200);
    expect(await live.waitFor(bought.seq, 2_000)).toBe(true);
    await views.reached(live.head().row);
    expect((await reads.fills(ben, {}, { current: 1, size: 15 })).total).toBeGreaterThan(0);
    expect((await reads.bills(ann, { kind: 'rebate' }, { current: 1, size: 15 })).total).toBeGreaterThan(0);
    expect(live.order(bought.result)).toEqual((await reads.order(ben, bought.result))?.order);
    await views.stop();

    await link.submit(command('order.place', { ...order, lots: 70 }), ben);
    const resting = await link.submit(
      command('order.place', { ...order, type: 1, timeInForce: 1, price: 900_000, lots: 9 }),
      ben,
    );
    views = await runViews(options);
    const again = await createLive(link, { history: reads.history });
    expect(again.openOrders(ben)).toEqual(live.openOrders(ben));
    expect(again.order(resting.result)).toMatchObject({
      seq: resting.seq,
      created: resting.time,
      status: 0,
      resting: 9,
    });
    expect(again.lastTrades(1)).toEqual(live.lastTrades(1));
    expect(again.book(1)).toMatchObject({ bids: live.book(1).bids, asks: live.book(1).asks });
    expect(again.ticker(1)).toEqual(live.ticker(1));
    expect(again.indexTicker(1)).toEqual(live.indexTicker(1));
    expect(again.opening(1)).toEqual(live.opening(1));
    expect(again.opening(1)).toBeDefined();
    expect(again.balances(ben)).toEqual(live.balances(ben));
    await views.reached(again.head().row);
    again.stop();
    live.stop();
    await views.stop();
    await core.stop();
    const verdict = await verifyViews(address, coreKit);
    expect(verdict.differences).toEqual([]);
    expect(verdict.row).toBeGreaterThan(5);
    expect(faults).toEqual([]);
    await reads.close();
  });
});
