import { allDetailMessage, ALL_DETAIL_TOPIC, MQTT_KEEPALIVE, refreshMessage, refreshTopic } from '@vitrine/contract';
import { type EventEmitter, once } from 'node:events';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../http/exchange-edge.ts';
import { type Json, ORIGIN } from '../http/harness.ts';
import { type FeedsWorld, startFeeds } from './feeds-world.ts';
import { refusedWith } from './socket-client.ts';

let world: FeedsWorld;
let ann: Person;
let ben: Person;
const open: MqttClient[] = [];

beforeAll(async () => {
  world = await startFeeds();
  ann = await world.register('annanderson');
  ben = await world.register('benbrown');
  for (const person of [ann, ben]) expect((await world.call(person, '/api/practice/claim', {})).code).toBe(200);
});
afterAll(() => world.stop());
beforeEach(() => world.quote());
afterEach(async () => {
  for (const client of open.splice(0)) await client.endAsync(true);
  expect(world.faults.splice(0)).toEqual([]);
});

const REFUSED = 128;
const order = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '99000', quantity: '0.001' };

/** The client is an emitter, though its types do not say so. */
const heard = (client: MqttClient, event: string) => once(client as unknown as EventEmitter, event);

/** A client of another make than ours; it does not reconnect by itself. */
async function connect(options: IClientOptions = {}): Promise<MqttClient> {
  const client = mqtt.connect(`${world.base}/mqtt`, {
    protocolVersion: 4,
    keepalive: MQTT_KEEPALIVE,
    reconnectPeriod: 0,
    wsOptions: { headers: { origin: ORIGIN } },
    ...options,
  });
  open.push(client);
  await Promise.race([
    heard(client, 'connect'),
    heard(client, 'error').then(([error]) => Promise.reject(error)),
    heard(client, 'close').then(() => Promise.reject(new Error('closed'))),
  ]);
  client.on('error', () => undefined);
  return client;
}

async function asOwner(person: Person): Promise<MqttClient> {
  return connect({ username: await world.userIdOf(person), password: await world.ticketOf(person) });
}

async function granted(client: MqttClient, topic: string): Promise<number> {
  const answer = await client.subscribeAsync(topic).catch((error: Error) => error);
  return answer instanceof Error ? REFUSED : (answer[0]?.qos ?? REFUSED);
}

/** Looks for a message, a tenth of a second apart; only a test that fails looks so often. */
const LOOKS = 600;

