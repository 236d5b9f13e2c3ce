// What stands where data is not.
export { Empty, ErrorBlock, SkeletonBar, SkeletonRows } from './state.tsx';
