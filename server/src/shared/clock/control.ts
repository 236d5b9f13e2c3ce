// Lets a test move the clock: lines over a unix socket that only this user can open. `advance MS` moves it forward,
// `until TIME` moves it to that time (ms UTC), `mine N` makes blocks of the practice chain. Each is answered with
// {"ahead": MS, "now": MS} once done, anything else with {"error": TEXT}.

import { lstatSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { TestClock } from './test-clock.ts';

const ORDER = /^(advance|until|mine) (\d{1,13})$/;
/** Only its owner can connect to a socket created with this umask. */
const OWNER_ONLY = 0o177;
/** Most blocks per request. */
const MOST_BLOCKS = 1_000;

export interface ClockControl {
  readonly clock: TestClock;
  readonly mine: (blocks: number) => Promise<void>;
}

/**
 * Listens until stopped.
 * @throws if something other than a socket has that path.
 */
export async function openClockControl(path: string, parts: ClockControl): Promise<{ stop(): Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    createInterface({ input: socket }).on('line', (line) => {
      void answer(parts, line).then((reply) => socket.write(`${JSON.stringify(reply)}\n`));
    });
  });
  const before = lstatSync(path, { throwIfNoEntry: false });
  if (before?.isSocket() === false) throw new Error(`expected ${path} to be a socket or absent; it is neither`);
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // `listen` creates the socket before it returns.
    const umask = process.umask(OWNER_ONLY);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(umask);
    }
  });
  return {
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer({ clock, mine }: ClockControl, line: string): Promise<object> {
  const [, order, text] = ORDER.exec(line) ?? [];
  const count = Number(text);
  if (order === undefined || (order === 'mine' && count > MOST_BLOCKS))
    return { error: `expected "advance MS", "until TIME" or "mine N" (up to ${MOST_BLOCKS}), got "${line}"` };
  try {
    await (order === 'mine' ? mine(count) : clock[order === 'until' ? 'until' : 'advance'](count));
    return { ahead: clock.ahead(), now: clock.now() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
