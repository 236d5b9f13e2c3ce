// Header figures per product: spot's turnover; a contract's mark, funding and open interest.

import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MARKET_TYPE } from '@vitrine/core/enum';
import { Countdown, NumAmount, NumPrice, NumRate, NumVolume } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { type LivePrice, useLive, usePrice, usePricePart } from '../../live/index.ts';
import { type ContractMarket, type Market, useNow } from '../../market/index.ts';
import { Hint } from '../../hint/index.ts';
import { usePracticeMarket } from '../../practice-traders/index.ts';
import { kindOf } from './product.ts';
import { Stat } from './price-header.tsx';

/** Polling interval, ms: a market's streams lack turnover, open interest and the funding interval. */
const TOTALS_EVERY_MS = 15_000;
/** Digits of a share. */
const SHARE_DIGITS = 4;
/** A mark is in hundredths of a tick (money §1). */
const MARK_DIGITS = 2;

const volumeOf = (price: LivePrice | undefined): string | undefined => price?.volume24;

export function SpotTotals({ market }: { readonly market: Market }) {
  const volume = usePricePart(market.symbol, MARKET_TYPE.spot, volumeOf);
  const rows = useQuery({ ...queryOf('open.getSpotGoods', {}, 'lazy'), refetchInterval: TOTALS_EVERY_MS });
  const turnover = rows.data?.find(({ symbol_name: name }) => name === market.name)?.amount;
  return (
    <>
      <Stat
        name={
          <Hint of="volume">
            <Trans comment="Volume of 24 hours, in the base coin">Volume</Trans>
          </Hint>
        }
      >
        <NumVolume value={volume} unit={market.base} />
      </Stat>
      <Stat
        name={
          <Hint of="turnover">
            <Trans comment="Turnover of 24 hours, in the quote coin">Turnover</Trans>
          </Hint>
        }
      >
        <NumVolume value={turnover} unit={market.quote} />
      </Stat>
      <PracticeShares symbol={market.symbol} kind={MARKET_TYPE.spot} volume={volume} />
    </>
  );
}

interface ContractProps {
  readonly market: ContractMarket;
}

export function ContractFigures({ market }: ContractProps) {
  const { clock } = useLive();
  useNow();
  const price = usePrice(market.rules.symbol, kindOf[market.rules.contractType]);
  const rate = price?.fundingRate ?? market.detail.fundingRate;
  const at = price?.nextFundingTime ?? market.detail.nextFundingTime;
  const { contractType } = market.rules;
  const pace = useQuery({
    ...queryOf('open.getFundingRate', { symbolName: market.name, contractType }, 'lazy'),
    refetchInterval: TOTALS_EVERY_MS,
  });
  const hours = pace.data?.intervalHours;
  return (
    <>
      <Stat
        name={
          <Hint of="mark">
            <Trans comment="Price that positions are reckoned at">Mark</Trans>
          </Hint>
        }
      >
        <NumPrice value={price?.markPrice ?? market.detail.markPrice} decimals={market.decimals + MARK_DIGITS} />
      </Stat>
      <Stat
        name={
          <Hint of="funding">
            <Trans comment="Funding of a contract per 8 hours, and the time until it is settled">
              Funding / settled in
            </Trans>
          </Hint>
        }
      >
        <span className="v-row" data-testid="funding">
          <NumRate value={rate} decimals={4} />
          {at === null ? <span className="v-ink-3">–</span> : <Countdown left={Math.max(0, at - clock.now())} />}
        </span>
      </Stat>
      <Stat
        name={
          <Hint of="fundingLimit">
            <Trans comment="The maximum funding rate per 8 hours, and the hours of the funding interval under way">
              Funding limit / interval
            </Trans>
          </Hint>
        }
      >
        <span className="v-row" data-testid="fundingPace">
          <NumRate value={pace.data?.fundingMost} decimals={4} />
          {hours === undefined ? null : <Trans comment="A number of hours, short">{hours} h</Trans>}
        </span>
      </Stat>
    </>
  );
}

/** `unit`: the unit of the contract's quantities. */
export function ContractTotals({ market, unit }: ContractProps & { readonly unit: string }) {
  const { rules } = market;
  const volume = usePricePart(rules.symbol, kindOf[rules.contractType], volumeOf);
  const type = rules.kind;
  const detail = useQuery({
    ...queryOf('open.get.contractDetail', { symbolNameList: [rules.symbol], type }, 'lazy'),
    refetchInterval: TOTALS_EVERY_MS,
  });
  const volume24 = volume ?? market.detail.volume24;
  const openInterest = detail.data?.[0]?.openInterest ?? market.detail.openInterest;
  const rows = useQuery({ ...queryOf('open.getContract', {}, 'lazy'), refetchInterval: TOTALS_EVERY_MS });
  const turnover =
    rules.contractType === 'u' ? rows.data?.find(({ symbol_name: name }) => name === market.name)?.amount : undefined;
  return (
    <>
      <Stat
        name={
          <Hint of="volume">
            <Trans comment="Volume of 24 hours of a contract">Volume</Trans>
          </Hint>
        }
      >
        <NumVolume value={volume24} unit={unit} />
      </Stat>
      {rules.contractType === 'u' ? (
        <Stat
          name={
            <Hint of="turnover">
              <Trans comment="Turnover of 24 hours, in the quote coin">Turnover</Trans>
            </Hint>
          }
        >
          <NumVolume value={turnover} unit={rules.settle} />
        </Stat>
      ) : null}
      <Stat
        name={
          <Hint of="openInterest">
            <Trans comment="All open long positions of a contract together">Open interest</Trans>
          </Hint>
        }
      >
        <NumAmount value={openInterest} decimals={rules.lotDecimals} unit={unit} />
      </Stat>
      <PracticeShares symbol={rules.symbol} kind={rules.kind} volume={volume24} openInterest={openInterest} />
    </>
  );
}

interface PracticeSharesProps {
  readonly symbol: string;
  readonly kind: number;
  /** The figures that they are parts of. */
  readonly volume: string | null | undefined;
  readonly openInterest?: string | null | undefined;
}

/** The share of a figure, for the eye only: both are rounded and were read at different moments. */
function shareOf(part: string | null, whole: string | null | undefined): string | undefined {
  const all = Number(whole ?? 0);
  return part === null || all === 0 ? undefined : Math.min(1, Number(part) / all).toFixed(SHARE_DIGITS);
}

/** Practice mode: which share of the volume is without any customer, and of the open interest of practice traders. */
function PracticeShares({ symbol, kind, volume, openInterest }: PracticeSharesProps) {
  const part = usePracticeMarket(symbol, kind);
  if (part === undefined) return null;
  const both = openInterest !== undefined;
  return (
    <Stat
      name={
        both ? (
          <Trans comment="Practice traders (simulated customers): their share of the volume of 24 hours and of the open interest, short">
            Practice volume / interest
          </Trans>
        ) : (
          <Trans comment="Practice traders (simulated customers): their share of the volume of 24 hours, short">
            Practice volume
          </Trans>
        )
      }
    >
      <span className="v-row" data-testid="practice-shares">
        <NumRate value={shareOf(part.volume24, volume)} decimals={0} />
        {both ? <NumRate value={shareOf(part.openInterest, openInterest)} decimals={0} /> : null}
      </span>
    </Stat>
  );
}
