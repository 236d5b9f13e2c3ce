// The desk's face: four eyes, listings, changes, the house's own money, people's rights.

export type { Bookless } from './bookless.ts';
export { HouseMoney, MOST_AT_ONCE, MOVES } from './house-money.ts';
export { Listing, MOST_LISTED, MOST_MARKETS } from './listing.ts';
export { MarketChanges, STOPS } from './markets.ts';
export { Parameters } from './parameters.ts';
export { People } from './people.ts';
export { mayBeProposed, Proposals } from './proposals.ts';
export type { Runner } from './runner.ts';
export { MAX_PROPOSALS, PROPOSAL, PROPOSAL_STEPS, PROPOSAL_TIME, type Step, Waiting } from './waiting.ts';
