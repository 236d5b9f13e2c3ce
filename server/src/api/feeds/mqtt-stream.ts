// A WebSocket as the stream that the MQTT broker uses. A write never waits: the broker delivers to all readers at once,
// and a stalled one would delay the others. Instead the backlog is bounded here, as is the input.

import { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { sizeOf } from './connection.ts';
import { type Budget, messageLimit, refuseMore } from './intake.ts';
import { MESSAGE_UNITS, MQTT_BACKLOG_MOST, MQTT_BURST, MQTT_BYTES_A_SECOND } from './limits.ts';

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
      if (socket.readyState !== socket.OPEN) return;
      const time = now();
      const size = sizeOf(data);
      left = Math.min(MQTT_BURST, left + ((time - refilled) * MQTT_BYTES_A_SECOND) / 1_000) - size;
      refilled = time;
      // An MQTT packet may have only two bytes, so the byte limit bounds their number.
      if (left < 0 || !allowed() || !budget.take(MESSAGE_UNITS)) {
        refuseMore(socket, 'Too much was sent at once.');
        this.destroy();
        return;
      }
      this.push(Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer));
    });
    socket.on('close', () => this.destroy());
    socket.on('error', () => socket.terminate());
    // An error is followed by the close event, which the broker handles.
    this.on('error', () => undefined);
  }

  override _read(): void {
    // Incoming data is pushed on arrival; its amount is bounded above.
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
    // A stream that was ended has sent its close frame, and the client has a while to answer. Otherwise the connection
    // is terminated now.
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
