// How long something has waited, coarse enough to compare rows quickly. Pure.

/** An age in its two largest units. */
export type Age =
  | { readonly kind: 'now' }
  | { readonly kind: 'minutes'; readonly minutes: number }
  | { readonly kind: 'hours'; readonly hours: number; readonly minutes: number }
  | { readonly kind: 'days'; readonly days: number; readonly hours: number };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Splits milliseconds; `now` below a minute and for negative ages. */
export function ageOf(milliseconds: number): Age {
  if (milliseconds < minute) return { kind: 'now' };
  if (milliseconds < hour) return { kind: 'minutes', minutes: Math.floor(milliseconds / minute) };
  if (milliseconds < day)
    return {
      kind: 'hours',
      hours: Math.floor(milliseconds / hour),
      minutes: Math.floor((milliseconds % hour) / minute),
    };
  return { kind: 'days', days: Math.floor(milliseconds / day), hours: Math.floor((milliseconds % day) / hour) };
}
