// A customer, masked.
export { FrozenTag, OrNone, StageWords, customerFacts } from './line.tsx';
