// Shared parts of pages: title, missing page, missing role, failure.
export { Allowed } from './allowed.tsx';
export { ErrorPage, NotFound } from './error-page.tsx';
export { houseName, useTitle } from './title.ts';
