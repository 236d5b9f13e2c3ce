// `npm run verify -- DATA`: replays a journal from its first row and checks all that it claims; exit 1 when anything differs.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { hasJournal, NO_HASH, readHead, takeLock } from '../src/journal/index.ts';
import { connect, startPostgres } from '../src/postgres/index.ts';
import { coreKit, replayRows, snapshotFolder, snapshotHeaders } from '../src/sequencer/index.ts';
import { readSettings, withoutPassword } from '../src/settings/index.ts';
import { verifyViews } from '../src/views/index.ts';

/** How often the long part says where it is, ms. */
const PROGRESS_EVERY = 5_000;
/** How long an exchange that is just stopping may keep the journal, ms. */
const LOCK_PATIENCE = 3_000;

/** One line of the result. */
function say(part: string, text: string): void {
  process.stdout.write(`${part.padEnd(12)}${text}\n`);
}

/** Replays every row, comparing hashes, snapshots on the way, and the books' balance at the end. */
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
  let told = performance.now();
  for await (const batch of replayRows(coreKit, client, { exchange, row: 0, rowHash: NO_HASH }, head.row)) {
    commands += batch.count;
    const header = bySnapshotRow.get(batch.row);
    if (header !== undefined) {
      const equal =
        header.rowHash === batch.rowHash &&
        header.digest === exchange.digest() &&
        header.keyDigest === exchange.keyDigest();
      say('snapshot', `row ${batch.row}: ${equal ? 'equals the replay' : 'DIFFERS from the replay'}`);
      good &&= equal;
      bySnapshotRow.delete(batch.row);
    }
    if (performance.now() - told > PROGRESS_EVERY) {
      told = performance.now();
      say('journal', `row ${batch.row} of ${head.row}`);
    }
  }
  say('journal', `${head.row} rows, ${commands} commands: chain and event hashes are equal`);
  say('digest', exchange.digest());
  for (const row of bySnapshotRow.keys()) {
    say('snapshot', `row ${row} is beyond the journal's end: rows ${head.row + 1} to ${row} are MISSING`);
    good = false;
  }
  return good;
}

/** Runs every check; gives whether all is as it should be. */
async function verify(dataFolder: string): Promise<boolean> {
  const { databaseUrl, journalUrl } = readSettings({ ...process.env, VITRINE_DATA: dataFolder });
  if (databaseUrl === undefined && !existsSync(join(dataFolder, 'postgres'))) {
    throw new Error(`${dataFolder} holds no journal. Give the data folder: npm run verify -- DATA`);
  }
  const main = await startPostgres({ dataFolder, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  try {
    const journal = journalUrl === undefined ? main : await startPostgres({ dataFolder, databaseUrl: journalUrl });
    const client = await connect(journal.address, 'verify');
    try {
      if (!(await hasJournal(client))) throw new Error('the database holds no journal');
      await takeLock(client, LOCK_PATIENCE);
      const good = await verifyJournal(client, dataFolder);
      const { row, differences } = await verifyViews(journal.address, coreKit, main.address);
      for (const { table, onlyFirst, onlySecond, example } of differences) {
        say(
          'views',
          `${table} DIFFERS: ${onlyFirst} rows only as they are, ${onlySecond} only rebuilt, such as ${example}`,
        );
      }
      if (differences.length === 0) say('views', `rebuilt to row ${row}: equal, table by table`);
      return good && differences.length === 0;
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
  process.exitCode = good ? 0 : 1;
} catch (error) {
  process.stderr.write(`${withoutPassword(error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = 1;
}
