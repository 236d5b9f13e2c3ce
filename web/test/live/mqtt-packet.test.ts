import { generate, parser } from 'mqtt-packet';
import { describe, expect, test } from 'vitest';
import {
  connectPacket,
  disconnectPacket,
  type Packet,
  PacketReader,
  pingPacket,
  subscribePacket,
  unsubscribePacket,
} from '../../src/live/feeds/mqtt-packet.ts';

/** What another implementation makes of our bytes. */
function others(bytes: Uint8Array): Record<string, unknown> {
  let read: Record<string, unknown> = {};
  const one = parser({ protocolVersion: 4 });
  one.on('packet', (packet) => {
    read = packet as unknown as Record<string, unknown>;
  });
  one.parse(Buffer.from(bytes));
  return read;
}

const bytes = (packet: Parameters<typeof generate>[0]): Uint8Array => new Uint8Array(generate(packet));

describe('the packets of MQTT 3.1.1 (calls §8)', () => {
  test('what we say, another implementation understands', () => {
    const connect = others(connectPacket({ clientId: 'page-1', keepalive: 5, username: '42', password: 'ticket-ü' }));
    expect(connect).toMatchObject({
      cmd: 'connect',
      protocolVersion: 4,
      protocolId: 'MQTT',
      clean: true,
      clientId: 'page-1',
      keepalive: 5,
      username: '42',
    });
    expect(String(connect['password'])).toBe('ticket-ü');
    expect(others(connectPacket({ clientId: 'page-1', keepalive: 5 }))['username']).toBeUndefined();
    const topics = ['all_symbol_detail', `refresh_${'9'.repeat(200)}`];
    expect(others(subscribePacket(258, topics))).toMatchObject({
      cmd: 'subscribe',
      messageId: 258,
      subscriptions: topics.map((topic) => ({ topic, qos: 0 })),
    });
    expect(others(unsubscribePacket(7, topics))).toMatchObject({
      cmd: 'unsubscribe',
      messageId: 7,
      unsubscriptions: topics,
    });
    expect([others(pingPacket())['cmd'], others(disconnectPacket())['cmd']]).toEqual(['pingreq', 'disconnect']);
  });

  test('what another implementation says, we understand, in whatever pieces it comes', () => {
    const long = JSON.stringify({ text: 'é'.repeat(40_000) });
    const whole = Buffer.concat([
      bytes({ cmd: 'connack', returnCode: 0, sessionPresent: false }),
      bytes({ cmd: 'suback', messageId: 3, granted: [0, 128] }),
      bytes({ cmd: 'publish', topic: 'all_symbol_detail', payload: long, qos: 0, dup: false, retain: false }),
      bytes({ cmd: 'publish', topic: 'a', payload: '{}', qos: 1, messageId: 9, dup: false, retain: false }),
      bytes({ cmd: 'pingresp' }),
    ]);
    const expected: Packet[] = [
      { type: 'connack', accepted: true, reason: 0 },
      { type: 'suback', id: 3, granted: [true, false] },
      { type: 'message', topic: 'all_symbol_detail', text: long },
      { type: 'message', topic: 'a', text: '{}' },
      { type: 'pong' },
    ];
    for (const size of [1, 997, 4_096, whole.length]) {
      const reader = new PacketReader();
      const read: Packet[] = [];
      for (let at = 0; at < Math.min(whole.length, size === 1 ? 4_000 : whole.length); at += size)
        read.push(...reader.read(whole.subarray(at, at + size)));
      expect(read).toEqual(size === 1 ? expected.slice(0, 2) : expected);
    }
  });

  test('a refused connection gives its reason', () => {
    expect(new PacketReader().read(bytes({ cmd: 'connack', returnCode: 5, sessionPresent: false }))).toEqual([
      { type: 'connack', accepted: false, reason: 5 },
    ]);
  });

  test('what is no packet is refused, and nothing grows without bound', () => {
    expect(() => new PacketReader().read(Uint8Array.of(0x30, 0xff, 0xff, 0xff, 0xff))).toThrow(/expected/);
    expect(() => new PacketReader().read(Uint8Array.of(0x30, 0xff, 0xff, 0xff, 0x7f))).toThrow(/at most/);
    expect(() => new PacketReader().read(Uint8Array.of(0x30, 2, 0, 9))).toThrow(/topic/);
  });
});
