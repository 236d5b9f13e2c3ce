// The interface of a bench part: rows of figures with comparisons.

/** One measured figure. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The figure it is compared with, in the same unit. */
  readonly beside?: { readonly what: string; readonly value: number };
  /** Ours ÷ theirs, or theirs ÷ ours for times, as the goal counts. */
  readonly ratio?: number;
  /** Compared with the ratio if there is one, otherwise with the value. */
  readonly goal?: { readonly is: 'at least' | 'at most'; readonly value: number };
  /** What the reader must know to interpret the figure. */
  readonly note?: string;
}

/** A module `bench/src/NAME.ts` exports these. */
export interface Part {
  readonly name: string;
  /** The goal in one line, printed above the rows. */
  readonly goal: string;
  /** Whether a missed goal fails the bench. */
  readonly required?: boolean;
  /** Measures; may take minutes. Ends every process it starts. */
  run(): Promise<Row[]>;
  /** Lines that sum up what `run` measured, printed last. */
  verdicts?(): readonly string[];
}

/** Median of the values (mean of the middle two); at least one value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half];
  const lower = sorted[sorted.length % 2 === 0 ? half - 1 : half];
  if (upper === undefined || lower === undefined) throw new Error('Expected at least one measured value, got none.');
  return (lower + upper) / 2;
}

/** Whether a row reaches its goal; undefined without one. */
export function reached(row: Row): boolean | undefined {
  if (row.goal === undefined) return undefined;
  const figure = row.ratio ?? row.value;
  return row.goal.is === 'at least' ? figure >= row.goal.value : figure <= row.goal.value;
}
