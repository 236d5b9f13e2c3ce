// The part of MQTT 3.1.1 that the page uses: connect, subscribe, keep-alive, and messages with QoS 0.
//
// The page only receives, and a whole MQTT library would be larger than the rest of the home page.

const CONNECT = 1;
const CONNACK = 2;
const PUBLISH = 3;
const SUBSCRIBE = 8;
const SUBACK = 9;
const UNSUBSCRIBE = 10;
const PINGREQ = 12;
const PINGRESP = 13;
const DISCONNECT = 14;

const PROTOCOL_LEVEL = 4;
const CLEAN_SESSION = 0x02;
const HAS_PASSWORD = 0x40;
const HAS_USERNAME = 0x80;
/** The remaining length takes four bytes at most (MQTT 3.1.1 §2.2.3). */
const MOST_LENGTH_BYTES = 4;
/** A longer message does not come from our server. */
export const MAX_PACKET = 4 * 1024 * 1024;

/** A packet from the broker. `accepted` false: refused, with the broker's reason code. */
export type Packet =
  | { readonly type: 'connack'; readonly accepted: boolean; readonly reason: number }
  | { readonly type: 'message'; readonly topic: string; readonly text: string }
  /** For each requested topic whether it was granted. */
  | { readonly type: 'suback'; readonly id: number; readonly granted: readonly boolean[] }
  | { readonly type: 'pong' }
  | { readonly type: 'other'; readonly kind: number };

/** Why bytes are invalid; the connection must be closed. */
export class PacketError extends Error {
  override readonly name = 'PacketError';
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The first packet of a connection, with a clean session. `keepalive` in seconds. */
export function connectPacket(options: {
  readonly clientId: string;
  readonly keepalive: number;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}): Uint8Array<ArrayBuffer> {
  const { clientId, keepalive, username, password } = options;
  const flags =
    CLEAN_SESSION | (username === undefined ? 0 : HAS_USERNAME) | (password === undefined ? 0 : HAS_PASSWORD);
  return packet(CONNECT << 4, [
    ...field('MQTT'),
    PROTOCOL_LEVEL,
    flags,
    ...word(keepalive),
    ...field(clientId),
    ...(username === undefined ? [] : field(username)),
    ...(password === undefined ? [] : field(password)),
  ]);
}

/** Subscribes to topics with QoS 0. `id` from 1 to 65535. */
export function subscribePacket(id: number, topics: readonly string[]): Uint8Array<ArrayBuffer> {
  return packet((SUBSCRIBE << 4) | 2, [...word(id), ...topics.flatMap((topic) => [...field(topic), 0])]);
}

export function unsubscribePacket(id: number, topics: readonly string[]): Uint8Array<ArrayBuffer> {
  return packet((UNSUBSCRIBE << 4) | 2, [...word(id), ...topics.flatMap(field)]);
}

export const pingPacket = (): Uint8Array<ArrayBuffer> => packet(PINGREQ << 4, []);
export const disconnectPacket = (): Uint8Array<ArrayBuffer> => packet(DISCONNECT << 4, []);

/** Assembles packets from the chunks of a socket. Throws PacketError on invalid MQTT. */
export class PacketReader {
  #rest = new Uint8Array(0);

  /** The packets completed by these bytes, in order. */
  read(bytes: Uint8Array): Packet[] {
    const all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    const packets: Packet[] = [];
    let at = 0;
    for (;;) {
      const head = lengthAt(all, at + 1);
      if (!head || at + 1 + head.bytes + head.length > all.length) break;
      const from = at + 1 + head.bytes;
      packets.push(readPacket(all[at] ?? 0, all.subarray(from, from + head.length)));
      at = from + head.length;
    }
    this.#rest = all.slice(at);
    return packets;
  }
}

function readPacket(first: number, body: Uint8Array): Packet {
  const kind = first >> 4;
  if (kind === CONNACK) {
    const reason = body[1];
    if (reason === undefined) throw new PacketError('expected two bytes in a CONNACK, got fewer');
    return { type: 'connack', accepted: reason === 0, reason };
  }
  if (kind === PUBLISH) {
    const length = wordAt(body, 0);
    // QoS above 0 adds an id. It was not requested, but is skipped.
    const from = 2 + length + (first & 0x06 ? 2 : 0);
    if (from > body.length)
      throw new PacketError(`expected a topic of ${length} bytes in a PUBLISH, got ${body.length} bytes in all`);
    return {
      type: 'message',
      topic: decoder.decode(body.subarray(2, 2 + length)),
      text: decoder.decode(body.subarray(from)),
    };
  }
  if (kind === SUBACK)
    return { type: 'suback', id: wordAt(body, 0), granted: [...body.subarray(2)].map((code) => code < 0x80) };
  return kind === PINGRESP ? { type: 'pong' } : { type: 'other', kind };
}

/** The remaining length that begins at `at`; undefined until all its bytes have arrived. */
function lengthAt(bytes: Uint8Array, at: number): { readonly length: number; readonly bytes: number } | undefined {
  let length = 0;
  for (let count = 0; count < MOST_LENGTH_BYTES; count += 1) {
    const byte = bytes[at + count];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 128 ** count;
    if (length > MAX_PACKET) throw new PacketError(`expected a packet of at most ${MAX_PACKET} bytes, got ${length}`);
    if (byte < 0x80) return { length, bytes: count + 1 };
  }
  throw new PacketError('expected a length of at most four bytes, got more');
}

function packet(first: number, body: readonly number[]): Uint8Array<ArrayBuffer> {
  const length: number[] = [];
  let rest = body.length;
  do {
    const low = rest % 128;
    rest = (rest - low) / 128;
    length.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return Uint8Array.from([first, ...length, ...body]);
}

/** Text with its length in front. */
function field(text: string): number[] {
  const bytes = encoder.encode(text);
  return [...word(bytes.length), ...bytes];
}

function word(value: number): number[] {
  return [(value >> 8) & 0xff, value & 0xff];
}

function wordAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
