import { type FeedChannel, feedData, feedError, frame, HEARTBEAT_EVERY, subscribed } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../http/exchange-edge.ts';
import { rechargeOf } from '../http/fake-custody.ts';
import { type Json, ORIGIN } from '../http/harness.ts';
import { type FeedsWorld, startFeeds } from './feeds-world.ts';
import { openSocket, refusedWith, type SocketClient } from './socket-client.ts';

let world: FeedsWorld;
let ann: Person;
let ben: Person;
const open: SocketClient[] = [];

beforeAll(async () => {
  world = await startFeeds();
  ann = await world.register('annanderson');
  ben = await world.register('benbrown');
  for (const person of [ann, ben]) expect((await world.call(person, '/api/practice/claim', {})).code).toBe(200);
});
afterAll(() => world.stop());
beforeEach(() => world.quote());
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
  expect(world.faults.splice(0)).toEqual([]);
});

async function socket(path: string, headers?: Record<string, string>): Promise<SocketClient> {
  const client = await openSocket(`${world.base}${path}`, headers);
  open.push(client);
  return client;
}

const CLIENT = '/ws/0123abcd-client';
const isFrame = (channel: string, type: string) => (one: Json) => one.channel === channel && one.type === type;
/** A frame as the agreement says it, its data too. */
function checked(message: Json): Json {
  const read = frame.parse(message);
  feedData[read.channel as FeedChannel].parse(read.data);
  return message;
}
const answers = (one: Json) => one.channel === 'subscribe' || one.channel === 'unsubscribe';

