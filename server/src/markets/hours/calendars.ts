// Trading hours and holidays of the home exchanges, as data. Dates are local; hours are local wall time in minutes
// after midnight, and negative opens belong to the previous evening. Holidays are as published for 2026; for 2027 as
// published or by the exchange's standing rule.

import { CALENDARS, type CalendarName } from '@vitrine/core';

export interface Calendar {
  readonly number: number;
  readonly zone: string;
  /** Opening and closing minutes of a trading day (Monday to Friday), in order. */
  readonly windows: readonly (readonly [opens: number, closes: number])[];
  /** Days without trading. */
  readonly holidays: ReadonlySet<string>;
  /** Days that end early, and at which minute. */
  readonly early: ReadonlyMap<string, number>;
}

/** The last day that the tables cover. */
export const LAST_KNOWN_DAY = '2027-12-31';

const at = (hours: number, minutes = 0) => hours * 60 + minutes;

/** '2026 01-01 04-03' → '2026-01-01', '2026-04-03'. */
function days(...years: readonly string[]): string[] {
  return years.flatMap((text) => {
    const [year, ...rest] = text.split(' ');
    return rest.map((day) => `${year}-${day}`);
  });
}

function early(minute: number, ...years: readonly string[]): [string, number][] {
  return days(...years).map((day) => [day, minute]);
}

const usHolidays = days(
  '2026 01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25',
  '2027 01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24',
);

export const calendars: Readonly<Record<Exclude<CalendarName, 'always'>, Calendar>> = {
  /** Sunday to Friday 17:00 New York; closed only on Christmas and New Year's Day. */
  forex: {
    number: CALENDARS.forex,
    zone: 'America/New_York',
    windows: [[at(-7), at(17)]],
    holidays: new Set(days('2026 01-01 12-25', '2027 01-01 12-25')),
    early: new Map(),
  },
  /** Metals and energies as on the futures exchange: a one-hour break per day, short days on US holidays. */
  comex: {
    number: CALENDARS.comex,
    zone: 'America/New_York',
    windows: [[at(-6), at(17)]],
    holidays: new Set(days('2026 01-01 04-03 12-25', '2027 01-01 03-26 12-24')),
    early: new Map([
      ...early(at(14, 30), '2026 01-19 02-16 05-25 06-19 07-03 09-07 11-26'),
      ...early(at(14, 30), '2027 01-18 02-15 05-31 06-18 07-05 09-06 11-25'),
      ...early(at(13, 45), '2026 11-27 12-24', '2027 11-26'),
    ]),
  },
  newYork: {
    number: CALENDARS.newYork,
    zone: 'America/New_York',
    windows: [[at(9, 30), at(16)]],
    holidays: new Set(usHolidays),
    early: new Map(early(at(13), '2026 11-27 12-24', '2027 11-26')),
  },
  frankfurt: {
    number: CALENDARS.frankfurt,
    zone: 'Europe/Berlin',
    windows: [[at(9), at(17, 30)]],
    holidays: new Set(days('2026 01-01 04-03 04-06 05-01 12-24 12-25 12-31', '2027 01-01 03-26 03-29 12-24 12-31')),
    early: new Map(),
  },
  london: {
    number: CALENDARS.london,
    zone: 'Europe/London',
    windows: [[at(8), at(16, 30)]],
    holidays: new Set(
      days(
        '2026 01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
        '2027 01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
      ),
    ),
    early: new Map(early(at(12, 30), '2026 12-24 12-31', '2027 12-24 12-31')),
  },
  tokyo: {
    number: CALENDARS.tokyo,
    zone: 'Asia/Tokyo',
    windows: [
      [at(9), at(11, 30)],
      [at(12, 30), at(15, 30)],
    ],
    holidays: new Set(
      days(
        '2026 01-01 01-02 01-12 02-11 02-23 03-20 04-29 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23 12-31',
        '2027 01-01 01-11 02-11 02-23 03-22 04-29 05-03 05-04 05-05 07-19 08-11 09-20 09-23 10-11 11-03 11-23 12-31',
      ),
    ),
    early: new Map(),
  },
  hongKong: {
    number: CALENDARS.hongKong,
    zone: 'Asia/Hong_Kong',
    windows: [
      [at(9, 30), at(12)],
      [at(13), at(16)],
    ],
    holidays: new Set(
      days(
        '2026 01-01 02-17 02-18 02-19 04-03 04-06 04-07 05-01 05-25 06-19 07-01 10-01 10-19 12-25',
        '2027 01-01 02-08 02-09 03-26 03-29 04-05 05-13 06-09 07-01 09-16 10-01 10-08 12-27',
      ),
    ),
    early: new Map(early(at(12), '2026 02-16 12-24 12-31', '2027 02-05 12-24 12-31')),
  },
  shanghai: {
    number: CALENDARS.shanghai,
    zone: 'Asia/Shanghai',
    windows: [
      [at(9, 30), at(11, 30)],
      [at(13), at(15)],
    ],
    holidays: new Set(
      days(
        '2026 01-01 01-02 02-16 02-17 02-18 02-19 02-20 02-23 04-06 05-01 05-04 05-05 06-19 09-25 10-01 10-02 10-05 10-06 10-07',
        '2027 01-01 02-05 02-08 02-09 02-10 02-11 04-05 05-03 05-04 05-05 06-09 09-15 10-01 10-04 10-05 10-06 10-07',
      ),
    ),
    early: new Map(),
  },
};

/** The calendar of a number; undefined for 0, which never closes. */
export function calendarNumbered(number: number): Calendar | undefined {
  return Object.values(calendars).find((calendar) => calendar.number === number);
}
