// The face of the exchange towards every other part of the server: put a command, ask, follow what was committed.

import type { Answer, Command } from '@vitrine/core';

/** What became of one command. Told only after the batch that holds it is committed. */
export interface Outcome {
  /** Number of the command in the journal; of its first run when `repeated`. */
  readonly seq: number;
  /** Time of its batch, ms UTC. */
  readonly time: number;
  /** 200: done; else the code of the refusal (calls.md §9). */
  readonly code: number;
  /** The id it made, or a count; else 0. */
  readonly result: number;
  /** The numbers behind a refusal, in its code's unit; else 0. */
  readonly expected: number;
  readonly got: number;
  /** The key had run before: this is that run's answer. */
  readonly repeated: boolean;
}

/** One committed batch. */
export interface Batch {
  /** Number of the journal row. */
  readonly row: number;
  /** Number that the batch's `advance` took; its i-th command (from 0) has firstSeq + 1 + i. */
  readonly firstSeq: number;
  /** How many commands. */
  readonly count: number;
  /** ms UTC. */
  readonly time: number;
  /** Running hash over the events, hex. */
  readonly hash: string;
  /** Hash of the journal row, hex. */
  readonly rowHash: string;
  /** The event records, `decodeEvents` reads them. Shared by all listeners of a thread: read only. */
  readonly events: Float64Array;
}

/** The whole state at a row, as events of the same vocabulary. */
export interface Seed {
  readonly row: number;
  /** Number of the last command up to that row. */
  readonly seq: number;
  readonly time: number;
  readonly rowHash: string;
  readonly events: Float64Array;
}

/** Whether orders are taken, and why not. */
export interface IntakeState {
  readonly taking: boolean;
  readonly reason?: string;
  /** The machine's clock stepped ahead and nobody confirmed it: what it showed then, and what by the time that passed, ms UTC. */
  readonly leap?: { readonly ours: number; readonly machine: number };
}

/** Why a command was not taken (429, 503: nothing was done) or is not known yet (504: ask `outcome`). */
export class IntakeError extends Error {
  readonly code: 429 | 503 | 504;

  constructor(code: 429 | 503 | 504, message: string) {
    super(message);
    this.name = 'IntakeError';
    this.code = code;
  }
}

/** The exchange as seen from any thread. Implemented by `connectLink` (over a port) and `startLocal` (same thread). */
export interface ExchangeLink {
  /**
   * Puts one command; resolves once it is committed. `user` counts against that user's 32 places and takes part in
   * the round-robin; without it the command is the house's own (ticks, quotes, identity) and goes to the head of the batch.
   * @throws {IntakeError} 429 or 503: nothing was done; 504: not known yet.
   */
  submit(command: Command, user?: number): Promise<Outcome>;
  /**
   * Puts commands of the house that stay next to each other, in this order, in one batch (a slot's ticks and the quotes
   * they cause). Each gets its own outcome. All of them are taken or none.
   */
  submitRun(commands: readonly Command[]): Promise<readonly Outcome[]>;
  /** A dry run on the state as committed: decides, writes nothing. */
  ask(command: Command): Promise<Answer>;
  /**
   * Two people of the desk say that the machine's clock is right, as of `time` (ms UTC): it is taken after a step ahead, and
   * orders with it. False where it did not step, or shows another time. No command: intake is stopped.
   */
  confirmClock(time: number): Promise<boolean>;
  /** Every batch committed from now on, in order, without gaps. Gives back how to stop. */
  onBatch(listener: (batch: Batch) => void): () => void;
  /** The state at a row. A listener added before the call sees each batch after that row, and may see some up to it. */
  seed(): Promise<Seed>;
  /** Whether orders are taken, as last heard. */
  readonly state: () => IntakeState;
  /** Called at each change of `state()`. Gives back how to stop. */
  onState(listener: (state: IntakeState) => void): () => void;
}
