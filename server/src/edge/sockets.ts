// How much one connection may ask for at once. Browsers send one request after the other on it; a client that sends thousands
// without waiting would have them all answered, and all answers held, before anybody else's turn comes.

import type { Socket } from 'node:net';

/** Requests of one connection that are not answered yet, at most. One more ends it. */
export const SOCKET_REQUESTS_MOST = 32;

/** Counts the requests of each connection. */
export class Sockets {
  readonly #asked = new WeakMap<Socket, number>();

  /** Counts one more; false ends the connection: nothing of its requests that is not begun yet is done. */
  begin(socket: Socket): boolean {
    // What else was in the bytes that have been read already.
    if (socket.destroyed) return false;
    const before = this.#asked.get(socket) ?? 0;
    if (before >= SOCKET_REQUESTS_MOST) {
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
