// The exchange. A batch is one `advance`, then commands, each decided and then committed. Also checks who may send each
// command.

import { audit } from './audit.ts';
import { DAY, TIMER } from './clock/index.ts';
import { MARKET_MAKER, MARKET_TYPE } from './enum/index.ts';
import type { Exchange } from './face.ts';
import { SystemCommands } from './system-commands.ts';
import type { KeyBounds } from './idempotency/index.ts';
import { Parts } from './parts.ts';
import { PendingWork } from './pending-work.ts';
import { LEAST_ADMINISTRATORS, rolesFor } from './user/index.ts';
import { NEWEST_RULES } from './rules.ts';
import {
  type Answer,
  checkRecord,
  commands,
  type CommandShape,
  DONE,
  isCommandKind,
  KINDS,
  offsetOf,
  rejects,
  layoutOf,
} from './schema/index.ts';
import { emitState } from './seed.ts';
import { WORK_STEPS } from './steps.ts';
import { loadState, saveState } from './snapshot.ts';
import { type SnapshotParts, WordHash } from './state/index.ts';
import { StoredAnswers } from './stored-answers.ts';

const BEGIN = layoutOf('begin');
const DONE_EVENT = layoutOf('done');
const REFUSED = layoutOf('refused');
const GENESIS = commands['genesis'].kind;
const VOID = commands['key.void'].kind;
const GRANT = commands['desk.grant'].kind;

/** Who sends a kind: a user (with a key), one operator at the desk, or two operators (a setting). */
const NOBODY = 0;
const PERSONAL = 1;
const DESK = 2;
const SETUP = 3;

const owners = new Uint8Array(KINDS);
for (const { kind, sender } of Object.values<CommandShape>(commands))
  owners[kind] =
    sender === 'user' || kind === VOID ? PERSONAL : sender === 'desk' ? DESK : sender === 'setup' ? SETUP : NOBODY;

const USER = offsetOf('order.place', 'user');
const KEY_TIME = offsetOf('order.place', 'keyTime');
/** Offset of a record's first field. In a desk command it is the sender. */
const FIRST = 2;

class Core implements Exchange {
  result = 0;
  expected = 0;
  got = 0;
  repeated = 0;
  first = 0;
  readonly parts = new Parts();
  readonly newestRules: number;
  private readonly systemCommands;
  private readonly pending = new PendingWork(this.parts);
  private readonly storedAnswers = new StoredAnswers(this.parts, this);
  private hash = '';
  private readonly hasher = new WordHash();

  constructor(newestRules: number) {
    this.newestRules = newestRules;
    this.systemCommands = new SystemCommands(this.parts, newestRules, () => this.pending.endSlot());
    this.parts.perpetual.context.lastHash = () => this.hash;
  }

  get time(): number {
    return this.parts.clock.time;
  }
  get seq(): number {
    return this.parts.clock.seq;
  }
  get rules(): number {
    return this.parts.clock.rules;
  }
  announced(version: number): number {
    return this.parts.ruleChanges.at(version);
  }

  advance(time: number): void {
    const { clock, timers, keys, users } = this.parts;
    if (!Number.isSafeInteger(time) || time < clock.time)
      throw new RangeError(`Expected a time from ${clock.time} on, got ${time}.`);
    clock.seq += 1;
    this.begin(clock.seq, 0, 0);
    // Ends: each timer that fires is removed, and any timer it sets is later than itself.
    for (let due = timers.next(); due < time; due = timers.next()) {
      const kind = timers.kind();
      const id = timers.id();
      timers.pop();
      clock.now = due + 1;
      this.fire(kind, id, due);
    }
    clock.now = time;
    // Ticks of an earlier time without their `slot.end`: what they cause is done now, by what prices are after these timers.
    if (time > clock.time) clock.slotOpen = false;
    clock.time = time;
    keys.expire(time, users);
    this.pending.begin();
    if (clock.sweep !== 0) clock.sweep = users.sweep(clock.sweep, WORK_STEPS);
    this.pending.run();
    this.balanced();
  }

  private fire(kind: number, id: number, due: number): void {
    const { prices, clock, timers, router, risk, staleQuotes } = this.parts;
    if (kind === TIMER.instrument) {
      prices.age(id, due);
      risk.aged(id);
      staleQuotes.aged(id);
    } else if (kind === TIMER.calendar) {
      prices.turn(id, due);
      this.parts.hoursTurned(id);
    } else if (kind === TIMER.day) {
      clock.sweep = 1;
      timers.add(due + DAY, TIMER.day, 0);
    } else router.fire(kind, id, due);
  }

