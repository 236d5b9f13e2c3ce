// Hints: what a term means, shown at the word.
export { Hint, HintMark } from './hint.tsx';
export { placeCard, viewOf } from './place.ts';
export type { Term } from './term.ts';