/** The next message of a topic; quotes until it comes. */
async function message(client: MqttClient, topic: string, act: () => Promise<unknown>): Promise<Json> {
  const received: Json[] = [];
  client.on('message', (on, payload) => {
    if (on === topic) received.push(JSON.parse(payload.toString('utf8')));
  });
  for (let tries = 0; tries < LOOKS && received.length === 0; tries += 1) {
    if (tries % 20 === 0) await act();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(received.length).toBeGreaterThan(0);
  return received[0];
}

describe('MQTT 3.1.1 at /mqtt (calls.md §8)', () => {
  it('tells a guest all prices that changed, once a second at most', async () => {
    const guest = await connect();
    expect(await granted(guest, ALL_DETAIL_TOPIC)).toBe(0);
    const prices = allDetailMessage.parse(await message(guest, ALL_DETAIL_TOPIC, () => world.quote()));
    expect(prices.map((one) => one.symbol)).toEqual(['btcusdt']);
    expect(prices[0]?.indexPrice).toBe('100000.000');
  });

  it('tells its owner to read again', async () => {
    const client = await asOwner(ann);
    const topic = refreshTopic(await world.userIdOf(ann));
    expect(await granted(client, topic)).toBe(0);
    let id = '';
    const received = refreshMessage.parse(
      await message(client, topic, async () => {
        id = (await world.call(ann, '/api/currency/order/submit', order)).data.id;
      }),
    );
    expect(received).toMatchObject({ kind: 'order', id });
    await world.call(ann, '/api/v1/coin/entrust/cancel/all', {});
  });

  it('§7 publishes deposits, withdrawals and a verification that passed, too', async () => {
    const client = await asOwner(ann);
    const topic = refreshTopic(await world.userIdOf(ann));
    expect(await granted(client, topic)).toBe(0);
    const received: Json[] = [];
    client.on('message', (_, payload) => received.push(refreshMessage.parse(JSON.parse(payload.toString('utf8')))));
    const kinds = () => new Set(received.map(({ kind }) => kind));
    const { coreUser: user } = await world.customerOf(ann);
    world.custody.news(user, { recharges: [{ id: '3' }], withdrawals: [{ id: '4' }] } as never);
    await world.link.submit({ name: 'user.set', user, stage: 1, locks: 0 } as never);
    await expect.poll(kinds, { timeout: 60_000 }).toEqual(new Set(['recharge', 'withdrawal', 'kyc']));
    expect(received.find(({ kind }) => kind === 'withdrawal')).toMatchObject({ id: '4' });
  });

  it('§7 publishes a verification that is sent or refused', async () => {
    const client = await asOwner(ben);
    const userId = await world.userIdOf(ben);
    expect(await granted(client, refreshTopic(userId))).toBe(0);
    const received = await message(client, refreshTopic(userId), async () =>
      world.people.identity.standing.verificationChanged(userId),
    );
    expect(received).toMatchObject({ kind: 'kyc' });
  });

  it('gives nobody another’s topic, nor a pattern that would hold it', async () => {
    const hers = refreshTopic(await world.userIdOf(ann));
    const guest = await connect();
    const other = await asOwner(ben);
    const { chatKey } = (await world.call(ann, '/api/user/getInfo', {})).data;
    for (const client of [guest, other])
      for (const topic of [
        hers,
        chatKey,
        '#',
        '+',
        'refresh_+',
        '$SYS/#',
        `${ALL_DETAIL_TOPIC}/#`,
        `$share/all/${hers}`,
      ]) {
        expect([topic, await granted(client, topic)]).toEqual([topic, REFUSED]);
        // The client sends a packet in several messages, and may send 20 a second.
        world.sleep(1_000);
      }
    const received: string[] = [];
    for (const client of [guest, other]) client.on('message', (topic) => received.push(topic));
    await world.call(ann, '/api/currency/order/submit', order);
    await world.call(ann, '/api/v1/coin/entrust/cancel/all', {});
    // Ben's own order is sent after anything that Ann would have received.
    expect(await granted(other, refreshTopic(await world.userIdOf(ben)))).toBe(0);
    await message(other, refreshTopic(await world.userIdOf(ben)), () =>
      world.call(ben, '/api/currency/order/submit', order),
    );
    await world.call(ben, '/api/v1/coin/entrust/cancel/all', {});
    expect(received.filter((topic) => topic === hers)).toEqual([]);
  });

  it('takes no name without a fresh ticket of that name', async () => {
    const username = await world.userIdOf(ann);
    await expect(connect({ username, password: 'forged' })).rejects.toThrow();
    await expect(connect({ username })).rejects.toThrow();
    await expect(connect({ username, password: await world.ticketOf(ben) })).rejects.toThrow();
    const password = await world.ticketOf(ann);
    await connect({ username, password });
    await expect(connect({ username, password })).rejects.toThrow();
  });

  it('takes nothing that is published, wills neither', async () => {
    const reader = await connect();
    expect(await granted(reader, ALL_DETAIL_TOPIC)).toBe(0);
    const received: string[] = [];
    reader.on('message', (_, payload) => received.push(payload.toString('utf8')));
    const writer = await asOwner(ben);
    const gone = heard(writer, 'close');
    writer.publish(ALL_DETAIL_TOPIC, 'a lie');
    await gone;
    const dying = await connect({
      will: { topic: ALL_DETAIL_TOPIC, payload: Buffer.from('a last lie'), qos: 0, retain: false },
    });
    dying.stream.destroy();
    await message(reader, ALL_DETAIL_TOPIC, () => world.quote());
    expect(received.filter((text) => text.includes('lie'))).toEqual([]);
  });

  it('keeps nothing of a client that left: its id opens no topic of its owner', async () => {
    const topic = refreshTopic(await world.userIdOf(ann));
    const clientId = 'the-same-id';
    const username = await world.userIdOf(ann);
    const owner = await connect({ username, password: await world.ticketOf(ann), clientId, clean: false });
    expect(await granted(owner, topic)).toBe(0);
    const guest = await connect({ clientId, clean: false });
    expect(owner.connected).toBe(true);
    const received: string[] = [];
    guest.on('message', (on) => received.push(on));
    await owner.endAsync(true);
    const later = await connect({ clientId, clean: false });
    later.on('message', (on) => received.push(on));
    await world.call(ann, '/api/currency/order/submit', order);
    await world.call(ann, '/api/v1/coin/entrust/cancel/all', {});
    expect(await granted(later, ALL_DETAIL_TOPIC)).toBe(0);
    await message(later, ALL_DETAIL_TOPIC, () => world.quote());
    expect(received.filter((on) => on === topic)).toEqual([]);
  });

  it('retains nothing and publishes no will, of any quality of service (issue 15 A.4)', async () => {
    const lie = { topic: ALL_DETAIL_TOPIC, payload: Buffer.from('a lie') };
    for (const qos of [0, 1, 2] as const) {
      const writer = await connect({ will: { ...lie, qos, retain: true } });
      const gone = heard(writer, 'close');
      writer.publish(lie.topic, lie.payload, { qos, retain: true });
      await gone;
    }
    const reader = await connect();
    const received: string[] = [];
    reader.on('message', (_, payload) => received.push(payload.toString('utf8')));
    expect((await reader.subscribeAsync(ALL_DETAIL_TOPIC, { qos: 2 }))[0]?.qos).toBeLessThanOrEqual(2);
    await message(reader, ALL_DETAIL_TOPIC, () => world.quote());
    expect(received.filter((text) => text.includes('lie'))).toEqual([]);
  });

  it('a guest ends no connection of another guest by the same client id (issue 15 A.4)', async () => {
    const clientId = 'a-well-known-id';
    const [first, second] = [await connect({ clientId }), await connect({ clientId })];
    const received = new Set<string>();
    for (const [name, client] of [
      ['first', first],
      ['second', second],
    ] as const) {
      client.on('message', () => received.add(name));
      expect(await granted(client, ALL_DETAIL_TOPIC)).toBe(0);
    }
    await message(second, ALL_DETAIL_TOPIC, () => world.quote());
    expect([first.connected, second.connected]).toEqual([true, true]);
    await expect.poll(() => [...received].toSorted(), { timeout: 60_000 }).toEqual(['first', 'second']);
  });

  it('ends with the session that opened it (§1: within 10 s)', async () => {
    const dora = await world.register('doradavis');
    const client = await asOwner(dora);
    const gone = heard(client, 'close');
    expect((await world.call(dora, '/api/user/logout', {})).code).toBe(200);
    await gone;
    expect(client.connected).toBe(false);
  });

  it('is for our own pages, and for programs that are no page', async () => {
    expect(await refusedWith(`${world.base}/mqtt`, { origin: 'https://evil.example' })).toBe(403);
    expect(await refusedWith(`${world.base}/mqtt`)).toBe(101);
  });

  it('ends who sends thousands of packets at once; others go on (issue 15 A.4)', async () => {
    const other = await connect();
    expect(await granted(other, ALL_DETAIL_TOPIC)).toBe(0);
    const flood = await connect();
    const ended = heard(flood, 'close');
    flood.stream.write(Buffer.alloc(32_000, Buffer.from([0xc0, 0])));
    await ended;
    expect(flood.connected).toBe(false);
    await message(other, ALL_DETAIL_TOPIC, () => world.quote());
    expect(other.connected).toBe(true);
  });
});
