// The only writer. It drains the queue, stamps the time, runs the core and appends one row. Only then does it send
// anything out.
//
// While a row is being committed, the next batch is already open and runs commands. Nothing of that batch is sent
// before its own row is committed. If the database is unavailable, both wait: they are appended later, never run again.

import type { Answer, Exchange } from '@vitrine/core';
import { JournalError, type JournalRow, rowHash } from '../journal/index.ts';
import { BatchBuffers } from './batch-buffers.ts';
import { type BatchClock, sameLeap } from './clock.ts';
import { CommitWaiters } from './commit-waiters.ts';
import { Intake, type Ticket } from './intake.ts';
import { IntakeReasons } from './intake-reasons.ts';
import { type CoreKit, LENGTH } from './kit.ts';
import { type Batch, IntakeError, type IntakeState, type Seed } from './link.ts';

/**
 * Most commands, and roughly the most command words, in one row. A row takes what is waiting and never waits for more.
 */
export const MAX_BATCH_COMMANDS = 2_048;
const MAX_BATCH_WORDS = 2 ** 18;
const FIRST_WORDS = 2 ** 12;
/** How long an executed command waits for its commit before its sender gets "not known" (504), ms. */
export const ANSWER_PATIENCE = 10_000;
/** How often to re-read a wrong clock, ms. */
const CLOCK_PAUSE = 100;
/** Longest delay of a system timer, ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Destination of rows. */
export interface RowWriter {
  readonly epoch: number;
  /** Resolves once committed, whatever happens in between; rejects only if this writer must stop. */
  append(row: JournalRow): Promise<void>;
}

/** Position of the last row. */
export interface Position {
  readonly row: number;
  readonly rowHash: string;
}

/** A batch that is open or being appended. */
interface Running {
  readonly firstSeq: number;
  readonly time: number;
  /** Rules version in force when it began. */
  readonly rules: number;
  readonly buffers: BatchBuffers;
  readonly tickets: Ticket[];
  /** Length of its commands, words. */
  length: number;
  /** Tickets whose sender got "not known". */
  readonly givenUp: Set<Ticket>;
}

/** Receives the error that stops the process: a failed core assertion, another writer, a replay that differs. */
export type Fatal = (error: Error) => void;

