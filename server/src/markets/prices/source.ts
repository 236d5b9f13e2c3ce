// The output of a price source, and the names of the source numbers in a tick.

/** One source's quote for one instrument at one time. A real source may return anything: 0, NaN, a frozen price. */
export interface SourceQuote {
  /** Number of the source, see `sourceNames`. */
  readonly source: number;
  /** Mid price of its best bid and ask, in the instrument's quote unit. */
  readonly price: number;
  /** Time according to the source, ms UTC. */
  readonly time: number;
}

/** Origin of a price as shown to users. */
export type Origin = 'simulated' | 'replayed';

export interface SourceName {
  readonly name: string;
  readonly label: Origin;
}

/** All quotes of one instrument; called once per slot with a time that never goes back. */
export interface PriceFeed {
  readonly label: Origin;
  /** The sources' numbers, in order: the `total` of every tick. */
  readonly sources: readonly number[];
  quotes(now: number): readonly SourceQuote[];
}

/** Most sources per instrument. */
export const MOST_SOURCES = 5;
const NAMES = ['Amber', 'Birch', 'Cobalt', 'Delta', 'Ember'] as const;
/** First source number of each origin. */
const FIRST: Readonly<Record<Origin, number>> = { simulated: 1, replayed: 11 };

/** Numbers of the first `count` sources of an origin. */
export function sourceNumbers(origin: Origin, count: number): readonly number[] {
  if (count < 1 || count > MOST_SOURCES) throw new Error(`expected 1 to ${MOST_SOURCES} sources, got ${count}`);
  return Array.from({ length: count }, (_, at) => FIRST[origin] + at);
}

/** Name and label of every source number that a tick may carry. */
export const sourceNames: ReadonlyMap<number, SourceName> = new Map(
  (['simulated', 'replayed'] as const).flatMap((label) =>
    NAMES.map((name, at): [number, SourceName] => [FIRST[label] + at, { name, label }]),
  ),
);
