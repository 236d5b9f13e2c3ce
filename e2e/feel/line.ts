// The server's end of one WebSocket (RFC 6455), as far as a replay needs it: text out, short text in.

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 0x81;
const CLOSE = 0x8;

export interface Line {
  send(message: unknown): void;
  readonly closed: boolean;
}

/** Takes the connection over and hears its messages. */
export function openLine(request: IncomingMessage, socket: Duplex, onText: (text: string, line: Line) => void): Line {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key'] ?? ''}${MAGIC}`)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  let closed = false;
  const line: Line = {
    get closed() {
      return closed;
    },
    send(message) {
      if (!closed) socket.write(framed(JSON.stringify(message)));
    },
  };
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let read = unframed(rest); read; read = unframed(rest)) {
      rest = rest.subarray(read.length);
      if (read.opcode === CLOSE) socket.end();
      else if (read.opcode === 1) onText(read.text, line);
    }
  });
  const end = (): void => {
    closed = true;
  };
  socket.on('close', end);
  socket.on('error', end);
  return line;
}

function framed(text: string): Buffer {
  const body = Buffer.from(text);
  if (body.length < 126) return Buffer.concat([Buffer.from([TEXT, body.length]), body]);
  if (body.length < 65_536) {
    const head = Buffer.from([TEXT, 126, 0, 0]);
    head.writeUInt16BE(body.length, 2);
    return Buffer.concat([head, body]);
  }
  const head = Buffer.alloc(10);
  head[0] = TEXT;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(body.length), 2);
  return Buffer.concat([head, body]);
}

/** The first whole frame of a browser, which masks what it says; undefined until it is there. */
function unframed(
  from: Buffer,
): { readonly opcode: number; readonly text: string; readonly length: number } | undefined {
  const [first, second] = from;
  if (first === undefined || second === undefined) return undefined;
  const short = second & 0x7f;
  if (short === 127) throw new Error('expected a short message of the page, got one over 64 KiB');
  const head = short === 126 ? 4 : 2;
  if (from.length < head) return undefined;
  const size = short === 126 ? from.readUInt16BE(2) : short;
  const length = head + 4 + size;
  if (from.length < length) return undefined;
  const mask = from.subarray(head, head + 4);
  const body = Buffer.from(from.subarray(head + 4, length));
  for (let at = 0; at < body.length; at += 1) body[at] = (body[at] ?? 0) ^ (mask[at % 4] ?? 0);
  return { opcode: first & 0x0f, text: body.toString(), length };
}
