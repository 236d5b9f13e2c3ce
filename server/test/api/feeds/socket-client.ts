// A test's socket with the messages it received: waits for messages by their content, in order.

import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Json } from '../http/harness.ts';

/** Long enough on the slowest machine; a test that waits for it has failed. */
const PATIENCE = 300_000;

export interface SocketClient {
  readonly socket: WebSocket;
  /** All messages so far, oldest first. */
  readonly received: Json[];
  send(message: unknown): void;
  /** The first message not yet taken that fits; waits for it. */
  next(fits: (message: Json) => boolean): Promise<Json>;
  /** The code it was closed with; waits for it. */
  closed(): Promise<number>;
  close(): Promise<void>;
}

/** Opens a socket. @throws with the HTTP status in the message when it is refused. */
export async function openSocket(url: string, headers: Record<string, string> = {}): Promise<SocketClient> {
  const socket = new WebSocket(url, { headers });
  const received: Json[] = [];
  const taken = new Set<number>();
  let wake: () => void = () => undefined;
  let code: number | undefined;
  socket.on('message', (data: Buffer) => {
    received.push(JSON.parse(data.toString('utf8')));
    wake();
  });
  socket.on('close', (by) => {
    code = by;
    wake();
  });
  await Promise.race([
    once(socket, 'open'),
    once(socket, 'unexpected-response').then(([, response]) => {
      socket.on('error', () => undefined);
      socket.terminate();
      throw new Error(`refused with ${response.statusCode}`);
    }),
  ]);
  socket.on('error', () => undefined);

  async function until<T>(what: string, look: () => T | undefined): Promise<T> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error(`${what} did not come; received: ${JSON.stringify(received.slice(-5))}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1_000);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  return {
    socket,
    received,
    send: (message) =>
      socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message)),
    next: (fits) =>
      until('a message', () => {
        const at = received.findIndex((message, place) => !taken.has(place) && fits(message));
        if (at < 0) return undefined;
        taken.add(at);
        return received[at];
      }),
    closed: () => until('the close', () => code),
    async close() {
      if (socket.readyState === socket.CLOSED) return;
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** The HTTP status a socket is refused with. */
export async function refusedWith(url: string, headers: Record<string, string> = {}): Promise<number> {
  const opened = await openSocket(url, headers).catch((error: Error) => error);
  if (opened instanceof Error) return Number(/[0-9]+/.exec(opened.message)?.[0]);
  await opened.close();
  return 101;
}
