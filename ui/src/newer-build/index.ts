export { isStaleChunk, newerBuildIsServed, pageIsServed, reloadOnce, reloadWhen } from './newer-build.ts';
export { holdPage, isPageHeld } from './hold.ts';
