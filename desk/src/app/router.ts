// The router over the generated route tree. Searches are plain words: `?case=12`, not JSON.
import { createRouter } from '@tanstack/react-router';
import { ErrorPage } from '../page/index.ts';
import { routeTree } from '../routeTree.gen.ts';

/** Reads an address's search; every value is text. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Writes a search; what is undefined is left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (typeof value === 'string' || typeof value === 'number') words.set(name, String(value));
  const text = words.toString();
  return text === '' ? '' : `?${text}`;
}

export const router = createRouter({
  routeTree,
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  parseSearch,
  stringifySearch,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
