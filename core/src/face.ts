// The exchange's public interface.

import type { Answer } from './schema/index.ts';
import type { SnapshotParts } from './state/index.ts';

/**
 * A deterministic state machine. A batch is one `advance`, then commands in order; their events collect until
 * `takeEvents`. No method waits, throws on input, or reads a system clock.
 */
export interface Exchange {
  /** Time of the last batch, ms UTC. */
  readonly time: number;
  /** Sequence number of the last command (a batch's `advance` takes one too). */
  readonly seq: number;
  /** Version of the rules in force. */
  readonly rules: number;
  /** The highest rules version this exchange can activate. */
  readonly newestRules: number;
  /** Earliest time a rules version may be activated, ms UTC; 0 when not announced. */
  announced(version: number): number;
  /** Begins a batch: fires due timers and continues pending work. Throws when time runs backwards. */
  advance(time: number): void;
  /** Runs the encoded command at `at`. Returns 200, or the refusal's code. */
  apply(words: Float64Array, at: number): number;
  /** Results of the last `apply`: the id or count made, the refusal's numbers, the first run of a repeated key. */
  readonly result: number;
  readonly expected: number;
  readonly got: number;
  readonly repeated: number;
  readonly first: number;
  /**
   * Ends the batch; `runningHash` then covers its event words. Returns them in place: they are valid until the next
   * `advance` or `apply`, so read them at once.
   */
  readEvents(): Float64Array;
  /** Ends the batch as `readEvents` does, but returns a copy that the caller may keep or send to another thread. */
  takeEvents(): Float64Array;
  /** Decides a command on the current state without committing it. */
  ask(words: Float64Array, at: number): Answer;
  /** When the next timer is due (it fires once the clock is past it), Infinity when none is set. */
  nextDue(): number;
  /** Whether product setup is still missing: nothing is listed and no user exists yet. */
  awaitsSetup(): boolean;
  /** Whether work is pending for the next batch. */
  hasWork(): boolean;
  /** Hash of the last batch's events, 32 hex digits. */
  runningHash(): string;
  /** Hash over every table except the keys, 32 hex digits. */
  digest(): string;
  /** Hash over the idempotency keys. */
  keyDigest(): string;
  /** Checks every invariant over the whole state. Throws with the name of the broken one. Slow: walks all of it. */
  audit(): void;
  /** The whole state, raw, with checksums. */
  save(): SnapshotParts;
  /** The present state as events of the same vocabulary, so that a projection can start from it. */
  seed(): Float64Array;
}
