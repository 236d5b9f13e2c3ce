// One socket: what it may send, how much may wait for it, and when it is cut.

import { codes, type FeedError } from '@vitrine/contract';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { ADDRESS_BACKLOG_MOST, BACKLOG_MUCH, MESSAGE_UNITS, SENT_COUNTED, UNIT_RECEIVED } from './limits.ts';

/** Bytes waiting for a reader before it is cut: slow readers are cut, never waited for. */
export const BACKLOG_MOST = 1_048_576;
/** Messages a client may send in a second, on average, and at once. */
const MESSAGES_A_SECOND = 20;
const MESSAGES_BURST = 60;

/** A frame of text, also when its bytes are given. */
const TEXT = { binary: false } as const;

/** Close codes: 1008 policy (RFC 6455), 1009 too big, 1013 try again later, 4401 session over. */
export const closeCodes = { policy: 1008, tooBig: 1009, later: 1013, signedOut: 4401 } as const;

/** What one address may use, over all its sockets. */
export interface Budget {
  /** Takes units; false when they are used up. */
  take(units: number): boolean;
  /** Takes what is known only afterwards, also beyond what is left. */
  charge(units: number): void;
  /** Takes bytes that are sent; false when they are used up. */
  sent(bytes: number): boolean;
  /** So many bytes more (or less) wait for a reader; gives how many wait for all of the address. */
  waits(bytes: number): number;
}

export interface Connection {
  /** Sends a frame, its text or the bytes of it; cuts the socket when too much waits already. */
  send(frame: string | Buffer): void;
  close(code: number, reason: string): void;
  readonly open: boolean;
}

/** What a message that could not be read is answered with; `id` is its own, where it had one. */
export function unreadable(id: string | number | null): string {
  return JSON.stringify({ channel: 'error', id, code: 400, key: codes[400].key } satisfies FeedError);
}

/** Streams that gather what is written in this turn of the loop. */
const corked = new Set<Duplex>();

/** Has a stream pass on what is written in this turn in one go: a batch tells a reader many frames, for one system call. */
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
 * Wraps a socket. `stream`: what it writes to. `onMessage` gets each well-formed JSON object; anything else is answered with an error frame and, when
 * it is too much, ends the socket.
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
    // Before it is read: reading it is what costs.
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

/** Whether one more message may be read now. */
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

/** A message's bytes as text; `ws` gives one buffer, or several when it was sent in pieces. */
function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.from(data as Buffer).toString('utf8');
}
