// No connection, address or account slows the others (issue 15 A.1): in work at once, weights, the queue, public reads.

import { type CallName, callOf, makeKey } from '@vitrine/contract';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ACCOUNT_REQUESTS_MOST,
  ACCOUNT_WAITS_MOST,
  ADDRESS_HELD_MOST,
  ADDRESS_REQUESTS_MOST,
  ADDRESS_WAITS_MOST,
  PROMPT_REFUSALS,
  REFUSALS_WAITING_MOST,
} from '../../../src/api/http/limits/admission.ts';
import { COMPRESSORS_MOST } from '../../../src/api/http/answer/compress.ts';
import { GUEST_READS, PUBLIC_READS } from '../../../src/api/http/limits/kept-reads.ts';
import { charge, Meter } from '../../../src/api/load/index.ts';
import { fromPage, requestFor, startWorld, type World } from './harness.ts';

const MANY = { calls: 1_000_000, secrets: 1_000_000 };
const STRANGER = '203.0.113.1';
const BYSTANDER = '203.0.113.2';

let world: World;
afterEach(() => world.app.close());

/** Sends a call from an address; gives its status. */
async function ask(name: CallName, remoteAddress: string, headers: Record<string, string> = {}, fields?: object) {
  const request = requestFor(name, { headers, ...(fields === undefined ? {} : { fields: { ...fields } }) });
  return world.app.inject({ ...request, remoteAddress });
}
const statuses = async (answers: Promise<{ statusCode: number }>[]) =>
  Object.entries(Object.groupBy(await Promise.all(answers), (one) => String(one.statusCode))).map(
    ([status, all]) => `${status} × ${all?.length}`,
  );

/** Lets handlers of a world wait until `open` is called. */
function held(): { readonly open: () => void } {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  world.answer = () => gate.then(() => ({ fine: true }));
  return { open: () => open() };
}

describe('requests in work at once', () => {
  it(`of one address are ${ADDRESS_REQUESTS_MOST} at most, whatever the page; another address is answered`, async () => {
    world = await startWorld({ limits: MANY });
    const gate = held();
    const greedy = Array.from({ length: ADDRESS_REQUESTS_MOST + 20 }, () => ask('common.getTime', STRANGER));
    while (world.asked.length < ADDRESS_REQUESTS_MOST) await pause(1);
    expect((await world.app.inject({ url: '/docs/openapi.json', remoteAddress: STRANGER })).statusCode).toBe(429);
    const other = ask('common.getTime', BYSTANDER);
    gate.open();
    expect((await other).statusCode).toBe(200);
    expect(await statuses(greedy)).toEqual([`200 × ${ADDRESS_REQUESTS_MOST}`, '429 × 20']);
    expect((await ask('common.getTime', STRANGER)).statusCode).toBe(200);
  });

  it(`of one account are ${ACCOUNT_REQUESTS_MOST} at most, from however many addresses`, async () => {
    world = await startWorld({ limits: MANY });
    const gate = held();
    const from = (at: number) => ask('user.getInfo', `198.51.100.${at}`, fromPage('alice'));
    const greedy = Array.from({ length: ACCOUNT_REQUESTS_MOST + 5 }, (_, at) => from(at));
    let ended = 0;
    for (const one of greedy) void one.then(() => (ended += 1));
    while (ended < 5) await pause(1);
    const other = ask('user.getInfo', BYSTANDER, fromPage('bob'));
    gate.open();
    expect((await other).statusCode).toBe(200);
    expect(await statuses(greedy)).toEqual([`200 × ${ACCOUNT_REQUESTS_MOST}`, '429 × 5']);
  });

  it(`that wait for a command are ${ADDRESS_WAITS_MOST} at most of one address (x-after)`, async () => {
    let seen: () => void = () => undefined;
    const reached = new Promise<boolean>((resolve) => (seen = () => resolve(true)));
    const live = { waitFor: () => reached, head: () => ({ row: 1, seq: 1, time: 1, rowHash: '' }) };
    world = await startWorld({ limits: MANY, live: live as never });
    const one = () => ask('common.getTime', STRANGER, { 'x-after': '99' });
    const waiting = Array.from({ length: ADDRESS_WAITS_MOST + 3 }, one);
    expect((await Promise.race(waiting)).statusCode).toBe(429);
    expect((await ask('common.getTime', STRANGER)).statusCode).toBe(200);
    seen();
    expect(await statuses(waiting)).toEqual([`200 × ${ADDRESS_WAITS_MOST}`, '429 × 3']);
  });

  it(`that wait for a command are ${ACCOUNT_WAITS_MOST} at most of one account, from however many addresses`, async () => {
    let seen: () => void = () => undefined;
    const reached = new Promise<boolean>((resolve) => (seen = () => resolve(true)));
    const live = { waitFor: () => reached, head: () => ({ row: 1, seq: 1, time: 1, rowHash: '' }) };
    world = await startWorld({ limits: MANY, live: live as never });
    const from = (at: number, name: 'alice' | 'bob') =>
      ask('userCoin.getUserCoin', `198.51.100.${at}`, { ...fromPage(name), 'x-after': '99' });
    const waiting = Array.from({ length: ACCOUNT_WAITS_MOST + 3 }, (_, at) => from(at, 'alice'));
    let ended = 0;
    for (const one of waiting) void one.then(() => (ended += 1));
    while (ended < 3) await pause(1);
    const other = from(1, 'bob');
    seen();
    expect((await other).statusCode).toBe(200);
    expect(await statuses(waiting)).toEqual([`200 × ${ACCOUNT_WAITS_MOST}`, '429 × 3']);
    expect((await from(2, 'alice')).statusCode).toBe(200);
  });

  it('as files are two of one account', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    async function* rows() {
      await gate;
      yield [];
    }
    world = await startWorld({ limits: MANY, exporters: { 'assets.getMyBill': rows } as never });
    const one = () => ask('assets.getMyBill', STRANGER, fromPage('alice'), { format: 'csv' });
    const files = [one(), one(), one()];
    expect((await Promise.race(files)).statusCode).toBe(429);
    open();
    expect(await statuses(files)).toEqual(['200 × 2', '429 × 1']);
  });
});

