// The chains, behind one interface.

export * from './face.ts';
export { FIRST_PART, MOST_FEE } from './fee-limits.ts';
export * from './source.ts';
