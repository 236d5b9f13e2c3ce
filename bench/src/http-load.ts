// A load generator in its own process, on plain sockets: each connection sends its next request after its last answer.
// Its message in: {port, seconds, warmup, connections: [{path, headers, body, keyed}]}.

import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { makeKey } from '@vitrine/contract';

export interface LoadConnection {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Sends a new Idempotency-Key with each request. */
  readonly keyed: boolean;
}

export interface LoadOrders {
  readonly port: number;
  readonly seconds: number;
  /** Seconds before counting begins. */
  readonly warmup: number;
  readonly connections: readonly LoadConnection[];
}

export interface LoadReport {
  readonly answers: number;
  readonly seconds: number;
  /** Answers other than HTTP 200, or with a code other than 200. */
  readonly wrong: number;
  readonly sample: string;
}

const HEAD_END = '\r\n\r\n';

function ask(socket: Socket, { path, headers, body, keyed }: LoadConnection): void {
  const key = keyed ? `idempotency-key: ${makeKey(Date.now(), randomBytes(10))}\r\n` : '';
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}${key}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Runs one connection until `stop`; calls `onAnswer` with status and body of each answer. */
function run(port: number, one: LoadConnection, onAnswer: (status: string, body: string) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let text = '';
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('connect', () => ask(socket, one));
    socket.on('data', (part: string) => {
      text += part;
      const end = text.indexOf(HEAD_END);
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? -1);
      if (length < 0) {
        reject(new Error(`Expected an answer with a length, got: ${text.slice(0, 400)}`));
        return;
      }
      if (text.length < end + HEAD_END.length + length) return;
      const more = onAnswer(text.slice(9, 12), text.slice(end + HEAD_END.length, end + HEAD_END.length + length));
      text = '';
      if (more) ask(socket, one);
      else {
        socket.end();
        resolve();
      }
    });
  });
}

async function load({ port, seconds, warmup, connections }: LoadOrders): Promise<LoadReport> {
  const begun = performance.now();
  const from = begun + warmup * 1000;
  const until = from + seconds * 1000;
  let answers = 0;
  let wrong = 0;
  let sample = '';
  await Promise.all(
    connections.map((one) =>
      run(port, one, (status, body) => {
        const now = performance.now();
        if (now >= from && now < until) {
          answers += 1;
          const fine = status === '200' && (!body.startsWith('{"code":') || body.startsWith('{"code":200,'));
          if (!fine) {
            wrong += 1;
            sample = `${status} ${body.slice(0, 300)}`;
          }
        }
        return now < until;
      }),
    ),
  );
  return { answers, seconds, wrong, sample };
}

process.once('message', (orders: LoadOrders) => {
  load(orders).then(
    (report) => process.send?.(report, () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