describe('the public socket (calls.md §8)', () => {
  it('wants a client id of 8 to 64 letters, digits and dashes', async () => {
    for (const path of [
      '/ws/short',
      `/ws/${'x'.repeat(65)}`,
      '/ws/with%20space',
      '/ws/under_score',
      '/ws',
      '/other',
      '//',
    ])
      expect([path, await refusedWith(`${world.base}${path}`)]).toEqual([path, path === '//' ? 400 : 404]);
    expect(await refusedWith(`${world.base}/ws/${'x'.repeat(64)}`)).toBe(101);
  });

  it('is for our own pages, and for programs that are no page (ASVS 4.4.2)', async () => {
    expect(await refusedWith(`${world.base}${CLIENT}`, { origin: 'https://evil.example' })).toBe(403);
    expect(await refusedWith(`${world.base}${CLIENT}`, { origin: 'null' })).toBe(403);
    for (const headers of [{}, { origin: ORIGIN }]) await socket(CLIENT, headers);
  });

  it('answers a subscription by channel and id with the code of each entry, then sends a snapshot of each', async () => {
    const client = await socket(CLIENT);
    client.send({
      channel: 'subscribe',
      id: 'first',
      data: [
        { channel: 'DETAIL', symbol: 'BTC_USDT', kind: 1 },
        { channel: 'KLINE', symbol: 'BTC/USDT', kind: 1, interval: '1m' },
        { channel: 'TRADE', symbol: 'btcusdt' },
        { channel: 'DEPTH', symbol: 'btcusdt', kind: 1 },
        { channel: 'TICK', symbol: 'btcusdt' },
        { channel: 'DEPTH', symbol: 'nopeusdt' },
        { channel: 'DEPTH', symbol: 'EURUSD' },
        { channel: 'KLINE', symbol: 'btcusdt' },
        { channel: 'GOSSIP', symbol: 'btcusdt' },
        { channel: 'DEPTH', symbol: 'btcusdt', kind: 9 },
        7,
      ],
    });
    const answer = await client.next(answers);
    expect(subscribed.safeParse(answer).success).toBe(true);
    expect([answer.channel, answer.id]).toEqual(['subscribe', 'first']);
    expect(answer.data.map((one: Json) => one.code)).toEqual([200, 200, 200, 200, 200, 2002, 2002, 400, 400, 400, 400]);
    expect(client.received.indexOf(answer)).toBe(0);
    for (const channel of ['DETAIL', 'KLINE', 'TRADE', 'DEPTH', 'TICK']) {
      const snapshot = checked(await client.next(isFrame(channel, 'snapshot')));
      expect([snapshot.symbol, snapshot.prev]).toEqual(['btcusdt', snapshot.seq]);
    }
  });

  it('tells what changes, each frame behind the one before, and nothing after unsubscribing', async () => {
    const client = await socket(CLIENT);
    const entries = ['DETAIL', 'TRADE', 'DEPTH', 'TICK'].map((channel) => ({ channel, symbol: 'btcusdt' }));
    client.send({
      channel: 'subscribe',
      id: 1,
      data: [...entries, { channel: 'KLINE', symbol: 'btcusdt', interval: '1m' }],
    });
    const last = new Map<string, number>();
    for (const channel of ['DETAIL', 'TRADE', 'DEPTH', 'TICK', 'KLINE'])
      last.set(channel, (await client.next(isFrame(channel, 'snapshot'))).seq);
    const bought = await world.call(ben, '/api/currency/order/submit', {
      symbol: 'BTC_USDT',
      direction: 1,
      type: 2,
      quantity: '0.001',
    });
    expect(bought.data.status).toBe(1);
    await world.quote();
    for (const channel of ['DETAIL', 'TRADE', 'DEPTH', 'TICK', 'KLINE']) {
      const delta = checked(await client.next(isFrame(channel, 'delta')));
      expect([channel, delta.prev]).toEqual([channel, last.get(channel)]);
      expect(delta.seq).toBeGreaterThan(delta.prev);
    }
    const trade = client.received.find(isFrame('TRADE', 'delta'));
    expect(trade.data).toMatchObject([{ price: '100001.0', quantity: '0.00100', direction: 1, house: true }]);
    client.send({ channel: 'unsubscribe', id: 2, data: entries });
    expect((await client.next(answers)).id).toBe(1);
    expect((await client.next(answers)).data.map((one: Json) => one.code)).toEqual([200, 200, 200, 200]);
    const before = client.received.length;
    await world.quote();
    client.send({ channel: 'subscribe', id: 3, data: [{ channel: 'TICK', symbol: 'ethusdt' }] });
    await client.next((one) => one.id === 3);
    expect(client.received.slice(before).filter((one) => one.symbol === 'btcusdt' && one.type === 'delta')).toEqual([]);
  });

  it('gives the deltas after `since` while they are held, else a snapshot', async () => {
    const entry = { channel: 'TICK', symbol: 'btcusdt' };
    const first = await socket(CLIENT);
    first.send({ channel: 'subscribe', id: 1, data: [entry] });
    const { seq } = await first.next(isFrame('TICK', 'snapshot'));
    await first.close();
    await world.quote();
    const again = await socket(CLIENT);
    again.send({ channel: 'subscribe', id: 1, data: [{ ...entry, since: seq }] });
    expect((await again.next((one) => one.channel === 'TICK')).prev).toBe(seq);
    again.send({ channel: 'subscribe', id: 2, data: [{ ...entry, since: 1 }] });
    await again.next(isFrame('TICK', 'snapshot'));
  });

  it('follows 200 streams at most: more in one message are refused whole, the 201st one by one', async () => {
    const client = await socket(CLIENT);
    const markets = world.live.markets().map((one) => world.live.asset(one.base)?.code);
    const intervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'];
    const streams = markets.flatMap((base) =>
      intervals.map((interval) => ({ channel: 'KLINE', symbol: `${base}_USDT`, interval })),
    );
    expect(streams.length).toBeGreaterThan(201);
    client.send({ channel: 'subscribe', id: 1, data: streams.slice(0, 201) });
    expect(feedError.parse(await client.next((one) => one.channel === 'error'))).toEqual({
      channel: 'error',
      id: 1,
      code: 400,
      key: 'request.invalid',
    });
    client.send({ channel: 'subscribe', id: 2, data: streams.slice(0, 200) });
    const all = await client.next(answers);
    expect(new Set(all.data.map((one: Json) => one.code))).toEqual(new Set([200]));
    client.send({ channel: 'subscribe', id: 3, data: streams.slice(200, 201) });
    expect((await client.next(answers)).data).toMatchObject([{ code: 429, key: 'request.tooFrequent' }]);
    client.send({ channel: 'unsubscribe', id: 4, data: streams.slice(0, 1) });
    client.send({ channel: 'subscribe', id: 5, data: streams.slice(200, 201) });
    expect((await client.next((one) => one.id === 5)).data).toMatchObject([{ code: 200 }]);
  });
});

