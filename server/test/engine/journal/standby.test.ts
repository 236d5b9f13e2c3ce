// An acknowledgement means after a crash of the database what it meant before: the standbys that were promised have the row.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type JournalRow, JournalWriter, NO_HASH, rowHash } from '../../../src/engine/journal/index.ts';
import type { Postgres } from '../../../src/app/postgres/index.ts';
import { ask, endServers, newFolder, removeFolders, start } from '../../app/postgres/servers.ts';
import { eventually } from '../../support/eventually.ts';

afterEach(endServers);
afterAll(removeFolders);

function firstRow(epoch: number): JournalRow {
  const bare = {
    ...{ row: 1, epoch, firstSeq: 1, count: 1, time: 1_700_000_000_000, rules: 1 },
    ...{ commands: new Uint8Array([1, 2, 3]), eventHash: '0'.repeat(32), prevHash: NO_HASH },
  };
  return { ...bare, rowHash: rowHash(bare) };
}

async function crash(postgres: Postgres): Promise<void> {
  const before = postgres.pid();
  if (before === undefined) throw new Error('the server does not run');
  process.kill(before, 'SIGKILL');
  while (postgres.pid() === before) await sleep(10);
}

/** The statement with which the journal's session waits for a standby; none: an empty text. */
const waiting = (postgres: Postgres): Promise<string> =>
  ask(
    postgres,
    "select coalesce(max(query), '') from pg_stat_activity where application_name = 'vitrine journal' and wait_event = 'SyncRep'",
  );

async function promise(postgres: Postgres, standbys: string): Promise<void> {
  await ask(postgres, `alter system set synchronous_standby_names = '${standbys}'`);
}

describe('an acknowledgement after a crash of the database (issue 14, 6)', () => {
  it('does not come for a row that is there and that no standby confirmed', async () => {
    const postgres = await start(newFolder());
    const writer = await JournalWriter.open(postgres.address, () => undefined);
    await promise(postgres, 'standby1');
    await ask(postgres, 'select pg_reload_conf()');
    await eventually(async () => expect(await ask(postgres, 'show synchronous_standby_names')).toBe('standby1'));
    let acknowledged = false;
    const appending = writer.append(firstRow(writer.epoch)).then(
      () => (acknowledged = true),
      (error: unknown) => error,
    );
    await eventually(async () => expect(await waiting(postgres)).toContain('INSERT INTO journal'));
    await crash(postgres);
    // The row is there now, since a start of the server does not wait for standbys. The writer asks for a proof.
    await eventually(async () => {
      expect(acknowledged).toBe(false);
      expect(await waiting(postgres)).toContain('UPDATE journal_writer');
    });
    expect(Number(await ask(postgres, 'select count(*) from journal'))).toBe(1);
    expect(acknowledged).toBe(false);
    await writer.close();
    expect(await appending).toMatchObject({ fault: 'closed' });
  });

  it('does not come from a server that waits for fewer standbys than before', async () => {
    const postgres = await start(newFolder());
    const troubles: (string | undefined)[] = [];
    const writer = await JournalWriter.open(postgres.address, (reason) => troubles.push(reason));
    await promise(postgres, 'standby1');
    await crash(postgres);
    let acknowledged = false;
    const appending = writer.append(firstRow(writer.epoch)).then(
      () => (acknowledged = true),
      (error: unknown) => error,
    );
    // Its session is lost with the crash; a new one waits for the standby.
    await eventually(async () => expect(await waiting(postgres)).not.toBe(''));
    await promise(postgres, '');
    await crash(postgres);
    const said = 'the database now waits for the standbys "", before for "standby1"';
    await eventually(() => expect(troubles.some((reason) => reason?.includes(said))).toBe(true));
    expect(acknowledged).toBe(false);
    await writer.close();
    expect(await appending).toMatchObject({ fault: 'closed' });
  });
});
