// One timed pass of our core over the stream, in batches as the sequencer forms them.
// It covers the whole exchange: keys, rights, price checks, funds, fees, rebates, ledger entries, events, running hash.

import { DONE, type Exchange, openExchange } from '@vitrine/core';
import { BEGIN_MS, cancelCommand, placeCommand, tickCommand, worldCommands } from './core-world.ts';
import type { Pass } from '../peer-run.ts';
import { CANCEL, random, type Stream } from '../sockets/stream.ts';

/** Commands per batch, and the time per batch: 12,800 commands a second of the exchange's time. */
const BATCH = 256;
const BATCH_MS = 20;
/** Batches between two index ticks: a second. */
const TICK_BATCHES = 1000 / BATCH_MS;
/** Words of the longest command of a stream, a contract order. */
const MOST_WORDS = 24;
/** Kinds and fields of the counted events: `done` (result), `fill` (lots). */
const KIND_DONE = 101;
const DONE_SEQ = 2;
const DONE_RESULT = 4;
const KIND_FILL = 134;
const FILL_LOTS = 10;

/** The stream as encoded commands, one after another. */
export interface Encoded {
  readonly stream: Stream;
  readonly world: readonly Float64Array[];
  readonly tick: Float64Array;
  readonly words: Float64Array;
  readonly offsets: Int32Array;
}

/** How a stream's commands are encoded: as spot or as contract orders. */
export interface Kit {
  /** The commands before the stream. */
  readonly world: (stream: Stream) => Float64Array[];
  readonly place: (stream: Stream, at: number, time: number, next: () => number) => Float64Array;
}

const SPOT: Kit = { world: worldCommands, place: placeCommand };

function timeOf(command: number): number {
  return BEGIN_MS + 1_000 + ((command - (command % BATCH)) / BATCH) * BATCH_MS;
}

/** Encodes the stream and fills in the order ids of its cancels from a first pass of the core. */
export function encodeStream(stream: Stream, kit: Kit = SPOT): Encoded {
  const next = random(stream.shape.seed + 2);
  const offsets = new Int32Array(stream.count);
  const widest = kit.place(stream, 0, BEGIN_MS, next).length;
  if (widest > MOST_WORDS) throw new Error(`Expected orders of at most ${MOST_WORDS} words, got ${widest}.`);
  const words = new Float64Array(stream.count * widest);
  let end = 0;
  for (let at = 0; at < stream.count; at += 1) {
    const make = stream.kind[at] === CANCEL ? cancelCommand : kit.place;
    const record = make(stream, at, timeOf(at), next);
    words.set(record, end);
    offsets[at] = end;
    end += record.length;
  }
  const encoded = { stream, world: kit.world(stream), tick: tickCommand(stream.shape.markets), words, offsets };
  fillIds(encoded);
  return encoded;
}

/** An exchange with listings, users and money, ready for the stream. */
function openWorld(encoded: Encoded): Exchange {
  const exchange = openExchange();
  exchange.advance(BEGIN_MS);
  for (const record of encoded.world) {
    const code = exchange.apply(record, 0);
    if (code !== DONE)
      throw new Error(`Expected the world's commands to be done, got code ${code} for kind ${record[0]}.`);
  }
  exchange.takeEvents();
  return exchange;
}

/**
 * Runs commands [from, to) in their batches; each must succeed. First copies a batch's words together, as the sequencer
 * does. `seen` receives each batch's events.
 */
function feed(
  exchange: Exchange,
  encoded: Encoded,
  from: number,
  to: number,
  seen?: (events: Float64Array) => void,
): number {
  const { words, offsets, tick } = encoded;
  const gathered = new Float64Array(BATCH * MOST_WORDS);
  let events = 0;
  for (let at = from; at < to;) {
    const batch = (at - (at % BATCH)) / BATCH;
    const end = Math.min(to, (batch + 1) * BATCH);
    exchange.advance(timeOf(at));
    if (batch % TICK_BATCHES === 0 && at % BATCH === 0 && exchange.apply(tick, 0) !== DONE)
      throw new Error('Expected the ticks to be taken.');
    const begin = offsets[at] as number;
    const last = offsets[end - 1] as number;
    gathered.set(words.subarray(begin, last + (words[last + 1] as number)));
    for (; at < end; at += 1) {
      const code = exchange.apply(gathered, (offsets[at] as number) - begin);
      if (code !== DONE) throw new Error(`Command ${at}: expected it to be done, got code ${code}.`);
    }
    const out = exchange.readEvents();
    events += out.length;
    seen?.(out);
  }
  return events;
}

/** A first pass: writes the ids that the core assigns into the cancels that name them. */
function fillIds(encoded: Encoded): void {
  const { stream, words, offsets } = encoded;
  const exchange = openWorld(encoded);
  const ids = new Float64Array(stream.count);
  let placed = 0;
  // A cancel may name an order of its own batch, so ids are needed after each command: here each command is a batch.
  for (let at = 0; at < stream.count; at += 1) {
    if (at % BATCH === 0) {
      exchange.advance(timeOf(at));
      if ((at / BATCH) % TICK_BATCHES === 0) exchange.apply(encoded.tick, 0);
      exchange.takeEvents();
    }
    if (stream.kind[at] === CANCEL) {
      const record = offsets[at] as number;
      words[record + (words[record + 1] as number) - 1] = ids[stream.target[at] as number] as number;
    }
    const code = exchange.apply(words, offsets[at] as number);
    if (code !== DONE) throw new Error(`Command ${at}: expected it to be done, got code ${code}.`);
    if (stream.kind[at] === CANCEL) continue;
    ids[at] = resultOf(exchange.takeEvents());
    placed += 1;
  }
  if (placed + stream.cancels !== stream.count) throw new Error('Expected every command to be an order or a cancel.');
}

/** The result of the last `done` event. */
function resultOf(events: Float64Array): number {
  let result = 0;
  for (let at = 0; at < events.length; at += events[at + 1] as number)
    if (events[at] === KIND_DONE && (events[at + DONE_SEQ] as number) > 0) result = events[at + DONE_RESULT] as number;
  return result;
}

/** The timed pass: all the sequencer's work except the disk. */
export function corePass(encoded: Encoded): Pass {
  const { stream } = encoded;
  const exchange = openWorld(encoded);
  feed(exchange, encoded, 0, stream.filling);
  const began = performance.now();
  feed(exchange, encoded, stream.filling, stream.count);
  const seconds = (performance.now() - began) / 1000;
  return { seconds, commands: stream.count - stream.filling, fills: 0, lotsFilled: 0 };
}

/** The same pass untimed. It counts the fills, for comparison with the stream's own book. */
export function countedPass(encoded: Encoded): { fills: number; lotsFilled: number; words: number } {
  const { stream } = encoded;
  const exchange = openWorld(encoded);
  feed(exchange, encoded, 0, stream.filling);
  let fills = 0;
  let lotsFilled = 0;
  const words = feed(exchange, encoded, stream.filling, stream.count, (events) => {
    for (let at = 0; at < events.length; at += events[at + 1] as number)
      if (events[at] === KIND_FILL) {
        fills += 1;
        lotsFilled += events[at + FILL_LOTS] as number;
      }
  });
  return { fills, lotsFilled, words };
}
