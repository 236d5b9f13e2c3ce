// A link straight to a core: every run of commands is a batch, without a journal.

import { type Command, encodeCommand, openExchange, packWords } from '@vitrine/core';

import type { Batch, ExchangeLink, Outcome } from '../../src/engine/sequencer/index.ts';

/** What a batch did. */
export interface CoreBatch {
  readonly time: number;
  readonly events: Float64Array;
  readonly replies: readonly { readonly command: Command; readonly code: number }[];
  readonly workLeft: boolean;
}

/** A link straight to a core, every run a batch. */
export function coreLink(now: () => number, watch: (batch: CoreBatch) => void = () => undefined) {
  const exchange = openExchange();
  const listeners = new Set<(batch: Batch) => void>();
  const bytes = { commands: 0, events: 0 };
  let row = 0;
  const run = (commands: readonly Command[]): Outcome[] => {
    exchange.advance(now());
    const firstSeq = exchange.seq;
    const replies: CoreBatch['replies'][number][] = [];
    const outcomes = commands.map((command, at): Outcome => {
      const words = encodeCommand(command);
      bytes.commands += packWords(words).length;
      const code = exchange.apply(words, 0);
      replies.push({ command, code });
      return {
        seq: firstSeq + 1 + at,
        time: now(),
        code,
        result: exchange.result,
        expected: 0,
        got: 0,
        repeated: false,
      };
    });
    const events = exchange.takeEvents();
    bytes.events += packWords(events).length;
    row += 1;
    watch({ time: now(), events, replies, workLeft: exchange.hasWork() });
    for (const listener of listeners) {
      listener({ row, firstSeq, count: commands.length, time: now(), hash: '', rowHash: '', events });
    }
    return outcomes;
  };
  const link: ExchangeLink = {
    submit: (command) => Promise.resolve(run([command])[0]!),
    submitRun: (commands) => Promise.resolve(run(commands)),
    ask: (command) => Promise.resolve(exchange.ask(encodeCommand(command), 0)),
    onBatch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seed: () => Promise.resolve({ row, seq: exchange.seq, time: now(), rowHash: '', events: exchange.seed() }),
    state: () => ({ taking: true }),
    confirmClock: () => Promise.resolve(false),
    onState: () => () => undefined,
  };
  return { exchange, link, run, bytes };
}
