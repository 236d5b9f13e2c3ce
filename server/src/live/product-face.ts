// What the live fold answers of contracts, borrowing on margin, second contracts and loan products.

import { intervalRate, quotient } from '@vitrine/core';
import { leverageKey } from '../fold/index.ts';
import type { LiveProducts } from './face.ts';
import type { LiveStore } from './store.ts';

const HOUR = 3_600_000;
/** Leverage of a position where its owner has chosen none, if the contract admits it. */
const USUAL_LEVERAGE = 20;
const CROSS_WALLET = 4;
const TERMS = 1;

/** The face of the products over a store. */
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
    fundingRates: (market) => products.ratesOf(market),
    fundingNow(market) {
      const told = state.fundingMinutes.get(market);
      if (told === undefined || told.valid === 0 || told.valid * 2 < told.minutes) return undefined;
      return { rate: intervalRate(told.premium, told.valid), premium: quotient(told.premium, told.valid) };
    },
    nextFunding(market) {
      const contract = state.contracts.get(market);
      if (contract === undefined) return undefined;
      const interval = contract.fundingHours * HOUR;
      return (quotient(store.head.time, interval) + 1) * interval;
    },
    marketPositions: (market) =>
      [...state.positions.values()].filter((one) => one.market === market && state.users.get(one.user)?.house !== true),
    openInterest: (market) => state.openInterest.get(market) ?? 0,
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
      const most = state.contracts.get(market)?.tiers[0]?.leverage ?? USUAL_LEVERAGE;
      return own ?? Math.min(USUAL_LEVERAGE, most);
    },
    debts: (user, wallet) => products.debtsOf(user).filter((one) => wallet === undefined || one.wallet === wallet),
    marginAssets: () => byNumber(state.marginAssets),
    marginLevels: () => byNumber(state.marginLevels),
    marginMarkets: () => byNumber(state.marginMarkets),
    marginTerms: () => state.marginTerms.get(TERMS),
    marginLeverage(user, wallet, market) {
      const own = state.marginLeverages.get(leverageKey(user, market, wallet));
      const most =
        wallet === CROSS_WALLET ? state.marginTerms.get(TERMS)?.cross : state.marginMarkets.get(market)?.leverage;
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
    loanProducts: () => byNumber(state.loanProducts),
    feeShares: () => state.feeShares.get(1),
    swapTerms: (asset) => state.swapTerms.get(asset),
  };
}
