// Continues pending work after timers and commands, within one budget of steps for each batch.

import type { Parts } from './parts.ts';
import { RULE } from './rules.ts';
import { WORK_STEPS } from './steps.ts';

export class PendingWork {
  private readonly parts: Parts;
  /** Steps left in this batch. */
  private steps = WORK_STEPS;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Gives a new batch its steps. */
  begin(): void {
    this.steps = WORK_STEPS;
  }

  /**
   * Continues pending work, domain by domain, within the batch's steps. A domain may create work for an earlier one (a
   * triggered order fills and changes a margin wallet), so further rounds run; before rules `workRounds` such work
   * waited for the next command or batch. Ends: each round uses a step or leaves a domain idle, and there are never
   * more rounds than steps. The remaining work waits for the next batch.
   */
  run(): void {
    if (!this.round() || this.parts.clock.rules < RULE.workRounds) return;
    for (let rounds = 1; rounds < WORK_STEPS && this.round();) rounds += 1;
  }

  /** Ticks come before the `slot.end` of those before them: what these cause is done first, by their prices. */
  endSlot(): void {
    this.parts.clock.slotOpen = false;
    this.run();
  }

  /** One round over all domains, in their order. False: none was busy, or no step was left. */
  private round(): boolean {
    const { workers, clock } = this.parts;
    let worked = false;
    for (const domain of workers)
      if (this.steps > 0 && !(clock.slotOpen && domain.tradesByItself) && domain.busy(this.steps)) {
        this.steps = domain.work(this.steps);
        worked = true;
      }
    return worked;
  }

  /** Whether a domain has work for the next batch. */
  waits(): boolean {
    return this.parts.workers.some((domain) => domain.busy());
  }
}
