// Sends the last answer on a connection. The connection of an HTTP server stays open while either side does. A client
// that never closes its side would keep it open for ever, because nothing supervises a connection after an upgrade or a
// parse error.

import type { Duplex } from 'node:stream';

/** How long a client may take to read a last answer and close, ms; further input is discarded. */
const LINGER = 1_000;

/** Sends the last answer of a connection, then closes it whatever the other side does. */
export function lastAnswer(socket: Duplex, text: string): void {
  socket.on('error', () => socket.destroy());
  const late = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(late));
  socket.once('end', () => socket.destroy());
  // Closing a connection with unread bytes resets it and loses the answer.
  socket.resume();
  socket.end(text);
}
