// Hints: what a term means, shown at the word.
export { Hint, HintMark } from './hint.tsx';
export { placeCard, viewOf } from './place.ts';
export type { Term } from './term.ts';

/** The terms with titles and rules: loaded on demand, with their texts in the guide's catalogue. */
export const loadTerms = async () => (await import('./terms.ts')).terms;
