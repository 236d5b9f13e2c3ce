// A client of the exchange with its own loopback address, on plain sockets, as an attacker would write one.

import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { deflateSync, crc32 } from 'node:zlib';
import { CODE, hashPassword, makeKey } from '@vitrine/contract';
import { TERMS_VERSION } from '@vitrine/server/account/identity';

/** An answer of the exchange. */
export interface Answer {
  readonly status: number;
  /** The code of the envelope; undefined if the answer has none. */
  readonly code: number | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;
}

/** A request as sent over a socket. */
export interface RawRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const KEEP_ALIVE = { keepAlive: true, maxSockets: 64 };
let accounts = 0;

/** One user: address, cookies and CSRF token. */
export class Customer {
  readonly address: string;
  readonly #port: number;
  readonly #agent = new Agent(KEEP_ALIVE);
  #access = '';
  #satoken = '';
  #id = '';

  constructor(port: number, address: string) {
    this.#port = port;
    this.address = address;
  }

  /** The account number. */
  get id(): string {
    return this.#id;
  }

  /** The headers that a page of the exchange sends. */
  headers(): Record<string, string> {
    const origin = `http://127.0.0.1:${this.#port}`;
    const own = this.#access === '' ? {} : { cookie: `access=${this.#access}`, satoken: this.#satoken };
    return { origin, 'sec-fetch-site': 'same-origin', ...own };
  }

  /** Creates an account with practice money. */
  async register(): Promise<void> {
    accounts += 1;
    const password = hashPassword('bench-1-Pass');
    const account = `attack${process.pid}x${accounts}`;
    const body = { type: 1, account, password, confirmPassword: password, terms: TERMS_VERSION };
    const made = await this.post('/api/user/register', body);
    if (made.code !== CODE.ok) throw new Error(`Expected an account, got ${made.status} with code ${made.code}.`);
    this.#satoken = String(made.data?.['satoken']);
    this.#id = String(made.data?.['id']);
  }

  /** Posts JSON with a new Idempotency-Key, or the given one. A broken connection gives status 0. */
  post(path: string, fields: object, key?: string): Promise<Answer> {
    const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) };
    return this.#send('POST', path, headers, Buffer.from(JSON.stringify(fields)));
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#send('GET', path, headers, undefined);
  }

  /** Uploads a file as a page does. */
  upload(file: Buffer): Promise<Answer> {
    const boundary = 'bench-boundary';
    const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n`;
    const body = Buffer.concat([
      Buffer.from(`${part('name="purpose"')}\r\nkyc\r\n${part('name="file"; filename="a.png"')}`),
      Buffer.from('Content-Type: image/png\r\n\r\n'),
      file,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    return this.#send(
      'POST',
      '/api/common/upload/OSS',
      { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
    );
  }

  /** Closes its connections. */
  close(): void {
    this.#agent.destroy();
  }

  #send(method: string, path: string, more: Readonly<Record<string, string>>, body: Buffer | undefined) {
    const key = method === 'POST' ? { 'idempotency-key': makeKey(Date.now(), randomBytes(10)) } : {};
    const length = body === undefined ? {} : { 'content-length': body.length };
    const headers = { ...this.headers(), ...key, ...length, ...more };
    const where = { host: '127.0.0.1', port: this.#port, localAddress: this.address, agent: this.#agent };
    return new Promise<Answer>((resolve) => {
      const nothing = () => resolve({ status: 0, code: undefined, data: undefined });
      const asking = request({ ...where, method, path, headers }, (response) => {
        for (const line of response.headers['set-cookie'] ?? []) {
          const access = /^access=([^;]+)/.exec(line)?.[1];
          if (access !== undefined) this.#access = access;
        }
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', nothing);
        response.on('end', () => resolve(answerOf(response.statusCode ?? 0, Buffer.concat(parts))));
      });
      asking.on('error', nothing);
      asking.end(body);
    });
  }
}

function answerOf(status: number, body: Buffer): Answer {
  // A compressed body or one without an envelope: only the status counts.
  if (body[0] !== 0x7b) return { status, code: undefined, data: undefined };
  const read: unknown = JSON.parse(body.toString('utf8'));
  const fields = typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  const { code, data } = fields;
  return {
    status,
    code: typeof code === 'number' ? code : undefined,
    data: typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : undefined,
  };
}

/** Resolves when a connection has ended in any way. `once` would throw on a reset. */
export function ended(socket: Socket): Promise<void> {
  return new Promise((done) => {
    if (socket.closed) done();
    else socket.once('close', () => done());
  });
}

/** Waits for an event or the connection's end, whichever is first. */
function firstOf(socket: Socket, event: 'connect' | 'data'): Promise<void> {
  return Promise.race([ended(socket), new Promise<void>((done) => socket.once(event, () => done()))]);
}

/** Opens a connection from an address; an error only ends it. */
export async function openSocket(port: number, address: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: address });
  socket.on('error', () => undefined);
  await firstOf(socket, 'connect');
  return socket;
}

/** The bytes of several requests, one after another. */
export function pipelined(requests: readonly RawRequest[]): string {
  return requests
    .map(({ method, path, headers = {}, body = '' }) => {
      const all = { host: '127.0.0.1', 'content-length': String(Buffer.byteLength(body)), ...headers };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
    })
    .join('');
}

/** A WebSocket after its handshake, read and written as bytes. */
export async function openWebSocket(port: number, address: string, path: string, protocol?: string): Promise<Socket> {
  const socket = await openSocket(port, address);
  const headers = {
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    'sec-websocket-version': '13',
    ...(protocol === undefined ? {} : { 'sec-websocket-protocol': protocol }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n`);
  await firstOf(socket, 'data');
  return socket;
}

