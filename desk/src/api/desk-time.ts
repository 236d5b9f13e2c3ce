// The desk's time, as its answers tell it: the device's clock may be wrong, and keys, session ends and ages go by the desk's.

/** An offset smaller than this is the way of an answer and the second that the header is cut to, ms. */
const UNSURE = 2_000;

/** The desk's clock − the device's, ms. */
let offset = 0;

/** Takes the `Date` header of an answer of the desk that arrived at `now` of the device's clock, ms UTC. */
export function hearTime(date: string | null, now: number = Date.now()): void {
  const time = Date.parse(date ?? '');
  if (Number.isNaN(time)) return;
  const heard = time - now;
  offset = Math.abs(heard) < UNSURE ? 0 : heard;
}

/** The desk's time, ms UTC; the device's before the desk was heard. */
export function deskNow(now: number = Date.now()): number {
  return now + offset;
}
