// Makes a case smaller while it still breaks the same way: leaves out steps in ever smaller pieces, then commands.

import { type CaseStep, tryCase } from './case.ts';
import { kindOfBreach } from './finding.ts';
import { describeCommand } from './words.ts';

export interface Shrunk {
  readonly steps: readonly string[];
  readonly tries: number;
  readonly what: string;
}

/** Pieces into which a case is first cut. */
const FIRST_PIECES = 8;

/** Tries at most `tries` times and for at most so many milliseconds. `what`: the breach as found. */
export function shrink(
  given: readonly CaseStep[],
  what: string,
  tries: number,
  milliseconds: number,
): Shrunk | undefined {
  const kind = kindOfBreach(what);
  const until = performance.now() + milliseconds;
  let tried = 0;
  let found = what;
  const breaks = (steps: readonly CaseStep[]): boolean => {
    if (tried >= tries || performance.now() > until) return false;
    tried += 1;
    const outcome = tryCase(steps, /12\.4|asking|asked/.test(what));
    if (outcome === undefined || kindOfBreach(outcome) !== kind) return false;
    found = outcome;
    return true;
  };
  let steps = given;
  if (!breaks(steps)) return undefined;
  steps = byUser(steps, breaks);
  steps = inPieces(steps, breaks);
  // Each command becomes its own step, at its batch's time.
  const single = steps.flatMap(({ time, crash, sent }) =>
    sent.length === 0
      ? [{ time, crash, sent }]
      : sent.map((one, at) => ({ time, crash: crash && at === 0, sent: [one] })),
  );
  if (breaks(single)) steps = inPieces(single, breaks);
  const calm = steps.map((step) => ({ ...step, crash: false }));
  if (breaks(calm)) steps = calm;
  const first = steps[0]?.time ?? 0;
  return { steps: steps.flatMap((step) => lines(step, first)), tries: tried, what: found };
}

/** Leaves users out, one by one: most are irrelevant. */
function byUser(given: readonly CaseStep[], breaks: (steps: readonly CaseStep[]) => boolean): readonly CaseStep[] {
  const users = new Set<number>();
  const owner = (words: Float64Array): number =>
    (words[0] as number) >= 30 && (words[0] as number) < 80 ? (words[2] as number) : 0;
  for (const { sent } of given) for (const { words } of sent) users.add(owner(words));
  users.delete(0);
  const without = (steps: readonly CaseStep[], out: ReadonlySet<number>): readonly CaseStep[] =>
    steps.map((step) => ({ ...step, sent: step.sent.filter(({ words }) => !out.has(owner(words))) }));
  let steps = given;
  const open = [...users];
  for (let size = Math.ceil(open.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < open.length;) {
      const fewer = without(steps, new Set(open.slice(at, at + size)));
      if (breaks(fewer)) {
        steps = fewer;
        open.splice(at, size);
      } else at += size;
    }
  return steps;
}

function inPieces(given: readonly CaseStep[], breaks: (steps: readonly CaseStep[]) => boolean): readonly CaseStep[] {
  let steps = given;
  // First removes what comes after the breach: finds the shortest prefix that breaks.
  let [low, high] = [0, steps.length];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (breaks(steps.slice(0, middle))) high = middle;
    else low = middle;
  }
  if (high < steps.length && breaks(steps.slice(0, high))) steps = steps.slice(0, high);
  for (let size = Math.ceil(steps.length / FIRST_PIECES); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < steps.length;) {
      const fewer = [...steps.slice(0, at), ...steps.slice(at + size)];
      if (breaks(fewer)) steps = fewer;
      else at += size;
    }
  }
  return steps;
}

function lines({ time, crash, sent }: CaseStep, first: number): string[] {
  const when = `+${((time - first) / 1_000).toFixed(3)} s`;
  const out = crash ? [`${when}  restart`] : [];
  return sent.length === 0
    ? [...out, `${when}  time passes`]
    : [...out, ...sent.map(({ words }) => `${when}  ${describeCommand(words)}`)];
}
