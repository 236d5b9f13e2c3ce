// What every page has: a title, and a way on when it is not there, not allowed, or fails.
export { Allowed } from './allowed.tsx';
export { ErrorPage, NotFound } from './error-page.tsx';
export { houseName, useTitle } from './title.ts';
