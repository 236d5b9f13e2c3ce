// The streams that the page needs: reference-counted, sent to the server in batches, restored after gaps and
// reconnects.

import { type Answer, type Frame, type StreamName, streamKey } from './wire.ts';
import { Sequence } from './stream.ts';

/** Maximum streams per connection and per message (calls §8). */
export const MAX_STREAMS = 200;
/** An unused stream stays subscribed this long, so that page changes do not interrupt it. */
const LINGER_MS = 1_000;
/** An unanswered subscription is sent again after this. */
export const ANSWER_TIMEOUT_MS = 10_000;
/** Delay before a stream refused for load (429, 503) is requested again. */
const BUSY_RETRY_MS = 3_000;

const OK = 200;
const TOO_FREQUENT = 429;
const NOT_TAKING = 503;

/** Receives a stream's frames, in order and without gaps. */
export interface Sink {
  /**
   * Handles one frame's data; returns false if it does not match the state (wrong checksum), and a snapshot is
   * requested.
   */
  readonly take: (frame: Frame) => boolean;
  /** The stream has a gap or was refused with `code`; the displayed data may be stale until the next frame. */
  readonly onTrouble?: (code: number) => void;
}

interface Stream {
  readonly name: StreamName;
  readonly key: string;
  /** Receivers with their reference counts; they stay while the stream lingers, so that they miss nothing. */
  readonly sinks: Map<Sink, number>;
  readonly sequence: Sequence;
  /** Reference count. */
  held: number;
  /** `wanted`: to be sent; `asked`: sent, not answered; `live`; `refused`. */
  state: 'wanted' | 'asked' | 'live' | 'refused';
  /** The message that last requested it. */
  askedBy: string;
  cancelTimer: (() => void) | undefined;
}

export interface SubscriptionHost {
  /** Returns false when not connected; everything is sent again after the connection opens. */
  readonly send: (message: object) => boolean;
  readonly after: (ms: number, run: () => void) => () => void;
  /** Runs once after the current task: all requests of one render are one message. */
  readonly soon: (run: () => void) => void;
  /** A data frame of the stream was used. */
  readonly onData: (key: string) => void;
}

export class Subscriptions {
  readonly #host: SubscriptionHost;
  readonly #streams = new Map<string, Stream>();
  readonly #leaving: StreamName[] = [];
  /** The requested streams of each unanswered message, in order. */
  readonly #asked = new Map<string, readonly Stream[]>();
  #planned = false;
  #lastId = 0;

  constructor(host: SubscriptionHost) {
    this.#host = host;
  }

  /** The number of known streams, including lingering ones. */
  get size(): number {
    return this.#streams.size;
  }

  /** Subscribes `sink` to a stream until the returned function is called. Throws when MAX_STREAMS are in use. */
  hold(name: StreamName, sink: Sink): () => void {
    const key = streamKey(name);
    let stream = this.#streams.get(key);
    if (!stream) {
      if (this.#streams.size >= MAX_STREAMS) this.#dropLingering();
      if (this.#streams.size >= MAX_STREAMS) {
        throw new RangeError(
          `at most ${MAX_STREAMS} streams may be held, ${key} would be one more; release some first`,
        );
      }
      stream = {
        name,
        key,
        sinks: new Map(),
        sequence: new Sequence(),
        held: 0,
        state: 'wanted',
        askedBy: '',
        cancelTimer: undefined,
      };
      this.#streams.set(key, stream);
      this.#plan();
    } else if (stream.held === 0) {
      stream.cancelTimer?.();
      stream.cancelTimer = undefined;
    }
    const kept = stream;
    for (const [idle, count] of kept.sinks) if (count === 0 && idle !== sink) kept.sinks.delete(idle);
    const known = kept.sinks.get(sink);
    // A new receiver of a running stream needs a snapshot.
    if (known === undefined && kept.sequence.last >= 0) this.#again(kept, false);
    kept.sinks.set(sink, (known ?? 0) + 1);
    kept.held += 1;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const left = (kept.sinks.get(sink) ?? 1) - 1;
      kept.held -= 1;
      if (left === 0 && kept.held > 0) kept.sinks.delete(sink);
      else kept.sinks.set(sink, left);
      if (kept.held > 0) return;
      kept.cancelTimer?.();
      kept.cancelTimer = this.#host.after(LINGER_MS, () => this.#leave(kept));
    };
  }

