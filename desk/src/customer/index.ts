// A user's masked data.
export { FrozenTag, OrNone, StageWords, customerFacts } from './line.tsx';
