// The terminal's frame: header, markets, and where everything stands.
export { MarketList } from './market-list.tsx';
export { PHONE_QUERY, useMedia, WIDE_QUERY } from './media.ts';
export { PriceHeader } from './price-header.tsx';
export { type SpotMarket, type SpotMarkets, useSpotMarkets } from './spot-markets.ts';
export { Terminal, type TerminalParts } from './terminal.tsx';