describe('refusals', () => {
  const read = 'GET /api/common/getTime HTTP/1.1\r\nhost: vitrine.test\r\n\r\n';
  const greedy = '127.0.0.31';

  /** The status of the answer to one more request; nothing where the connection ends without one. */
  async function status(port: number, localAddress: string): Promise<string> {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      text += String(part);
      socket.destroy();
    });
    socket.write(read);
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));
    return text.slice(9, 12);
  }

  it(`of one address beyond ${PROMPT_REFUSALS} a minute wait; ${REFUSALS_WAITING_MOST} at most, one more ends its connection`, async () => {
    world = await startWorld({ limits: { calls: 1, secrets: 1 } });
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = world.app.server.address() as AddressInfo;
    expect(await status(port, greedy)).toBe('200');
    const seen: string[] = [];
    // The allowances refill meanwhile: waves until one is too much.
    for (let wave = 0; wave < 30 && !seen.includes(''); wave += 1)
      seen.push(...(await Promise.all(Array.from({ length: 4 * REFUSALS_WAITING_MOST }, () => status(port, greedy)))));
    expect(seen).toContain('');
    expect(seen.filter((one) => one === '429').length).toBeGreaterThanOrEqual(PROMPT_REFUSALS);
    const answered = seen.filter((one) => one === '200').length;
    expect(seen.filter((one) => !['', '200', '429'].includes(one))).toEqual([]);
    expect(await status(port, '127.0.0.32')).toBe('200');
    expect(world.asked.length).toBe(answered + 2);
  });
});

describe('the queue', () => {
  const names = () => world.asked.map((one) => (callOf(one.name).writes ? 'order' : one.context.ip));

  it('lets orders and cancels go before reads that came earlier', async () => {
    world = await startWorld({ limits: MANY });
    const key = { 'idempotency-key': makeKey(Date.now(), randomBytes(10)) };
    const all = Array.from({ length: 40 }, () => ask('common.getTime', STRANGER));
    all.push(ask('currency.order.submit', BYSTANDER, { ...fromPage('alice'), ...key }));
    all.push(ask('currency.order.cancelOrder', BYSTANDER, fromPage('bob')));
    await Promise.all(all);
    // One read may have begun, and reading a body takes turns of the loop.
    expect(names().lastIndexOf('order')).toBeLessThan(20);
  });

  it('takes the sources in rotation: a single read does not wait for forty of another address', async () => {
    world = await startWorld({ limits: MANY });
    const all = Array.from({ length: 40 }, () => ask('common.getTime', STRANGER));
    all.push(ask('common.getTime', BYSTANDER));
    await Promise.all(all);
    expect(names().indexOf(BYSTANDER)).toBeLessThan(5);
  });

  it('takes orders in rotation too: a single cancel does not wait for sixty orders of another address', async () => {
    world = await startWorld({ limits: MANY });
    const order = () => ({ 'idempotency-key': makeKey(Date.now(), randomBytes(10)) });
    // Two accounts: each may have so many in work.
    const all = Array.from({ length: 60 }, (_, at) =>
      ask('currency.order.submit', STRANGER, { ...fromPage(at % 2 === 0 ? 'alice' : 'bob'), ...order() }),
    );
    all.push(ask('currency.order.cancelOrder', BYSTANDER, fromPage('bob')));
    await Promise.all(all);
    expect(world.asked.length).toBeGreaterThan(50);
    expect(world.asked.findIndex((one) => one.context.ip === BYSTANDER)).toBeLessThan(20);
  });
});

