// The face of second contracts.

export { MAX_CONTRACTS, MAX_OPEN, MAX_WAITING } from './contracts.ts';
export { Second } from './domain.ts';
export { SecondRoom } from './room.ts';
export { INPUT, NEXT, NONE, STATE } from './states.ts';
