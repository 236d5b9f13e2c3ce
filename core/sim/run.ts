// One run: batches of user and market commands, faults between any two steps, all checks after each command.

import { acts, houseActs, quoted, setup, welcome } from './products.ts';
import { Books } from './auditor/books.ts';
import { RowRules } from './auditor/rows.ts';
import { quoteCommand } from './actors/spot.ts';
import { Observer } from './observer.ts';
import { Breach } from './finding.ts';
import { Journal, type Row, runBatch } from './journal.ts';
import { People } from './people.ts';
import { Prices } from './prices.ts';
import { Random } from './random.ts';
import { DAY, HOUR, START } from './scenes/scene.ts';
import { Scenario } from './scenario.ts';
import { Tally } from './tally.ts';
import { type Reply, ExternalFacts } from './auditor/external-facts.ts';
import { commandPlaces, isKeyed, SLOT_END, write } from './words.ts';

export interface Options {
  readonly seed: number;
  /** Commands to send. */
  readonly commands: number;
  /** Folder of recordings; prices are generated where it has none. */
  readonly data: string;
  readonly users?: number;
  /** false: ends without the calm phase. */
  readonly calm?: boolean;
  /** Compares digests at one refusal in so many (1: each). */
  readonly refusals?: number;
  /** Audits the whole state every so many commands. */
  readonly walk?: number;
  /** A crash every so many commands on average; 0: none. */
  readonly crash?: number;
  /** A snapshot every so many commands. */
  readonly snapshot?: number;
  /** Records every step, for shrinking. */
  readonly keep?: boolean;
}

/** A step of a recorded case. */
export interface Step {
  readonly time: number;
  readonly commands: readonly Float64Array[];
  /** Saved and restored before it. */
  readonly crash: boolean;
}

const P = commandPlaces('order.place');
const USERS = 36;
const REFUSALS = 1_000;
/** Initial interval; it grows with the run to a twentieth of the commands sent. */
const WALK = 1_000;
const CRASH = 20_000;
const SNAPSHOT = 8_000;
/** Recent commands that may be repeated. */
const RING = 512;
const MOST_BATCH = 80;
const MOST_QUIET = 8;
/** Batches of one cycle, and the busy ones; the others are quiet: an hour or more. */
const ROUND = 2_000;
const BUSY = 300;
const QUIET = 800;

export class Run {
  readonly books = new Books();
  readonly journal = new Journal();
  readonly externalFacts = new ExternalFacts();
  readonly tally = new Tally();
  readonly rows = new RowRules((user) => this.books.auditor.people.users[user]?.stage ?? 0);
  readonly prices: Prices;
  readonly stage: Scenario;
  readonly people = new People(acts);
  readonly options: Options;
  readonly steps: Step[] = [];
  readonly began = START;
  time = START;
  /** Commands sent. */
  sent = 0;
  walks = 0;
  /** Whether it may crash between two steps. */
  crashes = true;
  readonly observer: Observer;
  private readonly random: Random;
  private readonly ring: Float64Array[] = [];
  private batches = 0;
  private sinceWalk = 0;
  private sinceSnapshot = 0;
  private crashed = false;
  private batch: Float64Array[] = [];

  constructor(options: Options) {
    this.options = options;
    this.random = new Random(options.seed).split(2);
    this.prices = new Prices(options.seed, options.data);
    this.observer = new Observer(new Random(options.seed).split(4), options.refusals ?? REFUSALS);
    this.stage = new Scenario(new Random(options.seed).split(3), this.books, this.prices);
  }

  /** Runs the setup and opens users. Throws when a setup command is refused. */
  begin(): void {
    const users = this.options.users ?? USERS;
    for (const words of setup()) this.send([words]);
    for (let user = 0; user < users; user += 1)
      this.send([
        write('user.open', { referrer: user === 0 || this.random.once(3) ? 0 : this.random.from(2, user + 1) }),
      ]);
    for (let user = 2; user < users + 2; user += 1) {
      this.send([
        write('user.set', { user, stage: this.random.from(1, 2) }),
        write('practice.claim', { user }),
        ...welcome(user),
      ]);
    }
    this.deliver();
    const refused = this.tally.refusedCodes();
    if (refused !== '') throw new Error(`Expected the setup to be taken whole, refused were ${refused}.`);
  }

  /** Runs one batch, with possible faults. */
  step(): void {
    const { random, options } = this;
    this.time += this.pause();
    this.stage.time = this.time;
    const commands = this.commands();
    const crash = this.crashes ? (options.crash ?? CRASH) : 0;
    const fate = crash === 0 ? 0 : random.below(Math.max(2, Math.round(crash / 40)));
    if (fate === 1) {
      // In the middle of a batch, or before it was written: the applied part is lost.
      this.lose(commands.slice(0, random.below(commands.length + 1)));
      return;
    }
    this.send(commands);
    if (random.once(3)) this.deliver();
    if (crash !== 0 && random.below(Math.max(2, Math.round(crash / 20))) === 0)
      this.restart(this.journal.waiting === 0);
    if (this.journal.waiting === 0 && this.sinceSnapshot >= (options.snapshot ?? SNAPSHOT) && crash !== 0) {
      this.sinceSnapshot = 0;
      this.journal.snapshot();
    }
    if (this.sinceWalk >= (options.walk ?? Math.max(WALK, this.sent / 20))) this.walk();
  }

