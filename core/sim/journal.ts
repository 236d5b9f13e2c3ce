// A model of the durable journal around an exchange. A batch counts once it is synced. A crash loses unsynced batches,
// except that some of those being written may survive. A restart reads a snapshot and runs the rest again, comparing
// hashes.

import { type Exchange, openExchange, restoreExchange } from '../src/index.ts';
import { Breach, must } from './finding.ts';
import type { Random } from './random.ts';
import type { Reply } from './auditor/external-facts.ts';

/** A batch as stored in the journal. */
export interface Row {
  readonly time: number;
  readonly commands: readonly Float64Array[];
  readonly hash: string;
  readonly events: Float64Array;
  readonly replies: readonly Reply[];
  /** Whether the exchange has pending work for the next batch. */
  readonly workLeft: boolean;
}

type Snapshot = ReturnType<Exchange['save']>;

const KEPT_SNAPSHOTS = 3;

/** Observes every command of a batch. */
export interface Watch {
  before(exchange: Exchange, words: Float64Array): void;
  after(exchange: Exchange, reply: Reply): void;
}

/** Runs one batch. The caller keeps its events. */
export function runBatch(exchange: Exchange, time: number, commands: readonly Float64Array[], watch?: Watch): Row {
  const replies: Reply[] = [];
  exchange.advance(time);
  for (const words of commands) {
    watch?.before(exchange, words);
    const code = exchange.apply(words, 0);
    const { seq, result, expected, got, repeated, first } = exchange;
    const reply = { words, seq, time, code, result, expected, got, repeated, first };
    replies.push(reply);
    watch?.after(exchange, reply);
  }
  const events = exchange.takeEvents();
  return { time, commands, hash: exchange.runningHash(), events, replies, workLeft: exchange.hasWork() };
}

export class Journal {
  exchange: Exchange = openExchange();
  /** Crashes so far; batches run again and compared; batches lost. */
  crashes = 0;
  replayed = 0;
  lost = 0;
  snapshots = 0;
  private rows: Row[] = [];
  /** Number of the first row kept. */
  private base = 0;
  private pending: Row[] = [];
  private kept: { readonly row: number; readonly parts: Snapshot }[] = [];

  get waiting(): number {
    return this.pending.length;
  }

  /** Adds a batch that was run and written, not yet synced. */
  write(row: Row): void {
    this.pending.push(row);
  }

  /** Everything is durable: answers and events may now be delivered. */
  sync(): Row[] {
    const out = this.pending;
    this.pending = [];
    for (const row of out) this.rows.push(row);
    return out;
  }

  /** Saves the present state; all rows must be synced. */
  snapshot(): void {
    must(this.pending.length === 0, () => 'a snapshot is of what is durable');
    this.snapshots += 1;
    this.kept.push({ row: this.base + this.rows.length, parts: this.exchange.save() });
    if (this.kept.length <= KEPT_SNAPSHOTS) return;
    this.kept.shift();
    const first = this.kept[0]?.row ?? 0;
    this.rows = this.rows.slice(first - this.base);
    this.base = first;
  }

  /**
   * Crashes between two steps; a prefix of the unsynced rows may have become durable. Returns those rows: their events
   * are delivered now, their answers never were. `whole`: nothing was pending, so the restored state must be the same.
   */
  crash(random: Random, whole: boolean): Row[] {
    this.crashes += 1;
    const before = whole && this.pending.length === 0 ? [this.exchange.digest(), this.exchange.keyDigest()].join() : '';
    const found = this.pending.slice(0, random.below(this.pending.length + 1));
    this.lost += this.pending.length - found.length;
    this.pending = [];
    for (const row of found) this.rows.push(row);
    // Sometimes the newest snapshot is damaged, and the previous one is used.
    const snapshot = this.kept[this.kept.length - 1 - (random.once(4) ? 1 : 0)] ?? this.kept[this.kept.length - 1];
    const from = snapshot === undefined ? 0 : snapshot.row - this.base;
    try {
      this.exchange = snapshot === undefined ? openExchange() : restoreExchange(snapshot.parts);
    } catch (error) {
      throw new Breach(
        `money §12.5: a snapshot is not read again: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    for (let at = from; at < this.rows.length; at += 1) {
      const row = this.rows[at] as Row;
      const again = runBatch(this.exchange, row.time, row.commands);
      this.replayed += 1;
      must(
        again.hash === row.hash,
        () => `money §12.5: row ${this.base + at} run again has other events: ${differs(row.events, again.events)}`,
      );
    }
    if (before !== '')
      must(
        before === [this.exchange.digest(), this.exchange.keyDigest()].join(),
        () => 'money §12.5: the state after a restart is not the one before',
      );
    return found;
  }
}

/** Describes the first difference between two sequences of words. */
function differs(one: Float64Array, other: Float64Array): string {
  for (let at = 0; at < one.length; at += 1)
    if (one[at] !== other[at]) return `word ${at} of ${one.length} is ${other[at]}, was ${one[at]}`;
  return `${other.length} words, were ${one.length}`;
}
