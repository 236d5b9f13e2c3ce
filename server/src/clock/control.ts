// How a test moves the clock: lines over a unix socket that only our own user can open. `advance MS` is answered by
// {"ahead": MS, "now": MS} once the move is done, anything else by {"error": TEXT}.

import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { TestClock } from './test-clock.ts';

const ADVANCE = /^advance (\d{1,12})$/;

/** Listens until stopped. */
export async function openClockControl(path: string, clock: TestClock): Promise<{ stop(): Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    createInterface({ input: socket }).on('line', (line) => {
      void answer(clock, line).then((told) => socket.write(`${JSON.stringify(told)}\n`));
    });
  });
  await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o600);
  return {
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(clock: TestClock, line: string): Promise<object> {
  const ms = ADVANCE.exec(line)?.[1];
  if (ms === undefined) return { error: `expected "advance MS", got "${line}"` };
  try {
    await clock.advance(Number(ms));
    return { ahead: clock.ahead(), now: clock.now() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
