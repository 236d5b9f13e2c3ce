// Formats times (§9): milliseconds UTC in, text in the user's time zone and format out.

/** Minutes east of UTC. */
export type OffsetMinutes = number;

/** The time zones that a user may choose: −12 to +14 hours, with the half and quarter hours in use. */
export const zoneOffsets: readonly OffsetMinutes[] = [
  ...Array.from({ length: 27 }, (_, index) => (index - 12) * 60),
  -570,
  -210,
  210,
  270,
  330,
  345,
  390,
  525,
  570,
  630,
  765,
].sort((a, b) => a - b);

/** Date formats; the first is the spec's default. */
export const dateFormats = ['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY/MM/DD', 'YYYY-MM-DD', 'DD.MM.YYYY'] as const;
export type DateFormat = (typeof dateFormats)[number];

export interface TimeOptions {
  readonly offset: OffsetMinutes;
  readonly format: DateFormat;
}

const minute = 60_000;
const second = 1000;
/** From this duration on, a countdown or age prints as a clock instead of seconds. */
const clockFrom = 100 * second;
/** Below this an age prints tenths. */
const tenthsUnder = 10 * second;

const two = (value: number): string => value.toString().padStart(2, '0');

function local(time: number, offset: OffsetMinutes): Date {
  return new Date(time + offset * minute);
}

/** `UTC+8`, `UTC−3:30`, `UTC`. */
export function formatOffset(offset: OffsetMinutes): string {
  if (offset === 0) return 'UTC';
  const size = Math.abs(offset);
  const rest = size % 60;
  return `UTC${offset < 0 ? '\u2212' : '+'}${Math.floor(size / 60)}${rest === 0 ? '' : `:${two(rest)}`}`;
}

/** The date in the user's format. */
export function formatDate(time: number, { offset, format }: TimeOptions): string {
  const at = local(time, offset);
  return format
    .replace('YYYY', at.getUTCFullYear().toString())
    .replace('MM', two(at.getUTCMonth() + 1))
    .replace('DD', two(at.getUTCDate()));
}

/** 14:05:32, 14:05 or 14:05:32.118. */
export function formatClock(
  time: number,
  offset: OffsetMinutes,
  precision: 'minute' | 'second' | 'millisecond' = 'second',
): string {
  const at = local(time, offset);
  const hours = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
  if (precision === 'minute') return hours;
  const seconds = `${hours}:${two(at.getUTCSeconds())}`;
  return precision === 'second' ? seconds : `${seconds}.${at.getUTCMilliseconds().toString().padStart(3, '0')}`;
}

/** Date and time, for tables and records. */
export function formatDateTime(
  time: number,
  options: TimeOptions,
  precision: 'minute' | 'second' | 'millisecond' = 'second',
): string {
  return `${formatDate(time, options)} ${formatClock(time, options.offset, precision)}`;
}

/** Today 14:05:32, another day 11/21/2026 14:05. */
export function formatMoment(time: number, now: number, options: TimeOptions): string {
  return formatDate(time, options) === formatDate(now, options)
    ? formatClock(time, options.offset)
    : formatDateTime(time, options, 'minute');
}

/** The format for exported files, the spec's second default: yyyy-MM-dd HH:mm:ss. */
export function formatExport(time: number, offset: OffsetMinutes): string {
  return formatDateTime(time, { offset, format: 'YYYY-MM-DD' });
}

function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / second);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
}

/** Time left: whole seconds below 100, rounded up; otherwise HH:MM:SS. */
export function formatCountdown(milliseconds: number): string {
  const left = Math.max(0, Math.ceil(milliseconds / second) * second);
  return left < clockFrom ? (left / second).toString() : clock(left);
}

/** An age: 0.3 s, 14 s, from 100 s on 00:01:40. `decimal` is the language's decimal mark. */
export function formatAge(milliseconds: number, decimal = '.'): string {
  const age = Math.max(0, milliseconds);
  if (age < tenthsUnder) return `${(Math.floor(age / 100) / 10).toFixed(1).replace('.', decimal)} s`;
  return age < clockFrom ? `${Math.floor(age / second)} s` : clock(age);
}
