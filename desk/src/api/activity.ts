// Whether somebody is at the desk: the time of the last key or pointer. What the page asks by itself keeps no session alive.

let lastSeen = Date.now();

/** After this long without a key or pointer the page's asking is its own, ms. */
export const handAfter = 15_000;

/** Somebody did something now. */
export function seen(now: number = Date.now()): void {
  lastSeen = now;
}

/** Milliseconds since somebody did something. */
export function stillFor(now: number = Date.now()): number {
  return now - lastSeen;
}

/** Listens to keys and pointers for as long as the page lives. */
export function watchActivity(): void {
  const mark = (): void => seen();
  for (const kind of ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const)
    globalThis.addEventListener(kind, mark, { passive: true });
}
