// The time when a figure was read; a figure that could not be refreshed is marked.
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Time, useFormat } from '@vitrine/ui';
import { STALE_AFTER_MS } from '../present.ts';

/** Update interval of its age, ms. */
const LOOK_MS = 1_000;

/** `readAt`: when it was read, ms by this machine's clock; 0 or undefined before the first read. */
export function AsOf({ readAt }: { readonly readAt: number | undefined }) {
  const { now } = useFormat();
  const [clocks, setClocks] = useState(() => ({ machine: Date.now(), exchange: now() }));
  useEffect(() => {
    const timer = setInterval(() => setClocks({ machine: Date.now(), exchange: now() }), LOOK_MS);
    return () => clearInterval(timer);
  }, [now]);
  if (readAt === undefined || readAt === 0) return null;
  const at = readAt + clocks.exchange - clocks.machine;
  return clocks.machine - readAt > STALE_AFTER_MS ? (
    <span className="v-12 v-warn" data-testid="as-of" data-stale>
      <Trans comment="Figures that could not be read again, and the time they are of">
        Stale, as of <Time at={at} as="clock" />
      </Trans>
    </span>
  ) : (
    <span className="v-12 v-ink-3" data-testid="as-of">
      <Trans comment="The time that figures are of">
        As of <Time at={at} as="clock" />
      </Trans>
    </span>
  );
}
