// The components for times: moment, full time, clock, countdown, age.
import { classes } from '../theme/index.ts';
import { unknownText, separatorsOf } from '../number/index.ts';
import { formatAge, formatClock, formatCountdown, formatDateTime, formatMoment } from '../time/index.ts';
import { useFormat } from './format-context.tsx';
import style from './output.module.css';

export interface TimeProps {
  /** Milliseconds UTC. */
  readonly at: number | null | undefined;
  /**
   * `moment`: clock if today, else day and minute; `full`: day and second; `exact`: with milliseconds; `clock`: the
   * clock alone.
   */
  readonly as?: 'moment' | 'full' | 'exact' | 'clock' | 'clock-exact';
  readonly className?: string | undefined;
}

export function Time({ at, as = 'moment', className }: TimeProps) {
  const { time, now } = useFormat();
  if (at === null || at === undefined) return <span className={classes(style['num'], className)}>{unknownText}</span>;
  const text =
    as === 'moment'
      ? formatMoment(at, now(), time)
      : as === 'full'
        ? formatDateTime(at, time)
        : as === 'exact'
          ? formatDateTime(at, time, 'millisecond')
          : formatClock(at, time.offset, as === 'clock' ? 'second' : 'millisecond');
  return (
    <time className={classes(style['num'], className)} dateTime={new Date(at).toISOString()}>
      {text}
    </time>
  );
}

/** Time left, in milliseconds: seconds below 100, else HH:MM:SS. */
export function Countdown({ left, className }: { readonly left: number; readonly className?: string | undefined }) {
  return <span className={classes(style['num'], className)}>{formatCountdown(left)}</span>;
}

/** An age, in milliseconds. */
export function Age({
  age,
  className,
}: {
  readonly age: number | null | undefined;
  readonly className?: string | undefined;
}) {
  const { tag } = useFormat();
  return (
    <span className={classes(style['num'], className)}>
      {age === null || age === undefined ? unknownText : formatAge(age, separatorsOf(tag).decimal)}
    </span>
  );
}