  apply(words: Float64Array, at: number): number {
    const { clock, users, router } = this.parts;
    clock.seq += 1;
    this.parts.orderBooks.met = 0;
    this.result = 0;
    this.expected = 0;
    this.got = 0;
    this.repeated = 0;
    this.first = 0;
    const flaw = isCommandKind(words[at] as number) ? checkRecord(words, at) : -1;
    if (flaw !== 0) {
      this.begin(clock.seq, 0, 0);
      this.got = flaw;
      return this.finish(rejects['request.invalid'], 0);
    }
    const kind = words[at] as number;
    const owner = owners[kind] as number;
    const user = owner === PERSONAL ? (words[at + USER] as number) : 0;
    this.begin(clock.seq, kind, user);
    if (clock.mode === 0 && kind !== GENESIS) return this.finish(rejects['request.forbidden'], user);
    if (owner !== PERSONAL) {
      const code = this.runSystemCommand(words, at, kind, owner);
      this.finish(code, 0);
      this.pending.run();
      this.balanced();
      return code;
    }
    if (!users.exists(user) || user === MARKET_MAKER) {
      this.got = user;
      return this.finish(rejects['request.forbidden'], user);
    }
    const keyTime = words[at + KEY_TIME] as number;
    if (keyTime !== 0) {
      const known = this.storedAnswers.find(words, at, user, keyTime);
      if (known !== 0) return this.finish(known, user);
    }
    const code: number = kind === VOID ? this.voidKey(keyTime) : this.decide(words, at, kind, user);
    if (code === DONE && kind !== VOID) this.result = router.commit(words, at, kind);
    this.finish(code, user);
    if (keyTime !== 0)
      this.storedAnswers.remember(words, at, user, kind === VOID && code === DONE ? rejects['key.expired'] : code);
    this.pending.run();
    this.balanced();
    return code;
  }

  private voidKey(keyTime: number): number {
    return keyTime === 0 ? rejects['request.invalid'] : DONE;
  }

  /** Decides and commits a command of a user. */
  private decide(words: Float64Array, at: number, kind: number, user: number): number {
    const { router, users, clock } = this.parts;
    if (users.frozen(user) && !router.allowsFrozen(kind, clock.rules)) return rejects['account.frozen'];
    return this.noted(router.decide(words, at, kind));
  }

  private noted(code: number): number {
    const { router } = this.parts;
    if (code !== DONE) {
      this.expected = router.expected;
      this.got = router.got;
    }
    return code;
  }

  /** Decides and commits a command that no user sends. */
  private runSystemCommand(words: Float64Array, at: number, kind: number, owner: number): number {
    const { router, users, operators } = this.parts;
    // The sequencer sets the exchange up until the first user exists. After that, two operators must agree. With fewer
    // than two administrators nobody could agree, so the sequencer still grants the first ones.
    if (owner === SETUP && users.rows.top > MARKET_MAKER) {
      const deskless = kind === GRANT && operators.administrators() < LEAST_ADMINISTRATORS;
      if (!deskless) return rejects['request.forbidden'];
    }
    const operator = owner === DESK ? (words[at + FIRST] as number) : 0;
    if (owner === DESK && !operators.may(operator, kind)) {
      this.expected = rolesFor(kind);
      this.got = operators.roles(operator);
      return rejects['request.forbidden'];
    }
    if (this.systemCommands.knows(kind)) {
      const code = this.systemCommands.run(words, at, kind);
      this.result = this.systemCommands.result;
      this.expected = this.systemCommands.expected;
      this.got = this.systemCommands.got;
      return code;
    }
    const code = this.noted(router.decide(words, at, kind));
    if (code !== DONE) return code;
    if (operator !== 0) operators.acted(operator, kind);
    this.result = router.commit(words, at, kind);
    return code;
  }

  private begin(seq: number, kind: number, user: number): void {
    const { out } = this.parts;
    const at = out.open(BEGIN.head);
    const w = out.words;
    w[at + BEGIN.seq] = seq;
    w[at + BEGIN.command] = kind;
    w[at + BEGIN.user] = user;
  }

  private finish(code: number, user: number): number {
    const { out, clock } = this.parts;
    if (code === DONE) {
      const at = out.open(DONE_EVENT.head);
      const w = out.words;
      w[at + DONE_EVENT.seq] = clock.seq;
      w[at + DONE_EVENT.user] = user;
      w[at + DONE_EVENT.result] = this.result;
      w[at + DONE_EVENT.repeated] = this.repeated;
      w[at + DONE_EVENT.first] = this.first;
      return code;
    }
    const at = out.open(REFUSED.head);
    const w = out.words;
    w[at + REFUSED.seq] = clock.seq;
    w[at + REFUSED.user] = user;
    w[at + REFUSED.code] = code;
    w[at + REFUSED.expected] = this.expected;
    w[at + REFUSED.got] = this.got;
    w[at + REFUSED.repeated] = this.repeated;
    w[at + REFUSED.first] = this.first;
    return code;
  }

