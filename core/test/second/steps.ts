// What a world was told, to be run again: in batches of another size, with a snapshot in the middle.

import { encodeCommand, type Exchange, openExchange, restoreExchange, WordHash } from '../../src/index.ts';
import type { Reply, World } from '../kit/world.ts';

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
    for (const one of commands) this.all.push({ time: world.time, words: encodeCommand(one) });
    return run();
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
