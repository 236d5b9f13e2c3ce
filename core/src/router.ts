// Maps each command kind to the domain that decides it, and each timer kind to the domain that handles it. Built once
// from what the domains declare.

import type { Domain } from './domain.ts';
import { MAX_TIMERS, type Timers } from './clock/index.ts';
import type { Ledger } from './ledger/index.ts';
import { accountsOf, asksItself, isEnding, timersOf } from './row-needs.ts';
import { RULE } from './rules.ts';
import { DONE, KINDS, rejects } from './schema/index.ts';

/** Timer kinds are below this number. */
const TIMER_KINDS = 64;

export class Router {
  /** Numbers of the last refusal. */
  expected = 0;
  got = 0;
  /** A kind that opened more accounts than it declares, for the audit; '' when none did. */
  overdrawn = '';
  private readonly ledger: Ledger;
  private readonly timers: Timers;
  private readonly byKind: (Domain | undefined)[] = [];
  private readonly byTimer: (Domain | undefined)[] = [];
  private readonly whileFrozen = new Uint8Array(KINDS);
  private readonly frozenReduces = new Uint8Array(KINDS);
  private readonly closing = new Uint8Array(KINDS);

  constructor(domains: readonly Domain[], ledger: Ledger, timers: Timers) {
    this.ledger = ledger;
    this.timers = timers;
    for (let kind = 0; kind < KINDS; kind += 1) this.byKind.push(undefined);
    for (let kind = 0; kind < TIMER_KINDS; kind += 1) this.byTimer.push(undefined);
    for (const domain of domains) {
      for (const kind of domain.kinds) {
        if (this.byKind[kind] !== undefined) throw new Error(`Expected one domain for commands of kind ${kind}.`);
        this.byKind[kind] = domain;
      }
      for (const kind of domain.timers) {
        if (this.byTimer[kind] !== undefined) throw new Error(`Expected one domain for timers of kind ${kind}.`);
        this.byTimer[kind] = domain;
      }
      for (const kind of domain.whileFrozen) this.whileFrozen[kind] = 1;
      for (const kind of domain.frozenReduces) this.frozenReduces[kind] = 1;
      for (const kind of domain.closing) this.closing[kind] = 1;
    }
  }

  /** Whether a frozen user may still send this kind under a rules version. */
  allowsFrozen(kind: number, rules: number): boolean {
    return this.whileFrozen[kind] === 1 || (rules >= RULE.frozenReduces && this.frozenReduces[kind] === 1);
  }

  /** Whether a command only reduces a user's exposure: cancels, closes, repayments, added margin. */
  reduces(words: Float64Array, at: number, kind: number): boolean {
    if (this.whileFrozen[kind] === 1) return true;
    return this.closing[kind] === 1 && this.of(kind).closes(words, at, kind);
  }

  decide(words: Float64Array, at: number, kind: number): number {
    const domain = this.byKind[kind];
    this.expected = 0;
    this.got = 0;
    if (domain === undefined) return rejects['request.invalid'];
    domain.expected = 0;
    domain.got = 0;
    const code = domain.decide(words, at, kind);
    if (code !== DONE) {
      this.expected = domain.expected;
      this.got = domain.got;
      return code;
    }
    return this.hasCapacity(kind) ? DONE : rejects['request.tooFrequent'];
  }

  /** Whether enough free rows exist for the accounts and timers that a command may open. Sets the refusal's numbers. */
  private hasCapacity(kind: number): boolean {
    const { ledger, timers } = this;
    const accounts = accountsOf(kind);
    const due = timersOf(kind);
    if (due > 0 && !timers.fits(due)) {
      this.expected = MAX_TIMERS;
      this.got = timers.count;
      return false;
    }
    if (accounts === 0 || (isEnding(kind) ? ledger.hasCapacityToEnd(accounts) : ledger.hasCapacity(accounts)))
      return true;
    this.expected = ledger.accounts.most;
    this.got = ledger.accounts.top;
    return false;
  }

  /** Commits what `decide` allowed. Returns the id or count it made. */
  commit(words: Float64Array, at: number, kind: number): number {
    const { accounts } = this.ledger;
    const before = accounts.top;
    const result = this.of(kind).commit(words, at, kind);
    const opened = accounts.top - before;
    if (opened > accountsOf(kind) && !asksItself(kind)) this.overdrawn = `kind ${kind} opened ${opened} accounts`;
    return result;
  }

  numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    return this.of(kind).numbers(words, at, kind);
  }

  fire(kind: number, id: number, due: number): void {
    const domain = this.byTimer[kind];
    if (domain === undefined) throw new Error(`Expected a known timer, got kind ${kind}.`);
    domain.fire(kind, id, due);
  }

  private of(kind: number): Domain {
    const domain = this.byKind[kind];
    if (domain === undefined) throw new Error(`Expected a domain for commands of kind ${kind}.`);
    return domain;
  }
}
