// The broker's readers are kept apart (issue 15 A.4): a reader that takes nothing holds nobody up, and is cut.

import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { expect, it } from 'vitest';
import { ADDRESS_UNITS, MQTT_BACKLOG_MOST, MQTT_BURST, MQTT_BYTES_A_SECOND } from '../../../src/api/feeds/limits.ts';
import { MqttStream } from '../../../src/api/feeds/mqtt-stream.ts';
import { Meter } from '../../../src/api/load/index.ts';

/** A socket whose other end takes nothing. */
class Frozen extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  terminated = false;
  paused = false;
  code = 0;
  send(bytes: Buffer): void {
    this.bufferedAmount += bytes.length;
  }
  terminate(): void {
    this.terminated = true;
    this.readyState = 3;
    this.emit('close');
  }
  pause(): void {
    this.paused = true;
  }
  close(code: number): void {
    this.code = code;
    this.readyState = 2;
  }
}

function world(units = ADDRESS_UNITS) {
  let time = 0;
  const meter = new Meter(units, () => time);
  const budget = {
    take: (of: number) => meter.take('one', of) === 0,
    charge: (of: number) => meter.charge('one', of),
    sent: () => true,
    waits: () => 0,
  };
  const socket = new Frozen();
  const stream = new MqttStream(socket as unknown as WebSocket, budget, () => time);
  stream.resume();
  return { socket, stream, pass: (ms: number) => (time += ms) };
}

it('each write is done at once, until the backlog cuts the connection', async () => {
  const { socket, stream } = world();
  const chunk = Buffer.alloc(16_384);
  for (let sent = 0; !socket.terminated; sent += chunk.length) {
    expect(sent).toBeLessThan(MQTT_BACKLOG_MOST + 3 * chunk.length);
    await new Promise<void>((resolve) => stream.write(chunk, () => resolve()));
  }
  expect(stream.destroyed).toBe(true);
});

it('a client may connect and live, and no more: bytes at once, bytes a second, messages, its address', () => {
  const life = world();
  life.socket.emit('message', Buffer.alloc(MQTT_BURST));
  for (let at = 0; at < 100; at += 1) {
    life.pass(1_000);
    life.socket.emit('message', Buffer.alloc(MQTT_BYTES_A_SECOND));
  }
  expect([life.socket.code, life.stream.destroyed]).toEqual([0, false]);
  life.socket.emit('message', Buffer.alloc(1));
  expect([life.socket.code, life.socket.paused, life.stream.destroyed]).toEqual([1008, true, true]);

  const many = world();
  for (let at = 0; at < 61; at += 1) many.socket.emit('message', Buffer.alloc(2));
  expect(many.socket.code).toBe(1008);

  const poor = world(1);
  for (let at = 0; at < 6; at += 1) poor.socket.emit('message', Buffer.alloc(2));
  expect(poor.socket.code).toBe(1008);
});
