// The face of second contracts.

export { MAX_CONTRACTS, MAX_OPEN, MAX_WAITING } from './contracts.ts';
export { Second } from './domain.ts';
export { SECOND_MARKETS } from './markets.ts';
export { SecondRoom } from './room.ts';
export { INPUT, NEXT, NONE, STATE } from './states.ts';
