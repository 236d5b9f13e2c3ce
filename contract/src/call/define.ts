// How a call is described, and its types on both sides.

import * as z from 'zod/mini';

/** Anyone, signed-in users, merchants. */
export type Who = 'guest' | 'user' | 'merchant';
/** The right that an API key needs for it: read, trade, withdraw. */
export type Right = 'r' | 't' | 'w';

/** One call of the API contract. */
export interface CallShape {
  readonly method: 'GET' | 'POST';
  /** With `{requestHead}`, `{head}` and the call's own `{names}`, which are also in `input`. */
  readonly path: string;
  /** One-line description for the documentation at /docs. */
  readonly about: string;
  readonly who: Who;
  /** Whether it changes something: then Origin, Sec-Fetch-Site and satoken are checked, whatever its method. */
  readonly writes: boolean;
  /** Takes an Idempotency-Key. */
  readonly key: boolean;
  /**
   * Where the key is stored: the journal; custody, which runs the same key once by itself; or the requests' own table
   * (`requests`). `common.outcome` answers for all of them.
   */
  readonly keyIn: 'journal' | 'custody' | 'requests';
  /** `none`: not available with an API key. */
  readonly right: Right | 'none';
  /** Location of its input. `query` calls also accept the same names in a body. */
  readonly by: 'query' | 'body';
  /** Its complete input in one object, including path names. */
  readonly input: z.ZodMiniObject;
  readonly answer: z.ZodMiniType;
  /** Also supports `format=csv`. */
  readonly csv: boolean;
  /** Whether its input contains secrets or personal data: such calls have the strict rate limit. */
  readonly secret: boolean;
  /**
   * When a second factor is required: never, on a risk signal (new device, new location, changed credential), always.
   */
  readonly factor: 'none' | 'risk' | 'always';
  /** A bound second factor is required each time: an earlier one does not count, and each counts for one request. */
  readonly each: boolean;
  /** Requires the fund password in the field `fundPassword`. */
  readonly fund: boolean;
  /** Takes one file as multipart/form-data, besides its fields. */
  readonly upload: boolean;
  /** Answers with a file instead of the envelope; refusals still use the envelope. */
  readonly download: boolean;
  /** The envelope's code is the text "200". */
  readonly textCode: boolean;
  /** Fields in which an empty text is a value; in all others it means that the field is absent. */
  readonly empty: readonly string[];
  /**
   * Its field `data` is a compact JWE to the withdrawal key; this schema validates the opened content, which becomes
   * the input.
   */
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
  | 'textCode'
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
  textCode: false,
  empty: [],
  sealed: undefined,
} as const;

/** Fills in the common defaults: anyone, read-only, no key, a body, empty input. */
export function call<const S extends Given>(shape: S): Filled<S> {
  return { ...defaults, ...shape } as unknown as Filled<S>;
}

/** A user's write whose effect is in SQL: its key is stored in the requests' table. */
export const keyedInSql = { key: true, keyIn: 'requests' } as const;
