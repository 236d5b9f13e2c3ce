// Periods of lists: whole days in the reader's zone.

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface Period {
  readonly startTime?: number;
  readonly endTime?: number;
}

/** From the first day's beginning to the last day's end (not included), ms UTC; `offset`: minutes east of UTC. */
export function periodOf({ from, to }: Days, offset: number): Period {
  const start = from === undefined ? undefined : Date.parse(`${from}T00:00:00Z`) - offset * MINUTE_MS;
  const end = to === undefined ? undefined : Date.parse(`${to}T00:00:00Z`) - offset * MINUTE_MS + DAY_MS;
  return {
    ...(start === undefined || Number.isNaN(start) ? {} : { startTime: start }),
    ...(end === undefined || Number.isNaN(end) ? {} : { endTime: end }),
  };
}

/** Midnight UTC of the day that `now` is in. */
export function dayStart(now: number): number {
  return now - (now % DAY_MS);
}
