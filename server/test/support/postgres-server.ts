// One PostgreSQL for a whole test run. Vitest starts it before the first test file and stops it after the last.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../src/postgres/index.ts';

/** Starts the server and publishes its address to the test processes; the result stops it. */
export async function setup(): Promise<() => Promise<void>> {
  const running = await startPostgres({
    dataFolder: await mkdtemp(join(tmpdir(), 'vitrine-test-')),
    temporary: true,
    options: { shared_buffers: '64MB', max_connections: '200' },
  });
  process.env['VITRINE_TEST_POSTGRES'] = JSON.stringify(running.address);
  return async () => {
    delete process.env['VITRINE_TEST_POSTGRES'];
    await running.stop();
  };
}