describe('garbage on sockets (issue §7)', () => {
  const garbage = ['', 'nonsense', '[]', '7', 'null', '"text"', '{}', '{"channel":"subscribe"}', '{"channel":7}'];

  it('is answered with its code, and the socket stays', async () => {
    const client = await socket(CLIENT);
    for (const text of [...garbage, Buffer.from([0, 255, 1]), '{"channel":"subscribe","id":1,"data":[]}'])
      client.send(text);
    for (let at = 0; at <= garbage.length; at += 1) {
      const answer = feedError.parse(await client.next((one) => one.channel === 'error'));
      expect([answer.code, answer.key]).toEqual([400, 'request.invalid']);
    }
    client.send({ channel: 'subscribe', id: 9, data: [{ channel: 'TICK', symbol: 'btcusdt' }] });
    expect((await client.next((one) => one.id === 9)).data).toMatchObject([{ code: 200 }]);
  });

  it('over 32 kB ends the socket, and so do too many messages', async () => {
    const large = await socket(CLIENT);
    large.send('x'.repeat(33_000));
    expect(await large.closed()).toBe(1009);
    const fast = await socket(CLIENT);
    for (let at = 0; at < 200; at += 1) fast.send({ channel: 'ping', time: at });
    expect(await fast.closed()).toBe(1008);
  });
});

describe('what a subscription costs (issue 15 A.4)', () => {
  it('200 equal entries are one subscription: one snapshot each', async () => {
    const client = await socket(CLIENT);
    const data = Array.from({ length: 200 }, (_, at) => ({ channel: at % 2 ? 'DEPTH' : 'TRADE', symbol: 'btcusdt' }));
    client.send({ channel: 'subscribe', id: 'many', data });
    const answer = await client.next((one) => one.id === 'many');
    expect(answer.data.map((one: Json) => one.code)).toEqual(data.map(() => 200));
    client.send({ channel: 'subscribe', id: 'last', data: [{ channel: 'TICK', symbol: 'btcusdt' }] });
    await client.next(isFrame('TICK', 'snapshot'));
    expect(client.received.filter(isFrame('DEPTH', 'snapshot')).length).toBe(1);
    expect(client.received.filter(isFrame('TRADE', 'snapshot')).length).toBe(1);
  });
});

