// Converts a call and its input to a request: the path with its names filled in, the rest as query or body.

import { DEFAULT_PREFIX } from '../enumeration.ts';
import type { CallShape } from './define.ts';

/** The two path prefixes of calls. */
export interface Prefixes {
  readonly head: string;
  readonly requestHead: string;
}

export const defaultPrefixes: Prefixes = { head: DEFAULT_PREFIX, requestHead: DEFAULT_PREFIX };

/** The path of a call with its prefixes; its own names are still in braces. */
export function pathOf(call: CallShape, prefixes: Prefixes = defaultPrefixes): string {
  return call.path.replace('{requestHead}', prefixes.requestHead).replace('{head}', prefixes.head);
}

/** The names in a call's path. */
export function pathNames(call: CallShape): readonly string[] {
  return [...call.path.matchAll(/\{([A-Za-z]+)\}/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => name !== 'requestHead' && name !== 'head');
}

/** The request to send for a call. */
export interface Request {
  readonly method: 'GET' | 'POST';
  /** Path and, for GET, query. */
  readonly url: string;
  /** JSON body; undefined for GET. */
  readonly body: string | undefined;
}

/**
 * The request of a call. A GET sends its input as a query, unless the input contains secrets: then it uses POST, which
 * every GET accepts. Every POST sends a body, even where the API contract documents a query, so that no URL contains
 * private data.
 */
export function requestOf(
  call: CallShape,
  input: Readonly<Record<string, unknown>>,
  prefixes: Prefixes = defaultPrefixes,
): Request {
  const inPath = pathNames(call);
  const path = pathOf(call, prefixes).replace(/\{([A-Za-z]+)\}/g, (_, name: string) =>
    encodeURIComponent(asText(input[name]).replace('/', '_')),
  );
  const rest = Object.entries(input).filter(([name, value]) => !inPath.includes(name) && value !== undefined);
  if (call.method === 'POST' || call.secret)
    return { method: 'POST', url: path, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = rest
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(asText(value))}`)
    .join('&');
  return { method: 'GET', url: query === '' ? path : `${path}?${query}`, body: undefined };
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError(`expected text, a number or a boolean in an address, got ${typeof value}`);
}
