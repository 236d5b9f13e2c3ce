// Packets of MQTT that no client of ours sends (issue 15 A.4): storms of patterns, endless topics, unfinished flows, what is no
// MQTT. Whoever sends them gets nothing by it, and others go on.

import { ALL_DETAIL_TOPIC } from '@vitrine/contract';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type FeedsWorld, startFeeds } from './feeds-world.ts';

let world: FeedsWorld;
let bystander: Client;
beforeAll(async () => {
  world = await startFeeds();
  bystander = await guest('bystander');
  bystander.send(subscribe([ALL_DETAIL_TOPIC]));
  await bystander.packet(SUBACK);
});
afterAll(async () => {
  bystander.socket.terminate();
  await world.stop();
});

const open: Client[] = [];
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.terminate();
  // Each attack leaves the others what they had.
  const before = bystander.received.length;
  await vi.waitFor(
    async () => {
      await world.quote();
      expect(bystander.received.length).toBeGreaterThan(before);
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(world.faults.splice(0)).toEqual([]);
});

const [CONNECT, CONNACK, PUBLISH, SUBSCRIBE, SUBACK] = [0x10, 0x20, 0x30, 0x82, 0x90];
const REFUSED = 0x80;

const words = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
};

/** A packet: its first byte, the length in groups of seven bits, the content. */
function packet(kind: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length: number[] = [];
  for (let left = body.length; left > 0 || length.length === 0; left >>= 7)
    length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
  return Buffer.concat([Buffer.from([kind, ...length]), body]);
}

/** To be heard every 300 s, the longest that there is. */
const connect = (client: string, { name = 'MQTT', level = 4, flags = 2, more = [] as Buffer[] } = {}): Buffer =>
  packet(CONNECT, words(name), Buffer.from([level, flags, 1, 44]), words(client), ...more);
const subscribe = (topics: readonly string[], quality = 0): Buffer =>
  packet(SUBSCRIBE, Buffer.from([0, 1]), ...topics.flatMap((topic) => [words(topic), Buffer.from([quality])]));
const publish = (topic: string, flags: number): Buffer =>
  packet(PUBLISH | flags, words(topic), ...((flags & 6) === 0 ? [] : [Buffer.from([0, 7])]), Buffer.from('a lie'));

interface Client {
  readonly socket: WebSocket;
  /** Packets so far: each comes in a message of its own. */
  readonly received: Buffer[];
  send(bytes: Buffer): void;
  /** The next packet of a kind; undefined once the connection has ended. */
  packet(kind: number): Promise<Buffer | undefined>;
}

/** A connection that has said nothing yet. */
async function opened(): Promise<Client> {
  const socket = new WebSocket(`${world.base}/mqtt`, 'mqtt');
  const received: Buffer[] = [];
  socket.on('message', (data: Buffer) => received.push(data));
  socket.on('error', () => undefined);
  await once(socket, 'open');
  const client: Client = {
    socket,
    received,
    send: (bytes) => socket.send(bytes),
    async packet(kind) {
      const found = () => received.find((one) => (one[0] ?? 0) >> 4 === kind >> 4);
      await vi.waitFor(() => expect(found() !== undefined || socket.readyState === socket.CLOSED).toBe(true), {
        timeout: 60_000,
      });
      return found();
    },
  };
  return client;
}

/** A guest that was let in. */
async function guest(name: string): Promise<Client> {
  const client = await opened();
  client.send(connect(name));
  expect(await client.packet(CONNACK)).toEqual(Buffer.from([CONNACK, 2, 0, 0]));
  return client;
}

async function kept(client: Promise<Client>): Promise<Client> {
  const one = await client;
  open.push(one);
  return one;
}

const ended = ({ socket }: Client) =>
  vi.waitFor(() => expect(socket.readyState).toBe(socket.CLOSED), { timeout: 60_000 });

const PATTERNS = [
  '#',
  '+',
  '+/#',
  '/#',
  '+/+',
  '$SYS/#',
  '$share/all/#',
  'refresh_+',
  `${ALL_DETAIL_TOPIC}/#`,
  '',
  '/',
];

