// Admission control before any work on a request: requests in progress per source, its rate limit, its unread answers,
// and the queue. Orders and cancels do not wait for reads.

import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, refuse } from '../../call/index.ts';
import { sourceOf } from '../../../account/devices/index.ts';
import type { Limiters } from './limits.ts';
import { Meter, Shares } from '../../load/index.ts';
import { Sockets } from '../sockets.ts';
import { Turns } from './turns.ts';

/** Most requests in progress: per address, per account. */
export const ADDRESS_REQUESTS_MOST = 64;
export const ACCOUNT_REQUESTS_MOST = 32;
/** Most reads that wait for a command (x-after): per address, per account. */
export const ADDRESS_WAITS_MOST = 16;
export const ACCOUNT_WAITS_MOST = 8;
/** Most list files in progress per account. */
const ACCOUNT_FILES_MOST = 2;
/** Bytes of produced answers not yet read: per address, */
export const ADDRESS_HELD_MOST = 8 * 1_048_576;
/** and in total; beyond it only addresses without any are served. */
const HELD_MOST = 128 * 1_048_576;
/** Refusals per address and minute that are answered at once. */
export const PROMPT_REFUSALS = 600;
/**
 * Further refusals are delayed by this, ms; otherwise a client that retries at once would be refused thousands of times
 * a second.
 */
const REFUSAL_WAIT = 1_000;
/** Most delayed refusals per address; one more closes its connection. */
export const REFUSALS_WAITING_MOST = 64;
/** Cost of a static page file, units. */
const FILE_UNITS = 0.2;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its requests do not wait for reads: orders, cancels, and health checks. */
    readonly first?: boolean;
  }
  interface FastifyInstance {
    /** Waits for the turn of an address among all reads; undefined: it is its turn. Sockets and their snapshots take these too. */
    turnOf(address: string): Promise<void> | undefined;
    /** Whether all requests of a connection are answered: an answer behind an upgrade would be read as frames. */
    isAnswered(socket: Socket): boolean;
  }
}

interface Admitted {
  readonly source: string;
  /** Sources charged for its answer: the address, then also the account. */
  readonly payers: string[];
  /** Clean-up when the request ends. */
  readonly undo: (() => void)[];
  /** Its answer is shared with others. */
  free: boolean;
  over: boolean;
}

export interface Admission {
  /** Charges a request to whoever is known by now: `account 7`, or `person 7` of the desk. @throws {Refusal} 429. */
  account(request: FastifyRequest, account: string): void;
  /** Waits for a command, then queues again. @throws {Refusal} 429 if the address or the account has too many waits. */
  waiting(request: FastifyRequest, wait: () => Promise<unknown>): Promise<void>;
  /** Counts a list file. @throws {Refusal} 429. */
  file(request: FastifyRequest): void;
  /** Charges what is done for a request, units. */
  spent(request: FastifyRequest, units: number): void;
  /** Counts bytes produced for an answer. */
  made(request: FastifyRequest, bytes: number): void;
  /** Counts unread answers; call it after everything that changes answers is registered. */
  countHeld(): void;
  /** The answer existed before or is shared: it costs nothing more. */
  free(request: FastifyRequest): void;
}

const tooMany = () => refuse('request.tooFrequent', { seconds: '1' });

/**
 * Sets the hooks that admit requests; register it before all others.
 * @param trusted whether an address is a proxy whose connections carry requests of many.
 * @param connections of all addresses at once, at most.
 */
