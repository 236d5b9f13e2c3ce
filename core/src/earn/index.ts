// The face of staking and finance.

export { Earn } from './domain.ts';
export { EarnRoom } from './room.ts';
export { MAX_OPEN, MAX_STAKES } from './stakes.ts';
export { INPUT, NEXT, NONE, PLAN, STATE } from './states.ts';
