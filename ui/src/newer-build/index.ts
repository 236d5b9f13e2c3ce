export {
  isStaleChunk,
  newerBuildIsServed,
  pageIsServed,
  reloadOnce,
  reloadOnceServed,
  reloadWhen,
} from './newer-build.ts';
export { holdPage, isPageHeld } from './hold.ts';