describe('the user socket (calls.md §8)', () => {
  const mine = async (person: Person) => `/ws/coin/${await world.userIdOf(person)}`;
  const signedIn = (person: Person) => ({ origin: ORIGIN, cookie: person.cookie });

  it('is opened by one’s own cookie from our pages, or by a ticket, once; by nobody else', async () => {
    const path = `${world.base}${await mine(ann)}`;
    expect(await refusedWith(path, { origin: ORIGIN })).toBe(401);
    expect(await refusedWith(path, { origin: ORIGIN, cookie: 'access=forged' })).toBe(401);
    expect(await refusedWith(path, { cookie: ann.cookie })).toBe(403);
    expect(await refusedWith(path, { origin: 'https://evil.example', cookie: ann.cookie })).toBe(403);
    expect(await refusedWith(path, signedIn(ben))).toBe(403);
    expect(await refusedWith(`${path}?ticket=forged`)).toBe(401);
    expect(await refusedWith(`${path}?ticket=${await world.ticketOf(ben)}`)).toBe(403);
    const ticket = await world.ticketOf(ann);
    expect(await refusedWith(`${path}?ticket=${ticket}`)).toBe(101);
    expect(await refusedWith(`${path}?ticket=${ticket}`)).toBe(401);
    expect(await refusedWith(path, signedIn(ann))).toBe(101);
  });

  it('tells orders with their fills and balances with their cause, without subscribing, to their owner only', async () => {
    const client = await socket(await mine(ann), signedIn(ann));
    const other = await socket(await mine(ben), signedIn(ben));
    const channels = ['USER_STATUS', 'SETTLEMENT', 'POSITION', 'ORDER', 'OWNCOIN', 'ALERT', 'FUNDS'];
    for (const channel of channels) {
      checked(await client.next(isFrame(channel, 'snapshot')));
      await other.next(isFrame(channel, 'snapshot'));
    }
    const bought = await world.call(ann, '/api/currency/order/submit', {
      symbol: 'BTC_USDT',
      direction: 1,
      type: 2,
      quantity: '0.001',
    });
    const order = checked(await client.next(isFrame('ORDER', 'delta')));
    expect(order.data).toMatchObject([
      { id: bought.data.id, status: 1, fills: [{ quantity: '0.00100', house: true }] },
    ]);
    expect(order.seq).toBeGreaterThanOrEqual(bought.data.seq);
    const coins = checked(await client.next(isFrame('OWNCOIN', 'delta')));
    expect(coins.data.map((one: Json) => one.balance.coin).sort()).toEqual(['BTC', 'USDT']);
    expect(coins.data[0]).toMatchObject({ walletType: '1', causeId: bought.data.id });
    expect(other.received.filter((one) => one.type === 'delta')).toEqual([]);
  });

  it('tells an alert that a batch reached, to its owner only', async () => {
    const client = await socket(await mine(ann), signedIn(ann));
    const other = await socket(await mine(ben), signedIn(ben));
    await client.next(isFrame('ALERT', 'snapshot'));
    await other.next(isFrame('OWNCOIN', 'snapshot'));
    const wanted = { symbol: 'BTC_USDT', kind: 'above', value: '100000', channels: ['page'] };
    const made = await world.call(ann, '/api/alert/save', wanted);
    await world.quote();
    const received = checked(await client.next(isFrame('ALERT', 'delta')));
    expect(received.data).toMatchObject([
      { id: made.data.id, state: 'fired', value: '100000', firedValue: '100000.000' },
    ]);
    expect(other.received.filter((one) => one.channel === 'ALERT' && one.type === 'delta')).toEqual([]);
  });

  it('tells deposits and withdrawals as they change, each frame numbered above the last, to their owner only', async () => {
    const client = await socket(await mine(ann), signedIn(ann));
    const other = await socket(await mine(ben), signedIn(ben));
    const empty = checked(await client.next(isFrame('FUNDS', 'snapshot')));
    expect(empty.data).toEqual({ recharges: [], withdrawals: [] });
    await other.next(isFrame('FUNDS', 'snapshot'));
    const { coreUser } = await world.customerOf(ann);
    let last = empty.seq;
    // A chain counts on while nothing is traded: no command comes between these.
    for (const confirmations of [1, 2, 3]) {
      world.custody.news(coreUser, { recharges: [rechargeOf({ id: '7', confirmations })], withdrawals: [] });
      const received = checked(await client.next(isFrame('FUNDS', 'delta')));
      expect(received.data).toMatchObject({ recharges: [{ id: '7', confirmations, needed: 12 }], withdrawals: [] });
      expect([received.seq > last, received.prev]).toEqual([true, last]);
      last = received.seq;
    }
    expect(other.received.filter((one) => one.channel === 'FUNDS' && one.type === 'delta')).toEqual([]);
  });

  it('shows open orders in the snapshot of a later connection', async () => {
    const placed = await world.call(ann, '/api/currency/order/submit', {
      symbol: 'BTC_USDT',
      direction: 1,
      type: 1,
      price: '99000',
      quantity: '0.001',
    });
    const client = await socket(await mine(ann), signedIn(ann));
    const snapshot = await client.next(isFrame('ORDER', 'snapshot'));
    expect(snapshot.data.map((one: Json) => one.id)).toEqual([placed.data.id]);
    await world.call(ann, '/api/currency/order/cancelOrder', { id: placed.data.id });
    expect((await client.next(isFrame('ORDER', 'delta'))).data).toMatchObject([{ status: 2, cancelReason: 'user' }]);
  });

  it('beats, and cuts who does not answer for 15 s; other words are no answer', async () => {
    const silent = await socket(await mine(ann), signedIn(ann));
    const awake = await socket(await mine(ben), signedIn(ben));
    const isError = (one: Json): boolean => one.channel === 'error';
    for (let seconds = 0; seconds < 20; seconds += 5) {
      world.sleep(5_000);
      awake.send({ channel: 'ping', time: Date.now() });
      // What follows on the same socket is answered after the ping was read.
      awake.send({ channel: 'hello' });
      await awake.next(isError);
      silent.send({ channel: 'hello' });
      if (seconds === 0) expect(feedError.parse(await silent.next(isError)).code).toBe(400);
    }
    expect(await silent.closed()).toBe(1008);
    const heard = awake.received.length;
    await awake.next((one) => one.channel === 'HEARTBEAT' && awake.received.indexOf(one) >= heard);
    expect(awake.socket.readyState).toBe(awake.socket.OPEN);
  });

  it('cuts nobody whose answer came while the exchange itself stood still', async () => {
    const client = await socket(await mine(ann), signedIn(ann));
    await client.next((one) => one.channel === 'HEARTBEAT');
    const heard = client.received.length;
    world.sleep(16_000);
    client.send({ channel: 'ping', time: Date.now() });
    // The process stands still until the next beat is due, which then finds the answer unread.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HEARTBEAT_EVERY);
    await client.next((one) => one.channel === 'HEARTBEAT' && client.received.indexOf(one) >= heard);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });

  it('§4 says each lock with its end, a freeze, and a verification that is sent, refused and passed', async () => {
    const dora = await world.register('doradoe');
    const userId = await world.userIdOf(dora);
    const { identity, kyc } = world.people;
    const client = await socket(await mine(dora), signedIn(dora));
    const first = checked(await client.next(isFrame('USER_STATUS', 'snapshot')));
    expect(first.data).toEqual({ status: 1, locks: [], kyc: 0 });
    const status = async (wanted: (data: Json) => boolean): Promise<Json> =>
      checked(await client.next((one) => isFrame('USER_STATUS', 'delta')(one) && wanted(one.data))).data;

    const until = await identity.standing.credentialChanged(userId);
    expect(await status((data) => data.locks.length === 1)).toEqual({
      status: 1,
      locks: [{ kind: 'withdrawal', until }],
      kyc: 0,
    });
    // The same lock with a later end: no command of the exchange says so.
    const later = await identity.standing.credentialChanged(userId);
    expect((await status((data) => data.locks[0]?.until === later)).locks).toHaveLength(1);

    const person = { stage: 1, name: 'Dora Doe', country: 'DE', documentType: 1, documentNo: 'C01X00T47' } as const;
    const caseOf = async (): Promise<string> => {
      const found = await world.db.executeQuery(
        sql<{ id: string }>`select max(id) as id from kyc_cases where user_id = ${userId}`.compile(world.db),
      );
      return String(found.rows[0]?.id);
    };
    await kyc.submit(userId, person);
    await status((data) => data.kyc === 1);
    await kyc.refuse(await caseOf(), [{ field: 'name', reason: 'mismatch', note: null }]);
    await status((data) => data.kyc === 3);
    await kyc.submit(userId, person);
    await status((data) => data.kyc === 1);
    await kyc.pass(await caseOf());
    await status((data) => data.kyc === 2);

    await identity.standing.freeze(userId);
    expect(await status((data) => data.status === 2)).toEqual({
      status: 2,
      locks: [
        { kind: 'frozen', until: null },
        { kind: 'withdrawal', until: null },
      ],
      kyc: 2,
    });
    // A later connection begins with the same.
    const again = await socket(await mine(dora), signedIn(dora));
    expect((await again.next(isFrame('USER_STATUS', 'snapshot'))).data).toMatchObject({ status: 2, kyc: 2 });
  });

  it('tells of a session that ended elsewhere, and closes (§1: within 10 s)', async () => {
    const carl = await world.register('carlclark');
    const client = await socket(await mine(carl), signedIn(carl));
    expect((await world.call(carl, '/api/user/logout', {})).code).toBe(200);
    const status = await client.next((one) => one.channel === 'USER_STATUS' && one.data.status === 3);
    expect(checked(status).type).toBe('snapshot');
    expect(await client.closed()).toBe(4401);
  });
});
