// Prices and their sources.
export {
  SourceChip,
  SourceList,
  SourcePips,
  agingAfter,
  freshnessOf,
  staleAfter,
  type Freshness,
  type PriceSource,
  type SourceChipProps,
} from './source-chip.tsx';
export { sparkPath, Sparkline, type SparklineProps } from './sparkline.tsx';
