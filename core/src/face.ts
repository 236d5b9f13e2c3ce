// The exchange as the rest of the house sees it.

import type { Answer } from './schema/index.ts';
import type { SnapshotParts } from './state/index.ts';

/**
 * A deterministic state machine. A batch is one `advance`, then commands in order; the events of both gather until
 * `takeEvents`. Nothing here waits, throws on input, or looks at a clock.
 */
export interface Exchange {
  /** Time of the last batch, ms UTC. */
  readonly time: number;
  /** Number of the last command (a batch's `advance` takes one too). */
  readonly seq: number;
  /** Version of the rules in force. */
  readonly rules: number;
  /** The highest version that it can activate. */
  readonly newestRules: number;
  /** From when a version of the rules may be activated, ms UTC; 0: it is not announced. */
  announced(version: number): number;
  /** Begins a batch: fires the timers that are due, continues work left over. Throws when time goes back. */
  advance(time: number): void;
  /** Runs the encoded command at `at`; 200 when done, else the code of the refusal. */
  apply(words: Float64Array, at: number): number;
  /** What the last `apply` answered: id or count made, the numbers behind a refusal, the first run of a repeated key. */
  readonly result: number;
  readonly expected: number;
  readonly got: number;
  readonly repeated: number;
  readonly first: number;
  /**
   * Ends the batch: `runningHash` is now over its event words. They are given in place and stand until the next
   * `advance` or `apply`: for one who reads them at once.
   */
  readEvents(): Float64Array;
  /** Ends the batch as `readEvents` does; the words are a copy, the caller's to keep or to send to another thread. */
  takeEvents(): Float64Array;
  /** Decides a command without its commit, on the state as it is. */
  ask(words: Float64Array, at: number): Answer;
  /** When the next timer is due (it fires once the clock shows more), Infinity when none is. */
  nextDue(): number;
  /** Whether the products' first values are still to come: none is listed, and no customer is there to be surprised. */
  awaitsSetup(): boolean;
  /** Whether work is left over for the next batch. */
  hasWork(): boolean;
  /** Hash of the last batch's events, 32 hex digits. */
  runningHash(): string;
  /** Hash over every table but the keys, 32 hex digits. */
  digest(): string;
  /** Hash over the idempotency keys. */
  keyDigest(): string;
  /** Checks every invariant over the whole state; throws, naming the breach. Costs a walk over all of it. */
  audit(): void;
  /** The whole state, raw, with checksums. */
  save(): SnapshotParts;
  /** The present state as events of the same vocabulary: what a fold starts from. */
  seed(): Float64Array;
}