export function admitRequests(
  app: FastifyInstance,
  limiters: Limiters,
  trusted?: (address: string) => boolean,
  connections?: number,
): Admission {
  const sockets = new Sockets(trusted, connections);
  const prompt = new Meter(PROMPT_REFUSALS);
  const refused = new Shares();
  const turns = new Turns();
  const working = new Shares();
  const waits = new Shares();
  const files = new Shares();
  const held = new Shares();
  const admitted = new WeakMap<FastifyRequest, Admitted>();

  function admit(request: FastifyRequest, reply: FastifyReply): Admitted {
    const { socket } = request.raw;
    const source = sourceOf(request.ip);
    const one: Admitted = { source, payers: [source], undo: [() => sockets.end(socket)], free: false, over: false };
    reply.raw.once('close', () => {
      if (one.over) return;
      one.over = true;
      for (const undo of one.undo) undo();
    });
    if (working.of(source) >= ADDRESS_REQUESTS_MOST) throw tooMany();
    limiters.begin(source, request.url.startsWith('/static/') ? FILE_UNITS : 1);
    checkHeld(source);
    count(one, working, source, 1);
    admitted.set(request, one);
    return one;
  }

  function count(one: Admitted, shares: Shares, of: string, by: number): void {
    if (one.over) return;
    shares.add(of, by);
    one.undo.push(() => shares.add(of, -by));
  }

  function checkHeld(source: string): void {
    const own = held.of(source);
    if (own >= ADDRESS_HELD_MOST || (own > 0 && held.total >= HELD_MOST)) throw tooMany();
  }

  /** Refuses a request that is not admitted: at once, or delayed if its address has been refused often. */
  function refuseIt(request: FastifyRequest, reply: FastifyReply, error: Error, done: (error: Error) => void): void {
    const source = sourceOf(request.ip);
    if (prompt.take(source, 1) === 0) {
      done(error);
      return;
    }
    if (refused.of(source) >= REFUSALS_WAITING_MOST) {
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    refused.add(source, 1);
    setTimeout(() => {
      refused.add(source, -1);
      if (request.raw.socket.destroyed) reply.hijack();
      else done(error);
    }, REFUSAL_WAIT);
  }

  app.decorate('isAnswered', (socket: Socket) => !sockets.isAsked(socket));
  app.decorate('turnOf', (address: string) => turns.wait(address, false));
  app.server.on('connection', (socket: Socket) => sockets.open(socket));
  app.addHook('onRequest', (request, reply, done) => {
    if (!sockets.begin(request.raw.socket)) {
      reply.hijack();
      return undefined;
    }
    let one: Admitted;
    try {
      one = admit(request, reply);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuseIt(request, reply, error, done);
      return undefined;
    }
    const turn = turns.wait(one.source, request.routeOptions.config.first === true);
    if (turn === undefined) return done();
    turn
      .then(() => {
        // A client that disconnected while its request waited gets no work done.
        if (request.raw.socket.destroyed) {
          reply.hijack();
          return;
        }
        checkHeld(one.source);
        done();
      })
      .catch(done);
    return undefined;
  });
  // Before compression: this is what it took to produce.
  app.addHook('onSend', (request, _, payload, done) => {
    const bytes = sizeOf(payload);
    if (bytes > 0 && admitted.get(request)?.free !== true) admission.made(request, bytes);
    done(null, payload);
  });

  const admission: Admission = {
    account(request, account) {
      const one = admitted.get(request);
      if (one === undefined) return;
      if (working.of(account) >= ACCOUNT_REQUESTS_MOST) throw tooMany();
      limiters.begin(account, 1);
      one.payers.push(account);
      count(one, working, account, 1);
    },
    async waiting(request, wait) {
      const one = admitted.get(request);
      if (one === undefined) {
        await wait();
        return;
      }
      const waiters = [...one.payers];
      for (const waiter of waiters)
        if (waits.of(waiter) >= (waiter === one.source ? ADDRESS_WAITS_MOST : ACCOUNT_WAITS_MOST)) throw tooMany();
      for (const waiter of waiters) waits.add(waiter, 1);
      try {
        await wait();
      } finally {
        for (const waiter of waiters) waits.add(waiter, -1);
      }
      // Otherwise everything that waited for the same command would continue at the same time.
      await turns.wait(one.source, false);
    },
    file(request) {
      const one = admitted.get(request);
      const owner = one?.payers.at(-1);
      if (one === undefined || owner === undefined) return;
      if (files.of(owner) >= ACCOUNT_FILES_MOST) throw tooMany();
      count(one, files, owner, 1);
    },
    spent(request, units) {
      for (const payer of admitted.get(request)?.payers ?? []) limiters.spent(payer, units);
    },
    made(request, bytes) {
      for (const payer of admitted.get(request)?.payers ?? []) limiters.made(payer, bytes);
    },
    countHeld() {
      app.addHook('onSend', (request, _, payload, done) => {
        const one = admitted.get(request);
        if (one !== undefined) count(one, held, one.source, sizeOf(payload));
        done(null, payload);
      });
    },
    free(request) {
      const one = admitted.get(request);
      if (one !== undefined) one.free = true;
    },
  };

  return admission;
}

/** The size of a complete answer, bytes; 0 for one sent in parts. */
function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  return payload instanceof Uint8Array ? payload.length : 0;
}
