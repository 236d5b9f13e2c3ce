// The time of the staff member's last key or pointer event. Automatic requests of the page do not keep a session alive.

let lastSeen = Date.now();

/** After this long without input, requests count as automatic, ms. */
export const handAfter = 15_000;

/** Records input now. */
export function seen(now: number = Date.now()): void {
  lastSeen = now;
}

/** Milliseconds since the last input. */
export function stillFor(now: number = Date.now()): number {
  return now - lastSeen;
}

/** Listens to keys and pointers for as long as the page lives. */
export function watchActivity(): void {
  const mark = (): void => seen();
  for (const kind of ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const)
    globalThis.addEventListener(kind, mark, { passive: true });
}
