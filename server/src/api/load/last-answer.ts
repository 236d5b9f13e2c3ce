// The last answer on a connection. An HTTP server's connections stay open while either side does, so that one whose client
// never closes its own side would be kept for ever, as nothing looks after a connection that was upgraded or not understood.

import type { Duplex } from 'node:stream';

/** How long a client may take to read a last answer and close, ms: what it still sends meanwhile is thrown away. */
const LINGER = 1_000;

/** Sends the last answer of a connection, then closes it whatever the other side does. */
export function lastAnswer(socket: Duplex, text: string): void {
  socket.on('error', () => socket.destroy());
  const late = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(late));
  socket.once('end', () => socket.destroy());
  // A connection that is closed with unread bytes is reset, and the answer is lost with it.
  socket.resume();
  socket.end(text);
}
