// A process that starts a server and holds it until it is killed. For postgres.test.ts.

import { startPostgres } from '../../../src/app/postgres/index.ts';

const postgres = await startPostgres({ dataFolder: process.argv[2] ?? '', options: { shared_buffers: '16MB' } });
process.stdout.write(`${JSON.stringify({ pid: postgres.pid(), supervisor: postgres.supervisorPid() })}\n`);
process.stdin.resume();
