// What every request passes before anything is done for it: how many of its source are in work already, how much its source
// has asked for, how many answers wait to be read by it, and the queue. Orders and cancels wait for no read.

import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, refuse } from '../../call/index.ts';
import { sourceOf } from '../../../account/devices/index.ts';
import type { Limiters } from './limits.ts';
import { Meter, Shares } from '../../load/index.ts';
import { Sockets } from '../sockets.ts';
import { Turns } from './turns.ts';

/** Requests in work at once: of one address, of one account. */
export const ADDRESS_REQUESTS_MOST = 64;
export const ACCOUNT_REQUESTS_MOST = 32;
/** Reads of one address that wait for a command (x-after). */
export const ADDRESS_WAITS_MOST = 16;
/** Lists as files in the making, of one account. */
const ACCOUNT_FILES_MOST = 2;
/** Bytes of answers that were made and not taken yet: of one address, */
export const ADDRESS_HELD_MOST = 8 * 1_048_576;
/** and of all; beyond it only addresses that hold none are served. */
const HELD_MOST = 128 * 1_048_576;
/** Refusals of one address that are answered at once, a minute. */
export const PROMPT_REFUSALS = 600;
/** Later ones wait: whoever asks again at once would be refused thousands of times a second. ms. */
const REFUSAL_WAIT = 1_000;
/** Refusals of one address that wait; one more ends its connection. */
export const REFUSALS_WAITING_MOST = 64;
/** What a file of the page costs: it is read from the disk as it is. */
const FILE_UNITS = 0.2;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its requests wait for no read: orders, cancels, and what says whether the exchange runs. */
    readonly first?: boolean;
  }
}

interface Admitted {
  readonly source: string;
  /** Whose allowance its answer is taken from: the address, then the account too. */
  readonly payers: string[];
  /** What to undo when the request has ended. */
  readonly undo: (() => void)[];
  /** Its answer was made for others too. */
  free: boolean;
  over: boolean;
}

export interface Admission {
  /** Counts a request to the account that sent it. @throws {Refusal} 429. */
  account(request: FastifyRequest, userId: string): void;
  /** Runs a wait for a command, then queues again. @throws {Refusal} 429 when the address waits too often at once. */
  waiting(request: FastifyRequest, wait: () => Promise<unknown>): Promise<void>;
  /** Counts a list as a file. @throws {Refusal} 429. */
  file(request: FastifyRequest): void;
  /** Counts bytes that were made for an answer. */
  made(request: FastifyRequest, bytes: number): void;
  /** Counts the answers that are not taken yet; call it when all that changes answers is registered. */
  countHeld(): void;
  /** What is answered was made before, or for others too: it costs nothing more. */
  free(request: FastifyRequest): void;
}

const tooMany = () => refuse(429, { seconds: '1' });

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

  /** Answers a request that is not admitted: at once, or later when its address has been refused often. */
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
        // Whoever left while the request waited gets no work done.
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
  // Before it is compressed: this is what it took to make.
  app.addHook('onSend', (request, _, payload, done) => {
    const bytes = sizeOf(payload);
    if (bytes > 0 && admitted.get(request)?.free !== true) admission.made(request, bytes);
    done(null, payload);
  });

  const admission: Admission = {
    account(request, userId) {
      const one = admitted.get(request);
      if (one === undefined) return;
      const account = `account ${userId}`;
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
      if (waits.of(one.source) >= ADDRESS_WAITS_MOST) throw tooMany();
      waits.add(one.source, 1);
      try {
        await wait();
      } finally {
        waits.add(one.source, -1);
      }
      // All that waited for the same command would go on in one go.
      await turns.wait(one.source, false);
    },
    file(request) {
      const one = admitted.get(request);
      const owner = one?.payers.at(-1);
      if (one === undefined || owner === undefined) return;
      if (files.of(owner) >= ACCOUNT_FILES_MOST) throw tooMany();
      count(one, files, owner, 1);
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

/** The size of an answer that is there whole, bytes; 0 for one that is sent in parts. */
function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  return payload instanceof Uint8Array ? payload.length : 0;
}
