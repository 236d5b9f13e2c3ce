// A reader of many streams gets what one batch tells in one go (issue 15 B): one system call, however many frames.

import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { createConnection } from '../../../src/api/feeds/connection.ts';

/** A socket that writes frames as they are to a stream, which counts how often it is given something. */
function plain() {
  const writes: string[] = [];
  const stream = new Duplex({
    read() {
      return undefined;
    },
    write(chunk: Buffer, _, done) {
      writes.push(String(chunk));
      done();
    },
    writev(chunks, done) {
      writes.push(chunks.map(({ chunk }) => String(chunk)).join(' '));
      done();
    },
  });
  const socket = {
    ...{ OPEN: 1, readyState: 1, bufferedAmount: 0 },
    on: () => undefined,
    send: (frame: string) => void stream.write(frame),
  } as unknown as WebSocket;
  const budget = { take: () => true, charge: () => undefined, sent: () => true, waits: () => 0 };
  return { writes, connection: createConnection(socket, stream, () => undefined, Date.now, budget) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('frames of one turn are written together, those of the next by themselves', async () => {
  const [one, two] = [plain(), plain()];
  for (const frame of ['a', 'b', 'c']) one.connection.send(frame);
  two.connection.send('z');
  expect(one.writes).toEqual([]);
  await turn();
  expect([one.writes, two.writes]).toEqual([['a b c'], ['z']]);
  one.connection.send('d');
  await turn();
  expect(one.writes).toEqual(['a b c', 'd']);
});
