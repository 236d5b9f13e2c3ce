// What a world was sent, to be run again: in batches of another size, with a snapshot in the middle.

import {
  decodeEvents,
  encodeCommand,
  type Exchange,
  openExchange,
  restoreExchange,
  WordHash,
} from '../../src/index.ts';
import type { Reply, World } from '../kit/world.ts';
import { withSlotEnd } from '../kit/slots.ts';

interface Step {
  readonly time: number;
  /** Empty: time passes only. */
  readonly words: Float64Array;
}

/** Writes down what a world runs from now on, each command with its time. Call it before the first command. */
export class Steps {
  readonly all: Step[] = [];

  /** A `batch` that writes down and goes on with `run`. */
  note(world: World, commands: Parameters<World['batch']>[0], run: () => Reply[]): Reply[] {
    if (commands.length === 0) this.all.push({ time: world.time, words: new Float64Array(0) });
    for (const one of withSlotEnd(commands)) this.all.push({ time: world.time, words: encodeCommand(one) });
    return run();
  }

  /** All of it as one run of words: of each step its time, how many commands (0, 1), the command. */
  stream(): Float64Array {
    return Float64Array.from(this.all.flatMap(({ time, words }) => [time, words.length > 0 ? 1 : 0, ...words]));
  }

  /** Runs all again in batches of at most `size` commands; at step `cut` from a snapshot. Gives the exchange and a hash of its entries and outcomes. */
  again(size: number, cut = -1): { exchange: Exchange; digest: string; seed: string } {
    let exchange = openExchange();
    const { all } = this;
    for (let at = 0; at < all.length;) {
      if (at >= cut && cut >= 0) {
        exchange = restoreExchange(structuredClone(exchange.save()));
        cut = -1;
      }
      const { time } = all[at]!;
      exchange.advance(time);
      for (let n = 0; n < size && all[at]?.time === time; n += 1, at += 1)
        if (all[at]!.words.length > 0) exchange.apply(all[at]!.words, 0);
      exchange.readEvents();
    }
    exchange.audit();
    return { exchange, digest: exchange.digest(), seed: seedOf(exchange) };
  }
}

/** Hash of what an exchange tells of its state, the number of its last command aside. */
export function seedOf(exchange: Exchange): string {
  const words = exchange.seed().subarray(5);
  const hash = new WordHash();
  hash.words(words, 0, words.length);
  return hash.hex();
}

/** Events that a golden journal counts. */
const OWN = /^(second|earn)\./;

/** What a stream of `Steps` comes to: events by kind, digest of the state, hash over the running hashes of all batches. */
export function replayed(stream: Float64Array): object {
  const exchange = openExchange();
  const hash = new WordHash();
  const seen: { [event: string]: number } = {};
  let [steps, done] = [0, 0];
  for (let at = 0; at < stream.length; steps += 1) {
    exchange.advance(stream[at]!);
    const count = stream[at + 1]!;
    at += 2;
    if (count === 1) {
      if (exchange.apply(stream, at) === 200) done += 1;
      at += stream[at + 1]!;
    }
    for (const event of decodeEvents(exchange.readEvents())) {
      const kind =
        'result' in event && event.name !== 'done'
          ? `${event.name} ${event.result}`
          : 'reason' in event
            ? `${event.name} ${event.reason}`
            : event.name;
      if (OWN.test(kind)) seen[kind] = (seen[kind] ?? 0) + 1;
    }
    hash.text(exchange.runningHash());
  }
  exchange.audit();
  return { steps, done, seen, digest: exchange.digest(), all: hash.hex() };
}
