// One signer per key on a machine: a copied folder has another lock file and another anchor, but the same keys. The system's
// abstract sockets (Linux) need no file that could be left over, copied or cleaned away, and end with their process.

import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCode } from '../../app/postgres/index.ts';
import { type Lock, LOCK_PATIENCE } from '../../shared/file-lock/index.ts';
import { type Signer, SignerFault } from '../types/index.ts';
import type { ChainName } from '../rail/index.ts';

const RETRY = 50;
/** Hex digits of a name. */
const DIGITS = 40;
/** Its blocks lie in the exchange's own database: a copy pays on a chain of its own. */
const OWN_CHAIN: ChainName = 'practice';

/**
 * Locks the keys of every chain outside for this process. Other systems than Linux have no such lock.
 * @throws {SignerFault} if a process on this machine signs with one of them.
 */
export async function lockKeys(
  signer: Pick<Signer, 'accounts'>,
  chains: readonly ChainName[],
  patience = LOCK_PATIENCE,
): Promise<Lock> {
  const held: Server[] = [];
  const release = (): void => {
    for (const server of held.splice(0)) server.close();
  };
  if (process.platform !== 'linux') return { release };
  const until = performance.now() + patience;
  try {
    for (const chain of chains.filter((name) => name !== OWN_CHAIN))
      for (const { version, xpub } of await signer.accounts(chain)) {
        const name = hash('sha256', `vitrine signer\n${chain}\n${xpub}`).slice(0, DIGITS);
        held.push(await bind(name, `${chain} key ${version}`, until));
      }
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

async function bind(name: string, what: string, until: number): Promise<Server> {
  for (;;) {
    // Nobody is served there: whoever connects is closed at once.
    const server = createServer((connection) => connection.destroy());
    server.listen(`\0vitrine-signer-${name}`);
    try {
      await once(server, 'listening');
      server.unref();
      return server;
    } catch (error) {
      if (!isCode(error, 'EADDRINUSE')) throw error;
      if (performance.now() > until)
        throw new SignerFault(
          `another process on this machine signs with ${what}: an exchange or a signer on a copy of this folder. ` +
            `Stop it first (ss -xlp | grep vitrine-signer-${name}): two would each sign what the other does not know of`,
          { cause: error },
        );
    }
    await sleep(RETRY);
  }
}
