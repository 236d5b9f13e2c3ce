// Placeholders for missing data: loading, empty, error.
export { Empty, ErrorBlock, SkeletonBar, SkeletonRows } from './state.tsx';
