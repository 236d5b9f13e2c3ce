// Reads of the live projection for contracts, margin borrowing, second contracts and loan products.

import {
  closingLeverage,
  closingRate,
  FUNDING_MOST,
  fundingMost,
  hourlyFundingMost,
  intervalRate,
  quotient,
  RULE,
} from '@vitrine/core';
import { WALLET } from '@vitrine/core/enum';
import { leverageKey, ringOf, riskPrice, rulesInForce } from '../handlers/index.ts';
import type { LiveProducts } from './face.ts';
import type { LiveStore } from './store.ts';

const HOUR = 3_600_000;
/** Default leverage of a position whose owner has chosen none, if the contract allows it. */
const USUAL_LEVERAGE = 20;
const TERMS = 1;

/** The product reads over a store. */
export function productFace(store: LiveStore): LiveProducts {
  const { state, products } = store;
  const byNumber = <T>(map: ReadonlyMap<number, T>): readonly T[] =>
    [...map].sort(([a], [b]) => a - b).map(([, row]) => row);
  return {
    contracts: () => byNumber(state.contracts),
    contract: (market) => state.contracts.get(market),
    contractOf(type, instrument) {
      for (const one of state.contracts.values()) if (one.type === type && one.instrument === instrument) return one;
      return undefined;
    },
    contractFees: () => byNumber(state.contractFees),
    mark: (market) => state.marks.get(market),
    riskPrice: (market) => riskPrice(state, market),
    fundingRates: (market) => products.ratesOf(market),
    fundingNow(market) {
      const minutes = state.fundingMinutes.get(market);
      if (minutes === undefined || minutes.valid === 0 || minutes.valid * 2 < minutes.minutes) return undefined;
      const parts = minutes.time === 0 ? minutes.valid : minutes.time;
      const rate = intervalRate(minutes.premium, parts, this.fundingMost(market));
      return { rate, premium: quotient(minutes.premium, parts), sum: minutes.premium, time: minutes.time };
    },
    fundingMost(market) {
      const { own, hourly } = this.fundingCaps(market);
      return this.fundingPace(market).hourly ? (hourly ?? own) : own;
    },
    fundingCaps(market) {
      const contract = state.contracts.get(market);
      const rules = rulesInForce(state);
      if (contract === undefined || rules < RULE.fundingBounded) return { own: FUNDING_MOST, hourly: undefined };
      const maintenance = contract.tiers[0]?.rate ?? 0;
      const own = fundingMost(maintenance, contract.fundingHours);
      const hourly = hourlyFundingMost(maintenance);
      return { own, hourly: rules >= RULE.fundingByTime && hourly > own ? hourly : undefined };
    },
    fundingPace(market) {
      const pace = state.fundingPaces.get(market);
      return {
        hours: pace?.hours ?? state.contracts.get(market)?.fundingHours ?? 0,
        hourly: pace?.hourly === 1,
      };
    },
    closing(market) {
      const rate = state.closingRates.get(market);
      if (rate === undefined) return undefined;
      const instrument = state.contracts.get(market)?.instrument ?? 0;
      const next = state.closings.get(state.instruments.get(instrument)?.calendar ?? 0);
      const { closes = 0, opens = 0 } = next ?? {};
      return {
        rate,
        nextRate: closes === 0 ? rate : closingRate(rate, closes, opens),
        closes,
        opens,
        phase: next?.phase ?? 0,
      };
    },
    closingRateAnnounced: (market) => state.closingRatesAnnounced.get(market),
    greatestLeverage(market) {
      const most = state.contracts.get(market)?.tiers[0]?.leverage ?? 1;
      return Math.min(most, closingLeverage(state.closingRates.get(market) ?? 0));
    },
    nextFunding(market) {
      const contract = state.contracts.get(market);
      if (contract === undefined) return undefined;
      const pace = state.fundingPaces.get(market);
      if (pace !== undefined) return pace.next;
      const interval = contract.fundingHours * HOUR;
      return (quotient(store.head.time, interval) + 1) * interval;
    },
    marketPositions: (market) =>
      [...state.positions.values()].filter((one) => one.market === market && state.users.get(one.user)?.house !== true),
    openInterest: (market) => state.openInterest.get(market) ?? 0,
    fundHeld: () => byNumber(state.fundHeld),
    insuranceFunds: () => [...state.insurance].map(([asset, { available }]) => ({ asset, atoms: available })),
    positions: (user, market) =>
      products.positionsOf(user).filter((one) => market === undefined || one.market === market),
    position: (position) => products.positionAt(position),
    guards(position) {
      const owner = state.positions.get(position)?.user;
      if (owner === undefined) return [];
      return [...store.ordersOf(owner)]
        .filter((order) => order.guard !== 0 && order.position === position)
        .map((order) => ({ ...order }));
    },
    leverage(user, market, marginMode) {
      const own = state.leverages.get(leverageKey(user, market, marginMode));
      return own ?? Math.min(USUAL_LEVERAGE, this.greatestLeverage(market));
    },
    debts: (user, wallet) => products.debtsOf(user).filter((one) => wallet === undefined || one.wallet === wallet),
    marginAssets: () => byNumber(state.marginAssets),
    marginLevels: () => byNumber(state.marginLevels),
    marginMarkets: () => byNumber(state.marginMarkets),
    marginTerms: () => state.marginTerms.get(TERMS),
    marginLeverage(user, wallet, market) {
      const own = state.marginLeverages.get(leverageKey(user, market, wallet));
      const most =
        wallet === WALLET.crossMargin ? state.marginTerms.get(TERMS)?.cross : state.marginMarkets.get(market)?.leverage;
      return own ?? most ?? 0;
    },
    secondMarkets: () => byNumber(state.secondMarkets),
    secondMarketOf(instrument) {
      for (const one of state.secondMarkets.values()) if (one.instrument === instrument) return one;
      return undefined;
    },
    secondMarket: (market) => state.secondMarkets.get(market),
    seconds: (user) => products.secondsOf(user),
    second: (second) => products.secondAt(second),
    earnProduct: (product) => state.earnProducts.get(product),
    loanProducts: () => byNumber(state.loanProducts),
    feeShares: () => state.feeShares.get(1),
    swapTerms: (asset) => state.swapTerms.get(asset),
    swap: (user) => state.swaps.get(user),
    linked: (user) => ringOf(state, user),
    linkGroups() {
      const seen = new Set<number>();
      const groups: ReturnType<typeof ringOf>[] = [];
      for (const user of state.links.keys()) {
        if (seen.has(user)) continue;
        const ring = ringOf(state, user);
        for (const one of ring) seen.add(one.user);
        groups.push(ring);
      }
      return groups;
    },
  };
}
