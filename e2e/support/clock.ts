// The clock of an exchange in a journey. Only this clock advances the exchange, by the exchange's own socket
// (`server/src/shared/clock`).

import { connect } from 'node:net';
import { createInterface } from 'node:readline';

export interface TestClock {
  /** The exchange's time, ms UTC. */
  now(): number;
  /** ms that it is ahead of this machine's clock. */
  ahead(): number;
  /** Advances it by `ms`, second by second, with prices for each; resolves when done. */
  advance(ms: number): Promise<void>;
  /** Advances it to `time`, ms UTC, and at most some seconds further, however long that takes. */
  until(time: number): Promise<void>;
  /** Mines blocks of the practice chain, which has none otherwise. */
  mine(blocks: number): Promise<void>;
  /** For a stopped exchange: its next start is later by `ms`. */
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
