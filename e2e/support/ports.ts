// The two ports of an exchange.

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the ephemeral port range (Linux: from 32,768): outgoing connections cannot take ours. */
const FIRST = 20_000;
/** Ports per worker of a run. */
const SHARE = 1_000;
const SHARES = 12;
/** Processes other than workers use the last share. */
const NO_WORKER = SHARES - 1;

export interface Ports {
  readonly port: number;
  readonly deskPort: number;
}

/** Two free loopback ports. Holds the first until both are found. */
export async function freePorts(): Promise<Ports> {
  const from = FIRST + (Number(process.env['TEST_PARALLEL_INDEX'] ?? NO_WORKER) % SHARES) * SHARE;
  const start = randomInt(SHARE);
  const held: Server[] = [];
  const found: number[] = [];
  try {
    for (let tries = 0; tries < SHARE; tries += 1) {
      const wanted = from + ((start + tries) % SHARE);
      const server = await listening(wanted);
      if (server === undefined) continue;
      held.push(server);
      found.push(wanted);
      const [port, deskPort] = found;
      if (port !== undefined && deskPort !== undefined) return { port, deskPort };
    }
    throw new Error(`expected two free ports from ${from} to ${from + SHARE - 1}, found ${found.length}`);
  } finally {
    for (const server of held) await new Promise((done) => server.close(done));
  }
}

/** Undefined if the port is in use. */
async function listening(port: number): Promise<Server | undefined> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined;
    throw error;
  }
}
