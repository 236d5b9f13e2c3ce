import { describe, expect, test } from 'vitest';
import { BookStore } from '../../src/live/stores/book-store.ts';
import { ANSWER_TIMEOUT_MS, MAX_STREAMS, type Sink, Subscriptions } from '../../src/live/feeds/subscriptions.ts';
import { type Frame, readMessage } from '../../src/live/feeds/wire.ts';
import { HandClock, seeded, ServerBook, settle } from './world.ts';

interface Sent {
  channel: string;
  id: string;
  data: { channel: string; symbol: string; since?: number }[];
}

function world() {
  const clock = new HandClock();
  const sent: Sent[] = [];
  const fresh: string[] = [];
  const line = { open: true };
  const subscriptions = new Subscriptions({
    send: (message) => {
      if (line.open) sent.push(message as Sent);
      return line.open;
    },
    after: clock.after,
    soon: (run) => queueMicrotask(run),
    onData: (key) => fresh.push(key),
  });
  const answer = (message: Sent, code = 200): void =>
    subscriptions.answer({ channel: 'subscribe', id: message.id, codes: message.data.map(() => code) });
  return { clock, sent, fresh, line, subscriptions, answer };
}

const depth = (symbol = 'BTC_USDT') => ({ channel: 'DEPTH', symbol, kind: 1 });
const collect = (): Sink & { frames: Frame[]; codes: number[] } => {
  const frames: Frame[] = [];
  const codes: number[] = [];
  return { frames, codes, take: (frame) => (frames.push(frame), true), onTrouble: (code) => codes.push(code) };
};
const frame = (type: 'snapshot' | 'delta', seq: number, prev: number): Frame => ({
  channel: 'DEPTH',
  symbol: 'btcusdt',
  kind: 1,
  type,
  seq,
  prev,
  time: seq,
  data: {},
});

describe('subscriptions (calls §8)', () => {
  test('what one task asks for is one message, and the same stream is asked for once', async () => {
    const { sent, subscriptions } = world();
    const sink = collect();
    subscriptions.hold(depth(), sink);
    subscriptions.hold(depth(), sink);
    subscriptions.hold(depth('ETH_USDT'), collect());
    await settle();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.data.map((entry) => entry.symbol)).toEqual(['BTC_USDT', 'ETH_USDT']);
  });

  test('a stream is left only after its last holder let go and a moment has passed', async () => {
    const { sent, subscriptions, clock } = world();
    const first = subscriptions.hold(depth(), collect());
    const second = subscriptions.hold(depth(), collect());
    await settle();
    first();
    first();
    clock.move(5_000);
    await settle();
    expect(sent.some((message) => message.channel === 'unsubscribe')).toBe(false);
    second();
    clock.move(2_000);
    await settle();
    expect(sent.at(-1)).toMatchObject({ channel: 'unsubscribe', data: [{ symbol: 'BTC_USDT' }] });
    expect(subscriptions.size).toBe(0);
  });

  test('a holder that comes back at once finds its stream untouched', async () => {
    const { sent, subscriptions, clock, answer } = world();
    const sink = collect();
    const release = subscriptions.hold(depth(), sink);
    await settle();
    answer(sent[0] as Sent);
    subscriptions.frame(frame('snapshot', 5, 5));
    release();
    subscriptions.frame(frame('delta', 6, 5));
    subscriptions.hold(depth(), sink);
    clock.move(5_000);
    await settle();
    expect(sent).toHaveLength(1);
    expect(sink.frames.map(({ seq }) => seq)).toEqual([5, 6]);
  });

  test('at most 200 streams are held, said with what to do', () => {
    const { subscriptions } = world();
    for (let at = 0; at < MAX_STREAMS; at += 1) subscriptions.hold(depth(`A${at}_USDT`), collect());
    expect(() => subscriptions.hold(depth('ONE_MORE'), collect())).toThrow(/at most 200/);
  });

  test('200 entries a message at most after a reconnection, each from where it stood', async () => {
    const { sent, subscriptions, answer } = world();
    subscriptions.hold(depth(), collect());
    await settle();
    answer(sent[0] as Sent);
    subscriptions.frame(frame('snapshot', 7, 7));
    subscriptions.reopened();
    await settle();
    expect(sent.at(-1)?.data).toEqual([{ ...depth(), since: 7 }]);
  });

  test('a hole is asked for once, from the last number held; a repeat is passed over', async () => {
    const { sent, subscriptions, answer } = world();
    const sink = collect();
    subscriptions.hold(depth(), sink);
    await settle();
    answer(sent[0] as Sent);
    subscriptions.frame(frame('snapshot', 5, 5));
    subscriptions.frame(frame('delta', 5, 4));
    subscriptions.frame(frame('delta', 8, 7));
    subscriptions.frame(frame('delta', 9, 8));
    await settle();
    expect(sent).toHaveLength(2);
    expect(sent[1]?.data[0]).toMatchObject({ since: 5 });
    expect(sink.frames.map(({ seq }) => seq)).toEqual([5]);
    answer(sent[1] as Sent);
    subscriptions.frame(frame('delta', 7, 5));
    subscriptions.frame(frame('delta', 8, 7));
    expect(sink.frames.map(({ seq }) => seq)).toEqual([5, 7, 8]);
  });

  test('an answer that never comes is asked for again', async () => {
    const { sent, subscriptions, clock } = world();
    subscriptions.hold(depth(), collect());
    await settle();
    clock.move(ANSWER_TIMEOUT_MS);
    await settle();
    expect(sent).toHaveLength(2);
  });

  test('a refused entry tells its code; one refused for load is asked for again, another is not', async () => {
    const { sent, subscriptions, clock, answer } = world();
    const sink = collect();
    subscriptions.hold(depth('NO_SUCH'), sink);
    await settle();
    answer(sent[0] as Sent, 2002);
    clock.move(60_000);
    await settle();
    expect([sink.codes, sent.length]).toEqual([[2002], 1]);
    subscriptions.hold(depth(), collect());
    await settle();
    answer(sent[1] as Sent, 429);
    clock.move(3_000);
    await settle();
    expect(sent).toHaveLength(3);
  });

  test('only data makes a stream fresh (failures, in the client)', async () => {
    const { fresh, subscriptions, sent, answer } = world();
    subscriptions.hold(depth(), collect());
    await settle();
    answer(sent[0] as Sent);
    expect(fresh).toEqual([]);
    subscriptions.frame(frame('snapshot', 5, 5));
    expect(fresh).toHaveLength(1);
  });

  test('one message may hold frames of several channels (failures, in the client)', () => {
    const text = JSON.stringify([
      { channel: 'DEPTH', symbol: 'btcusdt', kind: 1, type: 'delta', seq: 2, prev: 1, time: 1, data: {} },
      { channel: 'TRADE', symbol: 'btcusdt', kind: 1, type: 'delta', seq: 2, prev: 1, time: 1, data: [] },
      { channel: 'HEARTBEAT', time: 5 },
    ]);
    expect(readMessage(text).map((one) => one.is)).toEqual(['frame', 'frame', 'heartbeat']);
  });

  test('what is no frame is refused with what was expected', () => {
    for (const text of [
      '',
      '{',
      '7',
      'null',
      '[1]',
      '{"channel":"DEPTH"}',
      '{"channel":"DEPTH","type":"delta","seq":-1,"prev":0,"time":0}',
    ]) {
      expect(() => readMessage(text)).toThrow(/expected/);
    }
  });
});

