// A user's masked data.
export { CaseOrigin, customerCells, customerHeads, type CustomerCase } from './case-parts.tsx';
export { FrozenTag, OrNone, StageWords, customerFacts } from './line.tsx';
