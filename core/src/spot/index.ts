// The spot rules' face.

export { Spot } from './domain.ts';
export { MAX_OPEN } from './place.ts';
export { commitQuote, decideQuote } from './quote.ts';
export { SpotRoom } from './room.ts';
