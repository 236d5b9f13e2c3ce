// A domain: one product's tables, commands and timers. The exchange knows every product through this class only.

import { WORK_STEPS } from './steps.ts';
import type { Expect } from './expect.ts';

/** The methods every domain implements. `decide` writes no state; `commit` runs what it allowed and cannot refuse. */
export abstract class Domain {
  /** Command kinds this domain decides. */
  abstract readonly kinds: readonly number[];
  /** Command kinds that a frozen user may still send: cancels, repayments, added margin. */
  readonly whileFrozen: readonly number[] = [];
  /**
   * Command kinds that a frozen user may also send since rules `frozenReduces`. The domain refuses what they may not
   * do.
   */
  readonly frozenReduces: readonly number[] = [];
  /**
   * Command kinds, beside `whileFrozen`, that only reduce a user's exposure. They may use reserved idempotency keys.
   */
  readonly closing: readonly number[] = [];
  /** Whether its work trades by itself at the newest ticks: while a slot is open it waits for the quotes (core §5). */
  readonly tradesByItself: boolean = false;
  /** Kinds of its timers (`clock/timers`). */
  readonly timers: readonly number[] = [];
  /** Expected and actual number of the last refusal. */
  expected = 0;
  got = 0;

  /** Returns 200 or the refusal's code; a refusal sets `expected` and `got`. */
  abstract decide(words: Float64Array, at: number, kind: number): number;
  /** Commits what `decide` has just allowed. Returns the id or count it made. */
  abstract commit(words: Float64Array, at: number, kind: number): number;

  /** Whether this command, of a kind in `closing`, only reduces exposure. */
  closes(_words: Float64Array, _at: number, _kind: number): boolean {
    return true;
  }

  /** Numbers that `ask` returns (`schema/answer.ts`). Call it after a `decide` that allowed the command. */
  numbers(_words: Float64Array, _at: number, _kind: number): readonly number[] {
    return [];
  }

  /** Handles a timer of this domain. The clock has just passed `due`. */
  fire(kind: number, _id: number, _due: number): void {
    throw new Error(`Expected a known timer, got kind ${kind}.`);
  }

  /**
   * Handles a stored tick of an instrument, whatever the instrument's state. Domains run in their fixed order (core
   * §5).
   */
  tick(_instrument: number): void {}

  /** Continues pending work, at most `steps` steps. Returns the steps left. */
  work(steps: number): number {
    return steps;
  }

  /** Whether pending work exists that `steps` steps of a batch can continue. */
  busy(_steps = WORK_STEPS): boolean {
    return false;
  }

  /**
   * Converts the state to a rules version that takes effect with this command, and emits the changes. Work that may
   * touch more than a few thousand rows belongs in `work` (docs/operate/upgrades.md).
   */
  activated(_version: number): void {}

  /** Rebuilds derived indexes after a snapshot is loaded. */
  rebuild(): void {}

  /** Emits the state as events, so that a projection can start from it. */
  emitState(): void {}

  /** Reports every hold on every account. The audit adds them up (money §12, 3). */
  holds(_add: (account: number, atoms: number) => void): void {}

  /** Checks this domain's invariants. `expect` throws with the name of the broken one. */
  audit(_expect: Expect): void {}

  /** Refuses with `code` and keeps the two numbers. */
  refuse(code: number, expected: number, got: number): number {
    this.expected = expected;
    this.got = got;
    return code;
  }
}
