// The indicators offered, their periods, and reading periods a person typed. klinecharts computes them.

/** Periods of one indicator at most; the same for every kind whose count is free. */
export const MAX_PERIODS = 5;
/** The longest period: more candles than a page of history holds. */
export const MAX_PERIOD = 500;
/** Indicators shown at once; each of its own pane costs height. */
export const MAX_SHOWN = 8;

export interface IndicatorKind {
  readonly name: string;
  /** Drawn over the candles; else in a pane of its own. */
  readonly over: boolean;
  readonly periods: readonly number[];
  /** Whether there may be fewer or more periods: one line each. */
  readonly free: boolean;
}

/** An indicator that is shown. */
export interface ShownIndicator {
  readonly name: string;
  readonly periods: readonly number[];
}

const kind = (name: string, over: boolean, periods: readonly number[], free = false): IndicatorKind => ({
  name,
  over,
  periods,
  free,
});

/** In the order of the menu; names are the same in every language. The periods are those they begin with. */
export const INDICATORS: readonly IndicatorKind[] = [
  kind('MA', true, [7, 25, 99], true),
  kind('EMA', true, [20], true),
  kind('SMA', true, [12, 2]),
  kind('BOLL', true, [20, 2]),
  kind('SAR', true, [2, 2, 20]),
  kind('BBI', true, [3, 6, 12, 24]),
  kind('AVP', true, []),
  kind('VOL', false, [], true),
  kind('MACD', false, [12, 26, 9]),
  kind('RSI', false, [6, 12, 24], true),
  kind('KDJ', false, [9, 3, 3]),
  kind('OBV', false, [30]),
  kind('CCI', false, [20]),
  kind('DMI', false, [14, 6]),
  kind('ROC', false, [12, 6]),
  kind('WR', false, [6, 10, 14], true),
  kind('MTM', false, [12, 6]),
  kind('TRIX', false, [12, 9]),
  kind('DMA', false, [10, 50, 10]),
  kind('VR', false, [26, 6]),
  kind('BRAR', false, [26]),
  kind('BIAS', false, [6, 12, 24], true),
  kind('PSY', false, [12, 6]),
  kind('CR', false, [26, 10, 20, 40, 60]),
  kind('EMV', false, [14, 9]),
  kind('PVT', false, []),
  kind('AO', false, [5, 34]),
];

/** The kind of a name; undefined: not one of ours. */
export function indicatorOf(name: unknown): IndicatorKind | undefined {
  return INDICATORS.find((known) => known.name === name);
}

/** Whether periods are right for a kind: whole, from 1 to MAX_PERIOD, and as many as it takes. */
export function fitPeriods({ periods, free }: IndicatorKind, given: readonly unknown[]): given is readonly number[] {
  const count = free ? given.length <= MAX_PERIODS : given.length === periods.length;
  return (
    count && given.every((one) => typeof one === 'number' && Number.isInteger(one) && one >= 1 && one <= MAX_PERIOD)
  );
}

/** Periods as typed ("7, 25 99"); undefined: they do not fit the kind. */
export function readPeriods(of: IndicatorKind, text: string): readonly number[] | undefined {
  const parts = text.split(/[\s,;，、]+/).filter(Boolean);
  if (!parts.every((part) => /^\d{1,3}$/.test(part))) return undefined;
  const periods = parts.map((part) => Number.parseInt(part, 10));
  return fitPeriods(of, periods) ? periods : undefined;
}

export function printPeriods(periods: readonly number[]): string {
  return periods.join(', ');
}

/** Switches an indicator on (at its first periods) or off; nothing changes when MAX_SHOWN are on already. */
export function toggleIndicator(shown: readonly ShownIndicator[], name: string): readonly ShownIndicator[] {
  if (shown.some((one) => one.name === name)) return shown.filter((one) => one.name !== name);
  const found = indicatorOf(name);
  return !found || shown.length >= MAX_SHOWN ? shown : [...shown, { name, periods: found.periods }];
}

/** Reads stored indicators: names (as they were once kept) or names with periods; what is not ours is passed over. */
export function readShown(stored: unknown): readonly ShownIndicator[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  const shown: ShownIndicator[] = [];
  for (const one of stored.slice(0, INDICATORS.length) as unknown[]) {
    const record = typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : { name: one };
    const found = indicatorOf(record['name']);
    if (!found || shown.length >= MAX_SHOWN || shown.some(({ name }) => name === found.name)) continue;
    const { periods } = record;
    shown.push({
      name: found.name,
      periods: Array.isArray(periods) && fitPeriods(found, periods) ? periods : found.periods,
    });
  }
  return shown;
}
