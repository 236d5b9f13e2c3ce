// kill -9 under load, of our process and of the database's, again and again (issue 2 §3; W01). VITRINE_TEST_KILLS sets how
// often, VITRINE_TEST_SEED which moments.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { decodeCommand, decodeEvents } from '@vitrine/core';
import { NO_HASH, readHead, readRows } from '../../src/journal/index.ts';
import { clusterOf } from '../../src/postgres/cluster.ts';
import { connect, isAlive, type Postgres, startPostgres } from '../../src/postgres/index.ts';
import { coreKit, replayRow, snapshotFolder } from '../../src/sequencer/index.ts';
import type { Word } from './child.ts';

const ROUNDS = Number(process.env['VITRINE_TEST_KILLS'] ?? 50);
const SEED = Number(process.env['VITRINE_TEST_SEED'] ?? Date.now() % 2 ** 31);
const dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-kill-'));
mkdirSync(snapshotFolder(dataFolder));
const children = new Set<ChildProcess>();
let postgres: Postgres | undefined;

/** Park and Miller's generator: which moment a round is killed at. */
let state = (SEED % 2_147_483_646) + 1;
function random(below: number): number {
  state = (state * 48_271) % 2_147_483_647;
  return state % below;
}

/** One life of the process, from its start to its death, and all it told. */
class Life {
  readonly words: Word[] = [];
  readonly #child: ChildProcess;
  #errors = '';

  constructor() {
    const file = fileURLToPath(new URL('./child.ts', import.meta.url));
    this.#child = spawn(process.execPath, [file, dataFolder], { stdio: ['ignore', 'pipe', 'pipe'] });
    children.add(this.#child);
    createInterface({ input: this.#child.stdout! }).on('line', (line) => this.words.push(JSON.parse(line) as Word));
    this.#child.stderr!.on('data', (part: Buffer) => (this.#errors += part.toString()));
  }

  all<K extends Word['kind']>(kind: K): Extract<Word, { kind: K }>[] {
    return this.words.filter((word): word is Extract<Word, { kind: K }> => word.kind === kind);
  }

  /** Waits until something is so. @throws with what the process said when it ended before. */
  async until(what: string, check: () => boolean): Promise<void> {
    while (!check()) {
      if (this.#child.exitCode !== null) throw new Error(`it ended before ${what}: ${this.#errors}`);
      await sleep(2);
    }
  }

  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGKILL');
    await ended;
    children.delete(this.#child);
  }
}

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await postgres?.stop();
  rmSync(clusterOf(dataFolder).sockets, { recursive: true, force: true });
  rmSync(dataFolder, { recursive: true, force: true });
});

test(
  `W01: ${ROUNDS} kills under load lose nothing that was acknowledged; balances and books are equal (design §2, seed ${SEED})`,
  async () => {
    const told = new Map<number, string>();
    const acknowledged = new Map<number, number>();
    const digests = new Map<number, string>();
    let fromSnapshots = 0;

    for (let round = 0; round < ROUNDS; round += 1) {
      const life = new Life();
      await life.until('it was ready', () => life.all('ready').length > 0);
      const [ready] = life.all('ready');
      digests.set(ready!.row, ready!.digest);
      if (ready!.from > 0) fromSnapshots += 1;
      await life.until('it took orders', () => life.all('ack').filter(({ code }) => code === 200).length > 40);
      await sleep(random(120));
      if (round % 3 === 1) {
        // The database dies under it: orders stop, come back by themselves, and then it dies too.
        process.kill(ready!.postgres, 'SIGKILL');
        await life.until('orders stopped', () => life.all('state').some(({ taking }) => !taking));
        await life.until('orders were taken again', () => life.all('state').at(-1)!.taking);
        const before = life.all('ack').length;
        await life.until('orders were acknowledged again', () => life.all('ack').length > before + 5);
      }
      await life.kill();
      for (const { row, hash } of life.all('batch')) told.set(row, hash);
      for (const { seq, key } of life.all('ack')) acknowledged.set(seq, key);
    }

    postgres = await startPostgres({ dataFolder });
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
      if (told.has(row.row)) expect(row.rowHash, `row ${row.row}`).toBe(told.get(row.row));
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
    expect(Math.max(...told.keys())).toBeLessThanOrEqual(head.row);
    for (const [asset, sum] of sums) expect(sum, `asset ${asset}`).toBe(0);
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
  60_000 + ROUNDS * 10_000,
);
