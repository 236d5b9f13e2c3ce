// What runs in a page from its first script on: long tasks, layout shifts, and the largest paint.

/** What a page did since it began to load; times in ms since then. */
export interface LoadWatched {
  readonly tasks: readonly { readonly at: number; readonly ms: number }[];
  /** Layout shifts that no input caused, with the elements that moved. */
  readonly shifts: readonly { readonly at: number; readonly value: number; readonly moved: readonly string[] }[];
  /** When the largest element was painted; 0 before. */
  readonly largestPaint: number;
  readonly largest: string;
}

declare global {
  var loadWatched: () => LoadWatched;
}

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

interface Paint extends PerformanceEntry {
  readonly element?: Element | null;
}

/** Begins to watch; runs in the page before its own scripts, so that it may use nothing from outside. */
export function watchLoad(): void {
  const tasks: { at: number; ms: number }[] = [];
  const shifts: { at: number; value: number; moved: string[] }[] = [];
  let largestPaint = 0;
  let largest = '';
  const nameOf = (node: Node | null | undefined): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return '(removed)';
    const id = element.id || element.getAttribute('data-testid') || element.className;
    return `${element.localName}${typeof id === 'string' && id !== '' ? `.${id}` : ''}`;
  };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ at: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[])
      if (!entry.hadRecentInput)
        shifts.push({
          at: entry.startTime,
          value: entry.value,
          moved: entry.sources.map(({ node }) => nameOf(node)),
        });
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Paint[]) {
      largestPaint = entry.startTime;
      largest = nameOf(entry.element);
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  globalThis.loadWatched = () => ({ tasks, shifts, largestPaint, largest });
}
