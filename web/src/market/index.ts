// Markets for lists.
export {
  AgeCell,
  ChangeCell,
  MarketName,
  PriceCell,
  Star,
  ageOf,
  useMarketColumns,
  useNow,
  type MarketColumn,
  type MarketColumns,
} from './cells.tsx';
export {
  settleScaleOf,
  tierColumns,
  toContractRules,
  useContractMarkets,
  type ContractMarket,
  type ContractMarkets,
  type ContractRules,
} from './contracts.ts';
export { useFavourites, type Favourites } from './favourites.ts';
export {
  categories,
  decimalsOf,
  inCategory,
  joinMarkets,
  toMarket,
  tradePath,
  indexOf,
  useMarketPrices,
  useMarkets,
  type Category,
  type CoinList,
  type Market,
  type MarketPrice,
  type MarketPrices,
} from './markets.ts';
export { WhyUnused, sourceRows } from './sources.tsx';
