// The desk's time, from its answers. The device's clock may be wrong; keys, session ends and ages use the desk's time.

/** Smaller offsets are ignored: they come from latency and from the header's whole seconds, ms. */
const UNSURE = 2_000;

/** The desk's clock − the device's, ms. */
let offset = 0;

/** Reads the `Date` header of an answer that arrived at `now` of the device's clock, ms UTC. */
export function hearTime(date: string | null, now: number = Date.now()): void {
  const time = Date.parse(date ?? '');
  if (Number.isNaN(time)) return;
  const heard = time - now;
  offset = Math.abs(heard) < UNSURE ? 0 : heard;
}

/** The desk's time, ms UTC; the device's time before the first answer. */
export function deskNow(now: number = Date.now()): number {
  return now + offset;
}
