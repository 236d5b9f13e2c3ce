// Date filters of lists: whole days in the user's time zone.
import type { OffsetMinutes } from './format.ts';

const minute = 60_000;
const day = 86_400_000;

/** First and last day, YYYY-MM-DD. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Both ms UTC; the end is exclusive. */
export interface Period {
  readonly startTime?: number;
  readonly endTime?: number;
}

/** From the start of the first day to the end of the last. An invalid day leaves its side open. */
export function periodOf({ from, to }: Days, offset: OffsetMinutes): Period {
  const begins = (text: string | undefined): number | undefined => {
    const at = text === undefined ? Number.NaN : Date.parse(`${text}T00:00:00Z`);
    return Number.isNaN(at) ? undefined : at - offset * minute;
  };
  const start = begins(from);
  const last = begins(to);
  return {
    ...(start === undefined ? {} : { startTime: start }),
    ...(last === undefined ? {} : { endTime: last + day }),
  };
}
