// What every page has: a title, and a way out when it fails.
export { ErrorPage, isStaleChunk, reloadForNewer, reloadOnce } from './error-page.tsx';
export { houseName, useTitle } from './title.ts';
