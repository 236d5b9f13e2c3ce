// What the simulator reports: something that may not be, told so that it can be seen again.

/** A breach: thrown by the auditor, the run and the liveness phase. */
export class Breach extends Error {
  override readonly name = 'Breach';
}

/** Throws a breach when something does not hold. `what` is a function where making the text costs. */
export function must(holds: boolean, what: () => string): void {
  if (!holds) throw new Breach(what());
}

export interface Finding {
  readonly seed: number;
  /** Commands sent until then, the one at fault included. */
  readonly command: number;
  readonly what: string;
  /** Smallest case found that breaks the same way, a line a step. */
  readonly steps: readonly string[];
  /** How many tries the shrinking took, and how many commands the case had before. */
  readonly tries: number;
  readonly before: number;
}

/** What two findings must share to be one: the text without its numbers. */
export function kindOfBreach(what: string): string {
  return what.replace(/-?\d+(\.\d+)?/g, '#').slice(0, 160);
}

/** The finding for a terminal. */
export function describeFinding(finding: Finding, line: string): string {
  return [
    `FINDING  seed ${finding.seed}, command ${finding.command}`,
    `  ${finding.what}`,
    `  shrunk from ${finding.before} commands to ${finding.steps.length} steps in ${finding.tries} tries:`,
    ...cut(finding.steps).map((step) => `    ${step}`),
    `  again: ${line}`,
  ].join('\n');
}

/** Lines that are read: of a case that could not be made small its beginning and its end. */
const LINES = 200;

function cut(steps: readonly string[]): readonly string[] {
  if (steps.length <= LINES) return steps;
  const half = LINES / 2;
  return [...steps.slice(0, half), `… ${steps.length - LINES} steps …`, ...steps.slice(-half)];
}