export class Sequencer {
  readonly #kit: CoreKit;
  readonly #exchange: Exchange;
  readonly #writer: RowWriter;
  readonly #clock: BatchClock;
  readonly #build: string;
  readonly #tellFatal: Fatal;
  readonly #intake = new Intake();
  readonly #batchListeners = new Set<(batch: Batch) => void>();
  readonly #waiters = new CommitWaiters();
  /** Callbacks that wait for the open batch to become a row. */
  readonly #atClose: (() => void)[] = [];
  #position: Position;
  #committed: number;
  #open: Running | undefined;
  /** Command words of the open batch; packed when it becomes a row. */
  #words = new Float64Array(FIRST_WORDS);
  /**
   * Buffers of finished batches. At most one batch is open and one being appended, so there are never more than two.
   */
  readonly #spare: BatchBuffers[] = [];
  #appending: Running | undefined;
  #scheduled = false;
  #timer: NodeJS.Timeout | undefined;
  #giveUp: NodeJS.Timeout | undefined;
  readonly #reasons = new IntakeReasons({
    refuseAll: (reason) => this.#intake.refuseAll(reason),
    wake: () => this.#wake(),
  });
  #idle: (() => void)[] = [];

  constructor(parts: {
    readonly kit: CoreKit;
    readonly exchange: Exchange;
    readonly writer: RowWriter;
    readonly clock: BatchClock;
    readonly position: Position;
    /** Build name for the rows. */
    readonly build: string;
    readonly fatal: Fatal;
  }) {
    this.#kit = parts.kit;
    this.#exchange = parts.exchange;
    this.#writer = parts.writer;
    this.#clock = parts.clock;
    this.#build = parts.build;
    this.#tellFatal = parts.fatal;
    this.#position = parts.position;
    this.#committed = parts.position.row;
    this.#wake();
  }

  /** Queues a ticket. @throws {IntakeError} 503 or 429: nothing was done. */
  submit(ticket: Ticket): void {
    const state = this.state();
    if (!state.taking)
      throw new IntakeError('server.notTaking', `${state.reason ?? 'orders are not taken'}; nothing was done`);
    this.#intake.add(ticket);
    this.#wake();
  }

  /** A dry run. The answer is sent once everything it read is committed. */
  async ask(words: Float64Array): Promise<Answer> {
    const state = this.state();
    if (!state.taking) throw new IntakeError('server.notTaking', state.reason ?? 'the exchange does not answer now');
    const answer = this.#exchange.ask(words, 0);
    return await this.#whenCommitted(answer);
  }

  /** The state at the last executed row; sent once that row is committed. */
  seed(): Promise<Seed> {
    // An open batch has no row yet. The seed is taken when it becomes one, so that it lies between two rows.
    if (this.#open === undefined) return this.#whenCommitted(this.#takeSeed());
    return new Promise((resolve) => this.#atClose.push(() => resolve(this.#whenCommitted(this.#takeSeed()))));
  }

  /**
   * Calls `listener` with each committed batch. Its words are valid until the listener returns; copy them to keep them.
   */
  onBatch(listener: (batch: Batch) => void): () => void {
    this.#batchListeners.add(listener);
    return () => void this.#batchListeners.delete(listener);
  }

  onState(listener: (state: IntakeState) => void): () => void {
    return this.#reasons.on(listener);
  }

  state(): IntakeState {
    return this.#reasons.state();
  }

  /** Staff confirmed a clock that stepped ahead. */
  confirmClock(ahead: number): boolean {
    const taken = this.#clock.confirm(ahead);
    if (taken) this.#wake();
    return taken;
  }

  /** Last committed row. */
  get committed(): number {
    return this.#committed;
  }

  /** Called by the journal when an append fails or works again. */
  journalTrouble(reason: string | undefined): void {
    if (reason === undefined) {
      clearTimeout(this.#giveUp);
      this.#giveUp = undefined;
      this.#reasons.set('journal', undefined);
      return;
    }
    this.#reasons.set('journal', `orders are not taken: ${reason}`);
    this.#giveUp ??= setTimeout(() => this.#giveUpRunning(), ANSWER_PATIENCE);
  }

  /** Stops intake; resolves once everything executed is committed. */
  async stop(): Promise<void> {
    this.#reasons.set('stopped', 'the exchange is stopping');
    clearTimeout(this.#timer);
    while (this.#open !== undefined || this.#appending !== undefined) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
    clearTimeout(this.#giveUp);
  }

  // ── the loop ──

  /** Schedules the loop: what arrives in the same turn is collected into one batch. */
  #wake(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      try {
        this.#turn();
      } catch (error) {
        this.#fatal(error);
      }
    });
  }

  #turn(): void {
    if (this.#reasons.has('journal') || this.#reasons.has('dead')) return;
    if (this.#open !== undefined) this.#run(this.#open);
    else this.#begin();
    if (this.#open !== undefined && this.#appending === undefined) {
      this.#append(this.#close(this.#open));
      // What did not fit runs while this row syncs.
      if (!this.#intake.isEmpty) this.#wake();
    }
    this.#arm();
  }

  /** Opens a batch if something is waiting or due, and runs what is waiting. */
  #begin(): void {
    const stopped = this.#reasons.has('stopped');
    if (stopped && this.#intake.isEmpty) return;
    const reading = this.#clock.read();
    if ('blocked' in reading) {
      const { leap: shown } = this.#reasons;
      this.#reasons.leap = reading.leap;
      // Not at each reading: every change is logged.
      if (!this.#reasons.has('clock') || !sameLeap(shown, reading.leap))
        this.#reasons.set('clock', `orders are not taken: ${reading.blocked}`);
      return;
    }
    this.#reasons.leap = undefined;
    this.#reasons.set('clock', undefined);
    const { time } = reading;
    if (this.#intake.isEmpty && !(this.#exchange.nextDue() < time) && !this.#exchange.hasWork()) return;
    const { rules } = this.#exchange;
    this.#exchange.advance(time);
    const buffers = this.#spare.pop() ?? new BatchBuffers();
    buffers.outcomes.begin(time);
    const { seq: firstSeq } = this.#exchange;
    this.#open = { firstSeq, time, rules, buffers, tickets: [], length: 0, givenUp: new Set() };
    this.#run(this.#open);
  }

  /** Appends the waiting tickets that fit to the open batch's commands, then runs them: the core reads one array. */
  #run(batch: Running): void {
    const { outcomes } = batch.buffers;
    let at = batch.length;
    for (let { count } = outcomes; count < MAX_BATCH_COMMANDS && batch.length < MAX_BATCH_WORDS;) {
      const ticket = this.#intake.next();
      if (ticket === undefined) break;
      this.#gather(batch, ticket);
      batch.tickets.push(ticket);
      count += ticket.count;
    }
    const exchange = this.#exchange;
    const words = this.#words;
    for (; at < batch.length; at += words[at + LENGTH] as number) outcomes.add(exchange, exchange.apply(words, at));
  }

  /** Appends a ticket's commands to the open batch. */
  #gather(batch: Running, { words, from, to }: Ticket): void {
    const end = batch.length + to - from;
    if (end > this.#words.length) {
      const longer = new Float64Array(Math.max(end, this.#words.length * 2));
      longer.set(this.#words);
      this.#words = longer;
    }
    // Copy word by word: for short records that is faster than `set`.
    const into = this.#words;
    const shift = batch.length - from;
    for (let word = from; word < to; word += 1) into[word + shift] = words[word] as number;
    batch.length = end;
  }

  /** Turns the open batch into a row. */
  #close(batch: Running): { batch: Running; row: JournalRow; events: Float64Array } {
    const events = batch.buffers.keep(this.#exchange.readEvents());
    const eventHash = this.#exchange.runningHash();
    const bare = {
      row: this.#position.row + 1,
      epoch: this.#writer.epoch,
      firstSeq: batch.firstSeq,
      count: batch.buffers.outcomes.count,
      time: batch.time,
      rules: batch.rules,
      written: { build: this.#build, rulesAfter: this.#exchange.rules },
      commands: this.#kit.pack(this.#words.subarray(0, batch.length)),
      eventHash,
      prevHash: this.#position.rowHash,
    };
    const row: JournalRow = { ...bare, rowHash: rowHash(bare) };
    this.#position = { row: row.row, rowHash: row.rowHash };
    this.#open = undefined;
    for (const act of this.#atClose.splice(0)) act();
    return { batch, row, events };
  }

  #append(closed: { batch: Running; row: JournalRow; events: Float64Array }): void {
    this.#appending = closed.batch;
    this.#writer.append(closed.row).then(
      () => this.#onCommitted(closed.batch, closed.row, closed.events),
      (error: unknown) => {
        if (error instanceof JournalError && error.fault === 'closed') this.#giveUpRunning();
        else this.#fatal(error);
      },
    );
  }

  /** The row is in the journal: only now its events, outcomes and answers are sent. */
  #onCommitted(batch: Running, row: JournalRow, events: Float64Array): void {
    this.#committed = row.row;
    this.#appending = undefined;
    // Append the next row before publishing this one: publishing takes time that the disk can use.
    this.#sendNext();
    const { firstSeq, time } = batch;
    const emitted: Batch = {
      row: row.row,
      firstSeq,
      count: row.count,
      time,
      hash: row.eventHash,
      rowHash: row.rowHash,
      events,
    };
    for (const listener of this.#batchListeners) listener(emitted);
    let at = 0;
    for (const ticket of batch.tickets) {
      this.#intake.release(ticket);
      if (!batch.givenUp.has(ticket)) ticket.settle(batch.buffers.outcomes, at);
      at += ticket.count;
    }
    this.#spare.push(batch.buffers);
    this.#waiters.release(this.#committed);
    for (const resolve of this.#idle.splice(0)) resolve();
    this.#wake();
  }

  #sendNext(): void {
    if (this.#open === undefined || this.#reasons.has('journal') || this.#reasons.has('dead')) return;
    try {
      this.#append(this.#close(this.#open));
    } catch (error) {
      this.#fatal(error);
    }
  }

  /**
   * Stops executing and sending. A core assertion failed in the middle of a commit, so its state cannot be trusted, or
   * another process writes. The process ends; replay restores what was committed.
   */
  #fatal(error: unknown): void {
    const reason = error instanceof Error ? error : new Error(String(error));
    this.#reasons.set('dead', `the exchange has stopped: ${reason.message}`);
    clearTimeout(this.#timer);
    this.#giveUpRunning();
    this.#tellFatal(reason);
  }

  /** Sets the timer for the core's next scheduled action, or for re-reading a wrong clock. */
  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#reasons.has('stopped') || this.#open !== undefined) return;
    if (this.#reasons.has('clock')) {
      this.#timer = setTimeout(() => this.#wake(), CLOCK_PAUSE);
      return;
    }
    if (this.#exchange.hasWork()) {
      this.#wake();
      return;
    }
    const due = this.#exchange.nextDue();
    if (due === Infinity) return;
    const reading = this.#clock.read();
    const now = 'time' in reading ? reading.time : this.#exchange.time;
    // An action due at T runs when the clock first shows more than T.
    this.#timer = setTimeout(() => this.#wake(), Math.min(Math.max(due - now + 1, 1), LONGEST_TIMER));
  }

  // ── what may be sent, and when ──

  #whenCommitted<T>(value: T): Promise<T> {
    const row = this.#open === undefined ? this.#position.row : this.#position.row + 1;
    if (row <= this.#committed) return Promise.resolve(value);
    return this.#waiters.wait(row, value);
  }

  #takeSeed(): Seed {
    const { row, rowHash: hash } = this.#position;
    return { row, seq: this.#exchange.seq, time: this.#exchange.time, rowHash: hash, events: this.#exchange.seed() };
  }

  #giveUpRunning(): void {
    this.#giveUp = undefined;
    for (const batch of [this.#appending, this.#open]) {
      if (batch === undefined) continue;
      for (const ticket of batch.tickets) {
        if (batch.givenUp.has(ticket)) continue;
        batch.givenUp.add(ticket);
        ticket.fail(new IntakeError('server.unknown', 'it ran, but its commit is not known yet; ask for its outcome'));
      }
    }
  }
}
