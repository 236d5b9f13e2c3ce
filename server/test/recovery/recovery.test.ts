// kill -9 under load, of our process and of the database's, again and again (issue 2 §3; W01). VITRINE_TEST_RUNS scales how
// often, SEED draws the moments.

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { decodeCommand, decodeEvents } from '@vitrine/core';
import { randomTests, runs } from '@vitrine/core/test';
import { NO_HASH, readHead, readRows } from '../../src/engine/journal/index.ts';
import { clusterOf } from '../../src/app/postgres/cluster.ts';
import { connect, isAlive, type Postgres, startPostgres } from '../../src/app/postgres/index.ts';
import { coreKit, replayRow, snapshotFolder } from '../../src/engine/sequencer/index.ts';
import { Life } from './life.ts';

const { seed } = randomTests(import.meta.url);

const ROUNDS = runs(10);
/** Of ten rounds, those on a database that the killed process had started itself; the others find one that stays. */
const OWN_ROUNDS = 2;
/** Commands a life sees done before anything is killed, and again after its database came back. */
const ENOUGH = 40;
const ENOUGH_AGAIN = 5;
/** A kill comes at a random moment within so many ms. */
const MOMENTS = 120;
/** Only a test that fails takes so long, ms: rounds wait for processes that others keep from the processors. */
const PATIENCE = 600_000;
const folder = mkdtempSync(join(tmpdir(), 'vitrine-kill-'));
const dataFolder = join(folder, 'data');
mkdirSync(snapshotFolder(dataFolder), { recursive: true });
const lives = new Set<Life>();
let postgres: Postgres | undefined;

/** Park and Miller's generator: which moment a round is killed at. */
let state = (seed % 2_147_483_646) + 1;
function random(below: number): number {
  state = (state * 48_271) % 2_147_483_647;
  return state % below;
}

afterAll(async () => {
  for (const life of lives) await life.kill();
  await postgres?.stop();
  rmSync(clusterOf(dataFolder).sockets, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** One life under load, one or two kills. Gives all it told. */
async function round(number: number): Promise<Life> {
  const own = number % 10 < OWN_ROUNDS;
  if (own) {
    await postgres?.stop();
    postgres = undefined;
  } else postgres ??= await startPostgres({ dataFolder, options: { shared_buffers: '16MB' } });
  const life = new Life({ dataFolder, ...(postgres && { address: postgres.address }) }, join(folder, 'cache'));
  lives.add(life);
  await life.until('it is ready', () => life.ready !== undefined);
  await life.until('it takes orders', () => life.done >= ENOUGH);
  await sleep(random(MOMENTS));
  const database = postgres?.pid() ?? life.ready!.postgres;
  if (number % 3 === 1) {
    // The database dies under it: orders stop, come back by themselves, and then it dies too.
    process.kill(database, 'SIGKILL');
    await life.until('orders stop', () => life.states.some(({ taking }) => !taking));
    await life.until('orders are taken again', () => life.states.at(-1)!.taking);
    const before = life.done;
    await life.until('orders are done again', () => life.done > before + ENOUGH_AGAIN);
    await sleep(random(MOMENTS));
  } else if (number % 5 === 4) process.kill(database, 'SIGKILL');
  await life.kill();
  lives.delete(life);
  return life;
}

test(
  `W01: ${ROUNDS} kills under load lose nothing that was acknowledged; balances and books are equal (design §2, seed ${seed})`,
  async () => {
    const shown = new Map<number, string>();
    const acknowledged = new Map<number, number>();
    const digests = new Map<number, string>();
    let fromSnapshots = 0;
    for (let number = 0; number < ROUNDS; number += 1) {
      const life = await round(number);
      digests.set(life.ready!.row, life.ready!.digest);
      if (life.ready!.from > 0) fromSnapshots += 1;
      for (const { row, hash } of life.batches) shown.set(row, hash);
      for (const { seq, key } of life.acks) acknowledged.set(seq, key);
    }

    postgres ??= await startPostgres({ dataFolder });
    const client = await connect(postgres.address, 'test');
    const head = await readHead(client);
    const exchange = coreKit.open();
    const sums = new Map<number, number>();
    const assets = new Map<number, number>();
    let fills = 0;
    let found = 0;
    for await (const row of readRows(client, { row: 0, rowHash: NO_HASH }, head.row)) {
      // Replaying compares every event's hash with what was recorded when it happened.
      const events = replayRow(coreKit, exchange, row);
      if (shown.has(row.row)) expect(row.rowHash, `row ${row.row}`).toBe(shown.get(row.row));
      if (digests.has(row.row)) expect(exchange.digest(), `after row ${row.row}`).toBe(digests.get(row.row));
      const words = coreKit.unpack(row.commands);
      for (let at = 0, seq = row.firstSeq + 1; at < words.length; at += words[at + 1]!, seq += 1) {
        const key = acknowledged.get(seq);
        if (key === undefined) continue;
        found += 1;
        const command = decodeCommand(words, at);
        expect('keyLow' in command ? command.keyLow : 0, `command ${seq}`).toBe(key);
      }
      for (const event of decodeEvents(events)) {
        if (event.name === 'account.opened') assets.set(event.account, event.asset);
        if (event.name === 'fill') fills += 1;
        if (event.name !== 'entry') continue;
        const asset = assets.get(event.account)!;
        sums.set(asset, (sums.get(asset) ?? 0) + event.available + event.held);
      }
    }
    await client.end();
    expect(found).toBe(acknowledged.size);
    expect(Math.max(...shown.keys())).toBeLessThanOrEqual(head.row);
    for (const [asset, sum] of sums) expect(sum, `asset ${asset}`).toBe(0);
    expect(() => exchange.audit()).not.toThrow();
    expect(fills).toBeGreaterThan(0);
    // A snapshot is due every 100 rows, written by a thread that the kills meet too.
    if (ROUNDS >= 20) expect(fromSnapshots).toBeGreaterThan(0);
    expect(
      readdirSync(snapshotFolder(dataFolder)).filter((name) => name.endsWith('.snapshot')).length,
    ).toBeLessThanOrEqual(3);
    const pid = postgres.pid()!;
    await postgres.stop();
    expect(isAlive(pid)).toBe(false);
  },
  PATIENCE + ROUNDS * 10_000,
);