describe('a reference client under drop, duplicate, reorder and reconnect (failures W17)', () => {
  for (const seed of [1, 7, 42, 20_261_121]) {
    test(`ends with the server's book, seed ${seed}`, async () => {
      const random = seeded(seed);
      const server = new ServerBook(random);
      const { sent, subscriptions, line, clock } = world();
      const store = new BookStore({ tickDecimals: 1, lotDecimals: 3 });
      const sink: Sink = {
        take: ({ type, data, seq, time }) =>
          type === 'snapshot' ? store.snapshot(data, seq, time) : store.apply(data, seq, time),
        onTrouble: () => store.broken(),
      };
      subscriptions.hold(depth(), sink);
      let inbox: object[] = [];
      let read = 0;
      const deliver = (clean: boolean): void => {
        for (const message of inbox.splice(0)) {
          const text = JSON.stringify(message);
          const [one] = readMessage(text);
          if (one?.is === 'answer') subscriptions.answer(one);
          else if (one?.is === 'frame') {
            subscriptions.frame(one);
            if (!clean && random() < 0.1) subscriptions.frame(one);
          }
        }
      };
      const serve = async (clean: boolean): Promise<void> => {
        await settle();
        for (const message of sent.slice(read)) {
          read += 1;
          if (message.channel !== 'subscribe') continue;
          inbox.push({
            channel: 'subscribe',
            id: message.id,
            data: message.data.map((entry) => ({ ...entry, code: 200 })),
          });
          inbox.push(...server.answer(message.data[0]?.since));
        }
        if (!clean) {
          inbox = inbox.filter((message) => !('seq' in message) || random() > 0.1);
          if (inbox.length > 1 && random() < 0.2) inbox.push(...inbox.splice(0, 1));
        }
        deliver(clean);
      };
      for (let round = 0; round < 600; round += 1) {
        inbox.push(server.step());
        if (random() < 0.02) {
          line.open = false;
          inbox = [];
          for (let lost = 0; lost < random() * 60; lost += 1) server.step();
          line.open = true;
          subscriptions.reopened();
        }
        await serve(false);
        clock.move(50);
        if (round % 100 === 99) {
          // A checkpoint: the line is good for a while, then both must be the same.
          for (let quiet = 0; quiet < 4; quiet += 1) {
            inbox.push(server.step());
            await serve(true);
            clock.move(ANSWER_TIMEOUT_MS);
            await serve(true);
          }
          expect(store.whole).toBe(true);
          expect(store.seq).toBe(server.seq);
          expect(store.bids.map((level) => [level.priceText, level.lotsText])).toEqual(
            server.sorted('bids').map(([price, quantity]) => [price, quantity]),
          );
          expect(store.checksum()).toBe(server.checksum);
        }
      }
    });
  }
});
