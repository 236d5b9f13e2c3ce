// The chains, behind one face.

export * from './face.ts';
export { FIRST_PART, MOST_FEE } from './fee-limits.ts';
export * from './source.ts';
