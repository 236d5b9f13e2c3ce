// A numbered stream: each frame contains its seq and the previous one, so that a reader detects every gap.

/** Deltas that a stream keeps for readers that reconnect. */
export const DELTAS_HELD = 256;

/** Name of a stream; also the header of each of its frames. */
export interface StreamName {
  readonly channel: string;
  readonly symbol?: string;
  readonly kind?: string | number;
  readonly interval?: string;
}

interface Delta {
  readonly seq: number;
  readonly prev: number;
  readonly text: string;
}

export interface Stream {
  readonly name: StreamName;
  /** Seq of the newest frame. */
  readonly last: number;
  /** Appends a delta and returns its frame as text. `seq`: the command of its batch, above `last`. */
  push(seq: number, time: number, data: unknown): string;
  /** A snapshot as of `last`. */
  snapshot(time: number, data: unknown): string;
  /** The deltas after `seq`, oldest first; undefined if the stream no longer (or never) had that seq. */
  since(seq: number): readonly string[] | undefined;
}

/**
 * A stream that begins at `first`, the command of its first snapshot. `holds`: deltas kept for readers that reconnect;
 * 0 if none can.
 */
export function createStream(name: StreamName, first: number, holds = DELTAS_HELD): Stream {
  const held: Delta[] = [];
  let last = first;

  const frame = (type: 'snapshot' | 'delta', seq: number, prev: number, time: number, data: unknown) =>
    JSON.stringify({ ...name, type, seq, prev, time, data });

  return {
    name,
    get last() {
      return last;
    },

    push(seq, time, data) {
      // Two frames of one batch (a flush for a new reader, then the rest) must still have different numbers.
      if (seq <= last)
        throw new Error(
          `A frame of ${name.channel} must be numbered above ${last}; ${seq} came. The flush emitted one batch twice.`,
        );
      const text = frame('delta', seq, last, time, data);
      if (holds > 0) held.push({ seq, prev: last, text });
      if (held.length > holds) held.shift();
      last = seq;
      return text;
    },

    snapshot: (time, data) => frame('snapshot', last, last, time, data),

    since(seq) {
      if (seq === last) return [];
      const at = held.findIndex((delta) => delta.prev === seq);
      return at < 0 ? undefined : held.slice(at).map((delta) => delta.text);
    },
  };
}
