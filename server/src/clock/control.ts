// How a test moves the clock: lines over a unix socket that only our own user can open. `advance MS` moves it on, `mine N`
// makes blocks of the practice chain; each is answered by {"ahead": MS, "now": MS} once it is done, anything else by
// {"error": TEXT}.

import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { TestClock } from './test-clock.ts';

const ORDER = /^(advance|mine) (\d{1,12})$/;
/** Blocks of one order. */
const MOST_BLOCKS = 1_000;

export interface ClockControl {
  readonly clock: TestClock;
  readonly mine: (blocks: number) => Promise<void>;
}

/** Listens until stopped. */
export async function openClockControl(path: string, parts: ClockControl): Promise<{ stop(): Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    createInterface({ input: socket }).on('line', (line) => {
      void answer(parts, line).then((told) => socket.write(`${JSON.stringify(told)}\n`));
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

async function answer({ clock, mine }: ClockControl, line: string): Promise<object> {
  const [, order, text] = ORDER.exec(line) ?? [];
  const count = Number(text);
  if (order === undefined || (order === 'mine' && count > MOST_BLOCKS))
    return { error: `expected "advance MS" or "mine N" (up to ${MOST_BLOCKS}), got "${line}"` };
  try {
    await (order === 'advance' ? clock.advance(count) : mine(count));
    return { ahead: clock.ahead(), now: clock.now() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