it.each([
  ['sixty patterns', Array.from({ length: 60 }, (_, at) => PATTERNS[at % PATTERNS.length] ?? '')],
  ['a topic of 1,900 characters', ['x'.repeat(1_900)]],
  ['a topic of 900 levels', ['+/'.repeat(900)]],
  ['a topic with a NUL', ['a\0b']],
])('%s: nothing is subscribed, and nothing comes', async (_, topics) => {
  const client = await kept(guest('storm'));
  client.send(subscribe(topics));
  const answer = await client.packet(SUBACK);
  // Refused one by one, or the connection ends.
  if (answer !== undefined) expect([...answer.subarray(4)]).toEqual(topics.map(() => REFUSED));
  const before = bystander.received.length;
  await vi.waitFor(
    async () => {
      await world.quote();
      expect(bystander.received.length).toBeGreaterThan(before);
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(client.received.filter((one) => (one[0] ?? 0) >> 4 === PUBLISH >> 4)).toEqual([]);
});

it('patterns without end are cut like any other flood', async () => {
  const client = await kept(guest('storm'));
  const all = subscribe(PATTERNS);
  for (let at = 0; at < 100 && client.socket.readyState === client.socket.OPEN; at += 1) client.send(all);
  await ended(client);
});

it('a topic of 60,000 characters ends its connection', async () => {
  const client = await kept(guest('huge'));
  client.send(subscribe(['x'.repeat(60_000)]));
  await ended(client);
});

it('prices are sent without a flow to finish, whatever quality was asked for', async () => {
  const client = await kept(guest('exactly once'));
  client.send(subscribe([ALL_DETAIL_TOPIC], 2));
  await client.packet(SUBACK);
  await vi.waitFor(
    async () => {
      await world.quote();
      expect(client.received.filter((one) => (one[0] ?? 0) >> 4 === PUBLISH >> 4).length).toBeGreaterThan(1);
    },
    { timeout: 60_000, interval: 200 },
  );
  // Quality 0: nothing is kept until it is acknowledged.
  for (const one of client.received) if ((one[0] ?? 0) >> 4 === PUBLISH >> 4) expect((one[0] ?? 0) & 0x0f).toBe(0);
});

it.each([
  ['a message once', publish(ALL_DETAIL_TOPIC, 0)],
  ['a message at least once', publish(ALL_DETAIL_TOPIC, 2)],
  ['a message exactly once, unfinished', publish(ALL_DETAIL_TOPIC, 4)],
  ['a message exactly once, retained and again', publish(ALL_DETAIL_TOPIC, 0x0d)],
  ['a message of quality 3', publish(ALL_DETAIL_TOPIC, 6)],
  ['a message to a pattern', publish('#', 0)],
  ['a message to nothing', publish('', 0)],
  ['a message to the system', publish('$SYS/a', 0)],
  ['a second introduction', connect('again')],
  ['a packet of no kind', packet(0)],
  ['an authentication of a later version', packet(0xf0)],
  ['a length of six bytes', Buffer.from([0xc0, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01])],
  ['a subscription to nothing', packet(SUBSCRIBE, Buffer.from([0, 1]))],
  ['a subscription of quality 3', subscribe([ALL_DETAIL_TOPIC], 3)],
  ['a subscription cut in its topic', packet(SUBSCRIBE, Buffer.from([0, 1, 0xff, 0xff]), Buffer.from('a'))],
])('%s ends its connection, and reaches nobody', async (_, bytes) => {
  const client = await kept(guest('abuse'));
  client.send(bytes);
  await ended(client);
  expect(bystander.received.filter((one) => one.includes('a lie'))).toEqual([]);
});

it.each([
  ['of a message that was never sent', packet(0x40, Buffer.from([0, 7]))],
  ['of a flow that was never begun: received', packet(0x50, Buffer.from([0, 7]))],
  ['of a flow that was never begun: released', packet(0x62, Buffer.from([0, 7]))],
  ['of a flow that was never begun: complete', packet(0x70, Buffer.from([0, 7]))],
  ['of a subscription that there is not', packet(0xa2, Buffer.from([0, 7]), words('#'))],
])('an end %s changes nothing', async (_, bytes) => {
  const client = await kept(guest('abuse'));
  for (let at = 0; at < 3; at += 1) client.send(bytes);
  client.send(subscribe([ALL_DETAIL_TOPIC]));
  // It is served as before, or has ended.
  const answer = await client.packet(SUBACK);
  expect(answer === undefined || answer.at(-1) === 0).toBe(true);
});

it.each([
  ['a subscription', subscribe([ALL_DETAIL_TOPIC])],
  ['a ping', packet(0xc0)],
  ['a message', publish(ALL_DETAIL_TOPIC, 0)],
  ['an introduction of another protocol', connect('a', { name: 'HTTP' })],
  ['an introduction of a version that there is not', connect('a', { level: 9 })],
  ['an introduction with a reserved bit', connect('a', { flags: 3 })],
  ['an introduction cut in its name', packet(CONNECT, Buffer.from([0xff, 0xff]), Buffer.from('MQTT'))],
])('%s first ends the connection', async (_, bytes) => {
  const client = await kept(opened());
  client.send(bytes);
  await ended(client);
  expect(bystander.received.filter((one) => one.includes('a lie'))).toEqual([]);
});

it.each([
  ['to all', '#', 0x2e],
  ['to prices', ALL_DETAIL_TOPIC, 0x2e],
  ['to prices, of a quality that there is not', ALL_DETAIL_TOPIC, 0x1e],
  ['to the system', '$SYS/a', 0x2e],
])('a will %s is published nowhere', async (_, topic, flags) => {
  const client = await kept(opened());
  client.send(connect('dying', { flags, more: [words(topic), words('a lie')] }));
  await client.packet(CONNACK);
  client.socket.terminate();
  await ended(client);
  expect(bystander.received.filter((one) => one.includes('a lie'))).toEqual([]);
});

it('a connection that never introduces itself ends by itself', async () => {
  const client = await kept(opened());
  // The beginning of a packet of 256 MiB, of which nothing more comes.
  client.send(Buffer.from([CONNECT, 0xff, 0xff, 0xff, 0x7f]));
  await ended(client);
});
