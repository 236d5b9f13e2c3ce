// What one address is sent, over all its sockets (issue 15 A.4): following is free of charge, so what it brings is bounded.

import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { EventEmitter } from 'node:events';
import { BACKLOG_MOST, createConnection } from '../../../src/api/feeds/connection.ts';
import { type Budget, closeCodes } from '../../../src/api/feeds/intake.ts';
import { ADDRESS_BACKLOG_MOST, ADDRESS_SENT, SENT_COUNTED } from '../../../src/api/feeds/limits.ts';
import { Meter } from '../../../src/api/load/index.ts';

/** Sockets of an address that read all they are sent. */
function readers(meter: Meter, address: string, count: number) {
  const budget: Budget = {
    take: () => true,
    charge: () => undefined,
    sent: (bytes) => meter.take(address, bytes) === 0,
    waits: () => 0,
  };
  return Array.from({ length: count }, () => {
    const seen = { frames: 0, closed: 0 };
    const socket = {
      ...{ OPEN: 1, readyState: 1, bufferedAmount: 0 },
      on: () => undefined,
      send: () => void (seen.frames += 1),
      close(code: number) {
        seen.closed = code;
        this.readyState = 2;
      },
    };
    const connection = createConnection(
      socket as unknown as WebSocket,
      new PassThrough(),
      () => undefined,
      () => 0,
      budget,
    );
    return { seen, send: (frame: Buffer) => connection.send(frame) };
  });
}

it('is so much a minute: sockets beyond it are closed until the others fit; another address is sent everything', () => {
  let time = 0;
  const meter = new Meter(ADDRESS_SENT, () => time);
  const many = readers(meter, 'many', 200);
  const one = readers(meter, 'one', 1);
  const frame = Buffer.alloc(SENT_COUNTED);
  // A frame of 64 KiB a second each: 12.5 MiB a second where 4 are allowed, for ten minutes.
  for (let second = 0; second < 600; second += 1) {
    time += 1_000;
    for (const { send } of [...many, ...one]) send(frame);
  }
  const left = many.filter(({ seen }) => seen.closed === 0);
  expect(left.length).toBeGreaterThanOrEqual(60);
  expect(left.length).toBeLessThanOrEqual(66);
  expect(new Set(many.map(({ seen }) => seen.closed))).toEqual(new Set([0, closeCodes.later]));
  const bytes = many.reduce((sum, { seen }) => sum + seen.frames * SENT_COUNTED, 0);
  expect(bytes).toBeLessThanOrEqual(11 * ADDRESS_SENT);
  expect(one[0]?.seen).toEqual({ frames: 600, closed: 0 });
});

it('small frames count as well', () => {
  const meter = new Meter(2 * SENT_COUNTED, () => 0);
  const [reader] = readers(meter, 'small', 1);
  for (let at = 0; at < 4_000; at += 1) reader?.send(Buffer.alloc(100));
  expect(reader?.seen.closed).toBe(closeCodes.later);
  expect(reader?.seen.frames).toBeLessThanOrEqual((3 * SENT_COUNTED) / 100 + 1);
});

/** A socket that takes nothing it is sent. */
class Frozen extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  send(frame: Buffer): void {
    this.bufferedAmount += frame.length;
  }
  terminate(): void {
    this.readyState = 3;
    this.emit('close');
  }
}

it('what waits for readers that take nothing is bounded by address, too; whoever reads is not cut', () => {
  let waiting = 0;
  const budget: Budget = {
    take: () => true,
    charge: () => undefined,
    sent: () => true,
    waits: (bytes) => (waiting += bytes),
  };
  const connect = (socket: Frozen) =>
    createConnection(
      socket as unknown as WebSocket,
      new PassThrough(),
      () => undefined,
      () => 0,
      budget,
    );
  const frozen = Array.from({ length: 100 }, () => new Frozen());
  const connections = frozen.map(connect);
  const reading = new Frozen();
  const reader = connect(reading);
  const frame = Buffer.alloc(BACKLOG_MOST / 32);
  let most = 0;
  for (let round = 0; round < 60; round += 1) {
    for (const connection of [...connections, reader]) connection.send(frame);
    reading.bufferedAmount = 0;
    const sum = frozen.reduce((all, one) => all + (one.readyState === 1 ? one.bufferedAmount : 0), 0);
    most = Math.max(most, sum);
  }
  // What a socket takes last is counted with its next frame.
  expect(most).toBeLessThanOrEqual(ADDRESS_BACKLOG_MOST + 100 * frame.length);
  expect(reading.readyState).toBe(1);
  expect(frozen.every(({ readyState }) => readyState === 3)).toBe(true);
  expect(waiting).toBeLessThanOrEqual(frame.length);
});
