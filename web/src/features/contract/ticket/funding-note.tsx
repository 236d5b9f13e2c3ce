// A note before the next funding: who pays, at which rate, when.

import { Trans } from '@lingui/react/macro';
import { NumRate, Time } from '@vitrine/ui';
import { useEffect, useState } from 'react';
import { type LivePrice, useLive } from '../../../live/index.ts';
import type { Side } from './form.ts';

/** Shown when funding is due within this time, ms. */
export const SOON_MS = 1_800_000;
const LOOK_AGAIN_MS = 10_000;

export function FundingNote({ price, side }: { readonly price: LivePrice | undefined; readonly side: Side }) {
  const { clock } = useLive();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [clock]);
  const at = price?.nextFundingTime;
  const rate = price?.fundingRate;
  if (at === undefined || rate === undefined || at - now > SOON_MS || at < now || !/[1-9]/.test(rate)) return null;
  const pays = rate.startsWith('-') === (side === 'short');
  const size = <NumRate value={rate.replace('-', '')} decimals={4} />;
  return pays ? (
    <Trans>
      Funding is due <Time at={at} />: this side pays {size} of the value per 8 h.
    </Trans>
  ) : (
    <Trans>
      Funding is due <Time at={at} />: this side receives {size} of the value per 8 h.
    </Trans>
  );
}
