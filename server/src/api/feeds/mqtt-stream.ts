// A WebSocket as the stream that the MQTT broker works on. A write never waits: the broker delivers to all readers at once, and
// one that does not read would hold up the others. What it does not take is bounded here instead, as is what it may send.

import { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { type Budget, closeCodes, messageLimit, sizeOf } from './connection.ts';
import { MESSAGE_UNITS, MQTT_BACKLOG_MOST, MQTT_BURST, MQTT_BYTES_A_SECOND, UNIT_RECEIVED } from './limits.ts';

type Done = (error?: Error | null) => void;

export class MqttStream extends Duplex {
  readonly #socket: WebSocket;

  constructor(socket: WebSocket, budget: Budget, now: () => number) {
    super({ decodeStrings: true });
    this.#socket = socket;
    const allowed = messageLimit(now);
    let left = MQTT_BURST;
    let refilled = now();

    socket.on('message', (data: RawData) => {
      const time = now();
      const size = sizeOf(data);
      left = Math.min(MQTT_BURST, left + ((time - refilled) * MQTT_BYTES_A_SECOND) / 1_000) - size;
      refilled = time;
      // A packet of MQTT may be two bytes: bytes are what bounds their number.
      if (left < 0 || !allowed() || !budget.take(MESSAGE_UNITS + size / UNIT_RECEIVED)) {
        socket.close(closeCodes.policy, 'Too much was sent at once.');
        this.destroy();
        return;
      }
      this.push(Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer));
    });
    socket.on('close', () => this.destroy());
    socket.on('error', () => socket.terminate());
    // Its error is followed by its close, which the broker handles.
    this.on('error', () => undefined);
  }

  override _read(): void {
    // What comes is pushed as it comes; its amount is bounded above.
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: Done): void {
    this.#send(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: Done): void {
    this.#socket.close();
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    // Said goodbye to already, or not at all: it has a while to answer, then it is cut.
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.terminate();
    done(error);
  }

  #send(bytes: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MQTT_BACKLOG_MOST) {
      this.#socket.terminate();
      return;
    }
    this.#socket.send(bytes);
  }
}
