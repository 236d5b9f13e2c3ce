// Tickets and outcomes as words, many per message between threads.

import type { Records } from './intake.ts';
import type { Outcome } from './link.ts';
import { LENGTH } from './kit.ts';
import { OUTCOME_WORDS, type Outcomes, readOutcome } from './outcome.ts';

/** Words before a ticket's commands (id, user, count) and before its outcomes (id, count, time). */
const HEAD = 3;
/** Initial buffer size, words. */
const FIRST_WORDS = 2 ** 10;

/** Collects words that are sent in one message. */
class Mail {
  protected words = new Float64Array(FIRST_WORDS);
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Returns the collected words in a new transferable buffer and starts over. */
  take(): Float64Array<ArrayBuffer> {
    const words = this.words.slice(0, this.#length);
    this.#length = 0;
    return words;
  }

  /** Reserves words for a ticket and returns their offset. */
  protected reserve(first: number, second: number, third: number, more: number): number {
    const at = this.#length;
    this.#length = at + HEAD + more;
    if (this.#length > this.words.length) {
      const longer = new Float64Array(this.#length * 2);
      longer.set(this.words);
      this.words = longer;
    }
    this.words[at] = first;
    this.words[at + 1] = second;
    this.words[at + 2] = third;
    return at + HEAD;
  }
}

/** Commands to the sequencer. */
export class CommandMail extends Mail {
  add(id: number, user: number, commands: readonly Float64Array[]): void {
    let length = 0;
    for (const words of commands) length += words.length;
    let at = this.reserve(id, user, commands.length, length);
    for (const words of commands) {
      this.words.set(words, at);
      at += words.length;
    }
  }
}

/** Outcomes from the sequencer. */
export class OutcomeMail extends Mail {
  /** `first`: index of the ticket's first outcome in its batch. */
  add(id: number, outcomes: Outcomes, first: number, count: number): void {
    const length = count * OUTCOME_WORDS;
    const at = this.reserve(id, count, outcomes.time, length);
    const from = first * OUTCOME_WORDS;
    for (let word = 0; word < length; word += 1) this.words[at + word] = outcomes.words[from + word] ?? 0;
  }
}

/** Visits each ticket of a `CommandMail` without copying its records. */
export function forEachTicket(words: Float64Array, visit: (id: number, user: number, records: Records) => void): void {
  for (let at = 0; at < words.length;) {
    const id = words[at] ?? 0;
    const user = words[at + 1] ?? 0;
    const count = words[at + 2] ?? 0;
    at += HEAD;
    const from = at;
    for (let index = 0; index < count; index += 1) at += words[at + LENGTH] ?? 0;
    visit(id, user, { words, from, to: at, count });
  }
}

/** Visits each ticket of an `OutcomeMail`. */
export function forEachOutcome(words: Float64Array, visit: (id: number, own: readonly Outcome[]) => void): void {
  for (let at = 0; at < words.length;) {
    const id = words[at] ?? 0;
    const count = words[at + 1] ?? 0;
    const time = words[at + 2] ?? 0;
    const own: Outcome[] = [];
    at += HEAD;
    for (let index = 0; index < count; index += 1, at += OUTCOME_WORDS) own.push(readOutcome(words, at, time));
    visit(id, own);
  }
}
