// Serves the built page and passes its calls on to a real exchange. Its public socket gets a made hour, or is passed on too.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import { connect } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { type Line, openLine } from './line.ts';
import { MadeHour, type Named } from './made-hour.ts';

const HEARTBEAT_MS = 5_000;
/** Messages are sent at this pace, those that are due together. */
const PACE_MS = 5;
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface PageServer {
  readonly url: string;
  /** Messages sent so far. */
  readonly sent: number;
  close(): Promise<void>;
}

/** `dist`: the built page; `exchange`: address its calls go to; `rate`: messages a second, undefined for the exchange's own sockets. */
export async function servePage(parts: {
  readonly dist: string;
  readonly exchange: string;
  readonly rate?: number;
  readonly seed?: number;
}): Promise<PageServer> {
  let sent = 0;
  const target = new URL(parts.exchange);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', parts.exchange).pathname;
    if (/^\/(api|platform)\//.test(path)) {
      const headers = { ...request.headers, host: target.host, origin: target.origin };
      const passed = ask(
        { host: target.hostname, port: target.port, path: request.url, method: request.method, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      passed.on('error', () => response.writeHead(502).end());
      request.pipe(passed);
      return;
    }
    const named = join(parts.dist, normalize(path));
    const file = existsSync(named) && statSync(named).isFile() ? named : join(parts.dist, 'index.html');
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  const timers = new Set<NodeJS.Timeout>();
  const { rate, seed = 0 } = parts;
  server.on('upgrade', (request, socket, head) => {
    if (rate === undefined) {
      const lines = Object.entries({ ...request.headers, host: target.host, origin: target.origin });
      const onward = connect(Number(target.port), target.hostname, () => {
        onward.write(
          `GET ${request.url ?? '/'} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('')}\r\n`,
        );
        onward.write(head);
        onward.pipe(socket).pipe(onward);
      });
      for (const end of [onward, socket]) {
        end.on('error', () => {
          onward.destroy();
          socket.destroy();
        });
      }
      return;
    }
    if (!request.url?.startsWith('/ws/') || request.url.startsWith('/ws/coin/')) {
      socket.destroy();
      return;
    }
    const hour = new MadeHour(seed);
    const held: Named[] = [];
    const line = openLine(request, socket, (text, to) => hear(text, to, hour, held));
    const begun = performance.now();
    let done = 0;
    const feed = setInterval(() => {
      const due = Math.floor(((performance.now() - begun) / 1_000) * rate);
      for (; done < due; done += 1) {
        for (const frame of hour.step(held, Date.now())) {
          line.send(frame);
          sent += 1;
        }
      }
      if (line.closed) clearInterval(feed);
    }, PACE_MS);
    const beat = setInterval(() => line.send({ channel: 'HEARTBEAT', time: Date.now() }), HEARTBEAT_MS);
    timers.add(feed).add(beat);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('expected a port of its own, got none');
  return {
    url: `http://127.0.0.1:${address.port}`,
    get sent() {
      return sent;
    },
    close: () => {
      for (const timer of timers) clearInterval(timer);
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

interface Said {
  readonly channel?: string;
  readonly id?: string;
  readonly data?: readonly (Named & { readonly since?: number })[];
}

/** Answers a subscription as the exchange does: each entry's code, then its snapshot. */
function hear(text: string, line: Line, hour: MadeHour, held: Named[]): void {
  const { channel, id, data } = JSON.parse(text) as Said;
  if (channel !== 'subscribe' && channel !== 'unsubscribe') return;
  const names = (data ?? []).map(({ channel: stream, symbol, kind, interval }) => ({
    channel: stream,
    symbol,
    ...(kind !== undefined && { kind }),
    ...(interval !== undefined && { interval }),
  }));
  line.send({ channel, id, data: names.map((name) => ({ channel: name.channel, symbol: name.symbol, code: 200 })) });
  for (const name of names) {
    const at = held.findIndex((other) => JSON.stringify(other) === JSON.stringify(name));
    if (at >= 0) held.splice(at, 1);
    if (channel === 'unsubscribe') continue;
    held.push(name);
    const frame = hour.snapshot(name, Date.now());
    if (frame) line.send(frame);
  }
}
