// Converts between local wall-clock time and absolute time with the zone data of Intl, correct across daylight saving
// changes.

const DAY = 86_400_000;
/** Days cached per zone: more than a year of sessions. */
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

/** The wall-clock time of a zone at an instant, as if it were UTC, in ms. */
export function wallTime(zone: string, instant: number): number {
  const day = Math.floor(instant / DAY);
  const offset = offsetAt(zone, day);
  // No zone changes its clock twice in a day.
  return offset === offsetAt(zone, day + 1) ? instant + offset : read(zone, instant);
}

/** Offset of a zone from UTC at the beginning of a UTC day, ms; days are counted from 1970. */
function offsetAt(zone: string, day: number): number {
  let days = offsets.get(zone);
  if (days === undefined || days.size === MOST_DAYS) offsets.set(zone, (days = new Map()));
  let offset = days.get(day);
  if (offset === undefined) days.set(day, (offset = read(zone, day * DAY) - day * DAY));
  return offset;
}

/** Like `wallTime`, but from Intl, which takes some microseconds and returns whole seconds. */
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
 * The instant of a zone's wall-clock time (given as if it were UTC, in ms). A skipped wall-clock time gives the instant
 * after the change.
 */
export function instantOf(zone: string, wall: number): number {
  const first = wall - (wallTime(zone, wall) - wall);
  return first - (wallTime(zone, first) - wall);
}
