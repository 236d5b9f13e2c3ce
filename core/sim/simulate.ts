// A complete simulation: the run, the calm phase after it, and, when something is found, its smallest case.

import { caseOf } from './case.ts';
import { straddleClose } from './scenes/closing-straddler.ts';
import type { Finding } from './finding.ts';
import { calmDown } from './liveness.ts';
import { holdPremium } from './scenes/premium-holder.ts';
import { exhaustKeys, fillTables } from './scenes/table-filler.ts';
import { type Options, Run, textOf } from './run.ts';
import { burstSeconds } from './second-burst.ts';
import { liquidateThemselves } from './scenes/self-liquidator.ts';
import { sweepBooks } from './scenes/sweeper.ts';
import { shrink } from './shrink.ts';

export interface Outcome {
  readonly run: Run;
  readonly finding: Finding | undefined;
  /** Of the run itself, without the calm phase and shrinking. */
  readonly milliseconds: number;
  /** CPU time of this thread, which other load on the machine hardly affects. */
  readonly processor: number;
  /** Commands of the run itself. */
  readonly sent: number;
  readonly calm: readonly string[];
}

/** Bounds of the search for a smaller case. */
export interface Bounds {
  readonly tries: number;
  readonly milliseconds: number;
}

const BOUNDS: Bounds = { tries: 400, milliseconds: 60_000 };

/** Runs a seed. Calls `progress` regularly with the commands sent. */
export function simulate(options: Options, bounds: Bounds = BOUNDS, progress?: (run: Run) => void): Outcome {
  const run = new Run(options);
  const began = performance.now();
  const used = process.threadCpuUsage();
  const processor = (): number => {
    const { user, system } = process.threadCpuUsage(used);
    return (user + system) / 1_000;
  };
  let calm: string[] = [];
  try {
    run.begin();
    for (let next = 0; run.sent < options.commands;) {
      run.step();
      if (run.sent >= next) {
        next += 50_000;
        progress?.(run);
      }
    }
    run.deliver();
    run.walk();
    const { sent } = run;
    const [milliseconds, busy] = [performance.now() - began, processor()];
    if (options.calm !== false) {
      holdPremium(run);
      straddleClose(run);
      fillTables(run);
      exhaustKeys(run);
      liquidateThemselves(run);
      burstSeconds(run);
      sweepBooks(run);
      calm = calmDown(run);
    }
    return { run, finding: undefined, milliseconds, processor: busy, sent, calm };
  } catch (error) {
    const what = textOf(error);
    const [milliseconds, busy] = [performance.now() - began, processor()];
    const finding = shrunk(options, run, what, bounds);
    return { run, finding, milliseconds, processor: busy, sent: run.sent, calm };
  }
}

/** Repeats the run while recording it, and shrinks it. */
function shrunk(options: Options, found: Run, what: string, bounds: Bounds): Finding {
  const plain = { seed: options.seed, command: found.sent, what, steps: [], tries: 0, before: found.sent };
  if (bounds.tries === 0) return plain;
  const kept = new Run({ ...options, keep: true });
  try {
    kept.begin();
    while (kept.sent < options.commands) kept.step();
    kept.deliver();
    kept.walk();
    calmDown(kept);
  } catch (error) {
    // The breach must occur again the same way: the case ends here.
    if (textOf(error) !== what) return { ...plain, what: `${what} (not the same a second time: ${textOf(error)})` };
  }
  const smaller = shrink(caseOf([...kept.steps, ...kept.rest()]), what, bounds.tries, bounds.milliseconds);
  if (smaller === undefined) return plain;
  return { ...plain, what: smaller.what, steps: smaller.steps, tries: smaller.tries };
}
