// A fuzzer over all calls of the exchange, as its OpenAPI document lists them, and of the desk (issue 15, done when 2): types,
// extremes, NUL, surrogates, nesting, parameters twice, wrong methods and content types, names of prototypes. Whatever is
// sent: no 5xx, no answer cut off, no name of ours inside.

import { type CallName, callNames, callOf, deskCallNames, deskCallOf, pathOf } from '@vitrine/contract';
import { randomTests } from '@vitrine/core/test';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESK_ORIGIN, type DeskUser, type DeskWorld, founders, startDeskWorld } from '../../desk/desk-world.ts';
import { freshKey, type Person } from './exchange-edge.ts';
import { ORIGIN, requestFor } from './harness.ts';

const { rounds } = randomTests(import.meta.url);
const REQUESTS = 20_000;
/** Long enough on the slowest machine, ms. */
const PATIENCE = 3_600_000;
/** Requests under way together. */
const TOGETHER = 8;
/** They end the session that the others are made with. */
const LEFT_OUT: readonly string[] = ['user.logout', 'user.freeze', 'desk.signOut'];
/** Names of ours, and the first words of what only a fault would say. */
const INTERNAL =
  /\.(ts|js|mjs):\d|node_modules|\bat [A-Za-z.]+ \(|relation "|syntax error|invalid byte|postgres|kysely/i;

let world: DeskWorld;
let ann: Person;
let ada: DeskUser;
beforeAll(async () => {
  world = await startDeskWorld({ watch: false });
  [ada] = await founders(world);
  ann = await world.exchange.register('annanderson');
  await world.exchange.call(ann, '/api/practice/claim', {});
  await world.exchange.quote();
});
afterAll(() => world.stop());

/** Mulberry32: numbers in [0, 1) that a seed repeats. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const nested = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value };
  return value;
};
const VALUES: readonly unknown[] = [
  ...['', ' ', '\0', 'a\0b', '\ud800', 'b\udfff', '😀', 'é'.repeat(300), 'x'.repeat(5_000), '\r\nset-cookie: x=1'],
  ...[
    '-1',
    '0',
    '-0',
    '1',
    '1e309',
    '1e-7',
    'NaN',
    'Infinity',
    '0.0000000000000000000001',
    '9'.repeat(40),
    '٣',
    '+1',
    '0x10',
  ],
  ...[
    '9007199254740993',
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775809',
    '999999999999999999999',
  ],
  ...['__proto__', 'constructor', 'toString', "' or 1=1 --", '../../etc/passwd', '%00', '%', '<script>', 'null', 'csv'],
  ...['BTC_USDT', 'USDT', 'BTC', 'EURUSD', 'a@b.co', '123456', 'a'.repeat(64), '2026-11-01', 'true', '[]', '{}'],
  ...[-1, 0, 1, 2, 3, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 1e21, true, false, null],
  ...[[], {}, [null], [[]], ['BTC_USDT'], Array(3_000).fill(1), nested(8), nested(40), nested(400)],
  ...[{ toString: 1 }, { length: -1 }, { constructor: { prototype: { x: 1 } } }, { id: 'a\0', rawId: '\ud800' }],
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=b',
];
const TYPES_ODD = ['multipart/form-data', 'application/json; charset=utf-16', 'x', ''];

interface Target {
  readonly name: string;
  readonly desk: boolean;
  readonly method: (typeof METHODS)[number];
  readonly url: string;
  readonly fields: readonly string[];
  readonly right: Readonly<Record<string, unknown>>;
}

/** Every call: those of the exchange by its document, those of the desk by its registry. */
async function targets(): Promise<readonly Target[]> {
  const document = (await world.exchange.app.inject({ url: '/docs/openapi.json' })).json();
  const own = callNames.map((name: CallName): Target => {
    const call = callOf(name);
    expect(Object.keys(document.paths), name).toContain(pathOf(call));
    const { url, payload, method } = requestFor(name);
    const right = call.upload || typeof payload !== 'object' ? {} : (payload as Record<string, unknown>);
    const fields = Object.keys(call.input.shape);
    return { name, desk: false, method: method as 'GET', url, fields, right };
  });
  const desk = deskCallNames.map((name): Target => {
    const { path, input } = deskCallOf(name);
    return { name, desk: true, method: 'POST', url: path, fields: Object.keys(input.shape), right: {} };
  });
  return [...own, ...desk].filter(({ name }) => !LEFT_OUT.includes(name));
}

/** One request of one target. */
function requestOf(target: Target, draw: () => number): InjectOptions & { readonly headers: Record<string, string> } {
  const one = <T>(all: readonly T[]): T => all[Math.floor(draw() * all.length)] as T;
  const chance = (part: number) => draw() < part;
  const fields: Record<string, unknown> = chance(0.8) ? { ...target.right } : {};
  const changes = Math.floor(draw() * 4);
  for (let at = 0; at < changes; at += 1)
    fields[chance(0.9) ? (one(target.fields) ?? 'x') : one(['__proto__x', 'constructor', 'x\0', 'current', 'format'])] =
      one(VALUES);
  let [url = '', query = ''] = target.url.split('?');
  if (chance(0.15))
    url = url.replace(/[^/]+$/, () => encodeURIComponent(wellFormed(textOf(one(VALUES))).slice(0, 200)));
  if (chance(0.05)) url += one(['%00', '%', '/', '//', '/..', '%2e%2e', '?', '.json', '%ff']);
  if (chance(0.3)) query = formOf(fields);
  if (chance(0.1)) query += one(['&size=1&size=2', '&__proto__=1', '&a[]=1', '&%00=1', '&=', '&symbol=BTC&symbol=ETH']);
  const session = target.desk
    ? { origin: DESK_ORIGIN, cookie: ada.cookie, satoken: ada.satoken }
    : { origin: ORIGIN, cookie: ann.cookie, satoken: ann.satoken };
  const headers: Record<string, string> = chance(0.7) ? { ...session } : chance(0.8) ? { origin: session.origin } : {};
  if (chance(0.3)) headers['idempotency-key'] = chance(0.7) ? freshKey() : one(['', 'x', '0'.repeat(36)]);
  if (chance(0.1)) headers['x-after'] = one(['0', '1', '-1', 'x', '1e3']);
  if (chance(0.1)) headers['lang'] = one(['de', 'xx', '__proto__', 'x'.repeat(99)]);
  if (chance(0.05))
    headers['cookie'] = one(['access=%00', 'access=alice; access=bob', '=;=;', `browser=${'%00'.repeat(9)}`]);
  if (chance(0.03)) Object.assign(headers, { 'api-key': 'k', 'api-time': '1', 'api-nonce': 'n', 'api-sign': 's' });
  if (chance(0.2)) headers['accept-encoding'] = one(['br', 'gzip', 'identity;q=0, *;q=0', 'br;q=0']);
  const method = chance(0.9) ? target.method : one(METHODS);
  const url_ = query === '' ? url : `${url}?${query}`;
  if (method === 'GET' || method === 'HEAD') return { method, url: url_, headers };
  headers['content-type'] = chance(0.85) ? 'application/json' : chance(0.8) ? one(TYPES) : one(TYPES_ODD);
  const json = JSON.stringify(fields);
  const payload = chance(0.9)
    ? headers['content-type'].includes('urlencoded')
      ? formOf(fields)
      : json
    : one([
        ...[
          json.slice(0, -1),
          '',
          '[]',
          'null',
          '7',
          '"x"',
          '{"a":1,"a":2}',
          '\0',
          '\ufeff{}',
          '{"__proto__":{"admin":true}}',
        ],
        ...[
          '['.repeat(30_000),
          `{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
          '--b\r\n\r\n--b--',
          'a=1&a=2',
          'x'.repeat(70_000),
        ],
      ]);
  return { method, url: url_, headers, payload };
}

/** Fields as a query or form. */
function formOf(fields: Readonly<Record<string, unknown>>): string {
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, textOf(value)]),
  ).toString();
}

/** Objects without a prototype's toString have no text of their own. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}

/** What is wrong with an answer; undefined: nothing. */
function wrong(status: number, type: string, body: string, method: string): string | undefined {
  if (status >= 500) return `${status}`;
  if (INTERNAL.test(body)) return 'a name of ours';
  if (method === 'HEAD' || !type.includes('json')) return undefined;
  try {
    const { code } = JSON.parse(body);
    return (typeof code === 'number' && code !== 500) || code === '200' ? undefined : `code ${code}`;
  } catch (error) {
    return `cut off: ${String(error)}`;
  }
}

it(
  `${REQUESTS} requests of anybody, a customer and the desk: no 5xx, no cut answer, no name of ours`,
  async () => {
    const { seed, numRuns } = rounds(REQUESTS);
    const draw = draws(seed);
    const all = await targets();
    const bad: string[] = [];
    const statuses = new Map<number, number>();
    let left = numRuns;
    async function work(): Promise<void> {
      while (left > 0) {
        left -= 1;
        const target = all[Math.floor(draw() * all.length)] as Target;
        const request = requestOf(target, draw);
        const app = target.desk ? world.app : world.exchange.app;
        const answer = await app.inject(request);
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
        const encoded = answer.headers['content-encoding'] !== undefined;
        const why = wrong(
          answer.statusCode,
          encoded ? '' : String(answer.headers['content-type']),
          encoded ? '' : answer.body,
          String(request.method),
        );
        if (why !== undefined && bad.length < 20)
          bad.push(`${target.name}: ${why}: ${JSON.stringify(request).slice(0, 600)} → ${answer.body.slice(0, 300)}`);
      }
    }
    await Promise.all(Array.from({ length: TOGETHER }, work));
    expect(bad).toEqual([]);
    // It reached more than refusals.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(numRuns / 50);
    expect(Object.prototype).not.toHaveProperty('admin');
    expect(world.faults).toEqual([]);
  },
  PATIENCE,
);
