// The spot rules' face.

export { Spot } from './domain.ts';
export { MAX_OPEN } from './place.ts';
export { commitQuote, decideQuote } from './quote.ts';
export { type MarginGate, SpotRoom } from './room.ts';
