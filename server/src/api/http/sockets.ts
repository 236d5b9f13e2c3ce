// Limits of one connection. Browsers send one HTTP/1.1 request at a time on it. A client that pipelines thousands would
// have all of them answered, and all answers held, before anybody else's turn.

import type { Socket } from 'node:net';
import { sourceOf } from '../../account/devices/index.ts';
import { Largest, Meter } from '../load/index.ts';
import { connectionsMost } from './connections.ts';

/** Most unanswered requests per connection. One more closes it. */
export const SOCKET_REQUESTS_MOST = 32;
/** Connections per address and minute that may be closed for that; then new ones are closed before anything is read. */
export const CUTS_MOST = 10;

/**
 * Most connections per address: sockets, requests in progress, and idle ones of browsers. Further ones are closed
 * before anything is read, so that no address uses up the process's connections.
 */
export const ADDRESS_CONNECTIONS_MOST = 400;

/** Connections that an address may open in a minute; more are closed before anything is read. */
export const OPENED_MOST = 3_000;

/** Proxies together: nobody takes their places. */
const PROXIES = 'proxies';

/** Counts the requests of each connection, and the connections of each address, of all, and those that asked for too much. */
export class Sockets {
  readonly #asked = new WeakMap<Socket, number>();
  readonly #cuts = new Meter(CUTS_MOST);
  readonly #opened = new Meter(OPENED_MOST);
  readonly #open = new Largest<string, Socket>();
  #proxied = 0;
  readonly #trusted: (address: string) => boolean;
  readonly #most: number;

  /**
   * @param trusted whether an address is a proxy, which speaks for many.
   * @param most connections at once, of all addresses.
   */
  constructor(trusted: (address: string) => boolean = () => false, most: number = connectionsMost()) {
    this.#trusted = trusted;
    this.#most = most;
  }

  /** A new connection. Reading costs time too, so connections of a flooding address are closed at once. */
  open(socket: Socket): void {
    const { remoteAddress } = socket;
    // It was closed before anybody looked at it.
    if (remoteAddress === undefined) return;
    const isProxy = this.#trusted(remoteAddress);
    const source = isProxy ? PROXIES : sourceOf(remoteAddress);
    if ((!isProxy && !this.#mayOpen(source)) || !this.#makePlace(source)) {
      socket.destroy();
      return;
    }
    if (isProxy) {
      this.#proxied += 1;
      socket.once('close', () => (this.#proxied -= 1));
      return;
    }
    this.#open.add(source, socket);
    socket.once('close', () => this.#open.delete(source, socket));
  }

  #mayOpen(source: string): boolean {
    if (this.#opened.take(source, 1) > 0) return false;
    return this.#open.of(source) < ADDRESS_CONNECTIONS_MOST && this.#cuts.take(source, 0) === 0;
  }

  /** Where all places are taken, one of the address that has most is ended. False: nobody has more than the newcomer. */
  #makePlace(source: string): boolean {
    if (this.#open.total + this.#proxied < this.#most) return true;
    const found = this.#open.newestOfMost();
    if (found === undefined || found.count <= this.#open.of(source) + (source === PROXIES ? 0 : 1)) return false;
    this.#open.delete(found.owner, found.member);
    found.member.destroy();
    return true;
  }

  /** Counts one more request; false closes the connection: its requests that have not started are dropped. */
  begin(socket: Socket): boolean {
    // More requests in bytes that were already read.
    if (socket.destroyed) return false;
    const before = this.#asked.get(socket) ?? 0;
    if (before >= SOCKET_REQUESTS_MOST) {
      this.#cuts.charge(sourceOf(socket.remoteAddress ?? ''), 1);
      socket.destroy();
      return false;
    }
    this.#asked.set(socket, before + 1);
    return true;
  }

  /** Whether requests of a connection have no answer yet. */
  isAsked(socket: Socket): boolean {
    return (this.#asked.get(socket) ?? 0) > 0;
  }

  end(socket: Socket): void {
    this.#asked.set(socket, (this.#asked.get(socket) ?? 1) - 1);
  }
}
