// Why intake is stopped. Intake takes orders only while no cause stops it.

import type { Leap } from './clock.ts';
import type { IntakeState } from './link.ts';

export type StopCause = 'dead' | 'journal' | 'clock' | 'stopped';

export class IntakeReasons {
  /** By cause; the first one is shown. */
  readonly #reasons = new Map<StopCause, string>();
  readonly #listeners = new Set<(state: IntakeState) => void>();
  readonly #refuseAll: (reason: string) => void;
  readonly #wake: () => void;
  /** Shown with the reason: a clock that stepped ahead. */
  leap: Leap | undefined;

  /**
   * @param act `refuseAll`: intake has stopped, called before the listeners. `wake`: it has started again, called after
   *   them.
   */
  constructor(act: { readonly refuseAll: (reason: string) => void; readonly wake: () => void }) {
    this.#refuseAll = act.refuseAll;
    this.#wake = act.wake;
  }

  state(): IntakeState {
    const [reason] = this.#reasons.values();
    const leap = this.leap === undefined ? {} : { leap: this.leap };
    return reason === undefined ? { taking: true } : { taking: false, reason, ...leap };
  }

  has(cause: StopCause): boolean {
    return this.#reasons.has(cause);
  }

  /** Sets the reason of a cause; undefined: the cause no longer stops intake. */
  set(cause: StopCause, reason: string | undefined): void {
    const before = this.state();
    if (reason === undefined) this.#reasons.delete(cause);
    else this.#reasons.set(cause, reason);
    const after = this.state();
    if (before.taking === after.taking && before.reason === after.reason) return;
    if (!after.taking) this.#refuseAll(after.reason ?? 'orders are not taken');
    for (const listener of this.#listeners) listener(after);
    if (after.taking) this.#wake();
  }

  /** Calls `listener` with each change. Returns a function that stops it. */
  on(listener: (state: IntakeState) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
