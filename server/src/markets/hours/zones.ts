// Wall-clock time of a place as absolute time, by the zone data of Intl: right across changes of daylight time.

const DAY = 86_400_000;
/** Days remembered of a zone: a year of sessions and more. */
const MOST_DAYS = 1_000;

const formats = new Map<string, Intl.DateTimeFormat>();
/** By zone and day. */
const offsets = new Map<string, Map<number, number>>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
}

/** What the clocks of a zone show at an instant, as if it were UTC, in ms. */
export function wallTime(zone: string, instant: number): number {
  const day = Math.floor(instant / DAY);
  const offset = offsetAt(zone, day);
  // No zone changes its clocks twice in a day.
  return offset === offsetAt(zone, day + 1) ? instant + offset : read(zone, instant);
}

/** How far the clocks of a zone are ahead of UTC when a UTC day begins, ms; days are counted from 1970. */
function offsetAt(zone: string, day: number): number {
  let days = offsets.get(zone);
  if (days === undefined || days.size === MOST_DAYS) offsets.set(zone, (days = new Map()));
  let offset = days.get(day);
  if (offset === undefined) days.set(day, (offset = read(zone, day * DAY) - day * DAY));
  return offset;
}

/** As `wallTime`, asked of Intl, which takes some microseconds and tells whole seconds. */
function read(zone: string, instant: number): number {
  const parts = new Map<string, number>();
  for (const { type, value } of formatOf(zone).formatToParts(instant)) parts.set(type, Number(value));
  const part = (name: string) => parts.get(name) ?? 0;
  return (
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) +
    (instant % 1_000)
  );
}

/**
 * The instant at which the clocks of a zone show a wall time (given as if it were UTC, in ms). A wall time that a zone
 * skips gives the instant after the change.
 */
export function instantOf(zone: string, wall: number): number {
  const first = wall - (wallTime(zone, wall) - wall);
  return first - (wallTime(zone, first) - wall);
}
