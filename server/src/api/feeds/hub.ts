// Who follows which public stream: one topic for all its readers, each frame written once.

import { touchedBy } from './by-subject.ts';
import { DELTAS_IDLE, TOPICS_MOST } from './limits.ts';
import type { Connection } from './connection.ts';
import type { BatchChange } from '../../projection/live/index.ts';
import type { Topic } from './topics.ts';

interface Followed {
  readonly topic: Topic;
  readonly readers: Set<Connection>;
  /** Its snapshot as text, until something changes: made once for all that subscribe meanwhile. */
  snapshot: string | undefined;
  /** When it last told something, ms of the clock given. */
  told: number;
  /** Since when nobody reads it; undefined while somebody does. */
  idleSince: number | undefined;
}

export interface Hub {
  /** Makes sure the stream is followed; false: too many are. */
  has(key: string, make: () => Topic): boolean;
  /**
   * Adds a reader to a stream that `has` made sure of, and sends what it misses after `since`, or a snapshot.
   * @returns characters sent.
   */
  follow(key: string, reader: Connection, since: number | undefined): number;
  leave(key: string, reader: Connection): void;
  /** Takes a committed batch in and tells what is due. */
  take(change: BatchChange): void;
  /** Tells what became due by time alone, and forgets streams nobody reads. */
  beat(): void;
}

/** Streams by a number of what they tell of. A batch is shown to those it touched: of 900 a few. */
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

/** A hub by the clock given (ms, any origin). */
export function createHub(now: () => number): Hub {
  const followed = new Map<string, Followed>();
  const byMarket = new Index();
  const byInstrument = new Index();
  /** Those with something to tell, which no batch may touch again before it is due. */
  const waiting = new Set<Followed>();

  function tell(one: Followed, time: number): void {
    waiting.delete(one);
    one.snapshot = undefined;
    one.told = time;
    const text = one.topic.flush();
    if (text === undefined) return;
    if (one.readers.size === 0) return;
    // Encoded once, however many read it.
    const bytes = Buffer.from(text);
    for (const reader of one.readers) reader.send(bytes);
  }

  /** The first change after a quiet while is due at once; only what follows too soon waits. */
  function tellDue(time: number): void {
    for (const one of waiting) if (time - one.told >= one.topic.cadence) tell(one, time);
  }

  return {
    has(key, make) {
      if (followed.has(key)) return true;
      if (followed.size >= TOPICS_MOST) return false;
      const one: Followed = {
        topic: make(),
        readers: new Set(),
        snapshot: undefined,
        told: Number.NEGATIVE_INFINITY,
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
      // What waits is told to the others first, so that the newcomer starts exactly at the stream's last frame.
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
