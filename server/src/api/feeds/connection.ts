// One socket: rate limits, send backlog, and when it is closed.

import { codes, type FeedError } from '@vitrine/contract';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { ADDRESS_BACKLOG_MOST, BACKLOG_MUCH, MESSAGE_UNITS, SENT_COUNTED, UNIT_RECEIVED } from './limits.ts';

/** Bytes in the send backlog before a reader is disconnected: slow readers are never waited for. */
export const BACKLOG_MOST = 1_048_576;
/** Messages per second that a client may send on average, and in a burst. */
const MESSAGES_A_SECOND = 20;
const MESSAGES_BURST = 60;

/** A text frame, even if given as bytes. */
const TEXT = { binary: false } as const;

/** Close codes: 1008 policy (RFC 6455), 1009 too big, 1013 try again later, 4401 session ended. */
export const closeCodes = { policy: 1008, tooBig: 1009, later: 1013, signedOut: 4401 } as const;

/** Allowance of one address over all its sockets. */
export interface Budget {
  /** Takes units; returns false if none are left. */
  take(units: number): boolean;
  /** Takes units that are only known afterwards, even beyond the allowance. */
  charge(units: number): void;
  /** Takes bytes that are sent; false when they are used up. */
  sent(bytes: number): boolean;
  /** So many bytes more (or less) wait for a reader; gives how many wait for all of the address. */
  waits(bytes: number): number;
}

export interface Connection {
  /** Sends a frame, as text or bytes; closes the socket if the backlog is too large. */
  send(frame: string | Buffer): void;
  close(code: number, reason: string): void;
  readonly open: boolean;
}

/** Error frame for an unreadable message; `id` is that of the message, if any. */
export function unreadable(id: string | number | null): string {
  return JSON.stringify({ channel: 'error', id, code: 400, key: codes[400].key } satisfies FeedError);
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
    // Checked before parsing, because parsing is the expensive part.
    if (!allowed() || !budget.take(MESSAGE_UNITS + sizeOf(data) / UNIT_RECEIVED)) {
      connection.close(closeCodes.policy, `At most ${MESSAGES_A_SECOND} messages a second are read.`);
      return;
    }
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

/** Rate limit of messages: whether one more may be read now. */
export function messageLimit(now: () => number): () => boolean {
  let allowance = MESSAGES_BURST;
  let refilled = now();
  return () => {
    const time = now();
    allowance = Math.min(MESSAGES_BURST, allowance + ((time - refilled) * MESSAGES_A_SECOND) / 1_000);
    refilled = time;
    if (allowance < 1) return false;
    allowance -= 1;
    return true;
  };
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
