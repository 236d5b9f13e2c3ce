// What must not be lost by a reload that the customer did not ask for: a write whose outcome is not known yet.

let held = 0;

/** Holds the page until the function returned is called; calling it again does nothing. */
export function holdPage(): () => void {
  held += 1;
  let holds = true;
  return () => {
    if (holds) held -= 1;
    holds = false;
  };
}

/** Whether the page waits for something that a reload would lose. */
export function isPageHeld(): boolean {
  return held > 0;
}
