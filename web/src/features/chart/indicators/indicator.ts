// The available indicators, their periods, and parsing of typed periods. klinecharts computes them.

/** Maximum periods of one indicator, for all kinds with a variable count. */
export const MAX_PERIODS = 5;
/** The longest period: more candles than a page of history holds. */
export const MAX_PERIOD = 500;
/** Maximum indicators shown at once; each one with its own pane costs height. */
export const MAX_SHOWN = 8;

export interface IndicatorKind {
  readonly name: string;
  /** Drawn over the candles; otherwise in a separate pane. */
  readonly over: boolean;
  readonly periods: readonly number[];
  /** Whether the number of periods is variable: one line each. */
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

/** In the order of the menu, with their default periods; names are the same in every language. */
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

/** The kind of a name; undefined: unknown. */
export function indicatorOf(name: unknown): IndicatorKind | undefined {
  return INDICATORS.find((known) => known.name === name);
}

/** Whether periods are valid for a kind: whole, from 1 to MAX_PERIOD, and the right number. */
export function fitPeriods({ periods, free }: IndicatorKind, given: readonly unknown[]): given is readonly number[] {
  const count = free ? given.length <= MAX_PERIODS : given.length === periods.length;
  return (
    count && given.every((one) => typeof one === 'number' && Number.isInteger(one) && one >= 1 && one <= MAX_PERIOD)
  );
}

/** Parses typed periods ("7, 25 99"); undefined: invalid for the kind. */
export function readPeriods(of: IndicatorKind, text: string): readonly number[] | undefined {
  const parts = text.split(/[\s,;，、]+/).filter(Boolean);
  if (!parts.every((part) => /^\d{1,3}$/.test(part))) return undefined;
  const periods = parts.map((part) => Number.parseInt(part, 10));
  return fitPeriods(of, periods) ? periods : undefined;
}

export function printPeriods(periods: readonly number[]): string {
  return periods.join(', ');
}

/** Switches an indicator on (with its default periods) or off; does nothing when MAX_SHOWN are on. */
export function toggleIndicator(shown: readonly ShownIndicator[], name: string): readonly ShownIndicator[] {
  if (shown.some((one) => one.name === name)) return shown.filter((one) => one.name !== name);
  const found = indicatorOf(name);
  return !found || shown.length >= MAX_SHOWN ? shown : [...shown, { name, periods: found.periods }];
}

/** Parses stored indicators: names (version 1) or names with periods; skips unknown ones. */
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