  /** Audits the whole state. */
  walk(): void {
    this.sinceWalk = 0;
    this.walks += 1;
    this.journal.exchange.audit();
  }

  /** Runs a separate batch. Its events are delivered once it is synced. */
  send(commands: readonly Float64Array[]): void {
    this.batch = [...commands];
    const row = runBatch(this.journal.exchange, this.time, commands, this.observer);
    this.sent += commands.length;
    this.sinceWalk += commands.length;
    this.sinceSnapshot += commands.length;
    for (const reply of row.replies) {
      this.tally.count(reply);
      this.rows.take(reply);
    }
    this.journal.write(row);
    this.batch = [];
  }

  /** The journal has synced: answers and events are delivered. */
  deliver(): void {
    this.notify(this.journal.sync(), true);
  }

  restart(whole: boolean): void {
    const found = this.journal.crash(this.random, whole);
    this.crashed = true;
    this.notify(found, false);
    // A client without an answer repeats the command under its key.
    this.walk();
  }

  /** Steps that were pending when a breach was found, for a case. */
  rest(): Step[] {
    const rows = this.journal.sync().map(({ time, commands }) => ({ time, commands, crash: false }));
    return this.batch.length === 0 ? rows : [...rows, { time: this.time, commands: this.batch, crash: false }];
  }

  private notify(rows: readonly Row[], answered: boolean): void {
    for (const row of rows) {
      if (this.options.keep === true) this.steps.push({ time: row.time, commands: row.commands, crash: this.crashed });
      this.crashed = false;
      if (answered) for (const reply of row.replies) this.externalFacts.take(reply);
      this.books.auditor.fold(row.events, row.time, row.workLeft);
      for (const reply of row.replies) this.remember(reply);
    }
  }

  private remember({ words }: Reply): void {
    if (!isKeyed(words)) return;
    if (this.ring.length < RING) this.ring.push(words);
    else this.ring[this.random.below(RING)] = words;
  }

  private lose(applied: readonly Float64Array[]): void {
    const { exchange } = this.journal;
    exchange.advance(this.time);
    for (const words of applied) exchange.apply(words, 0);
    this.restart(false);
    // Clients whose command was lost send it again.
    this.batch = [];
    this.send(applied.filter(isKeyed));
  }

  /** Busy seconds and quiet hours alternate: funding and interest need the one, races the other. */
  private get quiet(): boolean {
    const at = this.batches % ROUND;
    return at >= BUSY && at < BUSY + QUIET;
  }

  private pause(): number {
    const { random } = this;
    this.batches += 1;
    if (this.quiet) return random.from(3_000, 9_000);
    const kind = random.below(1_000);
    if (kind < 900) return random.from(20, 900);
    if (kind < 990) return random.from(900, 3_500);
    if (kind < 996) return random.from(3_500, 90_000);
    if (kind < 999) return random.from(1, 240) * 30_000;
    return random.once(3) ? random.from(1, 30) * HOUR : random.from(0, 2) * DAY + random.below(DAY);
  }

  private commands(): Float64Array[] {
    const { random, stage, ring } = this;
    const commands: Float64Array[] = [];
    if (this.quiet || random.below(10) < 8) {
      commands.push(this.prices.slot(false));
      for (const listing of quoted) if (random.once(5)) commands.push(quoteCommand(stage, listing));
      // Now and then the end of a slot is missing: the markets' program crashed.
      if (!random.once(20)) commands.push(SLOT_END);
    }
    for (const { every, make } of houseActs) {
      const words = random.once(every) ? make(stage) : undefined;
      if (words !== undefined) commands.push(words);
    }
    for (let count = random.from(1, this.quiet ? MOST_QUIET : MOST_BATCH); count > 0; count -= 1) {
      if (ring.length > 0 && random.once(60)) {
        const words = random.of(ring);
        if (random.once(6)) {
          const other = words.slice();
          other[P.bodyHash] = random.bits48();
          commands.push(other);
        } else commands.push(words);
        continue;
      }
      const words = this.people.next(stage, random);
      if (words !== undefined) commands.push(words);
    }
    // Clients do not wait for each other, so some commands arrive in another order.
    if (random.once(4) && commands.length > 2) {
      const [one, other] = [random.below(commands.length), random.below(commands.length)];
      [commands[one], commands[other]] = [commands[other] as Float64Array, commands[one] as Float64Array];
    }
    return commands;
  }
}

/** The text of an error: that of a breach, or that the exchange threw. */
export function textOf(error: unknown): string {
  if (error instanceof Breach) return error.message;
  return `the exchange threw: ${error instanceof Error ? error.message : String(error)}`;
}
