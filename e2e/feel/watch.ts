// What runs in the page while it is measured: its long tasks, its slow frames, and how often the book is painted.

/** What happened since it was taken last. */
export interface Watched {
  readonly ms: number;
  /** Durations of tasks over 50 ms. */
  readonly longTasks: readonly number[];
  /** Milliseconds between two frames, where it was over 50. */
  readonly slowFrames: readonly number[];
  /** Frames in which the book's rows changed. */
  readonly bookPaints: number;
}

declare global {
  var takeWatched: () => Watched;
}

/** Begins to watch; runs in the page, so that it may use nothing from outside. */
export function watchPage(): void {
  const slow = 50;
  let longTasks: number[] = [];
  let slowFrames: number[] = [];
  let bookPaints = 0;
  let since = performance.now();
  let changed = false;
  let last = since;
  const noticed = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longTasks.push(entry.duration);
  });
  noticed.observe({ type: 'longtask' });
  const rows = new MutationObserver(() => {
    changed = true;
  });
  for (const side of document.querySelectorAll('#pane-book [role=listbox]'))
    rows.observe(side, { subtree: true, childList: true, characterData: true, attributes: true });
  const frame = (now: number): void => {
    if (now - last > slow) slowFrames.push(now - last);
    last = now;
    if (changed) bookPaints += 1;
    changed = false;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  globalThis.takeWatched = () => {
    const now = performance.now();
    const watched = { ms: now - since, longTasks, slowFrames, bookPaints };
    longTasks = [];
    slowFrames = [];
    bookPaints = 0;
    since = now;
    last = now;
    return watched;
  };
}
