// The current minute: values that depend on trading hours change on whole minutes.

import { useEffect, useState } from 'react';
import { useLive } from '../../live/index.ts';

const MINUTE = 60_000;
const LOOK_AGAIN_MS = 1_000;

/** Start of the current minute by the exchange's clock, ms; re-renders at the next one. */
export function useMinute(): number {
  const { clock } = useLive();
  const [minute, setMinute] = useState(() => minuteOf(clock.now()));
  useEffect(() => {
    const timer = setInterval(() => setMinute(minuteOf(clock.now())), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [clock]);
  return minute;
}

function minuteOf(now: number): number {
  return now - (now % MINUTE);
}
