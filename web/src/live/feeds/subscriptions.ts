// Which streams the page wants: counted by holder, told to the server in batches, kept whole over gaps and reconnections.

import { type Answer, type Frame, type StreamName, streamKey } from './wire.ts';
import { Sequence } from './stream.ts';

/** The most streams of one connection, and of one message (calls §8). */
export const MAX_STREAMS = 200;
/** A stream nobody holds stays this long, so that moving between pages does not cut it. */
const LINGER_MS = 1_000;
/** An unanswered subscription is sent again after this. */
export const ANSWER_TIMEOUT_MS = 10_000;
/** The pause before a stream refused for load (429, 503) is asked for again. */
const BUSY_RETRY_MS = 3_000;

const OK = 200;
const TOO_FREQUENT = 429;
const NOT_TAKING = 503;

/** Who takes a stream's frames, in order and without holes. */
export interface Sink {
  /** Takes one frame's data; false says it does not fit what was there (a wrong checksum), and a snapshot is asked for. */
  readonly take: (frame: Frame) => boolean;
  /** The stream has a hole or was refused with `code`; what is shown may be behind until the next frame. */
  readonly onTrouble?: (code: number) => void;
}

interface Stream {
  readonly name: StreamName;
  readonly key: string;
  /** Takers and how often each holds the stream; they stay while it lingers, so that they miss nothing. */
  readonly sinks: Map<Sink, number>;
  readonly sequence: Sequence;
  /** Times it is held. */
  held: number;
  /** `wanted`: to be told; `asked`: told, not answered; `live`; `refused`. */
  state: 'wanted' | 'asked' | 'live' | 'refused';
  /** Message that asked for it last. */
  askedBy: string;
  cancelTimer: (() => void) | undefined;
}

export interface SubscriptionHost {
  /** False when the line is not open; everything is told again when it is. */
  readonly send: (message: object) => boolean;
  readonly after: (ms: number, run: () => void) => () => void;
  /** Runs once after the present task: what one render asks for goes out as one message. */
  readonly soon: (run: () => void) => void;
  /** A data frame of the stream was taken. */
  readonly onData: (key: string) => void;
}

export class Subscriptions {
  readonly #host: SubscriptionHost;
  readonly #streams = new Map<string, Stream>();
  readonly #leaving: StreamName[] = [];
  /** What each message not answered yet asked for, in its order. */
  readonly #asked = new Map<string, readonly Stream[]>();
  #planned = false;
  #lastId = 0;

  constructor(host: SubscriptionHost) {
    this.#host = host;
  }

  /** Streams known now, lingering ones too. */
  get size(): number {
    return this.#streams.size;
  }

  /** Holds a stream and gives its frames to `sink` until the returned function is called. Throws when MAX_STREAMS are held. */
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
    // A newcomer to a running stream needs a base of its own.
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

  /** The line is open again: everything is asked for, from where it stopped. */
  reopened(): void {
    for (const stream of this.#streams.values()) stream.state = 'wanted';
    this.#leaving.length = 0;
    this.#asked.clear();
    this.#plan();
  }

  /** Takes a data frame; true when a stream used it. */
  frame(frame: Frame): boolean {
    const stream = this.#streams.get(streamKey(frame)) ?? this.#streams.get(streamKey(withoutKind(frame)));
    if (!stream) return false;
    const verdict = stream.sequence.judge(frame);
    if (verdict === 'repeat') return false;
    if (verdict === 'gap') {
      // One question at a time: while it is on its way, what comes between is covered by its answer.
      if (stream.state === 'live') this.#again(stream, true);
      return false;
    }
    let fits = true;
    for (const sink of stream.sinks.keys()) fits = sink.take(frame) && fits;
    this.#host.onData(stream.key);
    if (!fits) this.#again(stream, false);
    return true;
  }

  /** Takes the answer to a subscription. */
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

  /** Asks for a stream again: from where it stands, or (a base that cannot be trusted) from a snapshot. */
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

/** A server may leave the kind out where the channel has one only; then the stream was subscribed without it. */
function withoutKind(frame: Frame): StreamName {
  return {
    channel: frame.channel,
    symbol: frame.symbol ?? '',
    ...(frame.interval !== undefined && { interval: frame.interval }),
  };
}
