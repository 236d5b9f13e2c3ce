// How much one connection may ask for at once. Browsers send one request after the other on it; a client that sends thousands
// without waiting would have them all answered, and all answers held, before anybody else's turn comes.

import type { Socket } from 'node:net';
import { sourceOf } from '../device/index.ts';
import { Meter, Shares } from '../load/index.ts';

/** Requests of one connection that are not answered yet, at most. One more ends it. */
export const SOCKET_REQUESTS_MOST = 32;
/** Connections of an address that may be ended for that, a minute; then its new ones are closed before anything is read. */
export const CUTS_MOST = 10;

/**
 * Connections of one address at once: its sockets, its requests in work, and those its browsers keep. More are closed before
 * anything is read, so that no address takes all that the process may have open.
 */
export const ADDRESS_CONNECTIONS_MOST = 400;

/** Counts the requests of each connection, and the connections of each address that asked for too many at once. */
export class Sockets {
  readonly #asked = new WeakMap<Socket, number>();
  readonly #cuts = new Meter(CUTS_MOST);
  readonly #open = new Shares();
  readonly #trusted: (address: string) => boolean;

  /** @param trusted whether an address is a proxy, which speaks for many. */
  constructor(trusted: (address: string) => boolean = () => false) {
    this.#trusted = trusted;
  }

  /** A new connection: reading what it sends costs time, too, so that of an address that floods is closed at once. */
  open(socket: Socket): void {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || this.#trusted(remoteAddress)) return;
    const source = sourceOf(remoteAddress);
    if (this.#open.of(source) >= ADDRESS_CONNECTIONS_MOST || this.#cuts.take(source, 0) > 0) {
      socket.destroy();
      return;
    }
    this.#open.add(source, 1);
    socket.once('close', () => this.#open.add(source, -1));
  }

  /** Counts one more; false ends the connection: nothing of its requests that is not begun yet is done. */
  begin(socket: Socket): boolean {
    // What else was in the bytes that have been read already.
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

  end(socket: Socket): void {
    this.#asked.set(socket, (this.#asked.get(socket) ?? 1) - 1);
  }
}
