// `npm run verify -- DATA`: replays a journal from its first row and checks all that it claims. Exit 0: all is as it was
// recorded; 1: something differs and is named; 2: it could not be checked.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Exchange } from '@vitrine/core';
import type pg from 'pg';
import { hasJournal, JournalError, makeTables, NO_HASH, readHead, takeLock } from '../src/engine/journal/index.ts';
import { connect, type DatabaseAddress, startPostgres } from '../src/app/postgres/index.ts';
import { coreKit, replayRows, snapshotFolder, snapshotHeaders } from '../src/engine/sequencer/index.ts';
import { readSettings, withoutPassword } from '../src/app/settings/index.ts';
import { verifyViews } from '../src/projection/views/index.ts';

/** How often the long part says where it is, ms. */
const PROGRESS_EVERY = 5_000;
/** How long an exchange that is just stopping may keep the journal, ms. */
const LOCK_PATIENCE = 3_000;
/** What the process ends with. */
const DIFFERS = 1;
const NOT_CHECKED = 2;

/** One line of the result. */
function say(part: string, text: string): void {
  process.stdout.write(`${part.padEnd(12)}${text}\n`);
}

/** Checks the invariants of the books over the whole state; says which one is broken. */
function isSound(exchange: Exchange, row: number): boolean {
  try {
    exchange.audit();
    return true;
  } catch (error) {
    say('invariants', `BROKEN after row ${row}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** Replays every row, comparing hashes, snapshots on the way, and the books' balance at each and at the end. */
async function verifyJournal(client: pg.Client, dataFolder: string): Promise<boolean> {
  const head = await readHead(client);
  if (head.row === 0) {
    say('journal', 'is empty');
    return true;
  }
  let good = true;
  const snapshots = await snapshotHeaders(snapshotFolder(dataFolder), (file, reason) =>
    say('snapshot', `${file} is not usable and would be skipped: ${reason}`),
  );
  const bySnapshotRow = new Map(snapshots.map((header) => [header.row, header]));
  const exchange = coreKit.open();
  let commands = 0;
  let reported = performance.now();
  for await (const batch of replayRows(coreKit, client, { exchange, row: 0, rowHash: NO_HASH }, head.row)) {
    commands += batch.count;
    const header = bySnapshotRow.get(batch.row);
    if (header !== undefined) {
      const equal =
        header.rowHash === batch.rowHash &&
        header.digest === exchange.digest() &&
        header.keyDigest === exchange.keyDigest();
      say('snapshot', `row ${batch.row}: ${equal ? 'equals the replay' : 'DIFFERS from the replay'}`);
      good &&= isSound(exchange, batch.row) && equal;
      bySnapshotRow.delete(batch.row);
    }
    if (performance.now() - reported > PROGRESS_EVERY) {
      reported = performance.now();
      say('journal', `row ${batch.row} of ${head.row}`);
    }
  }
  say('journal', `${head.row} rows, ${commands} commands: chain and event hashes are equal`);
  await sayBuilds(client);
  if (isSound(exchange, head.row)) say('invariants', 'every account, hold and book agrees');
  else good = false;
  say('digest', exchange.digest());
  for (const row of bySnapshotRow.keys()) {
    say('snapshot', `row ${row} is beyond the journal's end: journal rows ${head.row + 1} to ${row} are MISSING`);
    good = false;
  }
  return good;
}

/** Says which builds wrote the journal, and the rules after the last row of each. */
async function sayBuilds(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ build: string | null; first: number; last: number; rules: number }>(
    `SELECT build, min(row) AS first, max(row) AS last, max(coalesce(rules_after, rules)) AS rules
     FROM journal GROUP BY build ORDER BY min(row)`,
  );
  for (const { build, first, last, rules } of rows)
    say('build', `${build ?? 'not named'}: rows ${first} to ${last}, rules ${rules}`);
}

/** Rebuilds the views beside the live ones and compares. */
async function verifyFold(journal: DatabaseAddress, main: DatabaseAddress): Promise<boolean> {
  const { row, differences, outdated } = await verifyViews(journal, coreKit, main);
  if (outdated) {
    say('views', `of another version of the fold at row ${row}: not compared, the next start rebuilds them`);
    return true;
  }
  for (const { table, onlyFirst, onlySecond, example } of differences) {
    say(
      'views',
      `${table} DIFFERS: ${onlyFirst} rows only as they are, ${onlySecond} only rebuilt, such as ${example}`,
    );
  }
  if (differences.length === 0) say('views', `rebuilt to row ${row}: equal, table by table`);
  return differences.length === 0;
}

/** Runs a part; a fault of the journal that it meets is named and counts as a difference. */
async function holds(part: string, check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    say(part, error.message);
    return false;
  }
}

/** Runs every check; gives whether all is as it should be. */
async function verify(dataFolder: string): Promise<boolean> {
  const { databaseUrl, journalUrl } = readSettings({ ...process.env, VITRINE_DATA: dataFolder });
  if (databaseUrl === undefined && !existsSync(join(dataFolder, 'postgres'))) {
    throw new Error(`Not checked: ${dataFolder} holds no journal. Give the data folder: npm run verify -- DATA`);
  }
  const main = await startPostgres({ dataFolder, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  try {
    const journal = journalUrl === undefined ? main : await startPostgres({ dataFolder, databaseUrl: journalUrl });
    const client = await connect(journal.address, 'verify');
    try {
      if (!(await hasJournal(client))) throw new Error('the database holds no journal');
      await takeLock(client, LOCK_PATIENCE);
      // A database of an earlier build lacks columns that joined since.
      await makeTables(client);
      const journalHolds = await holds('journal', () => verifyJournal(client, dataFolder));
      if (!journalHolds) say('views', 'are not compared: the journal they come from is not as it was recorded');
      return journalHolds && (await holds('views', () => verifyFold(journal.address, main.address)));
    } finally {
      await client.end();
    }
  } finally {
    await main.stop();
  }
}

const [folder] = process.argv.slice(2);
try {
  const good = await verify(resolve(folder ?? './data'));
  say('result', good ? 'all is as it was recorded' : 'something differs, see above');
  process.exitCode = good ? 0 : DIFFERS;
} catch (error) {
  process.stderr.write(`${withoutPassword(error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = NOT_CHECKED;
}
