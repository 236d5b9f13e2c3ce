// Contracts as markets: terms, prices, funding, maintenance margin tiers.

import type { ContractDetail, ContractType, MaintenanceTier } from '@vitrine/contract';
import { MARKET_TYPE } from '@vitrine/core/enum';
import { type HandlersOf, refuse } from '../../call/index.ts';
import type { Contract } from '../../../projection/handlers/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import { type Listing, listingAt, listingOf } from '../../../markets/index.ts';
import { decimalText, priceOf } from '../../wire/index.ts';
import { isInverse, valueText } from '../wallet/coin-list.ts';
import type { RouteParts } from '../parts.ts';

type Names =
  | 'open.get.contractDetail'
  | 'open.getFundingRate'
  | 'entrust.get.getUbwMaintenanceMargin'
  | 'entrust.get.getBbwMaintenanceMargin';

/** Decimals of rates: funding, fees and maintenance. */
const FUNDING_DECIMALS = 9;
const RATE_DECIMALS = 6;
/** A time-weighted sum of premiums is in 10⁻⁹ × ms and shown in seconds. */
const SUM_DECIMALS = 12;
/** Decimals of a mark below the tick. */
const CENT_DECIMALS = 2;
const CLOSING_PHASES = ['open', 'hour', 'reduced'] as const;
const TRADE_STATES = ['trading', 'reduceOnly', 'suspended'] as const;

/** Market type of a kind. */
export function typeOf(kind: ContractType): number {
  return kind === 'u' ? MARKET_TYPE.linear : MARKET_TYPE.inverse;
}

/** The listing of a symbol and its contract. @throws {Refusal} 2002 if there is none. */
export function contractNamed(
  live: Live,
  symbol: string,
  type: number,
): { readonly listing: Listing; readonly contract: Contract } {
  const listing = listingOf(symbol);
  const contract = listing && live.contractOf(type, listing.instrument);
  if (!listing || !contract) throw refuse('market.unknown', { symbol });
  return { listing, contract };
}

/** The maintenance margin tiers of a contract, lowest first. */
export function tiersOf(live: Live, contract: Contract): MaintenanceTier[] {
  return contract.tiers.map(({ cap, rate, leverage, amount }, at) => ({
    floor: valueText(live, contract, contract.tiers[at - 1]?.cap ?? 0),
    cap: valueText(live, contract, cap),
    rate: decimalText(rate, RATE_DECIMALS),
    maxLeverage: Math.min(leverage, live.greatestLeverage(contract.market)),
    amount: valueText(live, contract, amount),
  }));
}

/** The closing rate of a market with trading hours; null if it has none. */
function closingOf(live: Live, contract: Contract): ContractDetail['closing'] {
  const closing = live.closing(contract.market);
  if (closing === undefined) return null;
  return {
    rate: decimalText(closing.rate, RATE_DECIMALS),
    nextRate: decimalText(closing.nextRate, RATE_DECIMALS),
    closesAt: closing.closes > 0 ? closing.closes : null,
    opensAt: closing.opens > 0 ? closing.opens : null,
    phase: CLOSING_PHASES[closing.phase] ?? 'open',
  };
}

function detailOf(live: Live, listing: Listing, contract: Contract, tier: number): ContractDetail {
  const market = live.market(contract.market);
  const fees = live.contractFees();
  const fee = fees.find((one) => one.tier === tier) ?? fees.at(-1);
  const inverse = isInverse(contract);
  return {
    ...priceOf(live, listing.instrument, market),
    symbolName: listing.name,
    contractType: inverse ? 'coin' : 'u',
    settleCoin: live.asset(contract.settle)?.code ?? '',
    tick: decimalText(1, contract.tickDecimals),
    lot: decimalText(1, contract.lotDecimals),
    face: inverse ? decimalText(contract.face, 0) : null,
    minValue: valueText(live, contract, contract.minValue),
    maxValue: valueText(live, contract, contract.maxValue),
    maxLeverage: live.greatestLeverage(contract.market),
    openInterest: decimalText(live.openInterest(contract.market), contract.lotDecimals),
    impact: valueText(live, contract, contract.impact),
    fundingHours: contract.fundingHours,
    makerRate: decimalText(fee?.maker ?? 0, RATE_DECIMALS),
    takerRate: decimalText(fee?.taker ?? 0, RATE_DECIMALS),
    closing: closingOf(live, contract),
    tradeState: TRADE_STATES[Math.max(contract.state, market?.state ?? 1) - 1] ?? 'suspended',
  };
}

/** The handlers of contracts as markets. */
export function contractMarkets({ live }: RouteParts): HandlersOf<Names> {
  return {
    'open.get.contractDetail'({ symbolNameList, type }, { session }) {
      // Fees are the caller's; a guest sees the initial tier.
      const tier = session === undefined ? 0 : (live.user(session.coreUser)?.tier ?? 0);
      return symbolNameList.map((symbol) => {
        const { listing, contract } = contractNamed(live, symbol, type);
        return detailOf(live, listing, contract, tier);
      });
    },
    'open.getFundingRate'({ symbolName, contractType }) {
      const { listing, contract } = contractNamed(live, symbolName, typeOf(contractType));
      const now = live.fundingNow(contract.market);
      return {
        symbolName: listing.name,
        fundingRate: now ? decimalText(now.rate, FUNDING_DECIMALS) : null,
        premium: now ? decimalText(now.premium, FUNDING_DECIMALS) : null,
        premiumSum: now && now.time > 0 ? decimalText(now.sum, SUM_DECIMALS) : null,
        premiumTime: now && now.time > 0 ? now.time : null,
        fundingMost: decimalText(live.fundingMost(contract.market), FUNDING_DECIMALS),
        intervalHours: live.fundingPace(contract.market).hours,
        hourly: live.fundingPace(contract.market).hourly,
        nextFundingTime: live.nextFunding(contract.market) ?? null,
        list: live.fundingRates(contract.market).map(({ time, rate, mark, valid, minutes, premium, counted }) => ({
          time,
          rate: decimalText(rate, FUNDING_DECIMALS),
          markPrice: decimalText(mark, contract.tickDecimals + CENT_DECIMALS),
          valid,
          minutes,
          premiumSum: counted > 0 ? decimalText(premium, SUM_DECIMALS) : null,
          premiumTime: counted > 0 ? counted : null,
        })),
      };
    },
    'entrust.get.getUbwMaintenanceMargin'() {
      return Object.fromEntries(
        live.contracts().flatMap((contract) => {
          const listing = listingAt(contract.instrument);
          return listing && contract.type === MARKET_TYPE.linear ? [[listing.symbol, tiersOf(live, contract)]] : [];
        }),
      );
    },
    'entrust.get.getBbwMaintenanceMargin'({ x }) {
      return tiersOf(live, contractNamed(live, x, MARKET_TYPE.inverse).contract);
    },
  };
}
