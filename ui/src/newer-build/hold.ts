// Delays automatic reloads of the page while a write has an unknown outcome.

let held = 0;

/** Blocks reloads until the returned function is called. Calling that function twice has no further effect. */
export function holdPage(): () => void {
  held += 1;
  let holds = true;
  return () => {
    if (holds) held -= 1;
    holds = false;
  };
}

/** Whether something on the page blocks a reload. */
export function isPageHeld(): boolean {
  return held > 0;
}
