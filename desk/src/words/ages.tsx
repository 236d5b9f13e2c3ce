// Ages and times left in words, by the desk's clock; they move on by themselves.
import { useEffect, useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import { deskNow } from '../api/index.ts';
import { ageOf } from './age.ts';

/** Between two looks at the clock; ages tell no more than minutes. */
const tick = 15_000;

/** The time now, renewed while the component is shown. */
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

/** How old: `12 min`, `3 h 5 min`, `2 d 4 h`. */
export function Waiting({ since, className }: { readonly since: number; readonly className?: string | undefined }) {
  const now = useNow();
  const span = useSpan();
  return (
    <time className={className} dateTime={new Date(since).toISOString()}>
      {span(now - since)}
    </time>
  );
}

/** How much time is left until then. */
export function Left({ until, className }: { readonly until: number; readonly className?: string | undefined }) {
  const now = useNow();
  const span = useSpan();
  return (
    <time className={className} dateTime={new Date(until).toISOString()}>
      {span(until - now)}
    </time>
  );
}
