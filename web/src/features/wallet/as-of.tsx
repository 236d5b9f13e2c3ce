// When a figure was read; a figure that could not be read again says so.
import { Trans } from '@lingui/react/macro';
import { Time, useFormat } from '@vitrine/ui';
import { useNow } from '../../market/index.ts';
import { STALE_AFTER_MS } from './present.ts';

/** `readAt`: when it was read, ms by the clock of this machine; 0 or undefined while nothing was read. */
export function AsOf({ readAt }: { readonly readAt: number | undefined }) {
  const { now } = useFormat();
  useNow();
  if (readAt === undefined || readAt === 0) return null;
  const age = Math.max(0, Date.now() - readAt);
  return age > STALE_AFTER_MS ? (
    <span className="v-12 v-warn" data-testid="as-of" data-stale>
      <Trans comment="Figures that could not be read again, and the time they are of">
        Stale, as of <Time at={now() - age} as="clock" />
      </Trans>
    </span>
  ) : (
    <span className="v-12 v-ink-3" data-testid="as-of">
      <Trans comment="The time that figures are of">
        As of <Time at={now() - age} as="clock" />
      </Trans>
    </span>
  );
}