  /** The connection is open again: requests every stream from its last frame. */
  reopened(): void {
    for (const stream of this.#streams.values()) stream.state = 'wanted';
    this.#leaving.length = 0;
    this.#asked.clear();
    this.#plan();
  }

  /** Handles a data frame; returns true when a stream used it. */
  frame(frame: Frame): boolean {
    const stream = this.#streams.get(streamKey(frame)) ?? this.#streams.get(streamKey(withoutKind(frame)));
    if (!stream) return false;
    const verdict = stream.sequence.judge(frame);
    if (verdict === 'repeat') return false;
    if (verdict === 'gap') {
      // One request at a time: its answer covers the frames in between.
      if (stream.state === 'live') this.#again(stream, true);
      return false;
    }
    let fits = true;
    for (const sink of stream.sinks.keys()) fits = sink.take(frame) && fits;
    this.#host.onData(stream.key);
    if (!fits) this.#again(stream, false);
    return true;
  }

  /** Handles the answer to a subscription. */
  answer(answer: Answer): void {
    const asked = this.#asked.get(answer.id) ?? [];
    this.#asked.delete(answer.id);
    for (const [at, stream] of asked.entries()) {
      const code = answer.codes[at] ?? 0;
      if (this.#streams.get(stream.key) !== stream || stream.askedBy !== answer.id) continue;
      if (stream.held > 0) stream.cancelTimer?.();
      if (code === OK) {
        stream.state = 'live';
        continue;
      }
      stream.state = 'refused';
      for (const sink of stream.sinks.keys()) sink.onTrouble?.(code);
      if (code === TOO_FREQUENT || code === NOT_TAKING) {
        stream.cancelTimer = this.#host.after(BUSY_RETRY_MS, () => this.#again(stream, true));
      }
    }
  }

  /** Requests a stream again: from its last frame, or from a snapshot if its state is invalid. */
  #again(stream: Stream, resume: boolean): void {
    if (!resume) stream.sequence.reset();
    stream.state = 'wanted';
    for (const sink of stream.sinks.keys()) sink.onTrouble?.(0);
    this.#plan();
  }

  #plan(): void {
    if (this.#planned) return;
    this.#planned = true;
    this.#host.soon(() => {
      this.#planned = false;
      this.#flush();
    });
  }

  #flush(): void {
    for (let from = 0; from < this.#leaving.length; from += MAX_STREAMS) {
      this.#host.send({
        channel: 'unsubscribe',
        id: this.#nextId(),
        data: this.#leaving.slice(from, from + MAX_STREAMS),
      });
    }
    this.#leaving.length = 0;
    const wanted = [...this.#streams.values()].filter((stream) => stream.state === 'wanted');
    for (let from = 0; from < wanted.length; from += MAX_STREAMS) {
      const part = wanted.slice(from, from + MAX_STREAMS);
      const id = this.#nextId();
      const data = part.map(({ name, sequence }) => (sequence.last >= 0 ? { ...name, since: sequence.last } : name));
      if (!this.#host.send({ channel: 'subscribe', id, data })) return;
      this.#asked.set(id, part);
      for (const stream of part) {
        stream.state = 'asked';
        stream.askedBy = id;
        if (stream.held === 0) continue;
        stream.cancelTimer?.();
        stream.cancelTimer = this.#host.after(ANSWER_TIMEOUT_MS, () => {
          if (stream.state === 'asked' && this.#streams.get(stream.key) === stream) this.#again(stream, true);
        });
      }
    }
  }

  #leave(stream: Stream): void {
    stream.cancelTimer?.();
    this.#streams.delete(stream.key);
    this.#leaving.push(stream.name);
    this.#plan();
  }

  #dropLingering(): void {
    for (const stream of [...this.#streams.values()]) if (stream.held === 0) this.#leave(stream);
  }

  #nextId(): string {
    this.#lastId += 1;
    return String(this.#lastId);
  }
}

/** A server may omit the kind if the channel has only one; then the stream was subscribed without it. */
function withoutKind(frame: Frame): StreamName {
  return {
    channel: frame.channel,
    symbol: frame.symbol ?? '',
    ...(frame.interval !== undefined && { interval: frame.interval }),
  };
}
