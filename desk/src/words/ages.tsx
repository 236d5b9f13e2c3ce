// Ages and times left as text, by the desk's clock; they update themselves.
import { useEffect, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { deskNow } from '../api/index.ts';
import { ageOf } from './age.ts';

/** Update interval: ages are shown in minutes. */
const tick = 15_000;

/** The current time, updated while the component is mounted. */
export function useNow(every: number = tick): number {
  const [now, setNow] = useState(() => deskNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(deskNow()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

function useSpan(): (milliseconds: number) => string {
  const { t } = useLingui();
  return (milliseconds) => {
    const age = ageOf(milliseconds);
    switch (age.kind) {
      case 'now':
        return t({ message: 'under 1 min', comment: 'How long something waits' });
      case 'minutes': {
        const { minutes } = age;
        return t({ message: `${minutes} min`, comment: 'How long something waits' });
      }
      case 'hours': {
        const { hours, minutes } = age;
        return t({ message: `${hours} h ${minutes} min`, comment: 'How long something waits' });
      }
      case 'days': {
        const { days, hours } = age;
        return t({ message: `${days} d ${hours} h`, comment: 'How long something waits' });
      }
    }
  };
}

/** An age: `12 min`, `3 h 5 min`, `2 d 4 h`. */
export function Waiting({ since, className }: { readonly since: number; readonly className?: string | undefined }) {
  const now = useNow();
  const span = useSpan();
  return (
    <time className={className} dateTime={new Date(since).toISOString()}>
      {span(now - since)}
    </time>
  );
}

/** The time left until then. */
export function Left({ until, className }: { readonly until: number; readonly className?: string | undefined }) {
  const now = useNow();
  const span = useSpan();
  return (
    <time className={className} dateTime={new Date(until).toISOString()}>
      {span(until - now)}
    </time>
  );
}
