// What of the figures is of practice traders: simulated customers of a practice exchange.

import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type PracticeShare, symbolKey } from '@vitrine/contract';
import { addDecimals, NumCount, NumVolume } from '@vitrine/ui';
import { queryOf } from '../api/index.ts';
import { useGuideTexts } from '../guide-texts/index.ts';
import { runtimeConfig } from '../runtime/index.ts';

/** Polling interval, ms: as turnover and open interest. */
const SHARE_EVERY_MS = 15_000;

function useShare(): PracticeShare | undefined {
  return useQuery({ ...queryOf('open.getPracticeShare', {}, 'lazy'), refetchInterval: SHARE_EVERY_MS }).data;
}

/** The part of practice traders in a market's figures; undefined: there are none. `kind`: `MARKET_TYPE`. */
export function usePracticeMarket(symbol: string, kind: number): PracticeShare['markets'][number] | undefined {
  const share = useShare();
  if (share === undefined || share.traders === 0) return undefined;
  return share.markets.find((one) => symbolKey(one.symbol) === symbolKey(symbol) && one.kind === String(kind));
}

/**
 * Below lists of markets in practice mode: who of those that trade are simulated, how much of the turnover is theirs
 * alone, and what candles from before the opening are.
 */
export function PracticeNote() {
  const share = useShare();
  const here = useGuideTexts();
  if (!here || share === undefined || runtimeConfig().mode !== 'practice') return null;
  return (
    <p className="v-12 v-ink-2" style={{ marginTop: 12 }} data-testid="practice-note">
      {share.traders === 0 ? null : <TradersNote share={share} />}{' '}
      <Trans comment="Below a list of markets in practice mode, about the price charts">
        Candles from before this exchange opened are practice history, not trades.
      </Trans>
    </p>
  );
}

function TradersNote({ share }: { readonly share: PracticeShare }) {
  const spot = share.markets.filter(({ kind }) => kind === '1').map(({ turnover24 }) => turnover24);
  const traders = <NumCount value={share.traders} />;
  const turnover = <NumVolume value={addDecimals(...spot)} unit="USDT" />;
  return (
    <Trans comment="Below a list of markets in practice mode. {traders}: a number; {turnover}: an amount of USDT">
      {traders} practice traders, simulated customers with play money, trade here too. {turnover} of the spot turnover
      of 24 hours is among them and the market maker, without any customer.
    </Trans>
  );
}
