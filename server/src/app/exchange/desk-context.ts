// The staff desk of an exchange: its parts, its port, and the setup link for its first users.

import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createDesk, type DeskDatabase, type DeskOptions } from '../../desk/index.ts';
import { createDeskEdge, type DeskEdgeOptions } from '../../api/desk/index.ts';
import type { Settings } from '../settings/index.ts';

const LOOPBACK = '127.0.0.1';

/** An open desk. */
export interface DeskContext {
  readonly url: string;
  readonly port: number;
  /**
   * One-time setup link for the next of the first two staff members; undefined once both are set up. Shown nowhere
   * else.
   */
  readonly setup: string | undefined;
  /** Runs its periodic checks now. */
  look(): Promise<void>;
  close(): Promise<void>;
}

export interface DeskContextOptions extends Pick<
  DeskOptions,
  'link' | 'vault' | 'people' | 'custody' | 'bondClaims' | 'live' | 'practice'
> {
  readonly db: unknown;
  readonly settings: Settings;
  readonly log: Logger;
  readonly figures: DeskEdgeOptions['figures'];
  readonly faults: DeskEdgeOptions['faults'];
  /** ms UTC. */
  readonly now: () => number;
  readonly trusted: ((address: string) => boolean) | undefined;
}

/** Opens the desk and listens. */
export async function openDeskContext(options: DeskContextOptions): Promise<DeskContext> {
  const { settings, log, now, trusted, figures, faults, link, vault, people, custody, bondClaims, live, practice } =
    options;
  const desk = await createDesk({
    // The shared database, typed with the desk's tables.
    db: options.db as DeskDatabase,
    ...{ link, vault, people, custody, bondClaims, live, practice, mode: settings.mode, now },
    onFault: (error) => log.error({ err: error, module: 'desk' }, 'fault'),
  });
  let edge: FastifyInstance | undefined;
  try {
    const own = { origins: new Set<string>(settings.deskOrigins) };
    edge = await createDeskEdge({
      desk,
      now,
      origins: () => own.origins,
      secure: settings.deskOrigins.some((origin) => origin.startsWith('https://')),
      logger: log.child({ module: 'desk' }),
      ...(trusted === undefined ? {} : { trusted }),
      ...(figures === undefined ? {} : { figures }),
      ...(faults === undefined ? {} : { faults }),
      ...(settings.metricsToken === undefined ? {} : { metricsToken: settings.metricsToken }),
    });
    const opened = edge;
    await opened.listen({ port: settings.deskPort, host: settings.deskHost });
    const { port } = opened.server.address() as AddressInfo;
    const any = settings.deskPort === 0;
    if (any) own.origins = new Set([`http://localhost:${port}`, `http://${LOOPBACK}:${port}`]);
    const url = (any ? undefined : settings.deskOrigins[0]) ?? `http://localhost:${port}`;
    log.info({ module: 'desk', port }, 'the desk is open');
    const path = await desk.links.founderLink();
    return {
      url,
      port,
      setup: path === undefined ? undefined : `${url}${path}`,
      look: desk.look,
      async close() {
        await opened.close();
        await desk.stop();
      },
    };
  } catch (error) {
    await edge?.close();
    await desk.stop();
    throw error;
  }
}