describe('weights', () => {
  it('an answer of 80 KB counts as ten requests, packed or not', async () => {
    world = await startWorld({ limits: { calls: 25, secrets: 100 } });
    world.answer = () => ({ text: 'x'.repeat(80_000) });
    const codes = [];
    for (let at = 0; at < 4; at += 1)
      codes.push((await ask('common.getTime', STRANGER, { 'accept-encoding': 'br' })).statusCode);
    expect(codes).toEqual([200, 200, 200, 429]);
    expect((await ask('common.getTime', BYSTANDER)).statusCode).toBe(200);
  });

  it('a read of SQL counts as what it did, for its address and its account (issue 15 A.1)', async () => {
    world = await startWorld({ limits: { calls: 25, secrets: 100 } });
    world.answer = () => charge(9);
    const codes = async (name: CallName, from: string) => {
      const found = [];
      for (let at = 0; at < 4; at += 1) found.push((await ask(name, from, fromPage('alice'))).statusCode);
      return found;
    };
    expect(await codes('user.getInfo', STRANGER)).toEqual([200, 200, 200, 429]);
    // The account pays from wherever it asks; somebody else there does not.
    expect(await codes('user.getInfo', BYSTANDER)).toEqual([429, 429, 429, 429]);
    expect((await ask('user.getInfo', BYSTANDER, fromPage('bob'))).statusCode).toBe(200);
  });

  it('each part of a list file counts, although it is made after the call was answered (issue 15 A.1)', async () => {
    async function* rows() {
      for (let part = 0; part < 3; part += 1) {
        charge(4);
        yield [];
      }
      return null;
    }
    world = await startWorld({ limits: { calls: 10, secrets: 100 }, exporters: { 'assets.getMyBill': rows } as never });
    const file = () => ask('assets.getMyBill', STRANGER, fromPage('alice'), { format: 'csv' });
    expect((await file()).statusCode).toBe(200);
    expect((await file()).statusCode).toBe(429);
    expect((await ask('common.getTime', BYSTANDER)).statusCode).toBe(200);
  });

  it('an account pays, too, from whatever address it asks', async () => {
    world = await startWorld({ limits: { calls: 5, secrets: 100 } });
    const codes = [];
    for (let at = 0; at < 6; at += 1)
      codes.push((await ask('user.getInfo', `198.51.100.${at}`, fromPage('alice'))).statusCode);
    expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('pages and documentation are limited as calls are', async () => {
    world = await startWorld({ limits: { calls: 3, secrets: 100 } });
    const urls = ['/docs/openapi.json', '/exchange/index', '/platform/dev/config.js', '/docs/static/index.html'];
    for (const [at, url] of urls.entries()) {
      const get = async () => (await world.app.inject({ url, remoteAddress: `198.51.100.${at}` })).statusCode;
      expect(await get(), url).not.toBe(429);
      for (let more = 0; more < 3; more += 1) await get();
      expect(await get(), url).toBe(429);
    }
  });

  it('are given back evenly: a tenth of a minute gives a tenth', () => {
    let now = 0;
    const meter = new Meter(60, () => now);
    expect([meter.take('a', 60), meter.take('a', 1), meter.take('b', 1)]).toEqual([0, 1, 0]);
    meter.charge('a', 30);
    expect(meter.take('a', 1)).toBe(31);
    now = 36_000;
    expect([meter.take('a', 6), meter.take('a', 1)]).toEqual([0, 1]);
  });
});

describe('public reads', () => {
  const long = { text: 'x'.repeat(20_000) };

  it('are made and compressed once a slot, however many ask, and cost then as little as any request', async () => {
    world = await startWorld({ limits: { calls: 60, secrets: 100 }, readSlot: 600_000 });
    world.answer = () => long;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask('common.ticks', STRANGER, { 'accept-encoding': 'br' })),
    );
    expect(world.asked.length).toBe(1);
    for (const one of answers) {
      expect([one.statusCode, one.headers['content-encoding']]).toEqual([200, 'br']);
      expect(JSON.parse(brotliDecompressSync(one.rawPayload).toString()).data).toEqual(long);
    }
    expect((await ask('common.ticks', BYSTANDER)).json().data).toEqual(long);
    expect(world.asked.length).toBe(1);
  });

  it('differ by input and language, and a read that names a newer command is made anew', async () => {
    world = await startWorld({ limits: MANY, readSlot: 600_000 });
    await ask('common.ticks', STRANGER, {}, { symbol: 'BTC_USDT', size: 5 });
    await ask('common.ticks', STRANGER, {}, { symbol: 'BTC_USDT', size: 6 });
    await ask('common.ticks', STRANGER, { lang: 'de' }, { symbol: 'BTC_USDT', size: 6 });
    expect(world.asked.length).toBe(3);
    await ask('common.ticks', STRANGER, { 'x-after': '1' }, { symbol: 'BTC_USDT', size: 6 });
    expect(world.asked.length).toBe(3);
    await ask('common.ticks', STRANGER, { 'x-after': '2' }, { symbol: 'BTC_USDT', size: 6 });
    expect(world.asked.length).toBe(4);
  });

  it('hold nothing of who asked first, and a refusal is not kept', async () => {
    world = await startWorld({ limits: MANY, readSlot: 600_000 });
    for (const name of [...PUBLIC_READS]) {
      expect(callOf(name).who, name).toBe('guest');
      await ask(name, STRANGER, fromPage('alice'));
      expect(world.asked.at(-1)?.context.session, name).toBeUndefined();
    }
    for (const name of GUEST_READS) {
      await ask(name, STRANGER);
      await ask(name, STRANGER, fromPage('alice'));
      expect(world.asked.at(-1)?.context.session?.userId, name).toBe('2');
    }
    world.answer = () => {
      throw new Error('a fault');
    };
    expect((await ask('common.ticks', STRANGER, {}, { symbol: 'ETH_USDT' })).statusCode).toBe(500);
    world.answer = () => ({});
    expect((await ask('common.ticks', STRANGER, {}, { symbol: 'ETH_USDT' })).statusCode).toBe(200);
  });
});