const TEXT = 0x81;
const BINARY = 0x82;

/** A masked frame of a client. */
export function frame(payload: string | Buffer): Buffer {
  const bytes = Buffer.from(payload as string);
  const head = Buffer.alloc(bytes.length < 126 ? 2 : 4);
  head[0] = typeof payload === 'string' ? TEXT : BINARY;
  head[1] = 0x80 | (bytes.length < 126 ? bytes.length : 126);
  if (bytes.length >= 126) head.writeUInt16BE(bytes.length, 2);
  // A mask of zeros is valid and leaves the payload unchanged.
  return Buffer.concat([head, Buffer.alloc(4), bytes]);
}

const words = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
};

function packet(kind: number, content: Buffer): Buffer {
  const length: number[] = [];
  for (let left = content.length; left > 0 || length.length === 0; left >>= 7)
    length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
  return Buffer.concat([Buffer.from([kind, ...length]), content]);
}

/** MQTT 3.1.1: CONNECT, as a guest or as the owner of a ticket. */
export function mqttConnect(client: string, owner?: { readonly id: string; readonly ticket: string }): Buffer {
  const keepAlive = 60;
  const flags = owner === undefined ? 0x02 : 0xc2;
  const who = owner === undefined ? [] : [words(owner.id), words(owner.ticket)];
  return packet(0x10, Buffer.concat([words('MQTT'), Buffer.from([4, flags, 0, keepAlive]), words(client), ...who]));
}

/** MQTT 3.1.1: SUBSCRIBE. */
export function mqttSubscribe(topics: readonly string[]): Buffer {
  const entries = topics.flatMap((topic) => [words(topic), Buffer.from([0])]);
  return packet(0x82, Buffer.concat([Buffer.from([0, 1]), ...entries]));
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** A grey PNG of 64 × 64 whose `texts` text chunks decompress to a megabyte each. */
export function png(texts = 0, shade = 128): Buffer {
  const side = 64;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(side * (side + 1), shade);
  for (let row = 0; row < side; row += 1) rows[row * (side + 1)] = 0;
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(1_000_000, 65))]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...Array.from({ length: texts }, () => chunk('zTXt', text)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
