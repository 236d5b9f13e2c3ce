// The exchange's interface for every other part of the server: submit commands, ask, follow committed batches.

import type { Answer, Command } from '@vitrine/core';
import { type CODE, codeOf } from '@vitrine/contract';

/** The outcome of one command. Sent only after its batch is committed. */
export interface Outcome {
  /** Sequence number of the command; if `repeated`, that of its first run. */
  readonly seq: number;
  /** Time of its batch, ms UTC. */
  readonly time: number;
  /** 200: done; else the error code (calls.md §9). */
  readonly code: number;
  /** The id it created, or a count; else 0. */
  readonly result: number;
  /** The numbers behind an error, in its code's unit; else 0. */
  readonly expected: number;
  readonly got: number;
  /** The idempotency key was used before; this is the outcome of that run. */
  readonly repeated: boolean;
}

/** One committed batch. */
export interface Batch {
  /** Number of the journal row. */
  readonly row: number;
  /** Sequence number of the batch's `advance`; its i-th command (from 0) has firstSeq + 1 + i. */
  readonly firstSeq: number;
  /** Number of commands. */
  readonly count: number;
  /** ms UTC. */
  readonly time: number;
  /** Running hash of the events, hex. */
  readonly hash: string;
  /** Hash of the journal row, hex. */
  readonly rowHash: string;
  /** Event records for `decodeEvents`. Shared by all listeners of a thread: read only. */
  readonly events: Float64Array;
}

/** The whole state at a row, as events of the same kinds. */
export interface Seed {
  readonly row: number;
  /** Sequence number of the last command up to that row. */
  readonly seq: number;
  readonly time: number;
  readonly rowHash: string;
  readonly events: Float64Array;
}

/** Whether orders are taken, and why not. */
export interface IntakeState {
  readonly taking: boolean;
  readonly reason?: string;
  /** The machine's clock stepped ahead and nobody has confirmed it: its reading then, and the batch clock's, ms UTC. */
  readonly leap?: { readonly ours: number; readonly machine: number };
}

/** Why a command was not accepted (nothing was done), or `server.unknown`: its outcome is not known yet (ask `outcome`). */
export type IntakeReason = 'request.tooFrequent' | 'server.notTaking' | 'server.unknown';

/** A command that was not accepted, or whose outcome is not known yet. */
export class IntakeError extends Error {
  readonly code: (typeof CODE)[IntakeReason];

  constructor(reason: IntakeReason | (typeof CODE)[IntakeReason], message: string) {
    super(message);
    this.name = 'IntakeError';
    this.code = codeOf(reason);
  }
}

/** The exchange as seen from any thread. Implemented by `connectLink` (over a port) and `startLocal` (same thread). */
export interface ExchangeLink {
  /**
   * Submits one command; resolves once it is committed. With `user` it counts against that user's 32 places and is
   * served round-robin. Without it, it is a system command (tick, quote, identity) and goes to the head of the batch.
   * @throws {IntakeError} 429 or 503: nothing was done; 504: not known yet.
   */
  submit(command: Command, user?: number): Promise<Outcome>;
  /**
   * Submits system commands that stay adjacent, in this order, in one batch (a slot's ticks and the quotes they cause).
   * Each gets its own outcome. All of them are accepted or none.
   */
  submitRun(commands: readonly Command[]): Promise<readonly Outcome[]>;
  /** A dry run on the committed state: decides, writes nothing. */
  ask(command: Command): Promise<Answer>;
  /**
   * Two staff members confirm that the machine's clock is right although it stepped ahead by `ahead` ms. The clock is
   * then accepted and intake resumes. Returns false if it did not step, or by more or less than that. This is no
   * command, because intake is stopped.
   */
  confirmClock(ahead: number): Promise<boolean>;
  /**
   * Calls `listener` for every batch committed from now on, in order, without gaps. Returns a function that stops it.
   */
  onBatch(listener: (batch: Batch) => void): () => void;
  /** The state at a row. A listener added before the call sees each batch after that row, and may see some up to it. */
  seed(): Promise<Seed>;
  /** The last state received. */
  readonly state: () => IntakeState;
  /** Called at each change of `state()`. Returns a function that stops it. */
  onState(listener: (state: IntakeState) => void): () => void;
}
