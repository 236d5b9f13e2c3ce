// The fault kit of the journal: a socket between the writer and the database that loses requests or answers on demand.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseAddress } from '../../../src/app/postgres/index.ts';

/** What happens to the next append. `request`: it never arrives; `answer`: it is done but the writer never hears. */
export type Loss = 'none' | 'request' | 'answer';

export interface Proxy {
  readonly address: DatabaseAddress;
  /** Plans a loss for the next `times` appends. */
  lose(loss: Loss, times?: number): void;
  /** Cuts every connection now. */
  cut(): void;
  stop(): Promise<void>;
}

/** Puts a proxy before a database of the test server. */
export async function startProxy(target: DatabaseAddress): Promise<Proxy> {
  if (target.kind !== 'socket') throw new Error('the test server has a socket');
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-proxy-'));
  const name = '.s.PGSQL.5432';
  const open = new Set<Socket>();
  let loss: Loss = 'none';
  let left = 0;

  const server = createServer((near) => {
    const far = createConnection(join(target.folder, name));
    let cutAtAnswer = false;
    const end = () => {
      near.destroy();
      far.destroy();
      open.delete(near);
    };
    open.add(near);
    near.on('data', (data: Buffer) => {
      if (left > 0 && data.includes('journal-append')) {
        left -= 1;
        if (loss === 'request') return end();
        cutAtAnswer = true;
      }
      far.write(data);
    });
    // The answer arrives once the database has committed: cutting here is a commit whose outcome is unknown.
    far.on('data', (data: Buffer) => (cutAtAnswer ? end() : near.write(data)));
    for (const side of [near, far]) side.on('close', end).on('error', end);
  });
  server.listen(join(folder, name));
  await once(server, 'listening');
  return {
    address: { ...target, folder },
    lose(next, times = 1) {
      loss = next;
      left = times;
    },
    cut() {
      for (const socket of open) socket.destroy();
    },
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
