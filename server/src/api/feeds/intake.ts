// Limits of what a client of the feeds sends: messages, control frames, bytes of any kind. The WebSocket library answers each
// ping and parses each frame before anybody else sees it.

import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { MESSAGE_UNITS, UNIT_RECEIVED } from './limits.ts';

/** Messages per second that a client may send on average, and in a burst. */
export const MESSAGES_A_SECOND = 20;
const MESSAGES_BURST = 60;

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

/** Closes a socket whose client sends too much, and reads no more of it. */
export function refuseMore(socket: WebSocket, reason: string): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.close(closeCodes.policy, reason);
  socket.pause();
}

/**
 * Charges received bytes, and control frames like messages; closes the socket when there are too many. `stream`: the
 * underlying stream of the socket. Whoever takes messages charges each of them, without its bytes.
 */
export function boundIntake(socket: WebSocket, stream: Duplex, budget: Budget, now: () => number): void {
  const allowed = messageLimit(now);
  // Before the library parses them.
  stream.prependListener('data', (bytes: Buffer) => {
    if (!budget.take(bytes.length / UNIT_RECEIVED)) refuseMore(socket, 'Too much is sent by this network address.');
  });
  const control = (): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (!allowed() || !budget.take(MESSAGE_UNITS)) refuseMore(socket, 'Too many control frames were sent.');
  };
  socket.on('ping', control);
  socket.on('pong', control);
}