  private balanced(): void {
    const { ledger } = this.parts;
    if (ledger.unbalanced !== 0)
      throw new Error(
        `Expected the postings of command ${this.seq} to sum to 0, they sum to ${ledger.unbalanced}. The process must stop.`,
      );
  }

  takeEvents(): Float64Array {
    return this.readEvents().slice();
  }

  readEvents(): Float64Array {
    const words = this.parts.out.read();
    this.hasher.clear();
    this.hasher.words(words, 0, words.length);
    this.hash = this.hasher.hex();
    return words;
  }

  /** Leaves every table that holds users' rows at most `rows` free rows beyond the reserved ones. */
  tighten(tables: readonly string[], rows: number, keys: KeyBounds): void {
    const { parts } = this;
    parts.keys.bounds = keys;
    for (const table of parts.registry.tables) {
      if (!tables.includes(table.name)) continue;
      const used = table.name === 'timers' ? table.live : table.rowsUsed();
      const most = used + parts.keptOf(table.name) + rows;
      if (most < table.most) table.bound(most);
    }
  }

  ask(words: Float64Array, at: number): Answer {
    const { users, router } = this.parts;
    this.expected = 0;
    this.got = 0;
    const answer = (code: number, numbers: readonly number[] = []): Answer => ({
      code,
      expected: this.expected,
      got: this.got,
      numbers,
    });
    const flaw = isCommandKind(words[at] as number) ? checkRecord(words, at) : -1;
    if (flaw !== 0) return { ...answer(rejects['request.invalid']), got: flaw };
    const kind = words[at] as number;
    const user = words[at + USER] as number;
    if (owners[kind] !== PERSONAL || kind === VOID || !users.exists(user) || user === MARKET_MAKER)
      return answer(rejects['request.forbidden']);
    const code = this.decide(words, at, kind, user);
    return code === DONE ? answer(code, router.numbers(words, at, kind)) : answer(code);
  }

  nextDue(): number {
    return this.parts.timers.next();
  }
  awaitsSetup(): boolean {
    const { users, orderBooks, clock } = this.parts;
    if (clock.mode === 0 || users.rows.top > MARKET_MAKER) return false;
    const m = orderBooks.markets.rows;
    for (let market = 1; market <= m.top; market += 1)
      if (orderBooks.markets.exists(market) && m.type[market] !== MARKET_TYPE.spot) return false;
    return true;
  }
  hasWork(): boolean {
    return this.pending.waits() || this.parts.clock.sweep !== 0;
  }
  runningHash(): string {
    return this.hash;
  }
  digest(): string {
    return this.parts.registry.digest();
  }
  keyDigest(): string {
    return this.parts.registry.digest(true);
  }

  audit(): void {
    audit(this.parts);
  }

  save(): SnapshotParts {
    return saveState(this.parts, this.hash);
  }

  load(given: SnapshotParts): void {
    loadState(this.parts, given, this.newestRules);
    this.hash = given.header.hash;
  }

  seed(): Float64Array {
    const { out } = this.parts;
    const { words, length } = out;
    out.words = new Float64Array(1 << 14);
    out.length = 0;
    emitState(this.parts);
    const events = out.read();
    out.words = words;
    out.length = length;
    return events;
  }
}

/**
 * Opens an empty exchange. Its first command must be a genesis. It starts under rules version 1 in every release, so
 * that a journal of any release replays.
 * @param newestRules another bound on the version that may be activated, for tests
 */
export function openExchange(newestRules: number = NEWEST_RULES): Exchange {
  return new Core(newestRules);
}

/**
 * Leaves the named tables `rows` free rows beyond the reserved ones, and lowers the bounds on keys. For tests and the
 * simulator, which cannot fill millions of rows. Not part of the state: a restored exchange has the usual bounds.
 */
export function tighten(exchange: Exchange, tables: readonly string[], rows: number, keys: KeyBounds): void {
  if (!(exchange instanceof Core)) throw new TypeError('Expected an exchange that this module opened.');
  exchange.tighten(tables, rows, keys);
}

/**
 * Restores an exchange from a snapshot. Throws with the table's name when the snapshot is damaged, or older or newer
 * than this release reads.
 */
export function restoreExchange(parts: SnapshotParts, newestRules: number = NEWEST_RULES): Exchange {
  const core = new Core(newestRules);
  core.load(parts);
  return core;
}
