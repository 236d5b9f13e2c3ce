import { describe, expect, test } from 'vitest';
import {
  FIRST_RETRY_MS,
  LiveSocket,
  LONGEST_RETRY_MS,
  retryPause,
  SILENCE_MS,
  type LineStatus,
} from '../../src/live/feeds/socket.ts';
import type { Incoming } from '../../src/live/feeds/wire.ts';
import { Network, settle } from './world.ts';

function world(answersHeartbeat = false, address = () => Promise.resolve('ws://test/ws/page-0001')) {
  const network = new Network();
  const statuses: LineStatus[] = [];
  const incoming: Incoming[] = [];
  const faults: unknown[] = [];
  const socket = new LiveSocket(network.host, {
    address,
    onOpen: () => undefined,
    onIncoming: (one) => incoming.push(one),
    onStatus: (status) => statuses.push(status),
    onFault: (error) => faults.push(error),
    answersHeartbeat,
  });
  return { network, socket, statuses, incoming, faults };
}

const heartbeat = JSON.stringify({ channel: 'HEARTBEAT', time: 5_000 });

describe('a socket that stays (design §6, spec §4)', () => {
  test('reconnects 3 s after an error, then half as long again each time, up to 30 s', () => {
    const none = () => 0;
    expect(retryPause(0, () => 0.9)).toBe(FIRST_RETRY_MS);
    expect([1, 2, 3].map((n) => retryPause(n, none))).toEqual([4_500, 6_750, 10_125]);
    expect(retryPause(50, none)).toBe(LONGEST_RETRY_MS);
    for (let n = 1; n < 20; n += 1) expect(retryPause(n, () => 0.999)).toBeGreaterThan(0.79 * retryPause(n, none));
  });

  test('a lost line is tried again after 3 s, and says Reconnecting', async () => {
    const { network, socket, statuses } = world();
    socket.start();
    await settle();
    network.last.events.onOpen();
    network.last.events.onClose();
    expect(socket.status).toBe('reconnecting');
    network.clock.move(2_999);
    await settle();
    expect(network.lines).toHaveLength(1);
    network.clock.move(1);
    await settle();
    expect(network.lines).toHaveLength(2);
    network.last.events.onOpen();
    expect(statuses).toEqual(['connecting', 'open', 'reconnecting', 'open']);
  });

  test('no network is Offline, not Reconnecting, and its return connects at once', async () => {
    const { network, socket } = world();
    socket.start();
    await settle();
    network.last.events.onOpen();
    network.setOnline(false);
    expect(socket.status).toBe('offline');
    network.clock.move(120_000);
    await settle();
    expect(network.lines).toHaveLength(1);
    network.setOnline(true);
    await settle();
    expect(network.lines).toHaveLength(2);
  });

  test('a line on which nothing comes for three beats is left', async () => {
    const { network, socket } = world();
    socket.start();
    await settle();
    network.last.events.onOpen();
    network.clock.move(SILENCE_MS - 1);
    network.last.events.onMessage(heartbeat);
    network.clock.move(SILENCE_MS - 1);
    expect(socket.status).toBe('open');
    network.clock.move(1);
    expect([socket.status, network.lines[0]?.closed]).toEqual(['reconnecting', true]);
  });

  test('the user socket answers each heartbeat with a ping (spec §4), the public one does not', async () => {
    for (const answers of [true, false]) {
      const { network, socket } = world(answers);
      socket.start();
      await settle();
      network.last.events.onOpen();
      network.last.events.onMessage(heartbeat);
      expect(network.last.sent).toEqual(answers ? [{ channel: 'ping', time: 5_000 }] : []);
    }
  });

  test('garbage is reported and the line stays open', async () => {
    const { network, socket, faults, incoming } = world();
    socket.start();
    await settle();
    network.last.events.onOpen();
    network.last.events.onMessage('{"channel":');
    network.last.events.onMessage(new ArrayBuffer(3));
    network.last.events.onMessage(heartbeat);
    expect([faults.length, incoming.length, socket.status]).toEqual([2, 1, 'open']);
  });

  test('what a left connection still says is not heard', async () => {
    const { network, socket, incoming } = world();
    socket.start();
    await settle();
    const old = network.last;
    old.events.onOpen();
    socket.stop();
    old.events.onMessage(heartbeat);
    old.events.onClose();
    network.clock.move(60_000);
    await settle();
    expect([incoming.length, network.lines.length, socket.status, network.clock.pending]).toEqual([0, 1, 'idle', 0]);
  });

  test('an address that cannot be had is a lost line', async () => {
    let asked = 0;
    const { network, socket, faults } = world(false, () => {
      asked += 1;
      return Promise.reject(new Error('planted'));
    });
    socket.start();
    await settle();
    expect([asked, faults.length, socket.status]).toEqual([1, 1, 'reconnecting']);
    network.clock.move(FIRST_RETRY_MS);
    await settle();
    expect(asked).toBe(2);
  });
});
