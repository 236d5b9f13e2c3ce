// SMS over a real HTTP gateway on loopback: what it is sent, and what happens when it hangs, fails or sends elsewhere (issue: SMS gateway).

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createSms, isNumber } from '../../../src/account/messages/sms.ts';
import { type Parcel, SendFailure } from '../../../src/account/messages/transport.ts';

const parcel: Parcel = {
  to: '+447700900123',
  subject: '',
  text: 'Vitrine: 123456',
  html: '',
  lang: 'en',
  messageId: 'id-1',
  time: 0,
};
const never = new AbortController().signal;

let server: Server | undefined;
let asked: { headers: IncomingMessage['headers']; body: string; url: string }[] = [];

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
  asked = [];
});

async function gateway(answer: (response: ServerResponse) => void): Promise<string> {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push({ headers: request.headers, body, url: request.url ?? '' });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/send`;
}

const sms = (url: string, patience?: number) => createSms({ url, token: 'gateway-token' }, patience);

async function failure(work: Promise<void>): Promise<[kind: string, final: boolean]> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    for (const secret of ['123456', '900123', 'gateway-token'])
      expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain(secret);
    return [error.kind, error.final];
  }
  return ['none', false];
}

it('posts number and text as JSON with the token, and an id that stays the same', async () => {
  const url = await gateway((response) => response.writeHead(202).end('{}'));
  await sms(url).send(parcel, never);
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ to: '+447700900123', text: 'Vitrine: 123456' });
  expect(asked[0]?.headers).toMatchObject({
    authorization: 'Bearer gateway-token',
    'content-type': 'application/json',
    'idempotency-key': 'id-1',
  });
});

it('follows no redirect: the token and the number go nowhere else', async () => {
  const url = await gateway((response) => response.writeHead(307, { location: '/elsewhere' }).end());
  expect(await failure(sms(url).send(parcel, never))).toEqual(['answer', false]);
  expect(asked.map((one) => one.url)).toEqual(['/send']);
});

it.each([
  [500, 'answer', false],
  [503, 'answer', false],
  [429, 'answer', false],
  [404, 'answer', false],
  [400, 'answer', true],
  [422, 'answer', true],
  [401, 'credentials', false],
] as const)('an answer of %i is %s, final: %s', async (status, kind, final) => {
  const url = await gateway((response) => response.writeHead(status).end('no'));
  expect(await failure(sms(url).send(parcel, never))).toEqual([kind, final]);
});

it('a gateway that hangs is given up, before its answer and in the middle of it', async () => {
  const silentUrl = await gateway(() => undefined);
  expect(await failure(sms(silentUrl, 200).send(parcel, never))).toEqual(['timeout', false]);
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  const slowUrl = await gateway((response) => response.writeHead(200).write('{'));
  expect(await failure(sms(slowUrl, 200).send(parcel, never))).toEqual(['timeout', false]);
});

it('an answer without end is not read to its end', async () => {
  const url = await gateway((response) => {
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384)));
    };
    response.on('drain', pour);
    pour();
  });
  await sms(url).send(parcel, never);
  expect(asked).toHaveLength(1);
});

it('goes to numbers only', async () => {
  const url = await gateway((response) => response.writeHead(200).end());
  for (const to of ['447700900123', '+44 7700', '+44', 'ann@example.org', '+44770090012345678901']) {
    expect(isNumber(to)).toBe(false);
    expect(await failure(sms(url).send({ ...parcel, to }, never))).toEqual(['refused', true]);
  }
  expect(asked).toEqual([]);
});

it('the end does not wait for a gateway that hangs', async () => {
  const url = await gateway(() => undefined);
  const stopping = new AbortController();
  const sending = failure(sms(url).send(parcel, stopping.signal));
  stopping.abort();
  expect(await sending).toEqual(['stopped', false]);
});
