// How one call is described, and what its types are on both sides.

import * as z from 'zod/mini';

/** Anyone, the signed in, merchants. */
export type Who = 'guest' | 'user' | 'merchant';
/** The right an API key needs for it: read, trade, withdraw. */
export type Right = 'r' | 't' | 'w';

/** One call of the agreement. */
export interface CallShape {
  readonly method: 'GET' | 'POST';
  /** With `{requestHead}`, `{head}` and the call's own `{names}`, which stand in `input` too. */
  readonly path: string;
  /** One line of what it does, for the reader at /docs. */
  readonly about: string;
  readonly who: Who;
  /** Whether it changes something: then Origin, Sec-Fetch-Site and satoken are checked, whatever its method. */
  readonly writes: boolean;
  /** Takes an Idempotency-Key. */
  readonly key: boolean;
  /**
   * Who keeps the key: the journal; custody, which does the same key once by itself; the requests' own table (`requests`).
   * `common.outcome` answers for all of them.
   */
  readonly keyIn: 'journal' | 'custody' | 'requests';
  /** `none`: no API key opens it. */
  readonly right: Right | 'none';
  /** Where its input stands. `query` calls take the same names in a body too. */
  readonly by: 'query' | 'body';
  /** All of its input, path names included, in one object. */
  readonly input: z.ZodMiniObject;
  readonly answer: z.ZodMiniType;
  /** Also answers `format=csv`. */
  readonly csv: boolean;
  /** Whether its input holds secrets or personal data: such calls are counted against the strict rate limit. */
  readonly secret: boolean;
  /** When a second factor is asked for: never, when something speaks for it (new device, new place, changed credential), always. */
  readonly factor: 'none' | 'risk' | 'always';
  /** A bound second factor is asked for each time: one given before does not count, and one given counts for one request. */
  readonly each: boolean;
  /** Needs the fund password, in the field `fundPassword`. */
  readonly fund: boolean;
  /** Takes one file as multipart/form-data, beside its fields. */
  readonly upload: boolean;
  /** Answers a file, not the envelope; refusals stay in the envelope. */
  readonly download: boolean;
  /** Fields in which an empty text says something; in all others it means that the field was left out. */
  readonly empty: readonly string[];
  /** Its field `data` is a compact JWE to the withdrawal key; opened, it is checked by this and becomes the input. */
  readonly sealed: z.ZodMiniObject | undefined;
}

type Optional =
  | 'about'
  | 'who'
  | 'writes'
  | 'key'
  | 'keyIn'
  | 'right'
  | 'by'
  | 'input'
  | 'csv'
  | 'secret'
  | 'factor'
  | 'each'
  | 'fund'
  | 'upload'
  | 'download'
  | 'empty'
  | 'sealed';
type Given = Omit<CallShape, Optional> & { readonly about: string } & Partial<Omit<CallShape, 'about'>>;

type Filled<S extends Given> = {
  readonly [F in keyof CallShape]: S extends { readonly [K in F]: infer V }
    ? V
    : (typeof defaults)[F & keyof typeof defaults];
};

const nothing = z.object({});

const defaults = {
  who: 'guest',
  writes: false,
  key: false,
  keyIn: 'journal',
  right: 'none',
  by: 'body',
  input: nothing,
  csv: false,
  secret: false,
  factor: 'none',
  each: false,
  fund: false,
  upload: false,
  download: false,
  empty: [],
  sealed: undefined,
} as const;

/** Fills in what most calls share: anyone, reading, no key, a body, nothing in it. */
export function call<const S extends Given>(shape: S): Filled<S> {
  return { ...defaults, ...shape } as unknown as Filled<S>;
}

/** A write of one's own whose effect is in SQL: its key is kept with the requests. */
export const keyedInSql = { key: true, keyIn: 'requests' } as const;
