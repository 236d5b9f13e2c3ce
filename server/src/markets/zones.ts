// Wall-clock time of a place as absolute time, by the zone data of Intl: right across changes of daylight time.

const formats = new Map<string, Intl.DateTimeFormat>();

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
  const parts = new Map<string, number>();
  for (const { type, value } of formatOf(zone).formatToParts(instant)) parts.set(type, Number(value));
  const part = (name: string) => parts.get(name) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * The instant at which the clocks of a zone show a wall time (given as if it were UTC, in ms). A wall time that a zone
 * skips gives the instant after the change.
 */
export function instantOf(zone: string, wall: number): number {
  const first = wall - (wallTime(zone, wall) - wall);
  return first - (wallTime(zone, first) - wall);
}
