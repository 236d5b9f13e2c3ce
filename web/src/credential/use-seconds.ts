// Time left until a time of this device's clock, counted down at each full second.
import { useEffect, useState } from 'react';

/** Milliseconds left until `until`; 0 once it is over. Renders once a second while something is left. */
export function useSeconds(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, until - now);
  useEffect(() => {
    // The end time changed: reads the clock again before the next render.
    const timer = setTimeout(() => setNow(Date.now()), 0);
    return () => clearTimeout(timer);
  }, [until]);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), left % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [left, now]);
  return left;
}
