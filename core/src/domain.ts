// A domain: one product's tables, commands and timers. The exchange knows all of them by this shape alone.

import { WORK_STEPS } from './steps.ts';

/** What every domain answers. `decide` writes nothing that is state; `commit` does what it allowed and cannot refuse. */
export abstract class Domain {
  /** Kinds of the commands it decides. */
  abstract readonly kinds: readonly number[];
  /** Kinds of those that a frozen customer may still send: cancels, repayments, adding margin. */
  readonly whileFrozen: readonly number[] = [];
  /** Kinds that a frozen customer may send too since rules `frozenReduces`; what they may not do is refused inside. */
  readonly frozenReduces: readonly number[] = [];
  /** Kinds of those that only reduce what a customer has open, beside `whileFrozen`: they find room for keys longer. */
  readonly closing: readonly number[] = [];
  /** Whether its work trades by itself at the newest ticks: while a slot is open it waits for the quotes (core §5). */
  readonly tradesByItself: boolean = false;
  /** Kinds of its timers (`clock/timers`). */
  readonly timers: readonly number[] = [];
  /** The numbers behind the last refusal. */
  expected = 0;
  got = 0;

  /** 200, or the code of the refusal, its numbers in `expected` and `got`. */
  abstract decide(words: Float64Array, at: number, kind: number): number;
  /** Commits what `decide` just allowed; gives the id or count it made. */
  abstract commit(words: Float64Array, at: number, kind: number): number;

  /** Whether a command of one of the kinds `closing` only reduces. */
  closes(_words: Float64Array, _at: number, _kind: number): boolean {
    return true;
  }

  /** The numbers of `ask` (`schema/answer.ts`), after a `decide` that allowed it. */
  numbers(_words: Float64Array, _at: number, _kind: number): readonly number[] {
    return [];
  }

  /** A timer of its own fires: the clock is just past `due`. */
  fire(kind: number, _id: number, _due: number): void {
    throw new Error(`Expected a known timer, got kind ${kind}.`);
  }

  /** A tick of an instrument was stored, whatever its state. Called in the order of the domains (core §5). */
  tick(_instrument: number): void {}

  /** Goes on with work left over, at most `steps` steps; gives the steps left. */
  work(steps: number): number {
    return steps;
  }

  /** Whether work is left over that so many of a batch's steps can go on with. */
  busy(_steps = WORK_STEPS): boolean {
    return false;
  }

  /**
   * A version of the rules is in force from this command on: converts the state to it and emits what changes. Work that
   * is not bounded by a few thousand rows belongs into `work`. docs/upgrades.md.
   */
  activated(_version: number): void {}

  /** Makes its derived indexes again, after a snapshot was loaded. */
  rebuild(): void {}

  /** Tells its state as events, for a fold that starts from it. */
  tell(): void {}

  /** What it holds of accounts, told one by one: the audit adds them up (money §12, 3). */
  holds(_add: (account: number, atoms: number) => void): void {}

  /** Its own invariants; throws by `expect`, naming the breach. */
  audit(_expect: (holds: boolean, what: string) => void): void {}

  /** A refusal and its numbers. */
  refuse(code: number, expected: number, got: number): number {
    this.expected = expected;
    this.got = got;
    return code;
  }
}
