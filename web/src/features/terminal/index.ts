// The terminal's layout: header, markets, lists below, and the panes.
export { FullNav, type FullNavProps } from './full-nav.tsx';
export { ContractFigures, ContractTotals, SpotTotals } from './header-figures.tsx';
export { everyMarket, type MarketFilter } from './market-filter.ts';
export { MarketList } from './market-list.tsx';
export { MarketSwitcher } from './market-switcher.tsx';
export { PHONE_QUERY, WIDE_QUERY } from './media.ts';
export { PriceHeader } from './price-header.tsx';
export { kindOf, type Product } from './product.ts';
export { type SpotMarket, type SpotMarkets, useSpotMarkets } from './spot-markets.ts';
export { Terminal, type TerminalParts, type TerminalProps } from './terminal.tsx';
export { TradeTabs } from './trade-tabs.tsx';
export { usePriceAge, usePriceStale } from './use-price-age.ts';
