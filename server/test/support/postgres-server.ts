// One PostgreSQL for a whole test run. Vitest starts it before the first test file and stops it after the last.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, poolConfig, type SharedServer, startPostgres } from '../../src/app/postgres/index.ts';
import { migrateAll } from '../../src/projection/views/index.ts';

const TEMPLATE = 'test_template';

/** Starts the server and passes its address to the test processes; the returned function stops it. */
export async function setup(): Promise<() => Promise<void>> {
  const running = await startPostgres({
    dataFolder: await mkdtemp(join(tmpdir(), 'vitrine-test-')),
    temporary: true,
    options: { shared_buffers: '64MB', max_connections: '200' },
  });
  const { address } = running;
  if (address.kind !== 'socket') throw new Error('Expected an embedded server.');
  const client = await connect(address, 'test');
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  await migrateAll(poolConfig({ ...address, database: TEMPLATE }, 'test'));
  const shared: SharedServer = { address, template: TEMPLATE };
  process.env['VITRINE_TEST_POSTGRES'] = JSON.stringify(shared);
  return async () => {
    delete process.env['VITRINE_TEST_POSTGRES'];
    await running.stop();
  };
}
