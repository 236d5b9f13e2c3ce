// Signs requests as a customer's program would: written from docs/start/api-keys.md, not from the server's code.

import { createHash, createHmac, randomUUID } from 'node:crypto';

export interface ToSign {
  readonly method: 'GET' | 'POST';
  /** Path and query as they are sent. */
  readonly url: string;
  /** The body as it is sent, byte for byte; nothing for GET. */
  readonly body?: string;
  /** ms UTC. */
  readonly time?: number;
  readonly nonce?: string;
}

/** The four headers of a signed request. */
export function sign(key: string, secret: string, { method, url, body = '', time, nonce }: ToSign) {
  const [path = '', query = ''] = url.split('?');
  const stamp = String(time ?? Date.now());
  const once = nonce ?? randomUUID();
  const text = [method, path, query, createHash('sha256').update(body).digest('hex'), stamp, once].join('\n');
  return {
    'api-key': key,
    'api-time': stamp,
    'api-nonce': once,
    'api-sign': createHmac('sha256', secret).update(text).digest('hex'),
  };
}

/** The worked example of docs/start/api-keys.md. */
export const EXAMPLE = {
  key: 'vk00112233445566778899aabbccddeeff',
  secret: 'c2VjcmV0LW9mLXRoZS1leGFtcGxlLW5vdC10by11c2U',
  method: 'POST',
  path: '/api/currency/order/submit',
  query: '',
  body: '{"symbol":"BTC_USDT","direction":1,"type":1,"price":"20000","quantity":"0.001"}',
  time: '1795262400000',
  nonce: '5c1f6a0e-6d1b-4a7e-9f0e-2d8a4f3b7c61',
} as const;
