// Time left until a moment of this device's clock, counted down at each full second.
import { useEffect, useState } from 'react';

/** Milliseconds left until `until`; 0 once it is over. Renders once a second while something is left. */
export function useSeconds(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, until - now);
  useEffect(() => {
    // The moment was moved: the clock is looked at anew, before anything is drawn by an old one.
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
