// Our own journal of each chain's blocks: only what it contains counts.

export { arrivalsOf, once as eachOnce, type Reading, readingOf } from './ask.ts';
export { CONFIRMATIONS, createFollower, type FollowerOptions, MAX_DEPTH } from './follower.ts';
export type { BlockListener } from './listener.ts';
export { type HeightRange, noteChecked, uncheckedOf } from './unchecked.ts';
export { expectCost, type Included, stands } from './inclusion.ts';
