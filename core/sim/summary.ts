// The results of a run as plain data that a thread can send to another, and the sum of several.

import type { Finding } from './finding.ts';
import type { Outcome } from './simulate.ts';

export interface Summary {
  readonly worlds: number;
  readonly counts: { readonly [K in CountName]: number };
  /** Wall time: the longest of parallel runs. CPU time: the sum of all. */
  readonly milliseconds: number;
  readonly processor: number;
  readonly calm: readonly string[];
  /** By kind of command. */
  readonly done: Float64Array;
  readonly refused: Float64Array;
  /** By kind × 10,000 + code. */
  readonly codes: readonly (readonly [key: number, count: number])[];
  readonly unexplained: readonly (readonly [name: string, count: number])[];
  readonly finding: Finding | undefined;
}

const COUNTS = [
  ...['recorded', 'instruments', 'gaps', 'faults', 'commands', 'sent', 'passed', 'crashes', 'lost', 'replayed'],
  ...['snapshots', 'entries', 'spotFills', 'contractFills', 'liquidations', 'deleveraged', 'fundings', 'seconds'],
  ...['takeovers', 'slices'],
  ...['marginLiquidations', 'stakeDays', 'walks', 'compared', 'repeats'],
] as const;
type CountName = (typeof COUNTS)[number];

export function summaryOf({ run, milliseconds, processor, sent, calm, finding }: Outcome): Summary {
  const { tally, journal, prices, books, observer, externalFacts } = run;
  return {
    worlds: 1,
    counts: {
      ...{ recorded: prices.recorded, instruments: prices.lines.length, gaps: prices.gaps, faults: prices.faults },
      ...{ commands: run.sent, sent, passed: run.time - run.began, crashes: journal.crashes, lost: journal.lost },
      ...{ replayed: journal.replayed, snapshots: journal.snapshots, entries: books.auditor.accounts.entries },
      ...{ spotFills: books.spot.fills, contractFills: books.contracts.fills },
      ...{ liquidations: books.contracts.liquidations.steps, deleveraged: books.contracts.liquidations.deleveraged },
      ...{ takeovers: books.contracts.takeovers.takeovers, slices: books.contracts.takeovers.slices },
      ...{ fundings: books.contracts.fundings.fundings, seconds: books.seconds.settled },
      ...{ marginLiquidations: books.margin.steps[2] ?? 0, stakeDays: books.earn.days },
      ...{ walks: run.walks, compared: observer.compared, repeats: externalFacts.repeats },
    },
    ...{ milliseconds, processor, calm, finding },
    ...{ done: tally.done, refused: tally.refused, codes: [...tally.codes] },
    unexplained: [...books.auditor.unexplained],
  };
}

/** The sum of parallel worlds. The finding is that of the first world with one. */
export function together(all: readonly Summary[]): Summary {
  const [first, ...rest] = all;
  if (first === undefined) throw new Error('Expected at least one world.');
  return rest.reduce(
    (sum, one) => ({
      worlds: sum.worlds + one.worlds,
      counts: Object.fromEntries(
        COUNTS.map((name) => [name, sum.counts[name] + one.counts[name]]),
      ) as Summary['counts'],
      milliseconds: Math.max(sum.milliseconds, one.milliseconds),
      processor: sum.processor + one.processor,
      calm: [...sum.calm, ...one.calm],
      done: sum.done.map((count, kind) => count + (one.done[kind] as number)),
      refused: sum.refused.map((count, kind) => count + (one.refused[kind] as number)),
      codes: added(sum.codes, one.codes),
      unexplained: added(sum.unexplained, one.unexplained),
      finding: sum.finding ?? one.finding,
    }),
    first,
  );
}

function added<K>(one: readonly (readonly [K, number])[], other: readonly (readonly [K, number])[]): [K, number][] {
  const sums = new Map<K, number>();
  for (const [key, count] of [...one, ...other]) sums.set(key, (sums.get(key) ?? 0) + count);
  return [...sums];
}
