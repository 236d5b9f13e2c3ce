// Public interface of the markets: listings and price origins for the API and the views, the thread that makes prices
// for the start.

export { type Listing, listingAt, listingOf, listings, plateNames, type Venue } from './listing.ts';
export { type Origin, type SourceName, sourceNames } from './prices/source.ts';
export { type MadeCandles, madeCandles, writeMadeCandles } from './prices/made-candles.ts';
export { TURN, writePlanted } from './prices/planted.ts';
export { createPast, type Past, type PastCandle, pastOf } from './past/index.ts';
export { type MarketParts, type Markets, type MarketSettings, startMarkets } from './run.ts';
export { drawSeed, seedHashOf, seedMatches } from './seed.ts';
export { type Clock, timedClock } from './beat.ts';
export { type BookPlan, bookPlans } from './maker/books.ts';
export { type Draws, drawsOf, STREAMS } from './prices/random.ts';
export { loadMarkets, type MarketsThread, startMarketsThread } from './thread.ts';