describe('answers', () => {
  it(`are compressed by ${COMPRESSORS_MOST} at once; the others go out as they are`, async () => {
    world = await startWorld({ limits: MANY });
    const text = Array.from({ length: 400_000 }, (_, at) => (at * 7919) % 10).join('');
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    world.answer = () => gate.then(() => ({ text }));
    const asking = Array.from({ length: 20 }, () => ask('common.getTime', STRANGER, { 'accept-encoding': 'gzip' }));
    while (world.asked.length < 20) await pause(1);
    open();
    const answers = await Promise.all(asking);
    const packed = answers.filter((one) => one.headers['content-encoding'] === 'gzip').length;
    expect(packed).toBeGreaterThan(0);
    expect(packed).toBeLessThan(20);
    const later = await ask('common.getTime', STRANGER, { 'accept-encoding': 'gzip' });
    expect(later.headers['content-encoding']).toBe('gzip');
  });

  it('that an address does not take are few: it is refused, others are not', async () => {
    world = await startWorld({ limits: MANY });
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = world.app.server.address() as AddressInfo;
    const text = 'x'.repeat(1_048_576);
    world.answer = () => ({ text });
    const read = 'GET /api/common/getTime HTTP/1.1\r\nhost: vitrine.test\r\n\r\n';
    const lazy: Socket[] = [];
    for (let at = 0; at < 4; at += 1) {
      const socket = connect({ host: '127.0.0.1', port, localAddress: '127.0.0.9' });
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.pause();
      socket.write(read.repeat(16));
      lazy.push(socket);
    }
    const first = async (localAddress: string) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress });
      socket.write(read);
      const [data] = await once(socket, 'data');
      socket.destroy();
      return String(data).slice(9, 12);
    };
    while ((await first('127.0.0.9')) !== '429') await pause(5);
    expect(await first('127.0.0.10')).toBe('200');
    // What was made for it is what it may hold, and what the system's buffers took.
    expect(world.asked.length * text.length).toBeLessThan(8 * ADDRESS_HELD_MOST);
    for (const socket of lazy) socket.destroy();
    while ((await first('127.0.0.9')) !== '200') await pause(5);
  });
});

it('the documentation has one copy of the document, and no way that writes it anew', async () => {
  world = await startWorld({ limits: MANY });
  const get = (url: string) => world.app.inject({ url, headers: { 'accept-encoding': 'br' } });
  const [one, two] = [await get('/docs/openapi.json'), await get('/docs/json')];
  expect(one.headers['content-encoding']).toBe('br');
  expect(two.rawPayload.equals(one.rawPayload)).toBe(true);
  expect((await get('/docs/yaml')).statusCode).toBe(404);
});
