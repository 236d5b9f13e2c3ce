// One animation frame for all surfaces. Surfaces report how much changed; the frame paints each due surface once.

/** How much of a surface is out of date; a frame paints the highest requested level. */
export type Level = 0 | 1 | 2;
/** Values changed: repaint in place. */
export const VALUES = 1;
/** A user action or a global change (another market, size, theme): paint at the next frame. */
export const LAYOUT = 2;

/** A due time this near counts as reached, so that a 100 ms cadence does not become 116 ms. */
const SLACK_MS = 4;

/**
 * The browser functions that the scheduler needs; tests pass their own. Times in milliseconds of one monotonic clock.
 */
export interface FrameHost {
  readonly now: () => number;
  readonly requestFrame: (run: () => void) => void;
  /** Runs once after `ms`; returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Receives a painter's error; the other surfaces are still painted. */
  readonly onError: (error: unknown) => void;
}

/** A painted component. */
export interface Surface {
  /** Requests a paint: the first ever and LAYOUT at the next frame, others at the surface's cadence. */
  invalidate(level?: Level): void;
  /** Removes the surface; a requested paint does not happen. */
  dispose(): void;
}

interface Entry {
  readonly cadence: number;
  readonly paint: (level: Level) => void;
  level: Level;
  /** −Infinity until first painted, so that the first data is not throttled. */
  paintedAt: number;
}

export interface FrameScheduler {
  /**
   * Registers a surface painted at most once in `cadence` ms (0: every frame). A throttle, not a debounce: a stream
   * faster than the cadence still paints.
   */
  surface(cadence: number, paint: (level: Level) => void): Surface;
}

/** Makes the scheduler over a host; the page's own is `pageFrames`. */
export function createFrames(host: FrameHost): FrameScheduler {
  const entries = new Set<Entry>();
  let framed = false;
  let cancelTimer: (() => void) | undefined;

  const dueAt = (entry: Entry): number => (entry.level === LAYOUT ? -Infinity : entry.paintedAt + entry.cadence);

  function plan(): void {
    if (framed) return;
    let next = Infinity;
    for (const entry of entries) if (entry.level > 0) next = Math.min(next, dueAt(entry));
    cancelTimer?.();
    cancelTimer = undefined;
    if (next === Infinity) return;
    const wait = next - host.now();
    if (wait <= SLACK_MS) frameNext();
    else cancelTimer = host.after(wait, frameNext);
  }

  function frameNext(): void {
    cancelTimer = undefined;
    if (framed) return;
    framed = true;
    host.requestFrame(run);
  }

  function run(): void {
    framed = false;
    const now = host.now();
    for (const entry of [...entries]) {
      if (entry.level === 0 || dueAt(entry) > now + SLACK_MS || !entries.has(entry)) continue;
      const { level } = entry;
      entry.level = 0;
      entry.paintedAt = now;
      try {
        entry.paint(level);
      } catch (error) {
        host.onError(error);
      }
    }
    plan();
  }

  return {
    surface(cadence, paint) {
      const entry: Entry = { cadence, paint, level: 0, paintedAt: -Infinity };
      entries.add(entry);
      return {
        invalidate(level = VALUES) {
          if (level <= entry.level || !entries.has(entry)) return;
          entry.level = level;
          plan();
        },
        dispose() {
          entries.delete(entry);
        },
      };
    },
  };
}

let shared: FrameScheduler | undefined;

/** The page's only scheduler. */
export function pageFrames(): FrameScheduler {
  shared ??= createFrames({
    now: () => performance.now(),
    requestFrame: (run) => requestAnimationFrame(run),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    onError: (error) => reportError(error),
  });
  return shared;
}
