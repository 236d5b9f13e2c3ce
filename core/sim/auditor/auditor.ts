// An auditor that sees only events, keeps its own books, and checks what every command must have moved.

import { Breach } from '../finding.ts';
import { eventName, eventPlaces, kindOf } from '../words.ts';
import type { EventName } from '../../src/index.ts';
import { Accounts } from './accounts.ts';
import { People } from './people.ts';
import { PriceBook } from './prices.ts';

export type Handler = (words: Float64Array, at: number) => void;

const KINDS = 512;
const BEGIN = kindOf('begin');
const ENTRY = kindOf('entry');
const B = eventPlaces('begin');
const E = eventPlaces('entry');
const A = eventPlaces('account.opened');
const R = eventPlaces('refused');
const D = eventPlaces('done');
const V = eventPlaces('rules');

export class Auditor {
  readonly accounts = new Accounts();
  readonly prices: PriceBook;
  readonly people: People;
  /** Version of the rules in force. */
  rules = 1;
  /** The current batch: its time, ms UTC, and its number from 1. */
  time = 0;
  batch = 0;
  /** The current command: its number, kind (0: the start of a batch) and user. */
  seq = 0;
  command = 0;
  user = 0;
  /** Events by kind; commands with an event that no rule of the auditor explains, by the event's name. */
  readonly seen = new Float64Array(KINDS);
  readonly unexplained = new Map<string, number>();
  private readonly handlers: (Handler | undefined)[] = [];
  private readonly ends: (() => void)[] = [];
  private readonly rests: (() => void)[] = [];
  /** Whether the previous batch left pending work. */
  private workLeft = false;
  /** A breach, unless the current batch leaves pending work. */
  private suspected: string | undefined;
  /** The current command: number of events; whether every one has a rule; whether it was refused. */
  private count = 0;
  private explained = true;
  private refused = false;
  private answers = 0;

  constructor() {
    for (let kind = 0; kind < KINDS; kind += 1) this.handlers.push(undefined);
    this.prices = new PriceBook(this);
    this.people = new People(this);
    const { accounts } = this;
    this.on('account.opened', (w, at) =>
      accounts.opened(
        w[at + A.account] as number,
        accounts.of(
          w[at + A.class] as number,
          w[at + A.user] as number,
          w[at + A.wallet] as number,
          w[at + A.asset] as number,
          w[at + A.market] as number,
        ),
      ),
    );
    this.on('done', (w, at) => {
      this.answers += 1;
      if (w[at + D.seq] !== this.seq) throw new Breach(`command ${this.seq} is answered as ${w[at + D.seq]}`);
    });
    this.on('refused', (w, at) => {
      this.answers += 1;
      this.refused = true;
      if (w[at + R.seq] !== this.seq) throw new Breach(`command ${this.seq} is answered as ${w[at + R.seq]}`);
    });
    for (const name of ['epoch', 'rules.announced', 'seal'] as const) this.on(name, () => undefined);
    this.on('rules', (w, at) => {
      this.rules = w[at + V.version] as number;
    });
  }

  /** Registers a handler of an event. Several may be registered; they run in that order. */
  on(name: EventName, handler: Handler): void {
    const kind = kindOf(name);
    const before = this.handlers[kind];
    this.handlers[kind] =
      before === undefined
        ? handler
        : (words, at) => {
            before(words, at);
            handler(words, at);
          };
  }

  /** Called at the end of every command, before balances are compared. */
  atEnd(check: () => void): void {
    this.ends.push(check);
  }

  /** Called at the end of every batch without pending work. */
  atRest(check: () => void): void {
    this.rests.push(check);
  }

  /**
   * Reports what must not be, unless the exchange has pending work that will correct it. It is a breach if neither the
   * previous nor the current batch left pending work. A batch does a bounded number of steps (core §10); the rest
   * follows in the next.
   */
  suspect(breach: string): void {
    if (!this.workLeft) this.suspected ??= breach;
  }

  /**
   * Processes the events of one batch. Throws a breach when they contradict the money rules or each other.
   * @param workLeft whether the exchange has pending work for the next batch
   */
  fold(words: Float64Array, time: number, workLeft = false): void {
    if (!(time >= this.time)) throw new Breach(`time goes back from ${this.time} to ${time}`);
    this.endCommand();
    this.time = time;
    this.batch += 1;
    const { handlers, seen, accounts } = this;
    for (let at = 0; at < words.length; at += words[at + 1] as number) {
      const kind = words[at] as number;
      seen[kind] = (seen[kind] as number) + 1;
      if (kind === ENTRY) {
        this.count += 1;
        accounts.entry(
          words[at + E.account] as number,
          words[at + E.available] as number,
          words[at + E.held] as number,
        );
        continue;
      }
      if (kind === BEGIN) {
        this.endCommand();
        this.begin(words, at);
        continue;
      }
      this.count += 1;
      const handler = handlers[kind];
      if (handler === undefined) this.miss(kind);
      else handler(words, at);
    }
    this.endCommand();
    this.workLeft = workLeft;
    const { suspected } = this;
    this.suspected = undefined;
    if (workLeft) return;
    if (suspected !== undefined) throw new Breach(suspected);
    for (const check of this.rests) check();
  }

  private begin(words: Float64Array, at: number): void {
    const seq = words[at + B.seq] as number;
    if (seq !== this.seq + 1) throw new Breach(`commands are numbered without gaps: ${seq} after ${this.seq}`);
    this.seq = seq;
    this.command = words[at + B.command] as number;
    this.user = words[at + B.user] as number;
    this.count = 0;
    this.answers = -1;
    this.refused = false;
    this.explained = true;
    this.answers = 0;
  }

  private miss(kind: number): void {
    const name = eventName(kind);
    this.unexplained.set(name, (this.unexplained.get(name) ?? 0) + 1);
    this.explained = false;
  }

  private endCommand(): void {
    if (this.count === 0) return;
    if (this.refused && this.count > 1 && this.answers === 1)
      throw new Breach(`money §12.4: command ${this.seq} was refused and emitted ${this.count - 1} more events`);
    if (!(this.answers <= 1)) throw new Breach(`command ${this.seq} is answered ${this.answers} times`);
    for (const end of this.ends) end();
    this.accounts.settle(this.explained);
    this.count = 0;
  }
}
