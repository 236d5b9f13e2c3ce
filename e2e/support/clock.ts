// The clock of an exchange as a journey sees it: only it moves on, by the exchange's own socket (`server/src/shared/clock`).

import { connect } from 'node:net';
import { createInterface } from 'node:readline';

export interface TestClock {
  /** The exchange's time, ms UTC. */
  now(): number;
  /** ms that it is ahead of this machine's. */
  ahead(): number;
  /** Moves it on by `ms`, second by second, each with its prices; resolves when that is done. */
  advance(ms: number): Promise<void>;
  /** Moves it to `time`, ms UTC, and at most some seconds further, however long the move takes. */
  until(time: number): Promise<void>;
  /** Makes blocks of the practice chain, which has none by itself. */
  mine(blocks: number): Promise<void>;
  /** Of an exchange that does not run: its next start is at a later time. */
  skip(ms: number): void;
}

export function clockAt(socket: string): TestClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    ahead: () => ahead,
    async advance(ms) {
      const answer = await ask(socket, `advance ${Math.ceil(ms)}`);
      ahead = answer.ahead;
    },
    async until(time) {
      const answer = await ask(socket, `until ${Math.ceil(time)}`);
      ahead = answer.ahead;
    },
    mine: async (blocks) => void (await ask(socket, `mine ${blocks}`)),
    skip(ms) {
      ahead += Math.ceil(ms);
    },
  };
}

function ask(path: string, order: string): Promise<{ readonly ahead: number }> {
  return new Promise((done, fail) => {
    const socket = connect(path, () => socket.write(`${order}\n`));
    socket.once('error', fail);
    socket.once('close', () => fail(new Error(`the exchange ended during "${order}"`)));
    createInterface({ input: socket }).once('line', (line) => {
      const answer = JSON.parse(line) as { ahead: number; error?: string };
      if (answer.error === undefined) done(answer);
      else fail(new Error(`${order}: ${answer.error}`));
      socket.destroy();
    });
  });
}
