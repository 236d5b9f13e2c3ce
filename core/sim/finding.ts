// The simulator's report of a violation, with what is needed to reproduce it.

/** A breach: thrown by the auditor, the run and the liveness phase. */
export class Breach extends Error {
  override readonly name = 'Breach';
}

/** Throws a breach when `holds` is false. `what` is a function, because building the text is expensive. */
export function must(holds: boolean, what: () => string): void {
  if (!holds) throw new Breach(what());
}

export interface Finding {
  readonly seed: number;
  /** Commands sent until then, including the one at fault. */
  readonly command: number;
  readonly what: string;
  /** Smallest case found that breaks the same way, one line per step. */
  readonly steps: readonly string[];
  /** Number of tries of the shrinking, and commands of the case before it. */
  readonly tries: number;
  readonly before: number;
}

/** The part of a text that two findings of one kind share: without its numbers. */
export function kindOfBreach(what: string): string {
  return what.replace(/-?\d+(\.\d+)?/g, '#').slice(0, 160);
}

/** Formats a finding for a terminal. */
export function describeFinding(finding: Finding, line: string): string {
  return [
    `FINDING  seed ${finding.seed}, command ${finding.command}`,
    `  ${finding.what}`,
    `  shrunk from ${finding.before} commands to ${finding.steps.length} steps in ${finding.tries} tries:`,
    ...cut(finding.steps).map((step) => `    ${step}`),
    `  again: ${line}`,
  ].join('\n');
}

/** Lines shown: of a long case its beginning and its end. */
const LINES = 200;

function cut(steps: readonly string[]): readonly string[] {
  if (steps.length <= LINES) return steps;
  const half = LINES / 2;
  return [...steps.slice(0, half), `… ${steps.length - LINES} steps …`, ...steps.slice(-half)];
}
