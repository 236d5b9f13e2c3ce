// Requests that are read in two ways (RFC 9112 §3.2, §5, §6, §7.1), and heads and parts that are too large; each with another
// request behind it, which must not be answered. For the exchange's port and the desk's.

import { type AddressInfo, connect } from 'node:net';
import type { Server } from 'node:http';

/** Sends bytes and reads all until the other side ends the connection; gives the status of each answer. */
export async function answersTo(server: Server, bytes: string): Promise<string[]> {
  const socket = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  let text = '';
  socket.on('data', (part: Buffer) => (text += part.toString('latin1')));
  socket.on('error', () => undefined);
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(bytes, 'latin1');
  await over;
  return [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status ?? '');
}

const CHUNKED = 'transfer-encoding: chunked';

/** A request to `path`. */
export const nextTo = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
/** A request with a body to `path`. */
export const postTo = (path: string, head: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${head}\r\n\r\n${body}`;

/** Names and bytes of requests that are refused with 400. */
export function ambiguousRequests(path: string): readonly (readonly [name: string, bytes: string])[] {
  const next = nextTo(path);
  const post = (head: string, body: string) => postTo(path, head, body);
  const parts = (body: string) => post(CHUNKED, `${body}${next}`);
  return [
    ['two lengths', post('content-length: 2\r\ncontent-length: 40', `{}${next}`)],
    ['two equal lengths', post('content-length: 2\r\ncontent-length: 2', `{}${next}`)],
    ['a list of lengths', post('content-length: 2, 2', `{}${next}`)],
    ['a length and parts', post('content-length: 2\r\ntransfer-encoding: chunked', `0\r\n\r\n${next}`)],
    ['parts and a length', post('transfer-encoding: chunked\r\ncontent-length: 5', `0\r\n\r\n${next}`)],
    ['a length with a sign', post('content-length: +2', `{}${next}`)],
    ['another coding behind parts', post('transfer-encoding: chunked, identity', `0\r\n\r\n${next}`)],
    ['another coding before parts', post('transfer-encoding: gzip, chunked', `2\r\n{}\r\n0\r\n\r\n${next}`)],
    ['an unknown coding', post('transfer-encoding: xchunked', `0\r\n\r\n${next}`)],
    ['parts twice', post('transfer-encoding: chunked\r\ntransfer-encoding: chunked', `2\r\n{}\r\n0\r\n\r\n${next}`)],
    ['lines that end with half of their end', post('transfer-encoding: chunked', `2\n{}\n0\n\n${next}`)],
    ['a blank before the colon', post('content-length : 2', `{}${next}`)],
    ['a folded line', post('x: y\r\n content-length: 2\r\ncontent-length: 2', `{}${next}`)],
    ['two hosts', `GET ${path} HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n${next}`],
    ['no host', `GET ${path} HTTP/1.1\r\n\r\n${next}`],
    ['no version', `GET ${path}\r\n\r\n${next}`],
    ['a version that is not spoken', `GET ${path} HTTP/2.0\r\nhost: a\r\n\r\n${next}`],
    [
      'parts, of a version that has none',
      post('transfer-encoding: chunked', `2\r\n{}\r\n0\r\n\r\n${next}`).replace('/1.1', '/1.0'),
    ],
    ['a length in hexadecimal', post('content-length: 0x2', `{}${next}`)],
    ['a negative length', post('content-length: -1', next)],
    ['a length longer than any number', post(`content-length: ${'9'.repeat(40)}`, next)],
    ['a coding in quotes', post('transfer-encoding: "chunked"', `0\r\n\r\n${next}`)],
    ['a coding with a parameter', post('transfer-encoding: chunked;q=1', `0\r\n\r\n${next}`)],
    ['another space before its coding', post('transfer-encoding:\x0bchunked', `0\r\n\r\n${next}`)],
    ['half of a line’s end in a line', post('x: y\rcontent-length: 40\r\ncontent-length: 2', `{}${next}`)],
    ['a NUL in a line', post('x: y\0z\r\ncontent-length: 2', `{}${next}`)],
    ['a line without a colon', post('content-length\r\ncontent-length: 2', `{}${next}`)],
    ['a name that is no token', post('content(length: 40\r\ncontent-length: 2', `{}${next}`)],
    ['a folded first line', `GET ${path} HTTP/1.1\r\n host: a\r\nhost: b\r\n\r\n${next}`],
    ['a part’s size with a sign', parts('+2\r\n{}\r\n0\r\n\r\n')],
    ['a part’s size with 0x', parts('0x2\r\n{}\r\n0\r\n\r\n')],
    ['a blank before a part’s size', parts(' 2\r\n{}\r\n0\r\n\r\n')],
    ['a part without a size', parts(';a=b\r\n{}\r\n0\r\n\r\n')],
    ['a part longer than its size', parts('2\r\n{}40\r\n0\r\n\r\n')],
    ['half of a line’s end behind a part', parts('2\r\n{}\n0\r\n\r\n')],
    ['half of a line’s end in a part’s extension', parts('2;a\nb\r\n{}\r\n0\r\n\r\n')],
    ['the other half there', parts('2;a\rb\r\n{}\r\n0\r\n\r\n')],
    ['a NUL in a part’s extension', parts('2;a=\0\r\n{}\r\n0\r\n\r\n')],
    ['a line behind its parts that is none', parts('2\r\n{}\r\n0\r\ncontent length: 40\r\n\r\n')],
  ];
}

/** Names, bytes and status of requests that are too large. */
export function oversizeRequests(path: string): readonly (readonly [name: string, bytes: string, status: string])[] {
  const next = nextTo(path);
  const post = (head: string, body: string) => postTo(path, head, body);
  return [
    [
      'a line of 20,000 characters',
      `GET ${path} HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n${next}`,
      '431',
    ],
    ['5,000 lines', `GET ${path} HTTP/1.1\r\nhost: a\r\n${'a:\r\n'.repeat(5_000)}\r\n${next}`, '431'],
    // Lines that were left out could hide these.
    [
      'another coding behind 2,001 lines',
      post(`${'a:\r\n'.repeat(2_001)}transfer-encoding: gzip, chunked`, next),
      '431',
    ],
    [
      'a part with a name of 40,000 characters',
      post(CHUNKED, `2;${'x'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n${next}`),
      '400',
    ],
    ['5,000 lines behind its parts', post(CHUNKED, `2\r\n{}\r\n0\r\n${'x: y\r\n'.repeat(5_000)}\r\n${next}`), '431'],
    ['a part longer than any number', post(CHUNKED, `fffffffffffffffff\r\n${next}`), '400'],
    [
      'one line of 40,000 characters behind its parts',
      post(CHUNKED, `0\r\nx: ${'y'.repeat(40_000)}\r\n\r\n${next}`),
      '431',
    ],
  ];
}

/** What others pay for: requests that send far more than a body may have, and a request behind them. */
export function endlessRequests(path: string): readonly (readonly [name: string, bytes: string])[] {
  const next = nextTo(path).replace('host', 'connection: close\r\nhost');
  const long = 'x'.repeat(8_000_000);
  return [
    [
      'a body that its method has no use for',
      `GET ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${long.length}\r\n\r\n${long}${next}`,
    ],
    [
      'parts that its method has no use for',
      `GET ${path} HTTP/1.1\r\nhost: a\r\n${CHUNKED}\r\n\r\n${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n${next}`,
    ],
    ['a body of another type', postTo(path, `content-length: ${long.length}`, `${long}${next}`).replace('json', 'pdf')],
    [
      'a form to a call that takes none',
      postTo(path, `content-length: ${long.length}`, `${long}${next}`).replace(
        'application/json',
        'multipart/form-data; boundary=b',
      ),
    ],
    ['a body to nowhere', postTo('/api/nowhere', `content-length: ${long.length}`, `${long}${next}`)],
    ['parts to nowhere', postTo('/api/nowhere', CHUNKED, `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n${next}`)],
    ['a body larger than any', postTo(path, `content-length: ${long.length}`, `${long}${next}`)],
    ['parts larger than any body', postTo(path, CHUNKED, `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n${next}`)],
    [
      'extensions of parts, longer than any body',
      postTo(path, CHUNKED, `${`1;${'x'.repeat(8_000)}\r\n \r\n`.repeat(1_000)}0\r\n\r\n${next}`),
    ],
  ];
}
