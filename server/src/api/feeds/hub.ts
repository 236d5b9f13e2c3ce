// Subscriptions of public streams: one topic for all its readers, each frame serialised once.

import { touchedBy } from './by-subject.ts';
import { DELTAS_IDLE, TOPICS_MOST } from './limits.ts';
import type { Connection } from './connection.ts';
import type { BatchChange } from '../../projection/live/index.ts';
import type { Topic } from './topics.ts';

interface Followed {
  readonly topic: Topic;
  readonly readers: Set<Connection>;
  /** Its snapshot as text until something changes, shared by all that subscribe meanwhile. */
  snapshot: string | undefined;
  /** When it last sent a frame, ms of the given clock. */
  sentAt: number;
  /** Without readers since then; undefined while it has any. */
  idleSince: number | undefined;
}

export interface Hub {
  /** Ensures that the stream is followed; false: too many are. */
  has(key: string, make: () => Topic): boolean;
  /**
   * Adds a reader to a stream that `has` ensured, and sends the deltas after `since`, or a snapshot.
   * @returns characters sent.
   */
  follow(key: string, reader: Connection, since: number | undefined): number;
  leave(key: string, reader: Connection): void;
  /** Applies a committed batch and sends what is due. */
  take(change: BatchChange): void;
  /** Sends what has become due by time, and drops streams without readers. */
  beat(): void;
}

/** Streams by market or instrument number. A batch is only passed to those it touched: a few of 900. */
class Index {
  readonly #sets = new Map<number, Set<Followed>>();

  add(id: number, one: Followed): void {
    const set = this.#sets.get(id);
    if (set === undefined) this.#sets.set(id, new Set([one]));
    else set.add(one);
  }

  delete(id: number, one: Followed): void {
    const set = this.#sets.get(id);
    if (set?.delete(one) === true && set.size === 0) this.#sets.delete(id);
  }

  of(id: number): Iterable<Followed> {
    return this.#sets.get(id) ?? [];
  }
}

/** A hub on the given clock (ms, any origin). */
export function createHub(now: () => number): Hub {
  const followed = new Map<string, Followed>();
  const byMarket = new Index();
  const byInstrument = new Index();
  /** Streams with pending changes, which may become due without a further batch. */
  const waiting = new Set<Followed>();

  function tell(one: Followed, time: number): void {
    waiting.delete(one);
    one.snapshot = undefined;
    one.sentAt = time;
    const text = one.topic.flush();
    if (text === undefined) return;
    if (one.readers.size === 0) return;
    // Encoded once, however many readers there are.
    const bytes = Buffer.from(text);
    for (const reader of one.readers) reader.send(bytes);
  }

  /** After a quiet period the first change is sent at once; only changes in quick succession wait. */
  function tellDue(time: number): void {
    for (const one of waiting) if (time - one.sentAt >= one.topic.cadence) tell(one, time);
  }

  return {
    has(key, make) {
      if (followed.has(key)) return true;
      if (followed.size >= TOPICS_MOST) return false;
      const one: Followed = {
        topic: make(),
        readers: new Set(),
        snapshot: undefined,
        sentAt: Number.NEGATIVE_INFINITY,
        idleSince: now(),
      };
      followed.set(key, one);
      byMarket.add(one.topic.market, one);
      byInstrument.add(one.topic.instrument, one);
      return true;
    },

    follow(key, reader, since) {
      const one = followed.get(key);
      if (!one) throw new Error(`The stream ${key} is not followed. Call has() before follow().`);
      // Pending changes are sent to the other readers first, so that the new one starts exactly at the stream's last
      // frame.
      if (waiting.has(one)) tell(one, now());
      const missed = since === undefined ? undefined : one.topic.stream.since(since);
      const texts = missed ?? [(one.snapshot ??= one.topic.snapshot())];
      for (const text of texts) reader.send(text);
      one.readers.add(reader);
      one.idleSince = undefined;
      return texts.reduce((sum, text) => sum + text.length, 0);
    },

    leave(key, reader) {
      const one = followed.get(key);
      if (one?.readers.delete(reader) && one.readers.size === 0) one.idleSince = now();
    },

    take(change) {
      const time = now();
      const { markets, instruments } = touchedBy(change);
      const touched = new Set<Followed>();
      for (const market of markets) for (const one of byMarket.of(market)) touched.add(one);
      for (const instrument of instruments) for (const one of byInstrument.of(instrument)) touched.add(one);
      for (const one of touched) {
        if (!one.topic.take(change)) continue;
        waiting.add(one);
        one.snapshot = undefined;
      }
      tellDue(time);
    },

    beat() {
      const time = now();
      tellDue(time);
      for (const [key, one] of followed) {
        if (one.idleSince === undefined || time - one.idleSince < DELTAS_IDLE) continue;
        followed.delete(key);
        waiting.delete(one);
        byMarket.delete(one.topic.market, one);
        byInstrument.delete(one.topic.instrument, one);
      }
    },
  };
}
