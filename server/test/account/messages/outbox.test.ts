// The outbox over a real database: kept over a restart, sent once, tried again with growing waits, dropped in the end (issue: notices).

import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Notice } from '../../../src/account/messages/index.ts';
import { createOutbox, FIRST_WAIT, KEPT_FOR, LONGEST_WAIT, waitAfter } from '../../../src/account/messages/outbox.ts';
import { type Parcel, SendFailure, type Way } from '../../../src/account/messages/transport.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { mailTo, type MessageWorld, openMessageWorld } from './message-world.ts';
import { openPostOffice, type PostOffice } from './post-office.ts';

let world: MessageWorld;
let office: PostOffice | undefined;
let silent: Server | undefined;
const sockets: Socket[] = [];

beforeAll(async () => {
  world = await openMessageWorld();
});
afterEach(async () => {
  await world.clear();
  await office?.close();
  for (const socket of sockets.splice(0)) socket.destroy();
  await new Promise((resolve) => (silent ? silent.close(resolve) : resolve(undefined)));
  office = silent = undefined;
});
afterAll(() => world?.close());

const notice: Notice = { kind: 'frozen', time: 0 };
const content: Omit<Parcel, 'messageId'> = {
  to: 'ann@example.org',
  subject: 's',
  text: 't',
  html: '',
  lang: 'en',
  time: 0,
};

/** A transport that follows a script for each message. */
function wayOf(send: (parcel: Parcel) => Promise<void>): Way & { readonly parcels: Parcel[] } {
  const parcels: Parcel[] = [];
  return {
    parcels,
    channel: 'mail',
    fits: () => true,
    send: (parcel) => {
      parcels.push(parcel);
      return send(parcel);
    },
    close: () => undefined,
  };
}

const outboxOf = (...ways: Way[]) =>
  createOutbox({
    db: world.db,
    vault: world.vault,
    ways,
    now: world.now,
    onFault: (error) => world.faults.push(error),
  });

it('a notice that could not be sent survives the restart and is then sent once', async () => {
  const userId = await world.customer({ email: 'ann@example.org' });
  const before = world.messages({ mail: mailTo(1) });
  await before.messages.notice(userId, notice);
  expect(await before.outbox.pass()).toBe(0);
  await before.stop();
  const [kept] = await world.waiting();
  expect(kept).toMatchObject({ channel: 'mail' });

  office = await openPostOffice();
  world.time += FIRST_WAIT;
  const after = world.messages({ mail: mailTo(office.port) });
  expect(await after.outbox.pass()).toBe(1);
  expect(await after.outbox.pass()).toBe(0);
  expect(office.recipients).toEqual(['ann@example.org']);
  expect((await office.mails())[0]?.messageId).toBe(`<${kept?.message_id}@vitrine.example>`);
  expect(await world.waiting()).toEqual([]);
});

it('waits from a minute, doubled each time, to six hours', () => {
  expect([1, 2, 3].map(waitAfter)).toEqual([FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT]);
  expect(waitAfter(40)).toBe(LONGEST_WAIT);
});

it('is tried when its time has come and not before, under the same id, until it is dropped after three days', async () => {
  const way = wayOf(() => Promise.reject(new SendFailure('mail', 'connection')));
  const outbox = outboxOf(way);
  await outbox.put('mail', content);
  const ends = world.time + KEPT_FOR;
  for (let tries = 1; (await world.waiting()).length > 0; tries += 1) {
    expect(tries).toBeLessThan(40);
    const [row] = await world.waiting();
    world.time = Number(row?.next_try) - 1;
    await outbox.pass();
    expect((await world.waiting())[0]?.tries).toBe(tries - 1);
    world.time += 1;
    await outbox.pass();
  }
  expect(world.time).toBeGreaterThanOrEqual(ends);
  expect(new Set(way.parcels.map(({ messageId }) => messageId)).size).toBe(1);
  expect(way.parcels.length).toBeGreaterThan(15);
  expect(world.faults.map(String)).toEqual(['Error: a message by mail was dropped: it could not be sent for 72 h']);
  await outbox.stop();
});

it('refused for good is dropped at once', async () => {
  const outbox = outboxOf(wayOf(() => Promise.reject(new SendFailure('mail', 'refused', true))));
  await outbox.put('mail', content);
  await outbox.pass();
  expect(await world.waiting()).toEqual([]);
  expect(world.faults).toHaveLength(1);
  await outbox.stop();
});

it('two processes send nothing twice', async () => {
  const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 30));
  const ways = [wayOf(slow), wayOf(slow)];
  const boxes = ways.map((way) => outboxOf(way));
  for (let at = 0; at < 35; at += 1) await boxes[0]?.put('mail', { ...content, subject: String(at) });
  const sent = await Promise.all(boxes.map((box) => box.pass()));
  expect(sent.reduce((sum, one) => sum + one)).toBe(35);
  const subjects = ways.flatMap(({ parcels }) => parcels.map(({ subject }) => subject));
  expect(new Set(subjects).size).toBe(35);
  expect(subjects).toHaveLength(35);
  for (const box of boxes) await box.stop();
});

it('what a process took and died with is sent by another after a while', async () => {
  const dying = outboxOf(wayOf(() => new Promise(() => undefined)));
  await dying.put('mail', content);
  void dying.pass();
  await expect.poll(async () => (await world.waiting())[0]?.tries).toBe(1);
  const way = wayOf(async () => undefined);
  const living = outboxOf(way);
  expect(await living.pass()).toBe(0);
  world.time += 120_000;
  expect(await living.pass()).toBe(1);
  await living.stop();
});

it('a message sealed by another key is dropped and reported, and does not stop the others', async () => {
  const other = createOutbox({
    db: world.db,
    vault: createVault(new Uint8Array(32)),
    ways: [],
    now: world.now,
    onFault: (error) => world.faults.push(error),
  });
  await other.put('mail', content);
  const way = wayOf(async () => undefined);
  const outbox = outboxOf(way);
  await outbox.put('mail', { ...content, subject: 'mine' });
  expect(await outbox.pass()).toBe(1);
  expect(way.parcels.map(({ subject }) => subject)).toEqual(['mine']);
  expect(world.faults.map(String)).toEqual(['Error: a message by mail could not be opened']);
  expect(await world.waiting()).toEqual([]);
  await outbox.stop();
});

it('ends at once though the mail server hangs; the message is due again at the next start', async () => {
  silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent?.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const userId = await world.customer({ email: 'eve@example.org' });
  const made = world.messages({ mail: mailTo(typeof address === 'object' ? (address?.port ?? 0) : 0) });
  await made.messages.notice(userId, notice);
  await expect.poll(() => sockets.length).toBeGreaterThan(0);
  // After the socket's own time-out a try would be counted: none is, so nobody waited for it.
  await made.stop();
  const [row] = await world.waiting();
  expect(row?.tries).toBe(0);
  expect(Number(row?.next_try)).toBe(world.time);
});

it('what waits for a way that is not set any more waits on', async () => {
  const outbox = outboxOf();
  await outbox.put('sms', content);
  expect(await outbox.pass()).toBe(0);
  expect(await world.waiting()).toMatchObject([{ channel: 'sms', tries: 1 }]);
  await outbox.stop();
});
