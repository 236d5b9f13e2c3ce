// `npm run restore -- DATA [SIGNED]`: goes on with a database that is older than what was signed, the exchange being stopped.
// SIGNED: what a signer by itself answered to `accept`. Exit 0: done; 1: not, and says why.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import {
  acceptHead,
  type Anchor,
  type CustodyTables,
  isSignedHead,
  openAnchor,
  readHeadText,
  readKeyCheck,
  restoreOlder,
} from '../src/custody/index.ts';
import { hasJournal, makeTables, readHead, readRowHash, takeLock } from '../src/engine/journal/index.ts';
import { connect, openPool, startPostgres } from '../src/app/postgres/index.ts';
import { readSettings, type Settings, withoutPassword } from '../src/app/settings/index.ts';
import { holdFolder } from '../src/app/start/index.ts';
import { createVault, masterKey } from '../src/account/vault/index.ts';
import { removeOtherSnapshots, snapshotFolder } from '../src/engine/sequencer/index.ts';
import { dropOtherViews, migrateAll } from '../src/projection/views/index.ts';

/** How long an exchange that is just stopping may keep the journal, ms. */
const LOCK_PATIENCE = 3_000;

async function restore(dataFolder: string, answer: string | undefined): Promise<void> {
  const settings = readSettings({ ...process.env, VITRINE_DATA: dataFolder });
  const { databaseUrl, custody } = settings;
  if (databaseUrl === undefined && !existsSync(join(dataFolder, 'postgres')))
    throw new Error(`${dataFolder} holds no database. Give the data folder: npm run restore -- DATA`);
  const ownAnchor = join(dataFolder, 'anchor.log');
  // Every exchange that ran has one. A new file here would leave the one elsewhere behind, and each start would refuse.
  if (custody.anchor === undefined && !existsSync(ownAnchor))
    throw new Error(
      `${ownAnchor}: expected the anchor that the exchange wrote to, got none. Set VITRINE_ANCHOR and all else as for the exchange; where its anchor is lost for good, make an empty file there.`,
    );
  const anchor = openAnchor(custody.anchor ?? { place: ownAnchor });
  // Before anything is started or changed: a second one would find the first one's PostgreSQL and change what it changes.
  const held = await holdFolder(dataFolder, LOCK_PATIENCE);
  try {
    await restoreHeld({ dataFolder, settings, answer, anchor });
  } finally {
    held.release();
  }
}

interface Held {
  readonly dataFolder: string;
  readonly settings: Settings;
  readonly answer: string | undefined;
  readonly anchor: Anchor;
}

/** Of a folder that is held. */
async function restoreHeld({ dataFolder, settings, answer, anchor }: Held): Promise<void> {
  const { databaseUrl, journalUrl, custody } = settings;
  const main = await startPostgres({ dataFolder, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  const own = journalUrl === undefined ? undefined : await startPostgres({ dataFolder, databaseUrl: journalUrl });
  try {
    const client = await connect((own ?? main).address, 'restore');
    try {
      if (!(await hasJournal(client))) throw new Error('the database holds no journal');
      await takeLock(client, LOCK_PATIENCE);
      await makeTables(client);
      const { row, rowHash: hash } = await readHead(client);
      const head = { row, hash };
      if (custody.signer !== undefined && answer === undefined) {
        process.stdout.write(
          `Stop the signer. At its console: npm run -s signer -- accept --folder … --key-file … --row ${row} --hash ${hash}\n` +
            `Then here: npm run restore -- ${dataFolder} '…', with what it answered.\n`,
        );
        process.exitCode = 1;
        return;
      }
      // Both are made again by the next start, which takes long: only what is of the lost rows goes, since it would stop it.
      const rowHash = (of: number): Promise<string | undefined> => readRowHash(client, of);
      await removeOtherSnapshots(snapshotFolder(dataFolder), rowHash);
      await dropOtherViews(main.connection, rowHash);
      await migrateAll(main.connection);
      const db = new Kysely<CustodyTables>({
        dialect: new PostgresDialect({ pool: openPool(main.address, 'custody') }),
      });
      try {
        const { halted, moved } = await restoreOlder({
          ...{
            db,
            head,
            now: Date.now(),
            anchor,
          },
          accept: async (given) => {
            if (answer === undefined) {
              const before = { used: true, mark: await readKeyCheck(db) };
              const key = createVault(await masterKey(dataFolder, settings.masterKey, before)).derive('signer');
              return acceptHead(join(dataFolder, 'signer'), key, given);
            }
            const signed = readHeadText(answer);
            if (signed.row !== given.row || signed.hash !== given.hash || !isSignedHead(signed))
              throw new Error(`expected what the signer answered to row ${given.row}, got another`);
            return signed;
          },
        });
        process.stdout.write(`The journal goes on after row ${row}. ${moved} number ranges moved on.\n`);
        process.stdout.write(`Halted until two people open them: ${halted.join(', ') || 'nothing'}\n`);
      } finally {
        await db.destroy();
      }
    } finally {
      await client.end();
    }
  } finally {
    await own?.stop();
    await main.stop();
  }
}

const [folder, answer] = process.argv.slice(2);
try {
  await restore(resolve(folder ?? './data'), answer);
} catch (error) {
  process.stderr.write(`${withoutPassword(error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = 1;
}
