// The queue of commands to be sequenced. It is bounded in total and per user, served round-robin, and reserves places
// for cancels.

import { KIND, LENGTH } from './kit.ts';
import { IntakeError } from './link.ts';
import type { Outcomes } from './outcome.ts';

/** Places for commands of users that are waiting or not yet committed. */
export const PLACES = 8_192;
/** Of those, the most that one user may take. */
export const PLACES_OF_A_USER = 32;
/** Places reserved for cancels. */
export const PLACES_FOR_CANCELS = PLACES / 8;
/** System commands (ticks, quotes, identity) have separate places. */
export const PLACES_OF_THE_HOUSE = 1_024;

/** Records of commands, one after the other. */
export interface Records {
  readonly words: Float64Array;
  /** Offsets of the first word and of the word after the last. */
  readonly from: number;
  readonly to: number;
  /** Number of commands. */
  readonly count: number;
}

/**
 * One or more commands that are submitted together, and callbacks for their outcomes. `words` must stay valid until
 * they have run.
 */
export interface Ticket extends Records {
  /** 0: a system command. */
  readonly user: number;
  /** Called once with the batch's outcomes and the index of this ticket's first outcome; never after `fail`. */
  settle(outcomes: Outcomes, first: number): void;
  fail(error: IntakeError): void;
}

/**
 * `order.cancel`, `order.cancelAll`, `order.clear`: they free places, so they must get through when the queue is full.
 */
const FIRST_CANCEL = 32;
const LAST_CANCEL = 34;

/** First in, first out, without moving waiting items. */
class Queue<T> {
  #items: T[] = [];
  #at = 0;

  push(item: T): void {
    this.#items.push(item);
  }

  get isEmpty(): boolean {
    return this.#at === this.#items.length;
  }

  shift(): T | undefined {
    const item = this.#items[this.#at];
    if (item === undefined) return undefined;
    this.#at += 1;
    if (this.isEmpty) {
      this.#items = [];
      this.#at = 0;
    }
    return item;
  }
}

/** One user's commands in progress. */
interface Line {
  /** Places taken. */
  held: number;
  readonly waiting: Ticket[];
}

/** Holds a ticket from its arrival until its outcome is sent. */
export class Intake {
  /** System tickets, in order. */
  readonly #house = new Queue<Ticket>();
  /** Lines with waiting tickets in round-robin order, each once. */
  readonly #turns = new Queue<Line>();
  readonly #lines = new Map<number, Line>();
  #heldOfUsers = 0;
  #heldOfHouse = 0;

  /** Adds a ticket. @throws {IntakeError} 503 when the queue is full, 429 when the user's places are taken. */
  add(ticket: Ticket): void {
    const { user, count, words } = ticket;
    let cancel = true;
    let at = ticket.from;
    for (let index = 0; index < count && at < ticket.to; index += 1) {
      const kind = words[at + KIND] ?? 0;
      cancel &&= kind >= FIRST_CANCEL && kind <= LAST_CANCEL;
      at += words[at + LENGTH] ?? 0;
    }
    // Records whose length field is wrong would be read differently when their row is replayed.
    if (at !== ticket.to) {
      throw new RangeError(`Expected commands of ${ticket.to - ticket.from} words, they say ${at - ticket.from}.`);
    }
    if (user === 0) {
      if (this.#heldOfHouse + count > PLACES_OF_THE_HOUSE) throw full(`${PLACES_OF_THE_HOUSE} commands of the house`);
      this.#heldOfHouse += count;
      this.#house.push(ticket);
      return;
    }
    const line = this.#lines.get(user);
    if ((line?.held ?? 0) + count > PLACES_OF_A_USER) {
      throw new IntakeError(
        'request.tooFrequent',
        `${PLACES_OF_A_USER} commands of this user are under way; wait for their answers`,
      );
    }
    const most = cancel ? PLACES : PLACES - PLACES_FOR_CANCELS;
    if (this.#heldOfUsers + count > most) throw full(`${most} commands`);
    this.#heldOfUsers += count;
    if (line === undefined) {
      const first = { held: count, waiting: [ticket] };
      this.#lines.set(user, first);
      this.#turns.push(first);
      return;
    }
    line.held += count;
    line.waiting.push(ticket);
    if (line.waiting.length === 1) this.#turns.push(line);
  }

  /** Whether no ticket waits. */
  get isEmpty(): boolean {
    return this.#house.isEmpty && this.#turns.isEmpty;
  }

  /**
   * The next ticket to run: system tickets first, then one of each user in turn. Its places stay taken until `release`.
   */
  next(): Ticket | undefined {
    const house = this.#house.shift();
    if (house !== undefined) return house;
    const line = this.#turns.shift();
    const ticket = line?.waiting.shift();
    if (line !== undefined && line.waiting.length > 0) this.#turns.push(line);
    return ticket;
  }

  /** Frees a ticket's places after its outcome was sent or it was rejected. */
  release(ticket: Ticket): void {
    const { count } = ticket;
    if (ticket.user === 0) {
      this.#heldOfHouse -= count;
      return;
    }
    this.#heldOfUsers -= count;
    const line = this.#lines.get(ticket.user);
    if (line === undefined) return;
    line.held -= count;
    if (line.held <= 0) this.#lines.delete(ticket.user);
  }

  /** Rejects all waiting tickets; none of them has run. */
  refuseAll(reason: string): void {
    for (let ticket = this.next(); ticket !== undefined; ticket = this.next()) {
      this.release(ticket);
      ticket.fail(new IntakeError('server.notTaking', `${reason}; nothing was done`));
    }
  }
}

function full(what: string): IntakeError {
  return new IntakeError('server.notTaking', `the intake is full (${what} are under way); nothing was done, try again`);
}
