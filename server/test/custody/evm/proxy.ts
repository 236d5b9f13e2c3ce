// Stands between custody and the local node, and lies, stalls, breaks off or is away as a test says.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}
interface Answer {
  readonly id: number;
  result?: unknown;
  error?: { code: number; message: string };
}

export interface Proxy {
  readonly url: string;
  /** How often each method was asked. */
  readonly asked: Map<string, number>;
  /** Changes the answer to each call; what it gives back is told. */
  lie: ((call: Call, answer: Answer) => Answer) | undefined;
  /** Answers in the server's own way instead; `true` when it did. */
  instead: ((calls: readonly Call[], response: ServerResponse) => boolean) | undefined;
  /** Takes the call to the node but never brings the answer back. */
  swallow: ((call: Call) => boolean) | undefined;
  stop(): Promise<void>;
}

export async function startProxy(target: string): Promise<Proxy> {
  const proxy: Omit<Proxy, 'url' | 'stop'> = {
    asked: new Map(),
    lie: undefined,
    instead: undefined,
    swallow: undefined,
  };
  const server = createServer((request, response) => {
    const answer = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const parsed = JSON.parse(body) as Call | Call[];
      const calls = Array.isArray(parsed) ? parsed : [parsed];
      for (const { method } of calls) proxy.asked.set(method, (proxy.asked.get(method) ?? 0) + 1);
      if (proxy.instead?.(calls, response) === true) return;
      const reported = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const answers = (await reported.json()) as Answer | Answer[];
      if (calls.some((call) => proxy.swallow?.(call) === true)) return;
      const list = Array.isArray(answers) ? answers : [answers];
      const changed = list.map((one) => {
        const call = calls.find(({ id }) => id === one.id);
        return call === undefined ? one : (proxy.lie?.(call, structuredClone(one)) ?? one);
      });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(Array.isArray(answers) ? changed : changed[0]));
    };
    answer().catch((error: unknown) => {
      response.statusCode = 502;
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}
