// `npm run snapshot -- DATA`: writes a snapshot of a stopped exchange's last row, so that its next start replays nothing.
// Exit 0: written; 1: not, and says why.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hasJournal, makeTables, takeLock } from '../src/engine/journal/index.ts';
import { connect, startPostgres } from '../src/app/postgres/index.ts';
import { saveSnapshot } from '../src/engine/sequencer/index.ts';
import { readSettings, withoutPassword } from '../src/app/settings/index.ts';

/** How long an exchange that is just stopping may keep the journal, ms. */
const LOCK_PATIENCE = 3_000;

async function snapshot(dataFolder: string): Promise<void> {
  const { databaseUrl, journalUrl } = readSettings({ ...process.env, VITRINE_DATA: dataFolder });
  const url = journalUrl ?? databaseUrl;
  if (url === undefined && !existsSync(join(dataFolder, 'postgres')))
    throw new Error(`${dataFolder} holds no journal. Give the data folder: npm run snapshot -- DATA`);
  const database = await startPostgres({ dataFolder, ...(url === undefined ? {} : { databaseUrl: url }) });
  try {
    const client = await connect(database.address, 'snapshot');
    try {
      if (!(await hasJournal(client))) throw new Error('the database holds no journal');
      await takeLock(client, LOCK_PATIENCE);
      // A database of an earlier build lacks columns that joined since.
      await makeTables(client);
      const skipped = (file: string, reason: string) => process.stdout.write(`${file} is not usable: ${reason}\n`);
      const { row, file } = await saveSnapshot({ client, dataFolder, skipped });
      process.stdout.write(`row ${row}: ${file}\n`);
    } finally {
      await client.end();
    }
  } finally {
    await database.stop();
  }
}

const [folder] = process.argv.slice(2);
try {
  await snapshot(resolve(folder ?? './data'));
} catch (error) {
  process.stderr.write(`${withoutPassword(error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = 1;
}
