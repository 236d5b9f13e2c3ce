// One socket: rate limits, send backlog, and when it is closed.

import { CODE, type FeedError } from '@vitrine/contract';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { type Budget, closeCodes, messageLimit, MESSAGES_A_SECOND, refuseMore } from './intake.ts';
import { ADDRESS_BACKLOG_MOST, BACKLOG_MUCH, MESSAGE_UNITS, SENT_COUNTED } from './limits.ts';

/** Bytes in the send backlog before a reader is disconnected: slow readers are never waited for. */
export const BACKLOG_MOST = 1_048_576;
/** A text frame, even if given as bytes. */
const TEXT = { binary: false } as const;

export interface Connection {
  /** Sends a frame, as text or bytes; closes the socket if the backlog is too large. */
  send(frame: string | Buffer): void;
  close(code: number, reason: string): void;
  readonly open: boolean;
}

/** Error frame for an unreadable message; `id` is that of the message, if any. */
export function unreadable(id: string | number | null): string {
  return JSON.stringify({
    channel: 'error',
    id,
    code: CODE['request.invalid'],
    key: 'request.invalid',
  } satisfies FeedError);
}

/** Streams that buffer this event-loop turn's writes. */
const corked = new Set<Duplex>();

/**
 * Buffers a stream's writes of this turn and flushes them at once: a batch may send a reader many frames with one
 * system call.
 */
function cork(stream: Duplex): void {
  if (corked.has(stream)) return;
  if (corked.size === 0) process.nextTick(uncorkAll);
  corked.add(stream);
  stream.cork();
}

function uncorkAll(): void {
  const streams = [...corked];
  corked.clear();
  for (const stream of streams) stream.uncork();
}

/**
 * Wraps a socket. `stream`: the underlying stream. `onMessage` gets each well-formed JSON object; anything else gets an
 * error frame and, if there are too many, closes the socket.
 */
export function createConnection(
  socket: WebSocket,
  stream: Duplex,
  onMessage: (message: Record<string, unknown>) => void,
  now: () => number,
  budget: Budget,
): Connection {
  const allowed = messageLimit(now);
  let uncounted = 0;
  /** What waited for it when it was last looked at. */
  let waited = 0;

  const connection: Connection = {
    send(frame) {
      if (socket.readyState !== socket.OPEN) return;
      const waits = socket.bufferedAmount;
      const ofAddress = waits === waited ? 0 : budget.waits(waits - waited);
      waited = waits;
      if (waits > BACKLOG_MOST || (waits > BACKLOG_MUCH && ofAddress > ADDRESS_BACKLOG_MOST)) {
        socket.terminate();
        return;
      }
      uncounted += frame.length;
      if (uncounted >= SENT_COUNTED) {
        const within = budget.sent(uncounted);
        uncounted = 0;
        if (!within) {
          socket.close(closeCodes.later, 'Too much is sent to this network address. Follow less.');
          return;
        }
      }
      cork(stream);
      socket.send(frame, TEXT);
    },
    close(code, reason) {
      socket.close(code, reason);
    },
    get open() {
      return socket.readyState === socket.OPEN;
    },
  };

  const refuse = () => connection.send(unreadable(null));

  socket.on('message', (data: RawData, binary: boolean) => {
    // What came with the message that was too many.
    if (!connection.open) return undefined;
    // Checked before parsing, because parsing is the expensive part.
    if (!allowed() || !budget.take(MESSAGE_UNITS))
      return refuseMore(socket, `At most ${MESSAGES_A_SECOND} messages a second are read.`);
    if (binary) return refuse();
    let message: unknown;
    try {
      message = JSON.parse(textOf(data));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return refuse();
    }
    if (typeof message !== 'object' || message === null || Array.isArray(message)) return refuse();
    return onMessage(message as Record<string, unknown>);
  });
  socket.on('close', () => {
    budget.waits(-waited);
    waited = 0;
  });
  // A socket error is followed by its close; there is nothing else to do about it.
  socket.on('error', () => socket.terminate());
  return connection;
}

/** A message's size, bytes. */
export function sizeOf(data: RawData): number {
  return Array.isArray(data) ? data.reduce((sum, one) => sum + one.length, 0) : data.byteLength;
}

/** A message's bytes as text; `ws` gives one buffer, or several for a fragmented message. */
function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.from(data as Buffer).toString('utf8');
}
